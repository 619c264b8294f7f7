"""Which words could beat a word: draws of the Laplace mechanism without a search where nearly none can.

The noise is ``sqrt(v) * g``: ``g`` is normal and ``v`` has a gamma distribution. Given ``v``, another word at distance
``m`` is nearer than the word itself if ``g`` lies in a cap: beyond ``m / (2 * sqrt(v))`` in its direction, which has
the probability of a normal tail. Where these add up to a small ``s``, ``g`` is drawn only with probability ``s``: in
one of the caps, chosen by their probabilities, and kept with probability 1 over the number of caps that it lies in. So
it is uniform over their union, and the word stays otherwise (Karp, Luby, Madras, "Monte-Carlo approximation algorithms
for enumeration problems", 1989). What is released has the same distribution as by a search.
"""

from __future__ import annotations

from functools import cached_property
from math import ceil, erfc, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.words.nearest import Neighbours

__all__ = ["Beating"]

_BINS, _SCALES, _MOST = 256, 64, 0.5
_LARGEST = 2.0**21
"""The squared length of a row on the grid: sums of integers up to eight times it are exact in single precision."""
_BELOW = 1 - 2.0**-20
"""What rounding in single precision may take a bin's border for."""
_NORMAL = NormalDist()
_ROWS, _FEW = 256, 32


class Beating:
    """For each word and each scale of the noise, a bound on the probability that it is beaten.

    Args:
        matrix: Shape ``(words, dimensions)``.
        neighbours: Those of the matrix.
        epsilon: Of the noise.
    """

    def __init__(self, matrix: NDArray[np.float32], neighbours: Neighbours, epsilon: float) -> None:
        self._exact, self._neighbours = matrix.astype(np.float64), neighbours
        usual = sqrt((matrix.shape[1] + 1) / epsilon**2)
        self._scales = usual * np.linspace(0.5, 1.6, _SCALES)
        """Upper ends of intervals of ``sqrt(v)``."""
        self._counts = np.zeros((len(matrix), _BINS), dtype=np.int32)
        self._counted = np.zeros(len(matrix), dtype=bool)

    def chances(self, places: NDArray[np.int64], roots: NDArray[np.float64]) -> NDArray[np.float64]:
        """A bound on the chance that each word is beaten, given ``sqrt(v)``; 1 where a search has to tell."""
        self._count(np.unique(places[~self._counted[places]]))
        scales = np.searchsorted(self._scales, roots)
        inside = np.minimum(scales, _SCALES - 1)
        found = np.einsum("ij,ij->i", self._counts[places], self._tails[inside])
        return np.where((scales < _SCALES) & (found < _MOST), found, 1.0)

    def releases(
        self,
        places: NDArray[np.int64],
        roots: NDArray[np.float64],
        coins: NDArray[np.float64],
        normals: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        """What is released where words may be beaten.

        Args:
            places: The words.
            roots: ``sqrt(v)`` of each.
            coins: Five uniform numbers for each; the first is below the bound.
            normals: A normal vector for each.
        """
        parts = [slice(start, start + _ROWS) for start in range(0, len(places), _ROWS)]
        found = [self._released(places[part], roots[part], coins[part], normals[part]) for part in parts]
        return np.concatenate(found) if found else places

    def _released(
        self,
        places: NDArray[np.int64],
        roots: NDArray[np.float64],
        coins: NDArray[np.float64],
        normals: NDArray[np.float64],
    ) -> NDArray[np.int64]:
        others, bounds = self._others(places, roots, coins)
        towards = self._exact[others] - self._exact[places]
        lengths = np.sqrt((towards**2).sum(axis=1))
        tails = np.array([_tail(reach) for reach in (lengths / (2 * roots)).tolist()])
        kept = np.flatnonzero(coins[:, 2] * bounds <= tails)
        along = np.array([-_NORMAL.inv_cdf(share) for share in (coins[kept, 3] * tails[kept]).tolist()])
        towards, normals = towards[kept] / lengths[kept][:, None], normals[kept]
        turned = normals + (along - (normals * towards).sum(axis=1))[:, None] * towards
        noisy = self._exact[places[kept]] + roots[kept][:, None] * turned
        found = places.copy()
        for at, (nearest, nearer) in zip(kept, self._neighbours.nearer(noisy, places[kept]), strict=True):
            if coins[at, 4] * nearer <= 1:
                found[at] = nearest
        return found

    def _others(
        self, places: NDArray[np.int64], roots: NDArray[np.float64], coins: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """A word whose cap is drawn for each, by the bound on it, and that bound."""
        scales = np.searchsorted(self._scales, roots)
        shares = np.cumsum(self._counts[places] * self._tails[scales], axis=1)
        last = _BINS - 1 - (self._counts[places] > 0)[:, ::-1].argmax(axis=1)
        chosen = np.minimum((shares <= coins[:, :1]).sum(axis=1), last)
        once, at = np.unique(places, return_inverse=True)
        bins, others = self._bins(once), []
        for place, row, wanted, coin in zip(places, at, chosen, coins[:, 1], strict=True):
            among = np.flatnonzero(bins[row] == wanted)
            among = among[among != place]
            others.append(among[int(coin * len(among)) % len(among)])
        return np.array(others), self._tails[scales, chosen]

    @cached_property
    def _grid(self) -> tuple[NDArray[np.float32], NDArray[np.float32], float, float]:
        """The rows as integers, their squared lengths, the step, and how far a row may be from its integers."""
        step = sqrt(float((self._exact**2).sum(axis=1).max()) / _LARGEST) or 1.0
        grid = np.rint(self._exact / step)
        while float((grid**2).sum(axis=1).max()) > _LARGEST:
            step *= 1.01
            grid = np.rint(self._exact / step)
        furthest = float(np.sqrt(((self._exact - grid * step) ** 2).sum(axis=1)).max())
        squares = (grid**2).sum(axis=1).astype(np.float32)
        return grid.astype(np.float32), squares, step, ceil(furthest * 2**20) / 2**20

    @cached_property
    def _tails(self) -> NDArray[np.float64]:
        """The probability of a cap, at most, by scale and bin."""
        _, _, step, furthest = self._grid
        nearest = [max(0.0, step * sqrt(place / self._rate) * _BELOW - 2 * furthest) for place in range(_BINS)]
        return np.array([[_tail(least / (2 * scale)) for least in nearest] for scale in self._scales])

    @cached_property
    def _rate(self) -> float:
        """Bins for each unit of a squared distance on the grid."""
        return _BINS / (4 * float(self._grid[1].max()) + 1)

    def _bins(self, places: NDArray[np.int64]) -> NDArray[np.int16]:
        """The bin of each word's squared distance from some words."""
        grid, squares, _, _ = self._grid
        found = np.empty((len(places), len(grid)), dtype=np.int16)
        for start in range(0, len(places), _FEW):
            part = places[start : start + _FEW]
            squared = grid[part] @ grid.T
            squared *= -2
            squared += squares
            squared += squares[part][:, None]
            squared *= np.float32(self._rate)
            found[start : start + _FEW] = squared
        return found

    def _count(self, places: NDArray[np.int64]) -> None:
        for start in range(0, len(places), _ROWS):
            part = places[start : start + _ROWS]
            counts = np.array([np.bincount(bins, minlength=_BINS) for bins in self._bins(part)])
            counts[:, 0] -= 1  # the word itself
            self._counts[part], self._counted[part] = counts, True


def _tail(deviations: float) -> float:
    """The probability that a normal variable is above."""
    return erfc(deviations / sqrt(2)) / 2
