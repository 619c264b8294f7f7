"""Learns ``privacy_chains/detect/requests/data/judge.onnx``: whether a word is somebody's name, or the world's.

Run ``python -m training.judge DATA WORDNET ORGANIZATIONS`` (DATA: the folder that holds ``train/``; WORDNET: that of
``data.verb`` and its like; ORGANIZATIONS: that of ``oui.txt``). States are kept in ``build/judge``, and the weights
after each round: what was cut off goes on from there. With ``--check`` a part of the frames and of the names is held
out, and nothing is written. ``PYTHONHASHSEED=0`` draws the same sentences again.
"""

from __future__ import annotations

import argparse
import random
import sys
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
from training.graphs import requests_graph
from training.judge_head import Batch, Head
from training.known import Names, frames
from training.matters import FRAMES, Marked, drawn, prose, speeches
from training.stored import write
from training.values import Values

OUT = Path(__file__).resolve().parents[1] / "privacy_chains" / "detect" / "requests" / "data" / "judge.onnx"
BUILD = Path("build/judge")
SEED = 7
DRAWS = {"mixed": 60, "public": 14, "private": 20, "affairs": 150, "wide": 80, "near": 140}
DRAWS |= {"tongues": 60, "capitals": 120, "further": 25, "stated": 140}
PROSE, SPEECHES = 14_000, 3_000
ROUNDS, BATCH, RATE, DECAY = 4, 256, 2e-3, 0.01
FORGOTTEN = 0.25
"""How much of what is known of a word is left out while it learns."""
PRIVATE_WEIGHT = 2.0
HELD_OUT = 8
"""Of a hundred frames, and of a hundred names."""
_CHUNK = 2_048


class States(NamedTuple):
    """What the network makes of sentences.

    Attributes:
        states: Shape (pieces, width), of all sentences behind each other.
        places: Start and end of each piece in its sentence, shape (pieces, 2).
        borders: Shape (sentences + 1,): where the pieces of each begin.
    """

    states: NDArray[np.float16]
    places: NDArray[np.int32]
    borders: NDArray[np.int64]


class Words(NamedTuple):
    """The words of sentences, all behind each other.

    Attributes:
        borders: Shape (sentences + 1,): where the words of each begin.
        of: The word of each piece, counted from 1 within its sentence; 0 where it is of none.
        public: What is to be learned of each; less than 0 where nothing is.
        traits: What is known of each.
    """

    borders: NDArray[np.int64]
    of: NDArray[np.int32]
    public: NDArray[np.float32]
    traits: Sequence[NDArray[np.int32]]


def sentences(data: Path, wordnet: Path, organizations: Path) -> dict[str, list[Marked]]:
    """The sentences of each kind, the same ones each time: those of one kind do not hang on the frames of another."""
    found = {kind: list(_all_drawn(kind, data, wordnet, organizations)) for kind in FRAMES}
    found["prose"] = prose(random.Random(SEED), PROSE)  # no secret
    found["speeches"] = speeches(random.Random(SEED), SPEECHES, data / "text" / "us_speeches", wordnet)  # no secret
    return found


def _all_drawn(kind: str, data: Path, wordnet: Path, organizations: Path) -> Iterator[Marked]:
    seed = SEED + crc32(kind.encode())
    chance = random.Random(seed)  # no secret
    names = Names(chance, Values(seed, data / "train" / "us_census_1990_names", organizations), wordnet)
    for frame in frames(kind):
        for _ in range(DRAWS[kind] * (2 if "{V}" in frame else 1)):
            yield drawn(frame, kind, names, chance)


def read(marked: Sequence[Marked]) -> States:
    """What the network makes of sentences, kept in a folder once they are read, in parts."""
    parts = [_stored(marked[start : start + _CHUNK]) for start in range(0, len(marked), _CHUNK)]
    lengths = np.concatenate([np.diff(part.borders) for part in parts])
    return States(
        np.concatenate([part.states for part in parts]),
        np.concatenate([part.places for part in parts]),
        np.concatenate([[0], np.cumsum(lengths)]),
    )


def _stored(marked: Sequence[Marked]) -> States:
    joined = "\n".join(one.text for one in marked)
    path = BUILD / f"{crc32(joined.encode()):08x}.npz"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path.with_suffix(".part.npz"), *_read(marked))
        path.with_suffix(".part.npz").rename(path)
    with np.load(path) as arrays:
        return States(*(arrays[f"arr_{at}"] for at in range(3)))


def _read(marked: Sequence[Marked]) -> States:
    network = network_of(FOLDER)
    found = [network.states(one.text) for one in marked]
    places = [np.array(offsets, np.int32).reshape(-1, 2) for offsets, _ in found]
    borders = np.cumsum([0, *(len(one) for one in places)])
    return States(np.concatenate([seen for _, seen in found]).astype(np.float16), np.concatenate(places), borders)


