"""Tracks which released values other numbers of a message already have."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

__all__ = ["FreeValues"]

_Ratio = tuple[int, int]
"""A number as a ratio, because hashing fractions is slow."""


class FreeValues:
    """The released values of each entity type. A value that is taken stays taken."""

    def __init__(self, released: Iterable[tuple[str, Fraction]] = ()) -> None:
        self._values: dict[str, set[_Ratio]] = {}
        for entity_type, number in released:
            self.add(entity_type, number)

    def add(self, entity_type: str, number: Fraction) -> None:
        """Mark a value as taken."""
        self._values.setdefault(entity_type, set()).add(number.as_integer_ratio())

    def holds(self, entity_type: str, number: Fraction) -> bool:
        """Whether a value is taken."""
        return number.as_integer_ratio() in self._values.get(entity_type, ())
