"""The contract of a mechanism."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from math import exp, sqrt

from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import Mechanism
from privacy_chains.testing.broken import require

__all__ = ["check_mechanism"]

_ALPHAS = tuple(Fraction(part, 1000) for part in (10, 333, 500, 900, 999))
_KEY = bytes(range(32))
_MOST_POINTS = 12
_FEWEST = 5
_SURE = 4.75
"""Standard deviations that a normal variable exceeds once in a million draws."""


def check_mechanism(mechanism: Mechanism, *, power: int = 1, draws: int = 20_000) -> None:
    """Check a mechanism's guarantee exactly, and that its sampler draws from the distribution it states.

    The inequality ``P[release y from x] <= exp(epsilon_for(|x - x'|)) * P[release y from x']`` is checked with
    rational numbers, for every pair of inputs and every output of the grid (of a large grid, for twelve points), at
    several values of ``alpha``; the sampler by Pearson's test against the stated probabilities, with the coins of a
    fixed key. That tests a sampler; it proves nothing.

    Args:
        mechanism: The mechanism, with its rate and grid.
        power: How many powers of ``alpha`` make up ``exp(-rate)``.
        draws: How many draws are tested.

    Raises:
        ContractBroken: The inequality does not hold; probabilities do not add up to one, or reach beyond the grid;
            the privacy map is not that of a metric; the same coins give another release; or the draws do not fit the
            probabilities.
    """
    points = _points(mechanism)
    _check_map(mechanism)
    for alpha in _ALPHAS:
        _check_distribution(mechanism, points, alpha)
        _check_inequality(mechanism, points, alpha, power)
    for index in (mechanism.low - 3, points[len(points) // 2], mechanism.high):
        _check_draws(mechanism, index, draws, power)


def _points(mechanism: Mechanism) -> list[int]:
    grid = range(mechanism.low, mechanism.high + 1)
    if len(grid) <= _MOST_POINTS:
        return list(grid)
    return sorted({grid[place * (len(grid) - 1) // (_MOST_POINTS - 1)] for place in range(_MOST_POINTS)})


def _check_map(mechanism: Mechanism) -> None:
    spent = [mechanism.epsilon_for(distance) for distance in range(8)]
    require(spent[0] == 0, "equal inputs cost nothing")
    require(all(one < two for one, two in pairwise(spent)), "inputs further apart cost more")
    require(spent[1] == mechanism.rate, "neighbouring inputs cost the rate")
    require(mechanism.epsilon_for(-3) == spent[3], "which of two inputs is greater does not matter")


def _check_distribution(mechanism: Mechanism, points: Sequence[int], alpha: Fraction) -> None:
    grid = range(mechanism.low, mechanism.high + 1)
    for index in (points[0], points[len(points) // 2]):
        total = sum((mechanism.probability(index, released, alpha) for released in grid), Fraction(0))
        require(total == 1, f"the probabilities of all releases of {index} add up to one")
        for beyond in (mechanism.low - 1, mechanism.high + 1):
            require(mechanism.probability(index, beyond, alpha) == 0, "nothing beyond the grid is released")


def _check_inequality(mechanism: Mechanism, points: Sequence[int], alpha: Fraction, power: int) -> None:
    table = {(x, y): mechanism.probability(x, y, alpha) for x, y in product(points, points)}
    for x, other in product(points, points):
        exponent = power * mechanism.epsilon_for(x - other) / mechanism.rate
        up, root = exponent.numerator, exponent.denominator
        for y in points:
            holds = table[x, y] ** root * alpha**up <= table[other, y] ** root
            require(holds, f"releasing {y} tells {x} from {other} no better than the privacy map says")


def _check_draws(mechanism: Mechanism, index: int, draws: int, power: int) -> None:
    coins = Coins(_KEY, "check", str(index))
    drawn = [mechanism.release(index, coins) for _ in range(draws)]
    require(mechanism.low <= min(drawn) and max(drawn) <= mechanism.high, "every release lies on the grid")
    again = Coins(_KEY, "check", str(index))
    require([mechanism.release(index, again) for _ in range(20)] == drawn[:20], "the same coins give the same release")
    alpha = Fraction(exp(-mechanism.rate / power))
    counts = Counter(drawn)
    cells, rest, others = [], 0.0, draws
    for released in range(mechanism.low, mechanism.high + 1):
        expected = draws * float(mechanism.probability(mechanism.clamp(index), released, alpha))
        if expected >= _FEWEST:
            cells.append((counts[released], expected))
            others -= counts[released]
        else:
            rest += expected
    if rest >= _FEWEST:
        cells.append((others, rest))
    statistic = sum((count - expected) ** 2 / expected for count, expected in cells)
    require(statistic <= _chi_square(len(cells) - 1), f"the draws from {index} have the probabilities it states")


def _chi_square(freedom: int) -> float:
    """What a chi-square variable exceeds once in a million draws (Wilson and Hilferty's approximation, 1931)."""
    freedom = max(freedom, 1)
    return float(freedom * (1 - 2 / (9 * freedom) + _SURE * sqrt(2 / (9 * freedom))) ** 3)
