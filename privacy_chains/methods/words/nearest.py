"""Exact nearest neighbours: scores in single precision, with a bound on their error, and what is left in double."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Neighbours"]

_ROWS = 512
_UNIT = 2.0**-24
"""Half the relative distance of two neighbouring numbers of single precision."""


class Neighbours:
    """Finds the nearest row of a matrix to each of many points, the first of several; equal to comparing them all.

    ``point @ row - |row|**2 / 2`` is computed in single precision: rows within its error of the best are compared in
    double precision (Higham, "Accuracy and stability of numerical algorithms", section 3.1).

    Args:
        matrix: Shape ``(rows, dimensions)``.
    """

    def __init__(self, matrix: NDArray[np.float32]) -> None:
        self._rows, self._exact = matrix, matrix.astype(np.float64)
        self._halves = (self._exact**2).sum(axis=1) / 2
        self._single = self._halves.astype(np.float32)
        self._longest = float(np.sqrt(2 * self._halves).max())

    def of(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """The nearest row to each point; shape of ``points``: ``(points, dimensions)``."""
        found = [self._of(points[start : start + _ROWS]) for start in range(0, len(points), _ROWS)]
        return np.concatenate(found) if found else np.empty(0, dtype=np.int64)

    def of_all(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """The same by comparing all rows in double precision: slow, for tests."""
        squared = [((self._exact - point) ** 2).sum(axis=1) for point in points]
        return np.array([int(row.argmin()) for row in squared], dtype=np.int64)

    def _scores(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """A score of each row by each point, and how far two scores may be wrong together."""
        scores = points.astype(np.float32) @ self._rows.T
        scores -= self._single
        lengths = np.sqrt((points**2).sum(axis=1))
        # of the rounded point, of the product, of the half square, and of the difference
        error = (points.shape[1] + 8) * _UNIT * (lengths * self._longest + self._longest**2)
        return scores, 2 * error.astype(np.float32)

    def _of(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        scores, errors = self._scores(points)
        best = scores.argmax(axis=1)
        close = scores >= np.take_along_axis(scores, best[:, None], axis=1) - errors[:, None]
        for place in np.flatnonzero(np.count_nonzero(close, axis=1) > 1):
            among = np.flatnonzero(close[place])
            squared = ((self._exact[among] - points[place]) ** 2).sum(axis=1)
            best[place] = among[squared.argmin()]
        return np.asarray(best, dtype=np.int64)
