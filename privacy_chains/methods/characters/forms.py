"""Forms: how listed words are written, with capitals and with punctuation behind them, as rows of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.characters.counts import Counts, word_counts

__all__ = ["Forms", "forms_of_length", "forms_of_shape", "shape"]

_TRAILS = (".", ",", "?", "!", ":", ";", ")", '".', ").", '"', ",", ",”", "'", "?!", "...")
_RAREST = -17.0
"""Forms with a smaller logarithm of probability are left out."""
_START_SHARE = 0.2
"""Words that begin a sentence, of all."""
_SMALL, _CAPITAL, _UPPER = range(3)
_SHAPES = np.array([3] * 128, np.uint8)
_SHAPES[48:58], _SHAPES[97:123], _SHAPES[65:91] = 0, 1, 2
_Floats = NDArray[np.float32]
_Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Forms:
    """Forms of one length, the likeliest first.

    Attributes:
        letters: ASCII codes, of shape (length, forms).
        base: The logarithm of each form's probability anywhere.
        core: The number of its word.
        last: The number of the punctuation behind it, or of the word: what the next word follows.
        inside: The probability of writing its word so within a sentence.
        start: The same at the start of one.
    """

    letters: _Bytes
    base: _Floats
    core: NDArray[np.int32]
    last: NDArray[np.int32]
    inside: _Floats
    start: _Floats

    def __len__(self) -> int:
        return len(self.base)

    def of(self, chosen: NDArray[np.signedinteger]) -> Forms:
        """Some of the forms."""
        return Forms(
            np.ascontiguousarray(self.letters[:, chosen]),
            self.base[chosen],
            self.core[chosen],
            self.last[chosen],
            self.inside[chosen],
            self.start[chosen],
        )


def shape(codes: _Bytes) -> _Bytes:
    """The class of each ASCII character in the alphabet ``"class"``: digit, small letter, capital, other."""
    return _SHAPES[codes]


@cache
def forms_of_shape(classes: bytes) -> Forms:
    """The forms of one class at each place."""
    every = forms_of_length(len(classes))
    wanted = np.frombuffer(classes, np.uint8)[:, None]
    return every.of(np.nonzero((shape(every.letters) == wanted).all(0))[0])


@cache
def forms_of_length(length: int) -> Forms:
    """All forms of a length."""
    counts = word_counts()
    pieces = [
        _written(counts, length - len(trail), kind, trail)
        for trail in ("", *dict.fromkeys(trail for trail in _TRAILS if trail in counts.number))
        for kind in (_SMALL, _CAPITAL, _UPPER)
        if length > len(trail)
    ]
    whole = Forms(
        np.concatenate([piece.letters for piece in pieces], axis=1) if pieces else np.empty((length, 0), np.uint8),
        *(np.concatenate([getattr(piece, name) for piece in pieces]) for name in _ARRAYS),
    )
    return whole.of(np.argsort(-whole.base, kind="stable"))


_ARRAYS = ("base", "core", "last", "inside", "start")


@cache
def _cores(length: int) -> tuple[NDArray[np.int32], _Bytes]:
    """The listed words of a length: their numbers, and their letters of shape (length, words)."""
    words = [
        (number, word)
        for word, number in word_counts().number.items()
        if len(word) == length and word.isascii() and word[0].isalnum() and not word.startswith("<")
    ]
    letters = np.frombuffer("".join(word for _, word in words).encode(), np.uint8)
    return np.array([number for number, _ in words], np.int32), letters.reshape(len(words), length).T


def _written(counts: Counts, length: int, kind: int, trail: str) -> Forms:
    """The words of a length written one way: small, with a capital or in capitals, with punctuation behind them."""
    core, letters = _cores(length)
    inside, start = _case(counts, core, kind)
    behind = np.ones(len(core), np.float32)
    last = core
    if trail:
        last = np.full(len(core), counts.number[trail], np.int32)
        behind = counts.following(core, last)
    mean = (1 - _START_SHARE) * inside + _START_SHARE * start
    base = counts.prior[core] + np.log(mean * behind + np.float32(1e-30))
    tail = np.repeat(np.frombuffer(trail.encode(), np.uint8)[:, None], len(core), axis=1)
    whole = Forms(np.concatenate((_spelled(letters, kind), tail)), base, core, last, inside * behind, start * behind)
    distinct = kind == _SMALL or (letters[:1] >= 97).all(0) if length else np.empty(0, np.bool_)
    several = kind != _UPPER or length > 1
    return whole.of(np.nonzero((base > _RAREST) & distinct & several)[0])


def _spelled(letters: _Bytes, kind: int) -> _Bytes:
    small = (letters >= 97) & (letters <= 122)
    if kind == _SMALL:
        small = np.zeros_like(small)
    elif kind == _CAPITAL:
        small[1:] = False
    return np.where(small, letters - 32, letters).astype(np.uint8)


def _case(counts: Counts, core: NDArray[np.int32], kind: int) -> tuple[_Floats, _Floats]:
    """How likely a word is written so: within a sentence, and at the start of one."""
    capital = 0.97 * counts.capital[core] + np.float32(0.015)
    upper = 0.97 * counts.upper[core] + np.float32(0.004)
    if kind == _UPPER:
        return upper, upper
    if kind == _CAPITAL:
        return capital * (1 - upper), 0.92 * (1 - upper)
    return (1 - capital) * (1 - upper), 0.08 * (1 - upper)
