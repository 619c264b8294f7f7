"""The base class of mechanisms: each releases a random point of a bounded grid and has a privacy map."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins

__all__ = ["Mechanism"]


@dataclass(frozen=True, slots=True)
class Mechanism(ABC):
    """Releases a random index of the grid ``low, low + 1, ..., high``.

    Attributes:
        rate: The epsilon between two neighbouring indices; positive.
        low: The smallest index.
        high: The largest index.

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
        """The privacy map: the epsilon that holds between two inputs ``distance`` grid steps apart."""
        return self.rate * abs(distance)

    def clamp(self, index: int) -> int:
        """The grid index nearest to ``index``. Clamping never increases a distance, so it costs nothing."""
        return max(self.low, min(self.high, index))

    @abstractmethod
    def release(self, index: int, coins: Coins) -> int:
        """Draw a random index. An input outside the grid is clamped first."""

    @abstractmethod
    def probability(self, index: int, released: int, alpha: Fraction) -> Fraction:
        """The exact probability of releasing ``released`` from ``index``, as a rational function of ``alpha``.

        The true probability is the value at ``alpha = exp(-epsilon per step)`` or at ``alpha = exp(-epsilon per step
        / 2)``; each mechanism says which. That ``alpha`` is not rational, but a claim that holds for every ``alpha``
        in (0, 1) holds for it too.
        """
