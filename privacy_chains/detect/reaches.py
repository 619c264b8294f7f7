"""Finds out, with one lookup for each stretch, whether any of many spans holds or meets it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate

__all__ = ["Reaches"]


class Reaches:
    """The furthest end of the spans that begin up to a place. Comparing each stretch with each span would be quadratic.

    Args:
        spans: Starts and ends, half-open, in any order.
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(spans)
        self._starts = [start for start, _ in ordered]
        self._ends = [-1, *accumulate((end for _, end in ordered), max)]

    def hold(self, start: int, end: int) -> bool:
        """Whether a span holds the stretch."""
        return self._ends[bisect_right(self._starts, start)] >= end

    def go_beyond(self, start: int, end: int) -> bool:
        """Whether a span holds the stretch, and more."""
        before, upto = bisect_left(self._starts, start), bisect_right(self._starts, start)
        return self._ends[before] >= end or self._ends[upto] > end

    def meet(self, start: int, end: int) -> bool:
        """Whether a span has a code point of the stretch."""
        return self._ends[bisect_left(self._starts, end)] > start
