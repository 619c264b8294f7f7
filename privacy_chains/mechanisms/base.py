"""What a mechanism is: a randomized release of one point of a bounded grid, with its privacy map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins

__all__ = ["Mechanism"]


@dataclass(frozen=True, slots=True)
class Mechanism(ABC):
    """A release of a grid index, for grids ``low, low + 1, ..., high``.

    Attributes:
        rate: The epsilon between two neighbouring indices; positive.
        low: The least index.
        high: The greatest index.

    Raises:
        MechanismError: The rate is not positive, or the grid is empty.
    """

    rate: Fraction
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.rate <= 0:
            msg = "a mechanism needs a positive epsilon"
            raise MechanismError(msg)
        if self.low > self.high:
            msg = "a mechanism needs a grid of at least one value"
            raise MechanismError(msg)

    def epsilon_for(self, distance: int) -> Fraction:
        """The privacy map: the epsilon that holds between inputs ``distance`` grid steps apart."""
        return self.rate * abs(distance)

    def clamp(self, index: int) -> int:
        """The grid's index nearest to ``index``. Clamping never increases a distance, so it costs nothing."""
        return max(self.low, min(self.high, index))

    @abstractmethod
    def release(self, index: int, coins: Coins) -> int:
        """A random index; an input outside the grid is clamped first."""

    @abstractmethod
    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The exact probability of releasing ``released`` from ``index``, as a rational function of ``alpha``.

        The true probability is the value at ``alpha = exp(-epsilon per step, or half of it)``, which is not
        rational; each mechanism says which. A claim that holds for every ``alpha`` in (0, 1) holds there.
        """
