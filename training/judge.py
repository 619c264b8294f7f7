"""Learns ``privacy_chains/detect/requests/data/judge.npz``: whether a word is somebody's name, or the world's.

Run ``python -m training.judge DATA WORDNET ORGANIZATIONS`` (DATA: the folder that holds ``train/``; WORDNET: that of
``data.verb`` and its like; ORGANIZATIONS: that of ``oui.txt``). Sentences and states are kept in ``build/judge``, and
the weights after each round: what was cut off goes on from there. With ``--check`` a tenth of the frames and of the
names is held out, and nothing is written. ``PYTHONHASHSEED=0`` draws the same sentences again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from privacy_chains.detect.network.graph import FOLDER, network_of
from privacy_chains.detect.requests.traits import words_in
from training.known import Names, frames
from training.matters import FRAMES, Marked, drawn, prose
from training.values import Values

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "judge.npz"
BUILD = Path("build/judge")
SEED = 7
DRAWS = {"mixed": 70, "public": 18, "private": 26, "affairs": 200}
PROSE = 14_000
ROUNDS, BATCH, RATE, DECAY = 5, 256, 3e-3, 0.01
WIDTH, NARROW, INNER = 64, 32, 48
DROPPED, FORGOTTEN = 0.4, 0.25
"""How much of what is seen, and of what is known of a word, is left out while it learns."""
PRIVATE_WEIGHT = 2.0
HELD_OUT = 8
"""Of a hundred frames, and of a hundred names."""
_CHUNK = 4_096
_FAR = 5


class Words(NamedTuple):
    """Words to learn from, those of a sentence together.

    Attributes:
        states: Shape (pieces, width), of all sentences behind each other.
        borders: Shape (sentences + 1,): where the pieces of each begin.
        of: The sentence of each word.
        first, last: Its first piece in the sentence, and the one behind its last.
        public: What is to be learned.
        traits: What is known of each.
    """

    states: NDArray[np.float16]
    borders: NDArray[np.int64]
    of: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    public: NDArray[np.float32]
    traits: Sequence[Sequence[str]]


def sentences(data: Path, wordnet: Path, organizations: Path) -> list[Marked]:
    """All sentences, the same ones each time."""
    chance = random.Random(SEED)  # no secret
    names = Names(chance, Values(SEED, data / "train" / "us_census_1990_names", organizations), wordnet)
    found = [one for kind in FRAMES for one in _all_drawn(kind, names, chance)]
    return [*found, *prose(chance, PROSE), *_all_drawn("affairs", names, chance)]


def _all_drawn(kind: str, names: Names, chance: random.Random) -> Iterator[Marked]:
    for frame in frames(kind):
        for _ in range(DRAWS[kind] * (2 if "{V}" in frame else 1)):
            yield drawn(frame, kind, names, chance)


def read(marked: Sequence[Marked]) -> Words:
    """The states of sentences, and what is known of their words."""
    network = network_of(FOLDER)
    states: list[NDArray[np.float16]] = []
    borders, rows = [0], list[tuple[int, int, int, bool]]()
    traits: list[tuple[str, ...]] = []
    for number, one in enumerate(marked):
        offsets, seen = network.states(one.text)
        states.append(seen.astype(np.float16))
        borders.append(borders[-1] + len(offsets))
        for word in words_in(one.text, 0, len(one.text)):
            said = [public for start, end, public in one.marks if start < word.end and word.start < end]
            inside = [at for at, (start, end) in enumerate(offsets) if start < word.end and word.start < end]
            if said and inside and not (one.text[word.start : word.end].islower() and "grammar" in word.traits):
                rows.append((number, inside[0], inside[-1] + 1, all(said)))
                traits.append(word.traits)
    of, first, last, public = (np.array(column) for column in zip(*rows, strict=True))
    return Words(np.concatenate(states), np.array(borders), of, first, last, public.astype(np.float32), traits)


def stored(marked: Sequence[Marked]) -> Iterator[Words]:
    """The words of all sentences, in parts that are kept in a folder once they are read."""
    BUILD.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(marked), _CHUNK):
        path = BUILD / f"words-{start:06}.npz"
        if not path.exists():
            words = read(marked[start : start + _CHUNK])
            joined = np.array("\n".join("\t".join(one) for one in words.traits))
            np.savez(path.with_suffix(".part.npz"), *words[:-1], joined)
            path.with_suffix(".part.npz").rename(path)
        with np.load(path) as arrays:
            *numbers, joined = (arrays[f"arr_{at}"] for at in range(7))
        yield Words(*numbers, [line.split("\t") for line in str(joined).split("\n")])


def together(parts: Sequence[Words]) -> Words:
    """All parts as one."""
    pieces = np.cumsum([0, *(part.borders[-1] for part in parts)])
    counts = np.cumsum([0, *(len(part.borders) - 1 for part in parts)])
    borders = [part.borders[:-1] + start for part, start in zip(parts, pieces, strict=False)]
    of = [part.of + start for part, start in zip(parts, counts, strict=False)]
    columns = (np.concatenate([part[at] for part in parts]) for at in (3, 4, 5))
    return Words(
        np.concatenate([part.states for part in parts]),
        np.concatenate([*borders, pieces[-1:]]),
        np.concatenate(of),
        *columns,
        [traits for part in parts for traits in part.traits],
    )


class Head(nn.Module):
    """What ``requests/judge.py`` works out, for many words at once."""

    def __init__(self, width: int, traits: int) -> None:
        super().__init__()
        self.word, self.value, self.side = (nn.Linear(width, out) for out in (WIDTH, WIDTH, 2 * NARROW))
        self.key = nn.Linear(width, NARROW, bias=False)
        self.query = nn.Linear(WIDTH + NARROW, NARROW)
        self.traits = nn.EmbeddingBag(traits, NARROW, mode="sum")
        nn.init.normal_(self.traits.weight, 0, 0.05)
        self.distance = nn.Parameter(torch.zeros(2 * _FAR + 1))
        self.inner, self.last = nn.Linear(2 * WIDTH + 3 * NARROW, INNER), nn.Linear(INNER, 1)
        self.dropout = nn.Dropout(DROPPED)

    def forward(self, batch: Batch) -> torch.Tensor:
        """The log-odds, shape (words,)."""
        places = torch.arange(batch.states.shape[1])[None]
        first, last, of = batch.first[:, None], batch.last[:, None], batch.of
        own = ((places >= first) & (places < last)).float()
        word = torch.einsum("nt,ntd->nd", own / own.sum(1, keepdim=True), self.word(batch.states)[of])
        traits = self.traits(batch.traits, batch.offsets)
        asked = self.query(torch.cat([self.dropout(torch.relu(word)), traits], 1))
        scores = torch.einsum("nd,ntd->nt", asked, self.key(batch.states)[of]) / NARROW**0.5
        distance = (places - first).clamp(max=0) + (places - last + 1).clamp(min=0)
        scores = scores + self.distance[distance.clamp(-_FAR, _FAR) + _FAR]
        shares = scores.masked_fill(~batch.mask[of], -1e4).softmax(1)
        attended = torch.einsum("nt,ntd->nd", shares, self.value(batch.states)[of])
        seen = torch.cat([word, attended, *self._sides(batch), traits], 1)
        odds: torch.Tensor = self.last(torch.relu(self.inner(self.dropout(torch.relu(seen)))))
        return odds[:, 0]

    def _sides(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """What stands right before and behind each word; nothing where the sentence begins or ends."""
        sides, ends = self.side(batch.states), batch.mask.sum(1)[batch.of]
        before = sides[batch.of, (batch.first - 1).clamp(min=0), :NARROW] * (batch.first > 0)[:, None]
        behind = sides[batch.of, batch.last.clamp(max=sides.shape[1] - 1), NARROW:]
        return before, behind * (batch.last < ends)[:, None]


class Batch(NamedTuple):
    """Some sentences and their words, as tensors."""

    states: torch.Tensor
    mask: torch.Tensor
    of: torch.Tensor
    first: torch.Tensor
    last: torch.Tensor
    traits: torch.Tensor
    offsets: torch.Tensor
    public: torch.Tensor


class Batches:
    """Draws batches of sentences of about one length.

    Args:
        words: All words.
        numbers: The number of each trait.
    """

    def __init__(self, words: Words, numbers: dict[str, int]) -> None:
        self._words = words
        self._traits = [np.array([numbers[trait] for trait in traits]) for traits in words.traits]
        self._starts = np.searchsorted(words.of, np.arange(len(words.borders)))
        self._chance = np.random.default_rng(SEED)

    def __call__(self, which: NDArray[np.int64], *, learning: bool) -> Iterator[Batch]:
        """The sentences in a new order, in batches; while it learns some traits are forgotten."""
        order = self._chance.permutation(which)
        for start in range(0, len(order), 20 * BATCH):
            part = order[start : start + 20 * BATCH]
            part = part[np.argsort(self._words.borders[part + 1] - self._words.borders[part])]
            for at in self._chance.permutation(range(0, len(part), BATCH)):
                some = part[at : at + BATCH]
                if any(self._starts[one] < self._starts[one + 1] for one in some):
                    yield self._batch(some, FORGOTTEN if learning else 0.0)

    def _batch(self, which: NDArray[np.int64], forgotten: float) -> Batch:
        words = self._words
        spans = [slice(words.borders[one], words.borders[one + 1]) for one in which]
        states = [torch.from_numpy(words.states[span].astype(np.float32)) for span in spans]
        padded = nn.utils.rnn.pad_sequence(states, batch_first=True)
        lengths = torch.tensor([len(one) for one in states])
        rows = np.concatenate([np.arange(self._starts[one], self._starts[one + 1]) for one in which])
        of = np.repeat(np.arange(len(which)), [self._starts[one + 1] - self._starts[one] for one in which])
        kept = [self._traits[row][self._chance.random(len(self._traits[row])) >= forgotten] for row in rows]
        offsets = np.cumsum([0, *(len(one) for one in kept)])[:-1]
        numbers = (of, words.first[rows], words.last[rows], np.concatenate(kept), offsets, words.public[rows])
        mask = torch.arange(padded.shape[1])[None] < lengths[:, None]
        return Batch(padded, mask, *(torch.from_numpy(one) for one in numbers))


def learned(head: Head, batches: Batches, which: NDArray[np.int64], path: Path | None) -> None:
    """Learn in rounds, the last of them with small steps; weights that a file holds are gone on from."""
    steps = ROUNDS * (len(which) // BATCH + 20)
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    done = 0
    if path is not None and path.exists():
        done, *states = torch.load(path, weights_only=True)
        for one, state in zip((head, optimizer, schedule), states, strict=True):
            one.load_state_dict(state)
    for number in range(done, ROUNDS):
        head.train()
        for batch in batches(which, learning=True):
            weight = torch.where(batch.public > 0, 1.0, PRIVATE_WEIGHT)
            loss = nn.functional.binary_cross_entropy_with_logits(head(batch), batch.public, weight)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        if path is not None:
            torch.save([number + 1, *(one.state_dict() for one in (head, optimizer, schedule))], path)


def split(marked: Sequence[Marked]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The sentences without frames and names that are held out, and those whose frame and one name are."""
    by_frame = np.array([_is_held_out(one.frame) for one in marked])
    by_name = np.array([any(map(_is_held_out, one.names)) for one in marked])
    return np.flatnonzero(~by_frame & ~by_name), np.flatnonzero(by_frame & by_name)


