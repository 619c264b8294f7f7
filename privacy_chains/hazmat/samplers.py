"""Exact samplers for the distributions that differential privacy needs. Integers and fractions, no floats.

The Bernoulli and geometric samplers follow Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential
Privacy" (NeurIPS 2020), algorithms 1 and 2. Each sampler ends with probability one. Its expected number of draws does
not depend on the size of the domain.
"""

from __future__ import annotations

from fractions import Fraction

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins

__all__ = ["bernoulli", "bernoulli_exp", "bounded_laplace", "geometric", "two_sided_geometric"]


def bernoulli(numerator: int, denominator: int, coins: Coins) -> bool:
    """True with probability ``numerator / denominator``."""
    return coins.below(denominator) < numerator


def bernoulli_exp(gamma: Fraction, coins: Coins) -> bool:
    """True with probability ``exp(-gamma)``, for ``gamma >= 0``.

    Raises:
        MechanismError: ``gamma`` is negative.
    """
    if gamma < 0:
        msg = "exp(-gamma) is a probability only for gamma >= 0"
        raise MechanismError(msg)
    whole, rest = divmod(gamma.numerator, gamma.denominator)
    return all(_exp_within_one(1, 1, coins) for _ in range(whole)) and _exp_within_one(rest, gamma.denominator, coins)


def _exp_within_one(numerator: int, denominator: int, coins: Coins) -> bool:
    """True with probability ``exp(-numerator / denominator)``, the quotient within [0, 1] (algorithm 1)."""
    k = 1
    while coins.below(denominator * k) < numerator:
        k += 1
    return k % 2 == 1


def geometric(rate: Fraction, coins: Coins) -> int:
    """``k >= 0`` with probability proportional to ``exp(-rate * k)``, for ``rate > 0``.

    Raises:
        MechanismError: ``rate`` is not positive.
    """
    step, size = rate.numerator, rate.denominator
    if step <= 0:
        msg = "a geometric draw needs a positive rate"
        raise MechanismError(msg)
    low = coins.below(size)
    while not _exp_within_one(low, size, coins):
        low = coins.below(size)
    high = 0
    while _exp_within_one(1, 1, coins):
        high += 1
    return (low + size * high) // step


def two_sided_geometric(rate: Fraction, coins: Coins) -> int:
    """An integer ``k`` with probability proportional to ``exp(-rate * |k|)``: the discrete Laplace distribution.

    Raises:
        MechanismError: ``rate`` is not positive.
    """
    while True:
        size, negative = geometric(rate, coins), coins.bits(1)
        if not negative:
            return size
        if size:
            return -size


def bounded_laplace(center: int, low: int, high: int, rate: Fraction, coins: Coins) -> int:
    """``low <= y <= high`` with probability proportional to ``exp(-rate * |center - y|)``.

    This is rejection sampling. The proposal comes from the two-sided geometric distribution if the domain is wide, and
    from the uniform distribution if it is narrow. It is accepted with the ratio of the two probabilities. At least
    three in ten proposals are accepted.

    Raises:
        MechanismError: ``center`` is not within the bounds, or ``rate`` is not positive.
    """
    if not low <= center <= high or rate <= 0:
        msg = "a bounded draw needs a centre within its bounds and a positive rate"
        raise MechanismError(msg)
    size = high - low + 1
    if rate * size > 2:
        while not low <= (drawn := center + two_sided_geometric(rate, coins)) <= high:
            pass
        return drawn
    while True:
        drawn = low + coins.below(size)
        if bernoulli_exp(rate * abs(center - drawn), coins):
            return drawn
