"""Restoring noised words without a model: the channel's exact likelihood, word counts, and which words follow which."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from privacy_chains.hazmat.response import response
from privacy_chains.methods.characters.alphabet import AlphabetName, alphabet_of
from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.forms import Forms, forms_of_length, forms_of_shape, shape
from privacy_chains.methods.characters.lattice import Lattice, posteriors
from privacy_chains.methods.characters.tokens import START, UNKNOWN, token

__all__ = ["LETTERS", "ChannelRestorer", "gain_of", "likelihood_ratio"]

_LONGEST = 24
LETTERS = 26
"""The size of the class whose gain is used for all classes: in each, it is epsilon except for rounding."""
_CELLS = 1 << 21
"""The number of matches that are counted at once."""
_UNKNOWN_LENGTH = 0.1
"""The probability of an unknown word's length."""
_CANDIDATES: dict[AlphabetName, int] = {"class": 16, "printable": 24}
_LEFT = np.float32(0.4)
"""The weight of leaving a noised word as it is, beside its probability: that is right only if nothing changed."""
_Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Candidates:
    """Candidates of distinct words, the last of each being the word as it is; arrays of (words, candidates)."""

    core: NDArray[np.int32]
    last: NDArray[np.int32]
    inside: _Floats
    start: _Floats
    evidence: _Floats
    written: list[list[str]]


