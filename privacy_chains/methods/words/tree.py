"""The tree mechanism: metric privacy for words by the height of their lowest common ancestor."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from privacy_chains.hazmat.blocks import Blocks
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.inversion import Inversion, alpha_above

__all__ = ["TreeMechanism", "distance"]

_MOST_LEVELS = 32


def distance(one: int, other: int) -> int:
    """The height of the lowest common ancestor of two leaves: an ultrametric."""
    return (one ^ other).bit_length()


@dataclass(frozen=True)
class TreeMechanism:
    """Releases a leaf ``y`` of a balanced binary tree with probability proportional to ``alpha ** distance(x, y)``.

    ``2**(h - 1)`` leaves are at distance ``h`` from any leaf, so all leaves have the same normaliser, and the factor
    of two that an exponential mechanism pays for its normaliser is not paid.

    Attributes:
        epsilon: For one level of the tree.
        height: The tree has ``2**height`` leaves.
        alpha: A rational of 64 bits, at least ``exp(-epsilon)`` and less than one.

    **Guarantee**: ``Pr[M(x) = y] <= exp(epsilon * distance(x, x')) * Pr[M(x') = y]`` for all leaves, exactly: integers
    only, no floating point. Which word an empty leaf stands for is post-processing.
    **Warning**: words far apart in the tree are meant to be told apart: at distance ``d`` by odds of up to
    ``exp(epsilon * d)``. The word itself is the likeliest release. The class of a word is kept and tells itself.

    Raises:
        MechanismError: Epsilon is not positive, or below 1e-15.
    """

    epsilon: Fraction
    height: int
    alpha: Fraction = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alpha", alpha_above(self.epsilon))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """Integer weights of the distances 0 to ``height``."""
        over, under = self.alpha.numerator, self.alpha.denominator
        near = [2 ** (level - 1) * over**level * under ** (self.height - level) for level in range(1, self.height + 1)]
        return (under**self.height, *near)

    @cached_property
    def _levels(self) -> Inversion:
        return Inversion(self.weights)

    def probability(self, leaf: int, released: int) -> Fraction:
        """The exact probability of a release."""
        level = distance(leaf, released)
        return Fraction(self.weights[level], self._levels.total * (1 << max(0, level - 1)))

    def epsilon_for(self, levels: int) -> Fraction:
        """The privacy map: the epsilon between words whose common ancestor is this high."""
        return self.epsilon * levels

    def release(self, leaf: int, coins: Coins) -> int:
        """A random leaf, from coins."""
        first = np.array([coins.bits(64)], dtype=np.uint64)
        low = np.array([coins.bits(64)], dtype=np.uint64)
        return int(self._released(np.array([leaf]), self._levels.draw(first, lambda _: coins), low)[0])

    def releases(
        self, leaves: NDArray[np.int64], blocks: Blocks, others: NDArray[np.int64] | int = 0
    ) -> NDArray[np.int64]:
        """A random leaf for each, from blocks of coins that belong to the leaf and another number.

        Args:
            leaves: Leaves of this tree.
            blocks: The coins.
            others: What else the coins belong to; equal pairs have equal releases.
        """
        drawn = blocks.of(leaves, others)
        other = np.broadcast_to(np.asarray(others, dtype=np.int64), leaves.shape)
        levels = self._levels.draw(drawn[:, 0], lambda at: blocks.more(int(leaves[at]), int(other[at])))
        return self._released(leaves, levels, drawn[:, 1])

    def _released(
        self, leaves: NDArray[np.int64], levels: NDArray[np.int64], low: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """A uniform leaf at each distance: the bit of the level is turned, those below it are coins."""
        half = np.where(levels > 0, np.int64(1) << np.maximum(levels - 1, 0), 0)
        below = np.maximum(half - 1, 0)
        mask = half + below
        coins = (low & np.uint64((1 << _MOST_LEVELS) - 1)).astype(np.int64)
        return np.where(levels > 0, ((leaves & ~mask) | (~leaves & half)) | (coins & below), leaves)
