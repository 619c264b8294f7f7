"""Exact randomized response over k values: integers and fractions, no floats.

S. L. Warner, "Randomized response" (1965), for k values as in Kairouz, Bonawitz and Ramage, "Discrete distribution
estimation under local privacy" (2016): the true value with one probability, every other with a smaller one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError

__all__ = ["COIN_BYTES", "Response", "response"]

COIN_BYTES = 4
"""Bytes of a coin. A draw is one 32-bit integer, drawn again if it is one of the few that are left over."""

_SPACE = 1 << 8 * COIN_BYTES
_TERMS = 200
_LARGE = 32
"""From this epsilon on, ``e**epsilon`` is more than a coin can express."""


@dataclass(frozen=True, slots=True)
class Response:
    """Randomized response over the residues modulo ``k``, as a shift: zero keeps a value, every other shift changes it.

    The shift is zero with probability ``keep / total``, and each other shift has probability ``change / total``. All
    three are integers. The release is the value plus the shift, modulo ``k``: the k-ary randomized response of the
    value.

    Attributes:
        k: How many values there are, at least 2.
        keep: The weight of the value itself.
        change: The weight of each other value.

    **Guarantee**: for any two values and any release the probabilities differ by a factor of at most ``keep / change``.
    That is at most ``e**epsilon`` for the epsilon given to :func:`response`: it is computed from a partial sum of the
    exponential series with rational terms, rounded down.
    **Warning**: the guarantee is per value. A word of six letters has six values.
    """

    k: int
    keep: int
    change: int

    @property
    def total(self) -> int:
        """The number of coins that decide a draw; at most ``2**32``."""
        return self.keep + (self.k - 1) * self.change

    @property
    def kept(self) -> Fraction:
        """The probability of releasing the value itself."""
        return Fraction(self.keep, self.total)

    def probability(self, value: int, released: int) -> Fraction:
        """The exact probability of releasing ``released`` from ``value``."""
        return Fraction(self.keep if (released - value) % self.k == 0 else self.change, self.total)

    def shifts(self, coins: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The shift for each coin; -1 if the coin is left over and another must be drawn.

        Args:
            coins: Uniform integers of 32 bits, of any shape.
        """
        wide = coins.astype(np.int64)
        shifts = np.where(wide < self.keep, 0, (wide - self.keep) // self.change + 1)
        shifts[wide >= self.total] = -1
        return shifts


@cache
def response(k: int, epsilon: Fraction) -> Response:
    """The randomized response over ``k`` values that keeps most at ``epsilon``, rounded in favour of privacy.

    Raises:
        MechanismError: There are fewer than two values or more than ``2**24``, or epsilon is not positive.
    """
    if not 2 <= k <= 1 << 24 or epsilon <= 0:
        msg = "randomized response needs a positive epsilon, and from two values to 2**24"
        raise MechanismError(msg)
    factor = exp_below(epsilon) if epsilon < _LARGE else Fraction(_SPACE)
    change = max(1, int(_SPACE // (factor + k - 1)))
    return Response(k, min(int(factor * change), _SPACE - (k - 1) * change), change)


def exp_below(exponent: Fraction) -> Fraction:
    """A rational number at most ``e**exponent``, with a relative error below ``2**-60`` for exponents up to 32.

    A partial sum of positive terms is below the limit of the series, and each term is rounded down as well.
    """
    scale = 1 << 128
    total = term = scale
    for count in range(1, _TERMS):
        term = term * exponent.numerator // (exponent.denominator * count)
        total += term
    return Fraction(total, scale)
