"""The exponential mechanism on a bounded grid."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.samplers import bounded_laplace
from privacy_chains.mechanisms.base import Mechanism

__all__ = ["BoundedExponential"]


@dataclass(frozen=True, slots=True)
class BoundedExponential(Mechanism):
    """Algorithm 3 of the paper: releases ``y`` with probability proportional to ``exp(-rate * |x - y| / 2)``.

    **Guarantee**: ``Pr[M(x) = y] <= exp(rate * |x - x'|) * Pr[M(x') = y]`` for all grid indices. Half of the exponent
    comes from the score, half from the normalization. The paper's sampler takes time linear in the grid. This one
    draws exactly the same distribution in time that does not depend on the grid.

    **Warning**: the grid is public, and inputs outside it are clamped to its ends. At the same epsilon the noise
    is about twice that of the bounded geometric mechanism.
    """

    def release(self, index: int, coins: Coins) -> int:
        return bounded_laplace(self.clamp(index), self.low, self.high, self.rate / 2, coins)

    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The exact probability, with ``alpha`` in place of ``exp(-rate / 2)``."""
        if not self.low <= released <= self.high:
            return Fraction(0)
        center = self.clamp(index)
        total = 1 + sum(_run(alpha, length) for length in (center - self.low, self.high - center))
        return Fraction(alpha ** abs(center - released) / total)


def _run(alpha: Fraction, length: int) -> Fraction:
    """``alpha + alpha**2 + ... + alpha**length``."""
    return alpha * (1 - alpha**length) / (1 - alpha) if alpha != 1 else Fraction(length)
