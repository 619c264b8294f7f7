"""Randomized response over k values, exact: integers and fractions, no floats.

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
"""Bytes of a coin: a draw is one integer of 32 bits, drawn again where it is one of the few that are left over."""

_SPACE = 1 << 8 * COIN_BYTES
_TERMS = 200
_LARGE = 32
"""From this epsilon on ``e**epsilon`` is above the space of a coin, whatever it is."""


@dataclass(frozen=True, slots=True)
class Response:
    """Randomized response over the residues modulo ``k``, as a shift: zero keeps, every other changes.

    The shift is zero with probability ``keep / total`` and every other with ``change / total``, all three integers;
    what is released is the value plus the shift, modulo ``k``. That is the k-ary randomized response of the value.

    Attributes:
        k: How many values there are, at least 2.
        keep: The weight of the value itself.
        change: The weight of every other value.

    **Guarantee**: for any two values and any release the probabilities differ by a factor of at most
    ``keep / change``, which is at most ``e**epsilon`` of :func:`response`: a partial sum of the exponential series
    with rational terms, rounded down.
    **Warning**: that is per value. A word of six letters has six of them.
    """

    k: int
    keep: int
    change: int

    @property
    def total(self) -> int:
        """The number of coins that draw something; at most ``2**32``."""
        return self.keep + (self.k - 1) * self.change

    @property
    def kept(self) -> Fraction:
        """The probability of releasing the value itself."""
        return Fraction(self.keep, self.total)

    def probability(self, value: int, released: int) -> Fraction:
        """The exact probability of releasing ``released`` from ``value``."""
        return Fraction(self.keep if (released - value) % self.k == 0 else self.change, self.total)

    def shifts(self, coins: NDArray[np.uint32]) -> NDArray[np.int64]:
        """The shift of each coin; -1 where the coin is left over and another is to be drawn.

        Args:
            coins: Uniform integers of 32 bits, of any shape.
        """
        wide = coins.astype(np.int64)
        shifts = np.where(wide < self.keep, 0, (wide - self.keep) // self.change + 1)
        shifts[wide >= self.total] = -1
        return shifts


@cache
def response(k: int, epsilon: Fraction) -> Response:
    """The randomized response over ``k`` values that keeps most at ``epsilon``, rounded in privacy's favour.

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
    """A rational number at most ``e**exponent`` and within ``2**-60`` of it, relatively, for exponents up to 32.

    The partial sum of a series of positive terms is below its limit; each term is rounded down besides.
    """
    scale = 1 << 128
    total = term = scale
    for count in range(1, _TERMS):
        term = term * exponent.numerator // (exponent.denominator * count)
        total += term
    return Fraction(total, scale)
