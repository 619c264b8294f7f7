"""The shift: all values of a session move by one and the same noise."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.mechanisms.geometric import BoundedGeometric

__all__ = ["ShiftMechanism"]


@dataclass(frozen=True, slots=True)
class ShiftMechanism(BoundedGeometric):
    """Moves every index by one draw of two-sided geometric noise: every index of a grid must get the same coins.

    **Guarantee**: for all indices ``x, s, ...`` of the grid, every ``d``, and all their releases, however many:
    ``Pr[x and s are released as y, z] <= exp(rate * |d|) * Pr[x + d and s + d are released as y, z]``. So epsilon is
    spent once, on where the values lie together. Proof: the releases are a function of the one sum of index and noise.

    **Warning**: how far apart two values are, and which comes first, is not hidden. Whoever knows one of them, such as
    a holiday by its name, knows all. Two texts in which one value differs are told apart with certainty.
    """
