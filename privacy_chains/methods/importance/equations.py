"""ProSan's equations 3 to 10, as functions of numbers: no text and no model is read here.

Shen and others, "The Fire Thief Is Also the Keeper: Balancing Usability and Privacy in Prompts" (2024), sections 4 and
5. Equation 2 is a model's: see ``Gradients`` and ``SpanGradients``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, floor

__all__ = [
    "below_percentile",
    "draw_chances",
    "first_share",
    "mean_of_each",
    "min_max",
    "protected_share",
    "reaching",
    "sum_of_each",
]


def sum_of_each(values: Sequence[float], groups: Iterable[Sequence[int]]) -> list[float]:
    """The sum over the tokens of each word (6)."""
    return [sum(values[place] for place in group) for group in groups]


def mean_of_each(values: Sequence[float], groups: Iterable[Sequence[int]]) -> list[float]:
    """The mean over the tokens of each word (3), 0 for a word without one."""
    return [sum(values[place] for place in group) / len(group) if group else 0.0 for group in groups]


def min_max(values: Sequence[float]) -> list[float]:
    """Values from 0, the least of a prompt, to 1, the greatest (4 and 7); all 0 where they are equal."""
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


def protected_share(bits: Sequence[float], strength: float, center: float = 0.0, scale: float = 1.0) -> float:
    """The share of words that are protected (8): ``strength`` times the logistic function of their mean surprisal.

    Args:
        bits: The surprisal of each word.
        strength: The paper's lambda.
        center: The mean surprisal at which half of the strength is reached; 0 in the paper.
        scale: How far the mean surprisal has to move; 1 in the paper.
    """
    mean = sum(bits) / len(bits) if bits else 0.0
    return strength * _logistic((mean - center) / scale)


def first_share(importance: Sequence[float], share: float) -> list[int]:
    """The places of the least important ``share`` of words, rounded down; of equal ones the first."""
    ascending = sorted(range(len(importance)), key=importance.__getitem__)
    return sorted(ascending[: floor(share * len(importance))])


def below_percentile(importance: Sequence[float], share: float) -> list[int]:
    """The places of the words that are no more important than the ``share`` quantile, by linear interpolation."""
    if not importance:
        return []
    ascending = sorted(importance)
    at = min(max(share, 0.0), 1.0) * (len(ascending) - 1)
    low = floor(at)
    high = min(low + 1, len(ascending) - 1)
    border = ascending[low] + (at - low) * (ascending[high] - ascending[low])
    return [place for place, value in enumerate(importance) if value <= border]


def reaching(chances: Sequence[float], reach: float) -> int:
    """How many of the likeliest candidates together reach a probability (9); all where they do not.

    Args:
        chances: Their probabilities, descending.
        reach: The paper's tau.
    """
    total = 0.0
    for count, chance in enumerate(chances, 1):
        total += chance
        if total >= reach:
            return count
    return len(chances)


def draw_chances(importance: float, privacy: float, similarities: Sequence[float], factor: float = 1.0) -> list[float]:
    """The probability of each candidate (10).

    Args:
        importance: K of the word.
        privacy: O of the word.
        similarities: s of each candidate.
        factor: What the exponent is multiplied by: 1 in the formula, 10 in the authors' code.
    """
    weights = [exp(factor * (importance - privacy) * similarity) for similarity in similarities]
    total = sum(weights)
    return [weight / total for weight in weights]


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > 0 else exp(value) / (1 + exp(value))
