"""Chooses among several candidates for each word, by the forward-backward algorithm over pairs of words."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.characters.counts import Counts

__all__ = ["Lattice", "posteriors"]

_Floats = NDArray[np.float32]
_LENGTH, _OVERLAP = 56, 4
"""The words of a stretch that is read at once, and the further words on each side for context."""
_BLOCK = 4096
_LEAST = np.float32(1e-30)


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """Candidates of each word, arrays of shape (words, candidates).

    Attributes:
        core: The number of the candidate's word.
        last: What the next word follows.
        inside: The probability of this spelling within a sentence.
        start: The same at its start.
        evidence: The channel's likelihood of the noised word given the candidate, up to a factor for each word.
        fresh: Whether a line begins with the word; of shape (words,).
    """

    core: NDArray[np.int32]
    last: NDArray[np.int32]
    inside: _Floats
    start: _Floats
    evidence: _Floats
    fresh: NDArray[np.bool_]


def posteriors(counts: Counts, lattice: Lattice, begin: int) -> _Floats:
    """The probability of each candidate, given all words around it; of shape (words, candidates).

    Args:
        counts: Which words follow which.
        lattice: The candidates.
        begin: The number that stands for the start of a line.
    """
    steps = _steps(counts, lattice, begin)
    total, width = lattice.evidence.shape
    stretches = -(-total // _LENGTH)
    at = np.arange(stretches)[:, None] * _LENGTH + np.arange(-_OVERLAP, _LENGTH + _OVERLAP)[None, :]
    within = (at >= 0) & (at < total)
    at = np.clip(at, 0, total - 1)
    forward, backward = np.empty((2, *at.shape, width), np.float32)
    _forward(steps, lattice.evidence, at, within, forward)
    _backward(steps, lattice.evidence, at, within, backward)
    both = (forward * backward)[:, _OVERLAP : _OVERLAP + _LENGTH].reshape(-1, width)[:total]
    likely: _Floats = both / np.maximum(both.sum(1, keepdims=True), _LEAST)
    return likely


def _forward(
    steps: _Floats, evidence: _Floats, at: NDArray[np.int64], within: NDArray[np.bool_], found: _Floats
) -> None:
    now = np.full((len(at), 1, evidence.shape[1]), 1 / evidence.shape[1], np.float32)
    for place in range(at.shape[1]):
        here = at[:, place]
        now = (now @ steps[here]) * evidence[here][:, None, :]
        now /= np.maximum(now.sum(2, keepdims=True), _LEAST)
        now[~within[:, place]] = 1 / evidence.shape[1]
        found[:, place] = now[:, 0]


def _backward(
    steps: _Floats, evidence: _Floats, at: NDArray[np.int64], within: NDArray[np.bool_], found: _Floats
) -> None:
    now = np.ones((len(at), evidence.shape[1], 1), np.float32)
    for place in range(at.shape[1] - 1, -1, -1):
        here = at[:, place]
        now[~within[:, place]] = 1
        found[:, place] = now[:, :, 0]
        now = steps[here] @ (now * evidence[here][:, :, None])
        now /= np.maximum(now.sum(1, keepdims=True), _LEAST)
        now[~within[:, place]] = 1


def _steps(counts: Counts, lattice: Lattice, begin: int) -> _Floats:
    """How likely each candidate of a word follows each of the word before; of shape (words, before, after)."""
    total, width = lattice.core.shape
    before = np.concatenate((np.full((1, width), begin, np.int32), lattice.last[:-1]))
    before[lattice.fresh] = begin
    found = np.empty((total, width, width), np.float32)
    for first in range(0, total, _BLOCK):
        block = slice(first, first + _BLOCK)
        left, right = before[block][:, :, None], lattice.core[block][:, None, :]
        case = np.where(counts.ends[left], lattice.start[block][:, None, :], lattice.inside[block][:, None, :])
        found[block] = counts.following(left, right) * case
    return found
