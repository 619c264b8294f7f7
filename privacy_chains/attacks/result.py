"""The results of attacks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Result"]

_Z = 1.959964  # 95 %
_SURE = 3.290527  # 99.9 %


@dataclass(frozen=True, slots=True)
class Result:
    """The success of one attack, beside that of guessing.

    Attributes:
        name: What was attacked.
        learned: How many values were identified correctly.
        of: How many were attacked.
        guessing: How many are guessed without the attack, from public lists and from what was sent anyway; in a game
            with numbers, how many the guarantee allows.
        note: Further figures, in words.
        stated: Whether the method itself allows it; the documentation then says so, with a figure.
    """

    name: str
    learned: int
    of: int
    guessing: float = 0
    note: str = ""
    stated: bool = False

    @property
    def success(self) -> float:
        """The share of values that were identified correctly."""
        return self.learned / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the success, at 95 %."""
        return self._wilson(_Z)

    @property
    def beyond(self) -> bool:
        """Whether the success is beyond guessing: all of its interval at 99.9 % is, since many attacks are run."""
        return self.learned > self.guessing and self._wilson(_SURE)[0] > self.guessing / self.of

    def _wilson(self, deviations: float) -> tuple[float, float]:
        if not self.of:
            return 0.0, 1.0
        share, much = self.success, deviations * deviations / self.of
        middle = share + much / 2
        half = deviations * sqrt(share * (1 - share) / self.of + much / (4 * self.of))
        return max(0.0, (middle - half) / (1 + much)), min(1.0, (middle + half) / (1 + much))

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.name}: {self.learned} of {self.of} ({low:.0%} to {high:.0%}), guessing {self.guessing:.4g}"