class ChannelRestorer:
    """Restores words that :class:`~privacy_chains.methods.characters.channel.Channel` noised, from public lists alone.

    A word that no listed word explains better than chance stays as it is.

    Args:
        epsilon: The channel's.
        alphabet: The channel's.
        candidates: How many words are weighed for each noised one; 16 in classes and 24 without if left out.

    **Guarantee**: restoring depends only on the noised text and on public counts, so it costs nothing.
    **Warning**: whoever has the noised text can do the same, and use lists of names as well.
    """

    def __init__(self, epsilon: Fraction, alphabet: AlphabetName, *, candidates: int | None = None) -> None:
        self.epsilon, self._alphabet, self._width = epsilon, alphabet, (candidates or _CANDIDATES[alphabet]) + 1
        self._gain = np.float32(gain_of(epsilon))

    def __repr__(self) -> str:
        return f"ChannelRestorer(epsilon={self.epsilon}, alphabet={self._alphabet!r})"

    def restore(
        self, words: Sequence[str], noised: Sequence[bool], fresh: Iterable[int] = (), *, pooled: bool = False
    ) -> list[str]:
        """The words of a text, the noised ones restored.

        Args:
            words: All words of the text in order, without spaces.
            noised: Which of them the channel has noised.
            fresh: The positions of words that begin a line.
            pooled: Whether equal noised words have equal originals, as with ``repeats="same"``.
        """
        if not any(noised):
            return list(words)
        distinct = {pair: place for place, pair in enumerate(dict.fromkeys(zip(words, noised, strict=True)))}
        which = np.array([distinct[pair] for pair in zip(words, noised, strict=True)])
        found = self._candidates(list(distinct))
        starts = np.zeros(len(words), np.bool_)
        starts[list(fresh)] = True
        parts = (found.core[which], found.last[which], found.inside[which], found.start[which], found.evidence[which])
        counts = word_counts()
        likely = posteriors(counts, Lattice(*parts, starts), counts.number[START])
        best = _pooled(likely, found.evidence, which) if pooled else _best_of(likely)
        return [found.written[word][choice] for word, choice in zip(which.tolist(), best.tolist(), strict=True)]

    def _candidates(self, distinct: Sequence[tuple[str, bool]]) -> _Candidates:
        number, size = word_counts().number, (len(distinct), self._width)
        unknown = number[UNKNOWN]
        found = _Candidates(
            np.full(size, unknown, np.int32),
            np.full(size, unknown, np.int32),
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            np.zeros(size, np.float32),
            [[word] * self._width for word, _ in distinct],
        )
        groups: dict[bytes, list[int]] = {}
        for place, (word, noised) in enumerate(distinct):
            found.inside[place, -1] = found.start[place, -1] = _UNKNOWN_LENGTH
            found.evidence[place, -1] = 1
            if not noised:
                _as_it_is(found, place, word)
            elif word.isascii() and len(word) <= _LONGEST:
                groups.setdefault(self._group(word), []).append(place)
        for places in groups.values():
            self._weigh(found, places, [distinct[place][0] for place in places])
        return found

    def _group(self, word: str) -> bytes:
        """What all possible forms of a word have in common."""
        if self._alphabet == "printable":
            return bytes(len(word))
        return shape(np.frombuffer(word.encode(), np.uint8)).tobytes()

    def _weigh(self, found: _Candidates, places: Sequence[int], words: Sequence[str]) -> None:
        """Candidates of words of one group."""
        printable = self._alphabet == "printable"
        forms = forms_of_length(len(words[0])) if printable else forms_of_shape(self._group(words[0]))
        codes = np.frombuffer("".join(words).encode(), np.uint8).reshape(len(words), -1)
        asis = likelihood_ratio(self.epsilon, self._alphabet)[codes].sum(1)
        if not len(forms):
            return
        step = max(1, _CELLS // len(forms))
        for first in range(0, len(words), step):
            some = slice(first, first + step)
            chosen, matches = _best(forms, codes[some], self._gain, self._width - 1)
            self._fill(found, places[some], forms, chosen, matches * self._gain, asis[some])

    def _fill(  # noqa: PLR0913, PLR0917  (what one step of the loop above has)
        self,
        found: _Candidates,
        places: Sequence[int],
        forms: Forms,
        chosen: NDArray[np.int64],
        likely: _Floats,
        asis: _Floats,
    ) -> None:
        rows, width = np.array(places), chosen.shape[1]
        most = np.maximum(likely.max(1), asis)
        found.evidence[rows, :width] = np.exp(likely - most[:, None])
        found.evidence[rows, -1] = np.exp(asis - most)
        for name in ("core", "last", "inside", "start"):
            getattr(found, name)[rows, :width] = getattr(forms, name)[chosen]
        spelled = forms.letters.T[chosen].tobytes().decode()
        length = forms.letters.shape[0]
        for place, row in enumerate(places):
            first = place * width * length
            found.written[row][:width] = [
                spelled[first + one * length : first + (one + 1) * length] for one in range(width)
            ]


def _as_it_is(found: _Candidates, place: int, word: str) -> None:
    number = word_counts().number
    one = token(word)
    core = number.get(one.core, number[UNKNOWN])
    found.core[place, -1] = core
    found.last[place, -1] = number.get(one.trail, core) if one.trail else core


def _best(
    forms: Forms, codes: NDArray[np.uint8], gain: np.float32, most: int
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The likeliest forms of each word without context, and the number of places at which they agree with it."""
    matches = np.zeros((len(codes), len(forms)), np.uint8)
    for place, letters in enumerate(forms.letters):
        matches += codes[:, place, None] == letters
    scores = ((forms.base + _OFFSET) * _SCALE).astype(np.int32) + matches * np.int32(gain * _SCALE)
    packed = (scores << _INDEX_BITS) | np.arange(len(forms), dtype=np.int32)
    packed = _greatest(packed, min(most, len(forms)))
    chosen = (packed & ((1 << _INDEX_BITS) - 1)).astype(np.int64)
    return chosen, np.take_along_axis(matches, chosen, axis=1)


def _greatest(packed: NDArray[np.int32], width: int) -> NDArray[np.int32]:
    """The greatest numbers of each row, in any order: of the first ones, and what is greater than these of the rest."""
    found = _top(packed[:, :_HEAD], width)
    if packed.shape[1] <= _HEAD:
        return found
    rows, columns = np.nonzero(packed[:, _HEAD:] > found.min(1)[:, None])
    counts = np.bincount(rows, minlength=len(packed))
    more = np.full((len(packed), counts.max(initial=0)), np.iinfo(np.int32).min, np.int32)
    more[rows, np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]] = packed[rows, _HEAD + columns]
    return _top(np.concatenate((found, more), axis=1), width)


def _top(packed: NDArray[np.int32], width: int) -> NDArray[np.int32]:
    least = packed.shape[1] - width
    return np.partition(packed, least, axis=1)[:, least:] if least > 0 else packed


_HEAD = 2048
"""The likeliest forms, among which most candidates are."""
_INDEX_BITS, _SCALE, _OFFSET = 17, np.float32(64), np.float32(64)
"""A score in 64ths of a nat, and the number of a form, share 32 bits."""


def _pooled(likely: _Floats, evidence: _Floats, which: NDArray[np.int64]) -> NDArray[np.int64]:
    """The best candidate of each word, by all places where the same noised word stands."""
    least = np.float32(1e-12)
    context = np.log(np.maximum(likely / np.maximum(evidence[which], least), least))
    context -= context.max(1, keepdims=True)
    total = np.log(np.maximum(evidence, np.float32(1e-30)))
    np.add.at(total, which, context)
    total[:, -1] += np.log(_LEFT)
    best: NDArray[np.int64] = total.argmax(1)[which]
    return best


def _best_of(likely: _Floats) -> NDArray[np.int64]:
    """The best candidate of each word: the likeliest, the last being the word as it is."""
    weighed = likely.copy()
    weighed[:, -1] *= _LEFT
    best: NDArray[np.int64] = weighed.argmax(1)
    return best


def gain_of(epsilon: Fraction) -> float:
    """What each place that agrees adds to the logarithm of a likelihood."""
    drawn = response(LETTERS, epsilon)
    return float(np.log(drawn.keep / drawn.change))


@cache
def likelihood_ratio(epsilon: Fraction, alphabet: AlphabetName) -> _Floats:
    """The log likelihood ratio of each ASCII character: from an unknown word, and from a known other character."""
    shares = _unknown_shares()
    found = np.zeros(128, np.float32)
    for code in range(128):
        letter = alphabet_of(alphabet).find(chr(code))
        if letter is not None:
            drawn = response(len(letter.members), epsilon)
            share = shares[code] / sum(shares[ord(char)] for char in letter.members)
            found[code] = np.log1p((drawn.keep / drawn.change - 1) * share)
    return found


@cache
def _unknown_shares() -> _Floats:
    """How often each ASCII character stands in an unknown word: letters as in listed words, digits, and the rest."""
    counts, shares = word_counts(), np.full(128, 1e-3, np.float64)
    for word, prior in zip(counts.words, np.exp(counts.prior), strict=True):
        for char in word if word.isascii() else "":
            shares[ord(char)] += prior / 8
    shares[48:58] += 0.015
    shares[65:91] += 0.003
    found: _Floats = (shares / shares.sum()).astype(np.float32)
    return found
