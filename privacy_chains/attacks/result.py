"""What an attack learned."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Result"]

_Z = 1.959964  # 95 %


@dataclass(frozen=True, slots=True)
class Result:
    """The success of one attack, beside that of guessing.

    Attributes:
        name: What was attacked.
        learned: How many values were told right.
        of: How many were attacked.
        guessing: How many are told right without the attack, from public lists and from what was sent anyway; of a game
            with numbers, how many the guarantee allows.
        note: Further figures, in words.
    """

    name: str
    learned: int
    of: int
    guessing: float = 0
    note: str = ""

    @property
    def success(self) -> float:
        """The share of values that were told right."""
        return self.learned / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the success, at 95 %."""
        if not self.of:
            return 0.0, 1.0
        share, much = self.success, _Z * _Z / self.of
        middle = share + much / 2
        half = _Z * sqrt(share * (1 - share) / self.of + much / (4 * self.of))
        return max(0.0, (middle - half) / (1 + much)), min(1.0, (middle + half) / (1 + much))

    @property
    def beyond(self) -> bool:
        """Whether the success is beyond guessing: all of its interval is."""
        return bool(self.of) and self.interval[0] > self.guessing / self.of

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.name}: {self.learned} of {self.of} ({low:.0%} to {high:.0%}), guessing {self.guessing:.4g}"