def _is_held_out(value: str) -> bool:
    return crc32(value.encode()) % 100 < HELD_OUT


def check(head: Head, batches: Batches, which: NDArray[np.int64], say: Callable[[str], None] = print) -> None:
    """How many words of unseen frames, with unseen names, are judged rightly, at some thresholds."""
    head.eval()
    with torch.no_grad():
        found = [(head(batch), batch.public) for batch in batches(which, learning=False)]
    odds, public = (torch.cat(parts) for parts in zip(*found, strict=True))
    for least in (0.0, 0.5, 1.0, 1.5, 2.0, 3.0):
        shares = [(odds[public == kind] >= least).float().mean().item() for kind in (1.0, 0.0)]
        say(f"{least}: let go {shares[0]:.3f} of what is public, {shares[1]:.3f} of what is private")


def write(head: Head, numbers: dict[str, int]) -> None:
    """The weights in 8 bits, with a scale for each row of a matrix; others in 16."""
    arrays: dict[str, NDArray[np.generic]] = {"trait_names": np.frombuffer("\n".join(numbers).encode(), np.uint8)}
    for name, value in head.state_dict().items():
        short = name.removesuffix(".weight").replace(".", "_")
        array = value.numpy()
        if array.ndim == 1:
            arrays[short] = array.astype(np.float16)
            continue
        scale = np.abs(array).max(axis=1, keepdims=True).clip(1e-9) / 127
        arrays |= {short: np.rint(array / scale).astype(np.int8), f"{short}_scale": scale.astype(np.float32)}
    np.savez_compressed(OUT, **arrays)


def main() -> None:
    """Learn and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs=3, type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    marked = sentences(*options.folders)
    words = together(list(stored(marked)))
    numbers = {trait: at for at, trait in enumerate(sorted({one for traits in words.traits for one in traits}))}
    head, batches = Head(words.states.shape[1], len(numbers)), Batches(words, numbers)
    if options.check:
        kept, held_out = split(marked)
        learned(head, batches, kept, None)
        check(head, batches, held_out)
    else:
        learned(head, batches, np.arange(len(marked)), BUILD / "head.pt")
        write(head, numbers)


if __name__ == "__main__":
    main()