def words_of(marked: Sequence[Marked], states: States, numbers: dict[str, int]) -> Words:
    """The words of sentences, and what is known of them; new traits get the next numbers."""
    borders, public, traits = [0], list[float](), list[NDArray[np.int32]]()
    of = np.zeros(len(states.places), np.int32)
    for at, one in enumerate(marked):
        pieces = slice(states.borders[at], states.borders[at + 1])
        starts, ends = states.places[pieces].T
        for number, word in enumerate(words_in(one.text, 0, len(one.text)), 1):
            inside = (starts < word.end) & (word.start < ends)
            of[pieces][inside] = number
            said = [kind for start, end, kind in one.marks if start < word.end and word.start < end]
            grammar = one.text[word.start : word.end].islower() and "grammar" in word.traits
            public.append(float(all(said)) if said and inside.any() and not grammar else -1.0)
            traits.append(np.array([numbers.setdefault(trait, len(numbers)) for trait in word.traits], np.int32))
        borders.append(len(public))
    return Words(np.array(borders), of, np.array(public, np.float32), traits)


class Batches:
    """Draws batches of sentences of about one length.

    Args:
        states: What the network makes of the sentences.
        words: Their words.
    """

    def __init__(self, states: States, words: Words) -> None:
        self._states, self._words = states, words
        self._chance = np.random.default_rng(SEED)

    def __call__(self, which: NDArray[np.int64], *, learning: bool) -> Iterator[Batch]:
        """The sentences in a new order, in batches; while it learns some traits are forgotten."""
        order = self._chance.permutation(which)
        lengths = np.diff(self._states.borders)
        for start in range(0, len(order), 20 * BATCH):
            part = order[start : start + 20 * BATCH]
            part = part[np.argsort(lengths[part])]
            for at in self._chance.permutation(range(0, len(part), BATCH)):
                batch = self._batch(part[at : at + BATCH], FORGOTTEN if learning else 0.0)
                if len(batch.judged):
                    yield batch

    def _batch(self, which: NDArray[np.int64], forgotten: float) -> Batch:
        words = self._words
        spans = [slice(*self._states.borders[one : one + 2]) for one in which]
        states = [torch.from_numpy(self._states.states[span].astype(np.float32)) for span in spans]
        rows = np.concatenate([np.arange(*words.borders[one : one + 2]) for one in which])
        firsts = np.cumsum([0, *(words.borders[one + 1] - words.borders[one] for one in which)])
        of = [words.of[span].astype(np.int64) for span in spans]
        numbered = [torch.from_numpy(np.where(one > 0, one + first, 0)) for one, first in zip(of, firsts, strict=False)]
        kept = [words.traits[row][self._chance.random(len(words.traits[row])) >= forgotten] for row in rows]
        judged = np.flatnonzero(words.public[rows] >= 0)
        lengths = torch.tensor([len(one) for one in states])
        padded = nn.utils.rnn.pad_sequence(states, batch_first=True)
        return Batch(
            padded,
            torch.arange(padded.shape[1])[None] < lengths[:, None],
            nn.utils.rnn.pad_sequence(numbered, batch_first=True),
            torch.from_numpy(np.concatenate(kept).astype(np.int64)),
            torch.from_numpy(np.cumsum([0, *(len(one) for one in kept)])[:-1]),
            torch.from_numpy(judged),
            torch.from_numpy(words.public[rows][judged]),
        )


def learned(head: Head, batches: Batches, which: NDArray[np.int64], path: Path | None) -> None:
    """Learn in rounds, the last of them with small steps; a run that was cut off goes on from its file."""
    steps = ROUNDS * (len(which) // BATCH + 50)
    optimizer = torch.optim.AdamW(head.parameters(), lr=RATE, weight_decay=DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    done = 0
    if path is not None and path.exists():
        done, *states = torch.load(path, weights_only=True)
        for one, state in zip((head, optimizer, schedule), states, strict=True):
            one.load_state_dict(state)
    for number in range(done, ROUNDS):
        _learn_once(head, batches(which, learning=True), optimizer, schedule)
        sys.stdout.write(f"round {number + 1} of {ROUNDS}\n")
        sys.stdout.flush()
        if path is not None:
            torch.save([number + 1, *(one.state_dict() for one in (head, optimizer, schedule))], path)


def _learn_once(
    head: Head,
    batches: Iterator[Batch],
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LRScheduler,
) -> None:
    head.train()
    for batch in batches:
        weight = torch.where(batch.public > 0, 1.0, PRIVATE_WEIGHT)
        loss = nn.functional.binary_cross_entropy_with_logits(head(batch), batch.public, weight)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # torch has no type for it
        nn.utils.clip_grad_norm_(head.parameters(), 1.0)
        optimizer.step()
        schedule.step()


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
    for least in (0.0, 1.0, 2.0, 3.0, 4.0):
        shares = [(odds[public == kind] >= least).float().mean().item() for kind in (1.0, 0.0)]
        say(f"{least}: let go {shares[0]:.3f} of what is public, {shares[1]:.4f} of what is private")


def main() -> None:
    """Learn and write, or check."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs=3, type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    marked = [one for kind in sentences(*options.folders).values() for one in kind]
    states, numbers = read(marked), dict[str, int]()
    batches = Batches(states, words_of(marked, states, numbers))
    head = Head(states.states.shape[1], len(numbers))
    if options.check:
        kept, held_out = split(marked)
        learned(head, batches, kept, None)
        check(head, batches, held_out)
    else:
        learned(head, batches, np.arange(len(marked)), BUILD / "head.pt")
        write(head, numbers, requests_graph, OUT)


if __name__ == "__main__":
    main()
