from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp

import pytest
from scipy.stats import chi2

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import BoundedExponential, BoundedGeometric, Mechanism

KEY = bytes(range(32))
ALPHAS = [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(999, 1000)]
KINDS = [(BoundedGeometric, 1), (BoundedExponential, 2)]
"""Each mechanism, and how many powers of its alpha make up exp(-rate)."""


@pytest.mark.parametrize(("kind", "power"), KINDS)
@pytest.mark.parametrize("size", [1, 2, 3, 10])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_inequality_holds_for_all_pairs_exactly(
    kind: type[Mechanism], power: int, size: int, alpha: Fraction
) -> None:
    mechanism = kind(Fraction(1), -2, size - 3)
    grid = range(-2, size - 2)
    table = {(x, y): mechanism.probability(x, y, alpha) for x, y in product(grid, grid)}
    for x, other, y in product(grid, grid, grid):
        assert table[x, y] * alpha ** (power * abs(x - other)) <= table[other, y]


@pytest.mark.parametrize("kind", [BoundedGeometric, BoundedExponential])
@pytest.mark.parametrize("alpha", ALPHAS)
def test_probabilities_add_up_to_one(kind: type[Mechanism], alpha: Fraction) -> None:
    mechanism = kind(Fraction(1), 3, 12)
    for x in range(16):
        assert sum(mechanism.probability(x, y, alpha) for y in range(3, 13)) == 1
        assert mechanism.probability(x, 2, alpha) == mechanism.probability(x, 13, alpha) == 0


def test_the_geometric_bound_is_tight() -> None:
    mechanism, alpha = BoundedGeometric(Fraction(1), 0, 9), Fraction(1, 3)
    assert mechanism.probability(0, 0, alpha) * alpha**9 == mechanism.probability(9, 0, alpha)


@pytest.mark.parametrize(("kind", "power"), KINDS)
@pytest.mark.parametrize(("rate", "index", "draws"), [("1/2", 0, 200_000), ("1/5", 7, 50_000), ("3", 4, 50_000)])
def test_samples_match_the_probabilities(kind: type[Mechanism], power: int, rate: str, index: int, draws: int) -> None:
    mechanism = kind(Fraction(rate), 0, 9)
    coins = Coins(KEY, kind.__name__, rate)
    counts = Counter(mechanism.release(index, coins) for _ in range(draws))
    alpha = Fraction(exp(-Fraction(rate) / power))
    expected = {y: draws * float(mechanism.probability(index, y, alpha)) for y in range(10)}
    cells = [y for y in expected if expected[y] >= 5]
    statistic = sum((counts[y] - expected[y]) ** 2 / expected[y] for y in cells)
    assert set(counts) <= set(range(10))
    assert statistic < chi2.ppf(0.999, max(len(cells) - 1, 1))


def test_the_privacy_map_is_linear_in_the_distance() -> None:
    assert BoundedGeometric(Fraction(1, 7), 0, 9).epsilon_for(-3) == Fraction(3, 7)


@pytest.mark.parametrize(("rate", "low", "high"), [(0, 0, 1), (-1, 0, 1), (1, 2, 1)])
def test_parameters_without_a_guarantee_are_refused(rate: int, low: int, high: int) -> None:
    with pytest.raises(MechanismError):
        BoundedGeometric(Fraction(rate), low, high)


def test_a_million_samples_of_the_default_mechanism_match_its_probabilities() -> None:
    mechanism, draws, coins = BoundedGeometric(Fraction(1, 2), 0, 9), 10**6, Coins(KEY, "a million")
    counts = Counter(mechanism.release(3, coins) for _ in range(draws))
    alpha = Fraction(exp(-0.5))
    expected = [draws * float(mechanism.probability(3, y, alpha)) for y in range(10)]
    assert sum((counts[y] - expected[y]) ** 2 / expected[y] for y in range(10)) < chi2.ppf(0.999, 9)
