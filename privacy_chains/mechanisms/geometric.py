"""The bounded geometric mechanism."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.samplers import two_sided_geometric
from privacy_chains.mechanisms.base import Mechanism

__all__ = ["BoundedGeometric"]


@dataclass(frozen=True, slots=True)
class BoundedGeometric(Mechanism):
    """Adds two-sided geometric noise and clamps the sum to the grid (Ghosh, Roughgarden, Sundararajan 2009).

    **Guarantee**: ``Pr[M(x) = y] <= exp(rate * |x - x'|) * Pr[M(x') = y]`` for all grid indices: pure metric
    differential privacy. Noise ``k`` has probability proportional to ``exp(-rate * |k|)``, half the spread of the
    exponential mechanism at the same epsilon. Sampling is exact, and its cost does not depend on the size of the grid.

    **Warning**: the grid is public. Inputs outside it are indistinguishable from its ends, and the ends are released
    more often than their neighbours. Inputs far apart can be distinguished: that is intended.
    """

    def release(self, index: int, coins: Coins) -> int:
        return self.clamp(self.clamp(index) + two_sided_geometric(self.rate, coins))

    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The exact probability, with ``alpha`` in place of ``exp(-rate)``."""
        if not self.low <= released <= self.high:
            return Fraction(0)
        if self.low == self.high:
            return Fraction(1)
        tail = alpha ** abs(self.clamp(index) - released) / (1 + alpha)
        return tail if released in (self.low, self.high) else tail * (1 - alpha)
