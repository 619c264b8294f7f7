"""Make the word list of ``ChannelRestorer``: ``python scripts/make_word_counts.py [--dictionaries /usr/share]``.

Counts come from the texts written for this package (``training/texts``), without the names marked in them, and from the
glosses of WordNet 3.0 (Debian's ``dict-wn``). Only words, pairs of words and how often they occur are kept, as
logarithms: of pairs, those seen more than once.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from privacy_chains.methods.characters.tokens import ENDS, START, UNKNOWN, Token, token  # noqa: E402
from training.prose import _glosses  # noqa: E402

OUT = ROOT / "privacy_chains" / "methods" / "characters" / "data" / "words_v1.bin"
HEADER = """\
# Words and pairs of words with their frequencies, as scripts/make_word_counts.py writes them.
# Counted in the texts of this package (training/texts, Apache-2.0; names marked there are left out) and in the glosses
# of WordNet 3.0. WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. The WordNet licence permits
# use, copying, modification and distribution for any purpose with this notice:
# THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES,
# EXPRESS OR IMPLIED. https://wordnet.princeton.edu/license-and-commercial-use
# After an empty line: LZMA of a JSON line, the words, and arrays as counts.py beside this folder reads them.

"""
WORDS, OF_GLOSSES, LEAST_PAIR, DISCOUNT = 30_000, 0.35, 0.95, 0.6
FOLDER = ROOT / "training" / "texts"
ENGLISH, OTHERS = ("plain-en", "plain-long"), ("plain-", "languages", "tongues")
"""Files in English, and beginnings of the names of files in several languages."""
MARKED = "\u0000"
NAME = re.compile(r"\[(?P<name>[^\[\]]+)\]\([A-Z_]+\)")
CAPITAL = re.compile(r"\b[A-Z][\w.'-]*")


@dataclass
class Counts:
    """What is counted: words, pairs, and of words within sentences how many are capitalized, and all capitals."""

    words: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    pairs: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    inside: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    capital: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    upper: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def read(self, text: str, weight: float) -> None:
        """Count a text, line by line."""
        for line in text.split("\n"):
            before = START
            for word in line.split():
                one = token(word) if MARKED not in word else Token("", UNKNOWN, word, "")
                before = self._count(one, before, weight)
            self.pairs[before, START] += weight

    def _count(self, one: Token, before: str, weight: float) -> str:
        self.words[one.core] += weight
        self.pairs[before, one.core] += weight
        if before != START and before not in ENDS and one.core != UNKNOWN:
            self.inside[one.core] += weight
            is_upper = one.written.isupper() and len(one.written) > 1
            self.upper[one.core] += weight * is_upper
            self.capital[one.core] += weight * (one.written[:1].isupper() and not is_upper)
        if one.trail and one.core:
            self.words[one.trail] += weight
            self.pairs[one.core, one.trail] += weight
            return one.trail
        return one.core


def own_texts() -> Iterator[str]:
    """The texts of this package in English, marks in the place of names."""
    for path in sorted(FOLDER.glob("*.txt")):
        if path.stem in ENGLISH or not path.stem.startswith(OTHERS):
            for text in path.read_text("utf-8").strip().split("\n---\n"):
                yield NAME.sub(lambda mark: " ".join(MARKED for _ in mark["name"].split()), text)


def glosses(dictionaries: Path) -> Iterator[str]:
    """What WordNet says of words that are no names; capitals within a sentence are taken for names."""
    for text in sorted(set(_glosses(dictionaries / "dictd" / "wn.dict.dz"))):
        if text[:1].islower():
            yield CAPITAL.sub(MARKED, text)


def packed(counts: Counts) -> bytes:
    """The list as bytes; see ``counts.py`` for the arrays."""
    words = [START, UNKNOWN, *(word for word in _frequent(counts) if word not in (START, UNKNOWN))]
    number = {word: place for place, word in enumerate(words)}
    total, contexts = sum(counts.words.values()), defaultdict[str, float](float)
    follows = Counter(after for _, after in counts.pairs)
    for (before, _), count in counts.pairs.items():
        contexts[before] += count
    prior = [
        (counts.words[word] / total + follows[word] / len(counts.pairs)) / 2 if word != START else 1e-9
        for word in words
    ]
    rows: list[list[tuple[int, float]]] = [[] for _ in words]
    for (before, after), count in counts.pairs.items():
        if count >= LEAST_PAIR and before in number and after in number and after != START:
            rows[number[before]].append((number[after], (count - DISCOUNT) / contexts[before]))
    pairs = [(after - last, share) for row in rows for (after, share), last in _steps(sorted(row))]
    left = [1 - sum(share for _, share in row) for row in rows]
    inside = [max(counts.inside[word], 1.0) for word in words]
    arrays = (
        _logs(prior),
        _logs(left),
        _shares([counts.capital[word] / most for word, most in zip(words, inside, strict=True)]),
        _shares([counts.upper[word] / most for word, most in zip(words, inside, strict=True)]),
        np.array([len(row) for row in rows], "<u2").tobytes(),
        _bytes_apart(np.array([step for step, _ in pairs], "<u2")),
        _logs([share for _, share in pairs]),
    )
    head = json.dumps({"words": len(words), "pairs": len(pairs)})
    body = b"\n".join((head.encode(), *(word.encode() for word in words), b"")) + b"".join(arrays)
    return lzma.compress(body, lzma.FORMAT_XZ, preset=9 | lzma.PRESET_EXTREME)


def _frequent(counts: Counts) -> list[str]:
    return sorted(counts.words, key=lambda word: (-counts.words[word], word))[:WORDS]


def _steps(row: Sequence[tuple[int, float]]) -> Iterator[tuple[tuple[int, float], int]]:
    return zip(row, (0, *(after for after, _ in row)), strict=False)


def _logs(shares: Sequence[float]) -> bytes:
    return bytes(min(255, max(0, round(-8 * math.log(max(share, 1e-14))))) for share in shares)


def _shares(shares: Sequence[float]) -> bytes:
    return bytes(min(255, round(255 * share)) for share in shares)


def _bytes_apart(numbers: np.ndarray[tuple[int], np.dtype[np.uint16]]) -> bytes:
    """Low bytes, then high ones: they compress better so."""
    return (numbers & 255).astype(np.uint8).tobytes() + (numbers >> 8).astype(np.uint8).tobytes()


def main() -> None:
    """Count, and write the list."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--dictionaries", type=Path, default=Path("/usr/share"))
    options = parser.parse_args()
    counts = Counts()
    for text in own_texts():
        counts.read(text, 1.0)
    for text in glosses(options.dictionaries):
        counts.read(text, OF_GLOSSES)
    data = HEADER.encode() + packed(counts)
    OUT.write_bytes(data)
    print(f"{OUT.name}: {len(data):,} bytes")


if __name__ == "__main__":
    main()
