"""Assessors that are easy to foresee, and ladders for them."""

from __future__ import annotations

import numpy as np

from privacy_chains import Key, Method, Sanitizer
from privacy_chains.methods.router import Assessor, Trees
from privacy_chains.methods.words import WordNoise

KEY = Key.from_bytes(bytes(range(7, 39)))


def stump(column: int, border: float, below: float, above: float) -> Trees:
    """A single question: is a column at most the border? NaN goes left."""
    return Trees(
        feature=np.array([column, 0, 0], dtype=np.int16),
        threshold=np.array([border, 0.0, 0.0]),
        left=np.array([1, -1, -1], dtype=np.int32),
        right=np.array([2, -1, -1], dtype=np.int32),
        missing_left=np.array([True, False, False]),
        value=np.array([0.0, below, above]),
        roots=np.array([0], dtype=np.int32),
        base=np.array([0.0]),
    )


def asking(feature: str, border: float, below: float, above: float, spread: float = 0.05) -> Assessor:
    """Predicts one value up to a border of a feature, and another above it."""
    low, middle, high = (stump(0, border, below + add, above + add) for add in (-spread, 0.0, spread))
    return Assessor((feature,), (low, middle, high), "made for tests")


def ladder(key: Key = KEY) -> list[Method]:
    return [WordNoise(key, epsilon=1), WordNoise(key, epsilon=2), Sanitizer(key)]
