"""Word counts: words, their frequencies, and which word follows which.

Frozen; made by ``scripts/make_word_counts.py``.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.characters.tokens import ENDS, START

__all__ = ["Counts", "Pairs", "word_counts"]

_FILE = "words_v1.bin"
_Floats = NDArray[np.float32]
_Numbers = NDArray[np.int64]
_SIZES = (20, 19, 18)
"""Bits of the places of each table: a key whose place is taken goes to the next table."""
_FACTORS = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9)
_COSTS = np.exp(-np.arange(256, dtype=np.float32) / 8)


class Pairs:
    """How often words follow each other: a share for each known pair, from three tables with 24 bits of proof.

    Args:
        before: Numbers of first words, the likeliest pairs first.
        after: Numbers of second words.
        costs: Logarithms of the shares, in eighths below zero.
    """

    def __init__(self, before: _Numbers, after: _Numbers, costs: NDArray[np.uint8]) -> None:
        keys, values = _keys(before, after), costs.astype(np.uint32)
        self._tables: list[NDArray[np.uint32]] = []
        for bits, factor in zip(_SIZES, _FACTORS, strict=True):
            places, proof = _hashed(keys, bits, factor)
            _, first = np.unique(places, return_index=True)
            table = np.zeros(1 << bits, np.uint32)
            table[places[first]] = proof[first] | values[first]
            self._tables.append(table)
            rest = np.ones(len(keys), np.bool_)
            rest[first] = False
            keys, values = keys[rest], values[rest]

    def shares(self, before: NDArray[np.int32], after: NDArray[np.int32]) -> _Floats:
        """The share of each pair, zero where it is not known; the arrays are broadcast against each other."""
        keys = _keys(before, after)
        found = np.zeros(keys.shape, np.float32)
        for table, bits, factor in zip(self._tables, _SIZES, _FACTORS, strict=True):
            places, proof = _hashed(keys, bits, factor)
            entries = table[places]
            found += np.where((entries ^ proof) < 256, _COSTS[entries & 255], np.float32(0))
        return found


def _keys(before: NDArray[np.signedinteger], after: NDArray[np.signedinteger]) -> NDArray[np.uint64]:
    return (before.astype(np.uint64) << np.uint64(16)) | after.astype(np.uint64)


def _hashed(keys: NDArray[np.uint64], bits: int, factor: int) -> tuple[NDArray[np.uint64], NDArray[np.uint32]]:
    """The place of each key, and 24 bits that prove it, the lowest byte left free; never zero."""
    mixed = (keys + np.uint64(1)) * np.uint64(factor)
    proof = ((mixed >> np.uint64(8)).astype(np.uint32) | np.uint32(256)) & np.uint32(0xFFFFFF00)
    return mixed >> np.uint64(64 - bits), proof


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """What the list knows about each word, by its number; numbers are in order of frequency.

    Attributes:
        words: The words in lower case, and punctuation that follows words.
        number: The number of each word.
        prior: The natural logarithm of each word's probability.
        left: The share of a word's successors that form no known pair with it.
        capital: How often a word within a sentence has a capital, and no other.
        upper: How often it is all capitals.
        ends: Whether a sentence begins behind it.
        pairs: Which words follow which.
    """

    words: tuple[str, ...]
    number: Mapping[str, int]
    prior: _Floats
    left: _Floats
    capital: _Floats
    upper: _Floats
    ends: NDArray[np.bool_]
    pairs: Pairs

    def following(self, before: NDArray[np.int32], after: NDArray[np.int32]) -> _Floats:
        """The probability of each second word behind the first; the arrays are broadcast against each other."""
        return self.pairs.shares(before, after) + self.left[before] * np.exp(self.prior)[after]

    def is_ordinary(self, core: str, *, capital: bool) -> bool:
        """Whether the list has a word, and the word is written as usual: with a capital, or without."""
        number = self.number.get(core)
        return number is not None and (not capital or float(self.capital[number] + self.upper[number]) > 0.5)


@cache
def word_counts() -> Counts:
    """The counts of the package."""
    data = (files("privacy_chains.methods.characters") / "data" / _FILE).read_bytes()
    body = lzma.decompress(data[data.index(b"\n\n") + 2 :])
    head, _, body = body.partition(b"\n")
    sizes = json.loads(head)
    count, pairs = sizes["words"], sizes["pairs"]
    *texts, rest = body.split(b"\n", count)
    words = tuple(text.decode() for text in texts)
    arrays = np.frombuffer(rest, np.uint8)
    prior, left, capital, upper = arrays[: 4 * count].reshape(4, count)
    rows = np.frombuffer(rest, "<u2", count, 4 * count).astype(np.int64)
    steps = arrays[6 * count : 6 * count + 2 * pairs].reshape(2, pairs).astype(np.int64)
    costs = arrays[6 * count + 2 * pairs : 6 * count + 3 * pairs]
    before = np.repeat(np.arange(count), rows)
    after = _summed(steps[0] + 256 * steps[1], rows)
    likeliest = np.argsort(costs, kind="stable")
    ends = np.array([word in ENDS or word == START for word in words])
    number = {word: place for place, word in enumerate(words)}
    found = Pairs(before[likeliest], after[likeliest], costs[likeliest])
    shares = [(one / np.float32(255)).astype(np.float32) for one in (capital, upper)]
    logs = (prior / np.float32(-8)).astype(np.float32)
    return Counts(words, number, logs, _COSTS[left], shares[0], shares[1], ends, found)


def _summed(steps: _Numbers, rows: _Numbers) -> _Numbers:
    """Steps summed up within each row."""
    total = np.cumsum(steps)
    starts = np.cumsum(rows) - rows
    before = np.where(starts > 0, total[np.maximum(starts - 1, 0)], 0)
    summed: _Numbers = total - np.repeat(before, rows)
    return summed
