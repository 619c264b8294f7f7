"""Which released values are taken, and the nearest one that is free."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

__all__ = ["Taken"]

_Ratio = tuple[int, int]
"""A number as a ratio, since fractions take long to hash."""


class Taken:
    """The released values of each entity type; none is ever given back.

    Runs of taken values are skipped by remembered jumps, so that crowded domains cost no more than empty ones.
    """

    def __init__(self, released: Iterable[tuple[str, Fraction]] = ()) -> None:
        self._values: dict[str, set[_Ratio]] = {}
        self._jumps: dict[tuple[str, Fraction, int], dict[int, int]] = {}
        for entity_type, number in released:
            self.add(entity_type, number)

    def add(self, entity_type: str, number: Fraction) -> None:
        """Take a value."""
        self._values.setdefault(entity_type, set()).add(number.as_integer_ratio())

    def holds(self, entity_type: str, number: Fraction) -> bool:
        """Whether a value is taken."""
        return number.as_integer_ratio() in self._values.get(entity_type, ())

    def nearest(
        self, entity_type: str, number: Fraction, step: Fraction, bounds: tuple[Fraction, Fraction]
    ) -> Fraction:
        """The free multiple of ``step`` nearest to a multiple of it within bounds, the greater of two.

        The number itself where none is free.
        """
        if not self.holds(entity_type, number):
            return number
        place = int(number / step)
        free = [self._follow(entity_type, step, place, direction) * step for direction in (1, -1)]
        within = [value for value in free if bounds[0] <= value <= bounds[1]]
        return min(within, key=lambda value: (abs(value - number), -value), default=number)

    def _follow(self, entity_type: str, step: Fraction, place: int, direction: int) -> int:
        """The first free place in a direction; every place passed is made to point to it."""
        jumps = self._jumps.setdefault((entity_type, step, direction), {})
        taken = self._values[entity_type]
        passed: list[int] = []
        while place in jumps or (place * step).as_integer_ratio() in taken:
            passed.append(place)
            place = jumps.get(place, place + direction)
        for earlier in passed:
            jumps[earlier] = place
        return place
