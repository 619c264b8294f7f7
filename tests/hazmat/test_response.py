from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chi2

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.response import Response, exp_below, response

KEY = bytes(range(32))
SIZES = (10, 26, 32, 94)
EPSILONS = (Fraction(1, 4), Fraction(1), Fraction(9, 4), Fraction(4), Fraction(11, 2), Fraction(10), Fraction(25))


def series(exponent: Fraction, terms: int) -> Fraction:
    """A partial sum of the exponential series, exact: below ``e**exponent``."""
    total = term = Fraction(1)
    for count in range(1, terms):
        term = term * exponent / count
        total += term
    return total


@pytest.mark.parametrize(("k", "epsilon"), [*product(SIZES, EPSILONS)])
def test_no_two_values_differ_by_more_than_e_to_epsilon(k: int, epsilon: Fraction) -> None:
    drawn = response(k, epsilon)
    bound = series(epsilon, 120)
    for released in range(k):
        shares = [drawn.probability(value, released) for value in range(k)]
        assert max(shares) <= bound * min(shares)
    assert all(sum(drawn.probability(value, released) for released in range(k)) == 1 for value in range(k))
    assert drawn.total <= 1 << 32


@pytest.mark.parametrize(("k", "epsilon"), [*product(SIZES, EPSILONS[:-1])])
def test_little_is_lost_to_rounding(k: int, epsilon: Fraction) -> None:
    drawn = response(k, epsilon)
    assert drawn.keep / drawn.change == pytest.approx(exp(epsilon), rel=1e-4)


@given(st.fractions(min_value=Fraction(1, 1000), max_value=31, max_denominator=1000))
def test_the_factor_is_below_and_near(exponent: Fraction) -> None:
    assert exp_below(exponent) <= series(exponent, 250)
    assert series(exponent, 250) * (1 - Fraction(1, 1 << 60)) < exp_below(exponent)


@pytest.mark.parametrize(("k", "epsilon"), [(10, Fraction(2)), (26, Fraction(11, 2)), (94, Fraction(4))])
def test_a_million_draws_have_their_probabilities(k: int, epsilon: Fraction) -> None:
    drawn = response(k, epsilon)
    coins = np.frombuffer(Coins(KEY, str(k)).bytes(4_000_000), ">u4")
    shifts = drawn.shifts(coins)
    counts = Counter(shifts[shifts >= 0].tolist())
    total = sum(counts.values())
    expected = [float(drawn.probability(0, shift)) * total for shift in range(k)]
    statistic = sum((counts[shift] - expected[shift]) ** 2 / expected[shift] for shift in range(k))
    assert statistic < chi2.ppf(0.999, k - 1)
    assert set(counts) <= set(range(k))


def test_every_coin_is_counted_once() -> None:
    drawn = Response(k=3, keep=5, change=2)
    coins = np.arange(12, dtype=np.uint32)
    assert drawn.shifts(coins).tolist() == [0] * 5 + [1] * 2 + [2] * 2 + [-1] * 3


@pytest.mark.parametrize(
    ("k", "epsilon"), [(1, Fraction(1)), (10, Fraction(0)), (10, Fraction(-1)), (1 << 25, Fraction(1))]
)
def test_what_is_no_response_is_refused(k: int, epsilon: Fraction) -> None:
    with pytest.raises(MechanismError):
        response(k, epsilon)
