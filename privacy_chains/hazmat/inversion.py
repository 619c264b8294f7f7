"""Exact draws from integer weights by inversion, many at a time. Integers only, no floats.

The weights divide [0, 1) into intervals. A draw is a real number in [0, 1) whose binary digits are coins, and its
result is the interval that it falls in. The first 64 digits decide the interval, unless a border between two weights
has the same first digits. Then more digits are drawn until the interval is certain (lazy inversion, as in Knuth and
Yao, "The complexity of nonuniform random number generation", 1976).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins

__all__ = ["Inversion", "alpha_above"]

_WORD = 64
_ALPHA_BITS = 64


def alpha_above(epsilon: Fraction, bits: int = _ALPHA_BITS) -> Fraction:
    """A rational below one that is at least ``exp(-epsilon)``, and exceeds it by less than ``2**(1 - bits)``.

    ``1 / alpha <= exp(epsilon)``, so a probability ratio of ``1 / alpha`` keeps the guarantee of ``epsilon``.

    Args:
        epsilon: Positive.
        bits: The denominator is ``2**bits``.

    Raises:
        MechanismError: Epsilon is not positive, or so small that no such rational is below one.
    """
    if epsilon <= 0:
        msg = "exp(-epsilon) is below one only for a positive epsilon"
        raise MechanismError(msg)
    alpha = Fraction(-(-(1 << bits) // _exp_below(epsilon, bits)), 1 << bits)
    if alpha >= 1:
        msg = "an epsilon this small leaves no difference between near and far: use at least 1e-15"
        raise MechanismError(msg)
    return alpha


def _exp_below(epsilon: Fraction, bits: int) -> Fraction:
    """A rational below ``exp(epsilon)``: a partial sum of the series at a fraction of epsilon, squared repeatedly."""
    if epsilon > bits:
        return Fraction(1 << bits)  # exp(epsilon) is above 2**bits
    halvings = max(0, (epsilon.numerator // epsilon.denominator).bit_length())
    small, term, total = epsilon / (1 << halvings), Fraction(1), Fraction(0)
    for k in range(1, 2 * bits // 3 + 8):
        total += term
        term *= small / k
    for _ in range(halvings):
        scaled = total.numerator << 3 * bits
        total = Fraction(scaled // total.denominator, 1 << 3 * bits) ** 2
    return total


class Inversion:
    """Draws an index with probability ``weights[index] / sum(weights)``, exactly.

    Args:
        weights: Integers of any size, at least 0, not all 0.
        bits: How many coins a draw looks at first, up to 64. Fewer only make the slow path more likely, for tests.

    **Guarantee**: given fair coins, exactly the stated distribution: no rounding, whatever the size of the weights.
    **Warning**: once in about ``2**60`` draws, the time that a draw takes reveals that it fell near a border.

    Raises:
        MechanismError: No weight is positive, or one is negative.
    """

    __slots__ = ("_bits", "_borders", "_sums", "_within", "total")

    def __init__(self, weights: Sequence[int], bits: int = _WORD) -> None:
        self._sums = list(accumulate(weights))
        self.total = self._sums[-1] if self._sums else 0
        if self.total <= 0 or min(weights) < 0:
            msg = "a draw needs integer weights of which none is negative and one is positive"
            raise MechanismError(msg)
        self._bits = bits
        borders = [divmod(part << bits, self.total) for part in self._sums if part < self.total]
        self._borders = np.array([cell for cell, _ in borders], dtype=np.uint64)
        self._within = self._borders[[rest > 0 for _, rest in borders]]  # cells with a border inside, not at their edge

    def draw(self, first: NDArray[np.uint64], more: Callable[[int], Coins]) -> NDArray[np.int64]:
        """The drawn indices.

        Args:
            first: The first digits of each draw, uniform integers of ``bits`` bits.
            more: Gives more coins for a draw, by its position. It is called only for draws that need them.
        """
        drawn = np.searchsorted(self._borders, first, side="right").astype(np.int64)
        for place in np.flatnonzero(np.isin(first, self._within)):
            drawn[place] = self._settled(int(first[place]), more(int(place)))
        return drawn

    def _settled(self, digits: int, coins: Coins) -> int:
        """The index of one draw, with as many more digits as it takes."""
        bits = self._bits
        while True:
            low, high = ((digits + end) * self.total for end in (0, 1))
            index = bisect_right(self._sums, low >> bits)
            if high <= self._sums[index] << bits:
                return index
            digits, bits = (digits << 8) | coins.bits(8), bits + 8
