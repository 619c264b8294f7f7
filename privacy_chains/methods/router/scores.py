"""How good predictions were: the figures of the paper, without a library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.router.fitting import TrainingRow

__all__ = ["TOLERANCE", "FitScores", "calibration", "scores", "scores_of"]

TOLERANCE = 0.1
"""A prediction is wrong if it is off by more than this."""


@dataclass(frozen=True, slots=True)
class FitScores:
    """The figures of the paper's table 3, and how often the interval holds.

    Attributes:
        rows: How many predictions.
        r2: The share of the variance that is explained.
        rmse: The root of the mean squared error.
        wasted: The share that promised more than came, by more than 0.1.
        failed: The share that was off by more than 0.1, in either direction.
        covered: The share of answers within their interval; 0.8 is meant.
        above_low: The share of answers not below the lower end; 0.9 is meant.
    """

    rows: int
    r2: float
    rmse: float
    wasted: float
    failed: float
    covered: float
    above_low: float


def scores(told: NDArray[np.float64], quality: NDArray[np.float64]) -> FitScores:
    """The figures of predictions.

    Args:
        told: Shape (rows, 3): low, middle and high.
        quality: How good the answers were: shape (rows,).
    """
    low, middle, high = told.T
    error = middle - quality
    spread = float(((quality - quality.mean()) ** 2).sum()) if len(quality) else 0.0
    return FitScores(
        rows=len(quality),
        r2=1 - float((error**2).sum()) / spread if spread else 0.0,
        rmse=float(np.sqrt((error**2).mean())) if len(quality) else 0.0,
        wasted=_mean(error > TOLERANCE),
        failed=_mean(np.abs(error) > TOLERANCE),
        covered=_mean((low <= quality) & (quality <= high)),
        above_low=_mean(quality >= low),
    )


def scores_of(told: NDArray[np.float64], rows: Sequence[TrainingRow]) -> FitScores:
    """The figures of predictions for rows that were observed."""
    return scores(told, np.array([row.quality for row in rows]))


def calibration(
    told: NDArray[np.float64], quality: NDArray[np.float64], bins: int = 10
) -> list[tuple[float, float, int]]:
    """The mean prediction, the mean quality and the number of rows, for predictions from low to high."""
    middle = told[:, 1]
    places = np.minimum((middle * bins).astype(int), bins - 1)
    return [
        (float(middle[places == place].mean()), float(quality[places == place].mean()), int((places == place).sum()))
        for place in range(bins)
        if (places == place).any()
    ]


def _mean(true: NDArray[np.bool_]) -> float:
    return float(true.mean()) if len(true) else 0.0
