from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import exp

import pytest
from scipy.stats import chi2

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.samplers import bernoulli, bernoulli_exp, bounded_laplace, geometric, two_sided_geometric

KEY = bytes(range(32))


def chi_square_fits(draw: Callable[[], int], weights: dict[int, float], draws: int) -> bool:
    """Whether draws match weights (and nothing else occurs), at the 99.9 % level; rare cells are pooled."""
    counts = Counter(draw() for _ in range(draws))
    total = sum(weights.values())
    statistic, cells, rare, rare_count = 0.0, -1, 0.0, 0
    for value, weight in weights.items():
        expected = draws * weight / total
        if expected < 10:
            rare, rare_count = rare + expected, rare_count + counts[value]
            continue
        statistic += (counts[value] - expected) ** 2 / expected
        cells += 1
    if rare > 1:
        statistic += (rare_count - rare) ** 2 / rare
        cells += 1
    return set(counts) <= set(weights) and statistic < chi2.ppf(0.999, cells)


@pytest.mark.parametrize("gamma", [Fraction(1, 3), Fraction(1), Fraction(7, 3)])
def test_bernoulli_exp_has_its_probability(gamma: Fraction) -> None:
    coins = Coins(KEY, str(gamma))
    p = exp(-gamma)
    assert chi_square_fits(lambda: int(bernoulli_exp(gamma, coins)), {1: p, 0: 1 - p}, 20_000)


def test_exp_of_nothing_is_certain() -> None:
    assert all(bernoulli_exp(Fraction(0), Coins(KEY, str(i))) for i in range(100))


def test_bernoulli_has_its_probability() -> None:
    coins = Coins(KEY)
    assert chi_square_fits(lambda: int(bernoulli(3, 7, coins)), {1: 3, 0: 4}, 20_000)


@pytest.mark.parametrize("rate", [Fraction(1, 10), Fraction(2, 3), Fraction(1), Fraction(5, 2)])
def test_geometric_has_its_probabilities(rate: Fraction) -> None:
    coins = Coins(KEY, str(rate))
    assert chi_square_fits(lambda: geometric(rate, coins), {k: exp(-rate * k) for k in range(300)}, 20_000)


@pytest.mark.parametrize("rate", [Fraction(1, 7), Fraction(3, 2)])
def test_two_sided_geometric_has_its_probabilities(rate: Fraction) -> None:
    coins = Coins(KEY, str(rate))
    weights = {k: exp(-rate * abs(k)) for k in range(-300, 301)}
    assert chi_square_fits(lambda: two_sided_geometric(rate, coins), weights, 20_000)


@pytest.mark.parametrize(("rate", "low", "high", "center"), [("1/100", 0, 20, 3), ("1/4", -10, 10, 10), ("2", 5, 9, 6)])
def test_bounded_laplace_has_its_probabilities(rate: str, low: int, high: int, center: int) -> None:
    coins, exact = Coins(KEY, rate), Fraction(rate)
    weights = {y: exp(-exact * abs(y - center)) for y in range(low, high + 1)}
    assert chi_square_fits(lambda: bounded_laplace(center, low, high, exact, coins), weights, 20_000)


def test_a_wide_domain_costs_no_more_than_a_narrow_one() -> None:
    coins = Coins(KEY)
    assert all(0 <= bounded_laplace(0, 0, 10**100, Fraction(1, 10**99), coins) <= 10**100 for _ in range(100))


@pytest.mark.parametrize(
    "draw",
    [
        lambda coins: bernoulli_exp(Fraction(-1), coins),
        lambda coins: geometric(Fraction(0), coins),
        lambda coins: bounded_laplace(5, 0, 4, Fraction(1), coins),
        lambda coins: bounded_laplace(1, 0, 4, Fraction(0), coins),
    ],
)
def test_parameters_without_a_distribution_are_refused(draw: Callable[[Coins], object]) -> None:
    with pytest.raises(MechanismError):
        draw(Coins(KEY))
