"""Texts with words masked, in batches without end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from training.writer.words import Words

__all__ = ["FIRST", "LAST", "MASK", "SHARES", "Masked", "Masks"]

FIRST, LAST, MASK = 101, 102, 103
SHARES = {"written": 0.6, "prose": 0.25, "gold": 0.13, "help": 0.02}
"""How much of what is read is from each shelf."""
_LENGTHS, _OF_LENGTHS = (128, 256), (0.8, 0.2)
_COMMON = 1e-3
"""The share of a text from which on a word counts as common, and is masked the less (Mikolov et al. 2013)."""
_MASKED = 0.35
"""How many of the words that are not common are masked."""


class Masked(NamedTuple):
    """Windows of text in which words are masked, each by one piece.

    Attributes:
        pieces, looks: Shape (windows, pieces).
        places: Shape (masks,): which of all pieces, behind each other, are masks to learn from.
        words: Shape (masks,): the numbers of what stood there, among the words to choose from.
    """

    pieces: torch.Tensor
    looks: torch.Tensor
    places: torch.Tensor
    words: torch.Tensor


class Masks:
    """Draws windows from shelves of texts.

    Args:
        shelves: The words of each shelf, and where each of its texts begins.
        words: The pieces that masked words are chosen from.
        size: How many pieces a batch has.
        seed: Where the draws begin.
    """

    def __init__(
        self, shelves: Mapping[str, tuple[Words, NDArray[np.int64]]], words: NDArray[np.int64], size: int, seed: int
    ) -> None:
        self._shelves, self._size = shelves, size
        self._chance = np.random.default_rng(seed)
        self._numbers = np.full(1 << 16, -1, np.int64)
        self._numbers[words] = np.arange(len(words))
        self._rates = {name: self._rate(one) for name, (one, _) in shelves.items()}

    def _rate(self, words: Words) -> NDArray[np.float32]:
        """How likely each word of a shelf is masked: less where its first piece is common."""
        firsts = words.pieces[words.borders[:-1]]
        shares = np.bincount(firsts, minlength=1 << 16) / len(firsts)
        rate: NDArray[np.float32] = (_MASKED * np.sqrt(_COMMON / shares.clip(_COMMON))).astype(np.float32)[firsts]
        return rate * (self._numbers[firsts] >= 0)

    def shares(self) -> torch.Tensor:
        """How often each word to choose from is masked, shape (words,); none is impossible."""
        counts = np.full(len(np.unique(self._numbers)) - 1, 0.1)
        for name, (words, _) in self._shelves.items():
            numbers = self._numbers[words.pieces[words.borders[:-1]]]
            alone = (numbers >= 0) & (np.diff(words.borders) == 1)
            rates = self._rates[name][alone]
            counts += np.bincount(numbers[alone], rates, len(counts)) * (SHARES[name] / rates.sum() * 1e6)
        return torch.from_numpy((counts / counts.sum()).astype(np.float32))

    def __iter__(self) -> Iterator[Masked]:
        names = [name for name in SHARES if name in self._shelves]
        shares = np.array([SHARES[name] for name in names])
        while True:
            length = int(self._chance.choice(_LENGTHS, p=_OF_LENGTHS))
            chosen = self._chance.choice(names, self._size // length, p=shares / shares.sum())
            yield self._batch([self._window(name, length) for name in chosen], length)

    def _window(self, name: str, length: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """The pieces and looks of a window, and what is to be learned of each: -1 where nothing is."""
        words, texts = self._shelves[name]
        first = texts[self._chance.integers(len(texts) - 1)]
        last = min(first + length - 2, len(words.wholes))
        masked = self._chance.random(last - first) < self._rates[name][first:last]
        borders = words.borders[first : last + 1]
        lengths = np.where(masked, 1, np.diff(borders))
        ends = np.cumsum(lengths)
        count = int(np.searchsorted(ends, length - 2, side="right"))
        pieces, looks = np.full(length, LAST, np.int64), np.zeros(length, np.int64)
        wanted = np.full(length, -1, np.int64)
        pieces[0] = FIRST
        kept = np.ones(borders[count] - borders[0], np.bool_)
        starts = borders[:count] - borders[0]
        several = np.flatnonzero(masked[:count] & (np.diff(borders)[:count] > 1))
        for one in several:
            kept[starts[one] + 1 : borders[one + 1] - borders[0]] = False
        span = slice(borders[0], borders[count])
        read = words.pieces[span].astype(np.int64)
        seen = words.looks[span].astype(np.int64)
        alone = masked[:count] & (np.diff(borders)[:count] == 1)
        learned = np.full(len(read), -1, np.int64)
        learned[starts[alone]] = self._numbers[read[starts[alone]]]
        seen[starts[masked[:count]]] = words.wholes[first : first + count][masked[:count]]
        read[starts[masked[:count]]] = MASK
        end = 1 + int(kept.sum())
        pieces[1:end], looks[1:end], wanted[1:end] = read[kept], seen[kept], learned[kept]
        return pieces, looks, wanted

    def _batch(self, windows: list[tuple[NDArray[np.int64], ...]], length: int) -> Masked:
        pieces, looks, wanted = (torch.from_numpy(np.stack(parts)) for parts in zip(*windows, strict=True))
        places = (wanted.flatten() >= 0).nonzero()[:, 0]
        return Masked(pieces, looks, places, wanted.flatten()[places])
