"""The shift: all values of a session move by the same noise."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.mechanisms.geometric import BoundedGeometric

__all__ = ["ShiftMechanism"]


@dataclass(frozen=True, slots=True)
class ShiftMechanism(BoundedGeometric):
    """Moves every index by one draw of two-sided geometric noise. Use the same coins for every index of a grid.

    **Guarantee**: for all indices ``x, s, ...`` and ``x + d, s + d, ...`` of the grid, however many, and all releases:
    ``Pr[x and s are released as y, z] <= exp(rate * |d|) * Pr[x + d and s + d are released as y, z]``. So epsilon is
    spent once, on the common position of the values. Proof: all releases are a function of a single noisy sum, the one
    of an index and the noise.

    **Warning**: distances between values and their order are not hidden. Whoever knows one of the values, such as a
    holiday by its name, knows all. Two texts in which only one value differs can be distinguished with certainty.
    """
