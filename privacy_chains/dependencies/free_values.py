"""Which released values are taken by other numbers of a message."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

__all__ = ["Taken"]

_Ratio = tuple[int, int]
"""A number as a ratio, since fractions take long to hash."""


class Taken:
    """The released values of each entity type; none is ever given back."""

    def __init__(self, released: Iterable[tuple[str, Fraction]] = ()) -> None:
        self._values: dict[str, set[_Ratio]] = {}
        for entity_type, number in released:
            self.add(entity_type, number)

    def add(self, entity_type: str, number: Fraction) -> None:
        """Take a value."""
        self._values.setdefault(entity_type, set()).add(number.as_integer_ratio())

    def holds(self, entity_type: str, number: Fraction) -> bool:
        """Whether a value is taken."""
        return number.as_integer_ratio() in self._values.get(entity_type, ())
