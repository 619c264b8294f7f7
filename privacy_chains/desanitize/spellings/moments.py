"""Moments: what released dates and times of day say, and which of them an answer can mean."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.literals import EscapedForm, code_ends, code_starts
from privacy_chains.desanitize.spellings.number import Number
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.errors import FormatError
from privacy_chains.formats.clocks import NOON, minutes_of
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.times import TimeFormat
from privacy_chains.lazy import lazily

__all__ = [
    "KnownMoments",
    "Moment",
    "Timestamps",
    "has_date_and_time",
    "moment_of",
    "other_order",
    "times_of",
    "to_step",
    "unambiguous",
]

_DATES: Final = DateFormat()
_BIRTHS: Final = DateFormat(LAST_YEAR_OF_BIRTH)
_TIMES: Final = TimeFormat()
_MINUTES: Final = 24 * 60
_DAY_AND_MONTH = lazily(r"(?<![\d/.-])(\d{1,2})([-/.])(\s?)(\d{1,2})(?=\2\s?\d)")
_ESCAPE_MARK = lazily(r"[\\%&]")
_FRACTION = lazily(r",[0-9]{3}(?=[ \]Z+]|\Z)")
_LONGEST_FRACTION: Final = 5


@dataclass(frozen=True, slots=True, repr=False)
class Moment:
    """A released date, with or without a time of day, or a time of day alone.

    Attributes:
        entry: Its place among the issued surrogates.
        released: The days since 1 January of the year 0, with the part of the day that has passed.
        true: The same of the original.
        step: The precision that it is written with, in days.
        has_date: Whether it says a day.
        has_year: Whether it says the year.
    """

    entry: int
    released: Fraction
    true: Fraction
    step: Fraction
    has_date: bool
    has_year: bool

    @property
    def has_time(self) -> bool:
        """Whether it says a time of day."""
        return self.step < 1


def moment_of(number: Number, surrogate: str) -> Moment | None:
    """The moment that a released number is, counted as ``DateFormat`` or ``TimeFormat`` counts; None for others."""
    try:
        read = _DATES.read(surrogate)
    except FormatError:
        return _time_of(number, surrogate)
    has_year = number.released in _dates_in(surrogate)
    if not has_year and (read.step == 1 or (read.number - number.released).denominator != 1):
        return None
    moments = number.released + NOON, number.true + NOON
    return Moment(number.entry, *moments, read.step, has_date=True, has_year=has_year)


def _dates_in(surrogate: str) -> Iterator[Fraction]:
    """The days that a date in numbers may say: its original showed in which order day and month stand."""
    for text in (surrogate, other_order(surrogate)):
        for known_format in (_DATES, _BIRTHS):
            try:
                yield known_format.read(text).number
            except FormatError:
                continue


def other_order(text: str) -> str:
    """A date in numbers with day and month in each other's place; any other text as it is."""
    return _DAY_AND_MONTH.sub(r"\4\2\3\1", text, count=1)


def _time_of(number: Number, surrogate: str) -> Moment | None:
    try:
        read = _TIMES.read(surrogate)
    except FormatError:
        return None
    if number.plain or read.number != number.released:
        return None
    moments = number.released / _MINUTES, number.true / _MINUTES
    return Moment(number.entry, *moments, read.step / _MINUTES, has_date=False, has_year=False)


def has_date_and_time(item: Issued) -> bool:
    """Whether an issued surrogate is a timestamp."""
    if item.number is None or item.released is None or item.reading != "number":
        return False
    try:
        read = _DATES.read(item.surrogate)
    except FormatError:
        return False
    return read.step < 1 and (read.number - item.released).denominator == 1


def times_of(stamps: Iterable[Issued]) -> Iterator[Issued]:
    """What restores the true times of day of timestamps as released ones, with and without seconds; each time once."""
    seen: set[tuple[Fraction, Fraction]] = set()
    for item in stamps:
        own = _DATES.read(item.original).step * _MINUTES
        for step in (own, Fraction(1)) if own < 1 else (own,):
            true, released = (_minutes(number, step) for number in (item.number, item.released))
            if (true, step) not in seen:
                seen.add((true, step))
                original, surrogate = (_TIMES.write(_layout(step), minutes) for minutes in (released, true))
                yield Issued("TIME", original, surrogate, "number", released, true)


def _minutes(moment: Fraction | None, step: Fraction) -> Fraction:
    return to_step(minutes_of(moment or Fraction(0)), step)


def _layout(step: Fraction) -> str:
    """Midnight as it is written with a precision in minutes."""
    if step >= 1:
        return "00:00"
    decimals = len(str((1 / step).numerator // 60)) - 1
    return f"00:00:00.{'0' * decimals}" if decimals else "00:00:00"


def to_step(number: Fraction, step: Fraction) -> Fraction:
    """A moment as it is written with a precision: what is finer is left out, not rounded."""
    return number // step * step


@dataclass(frozen=True, slots=True, repr=False)
class KnownMoments:
    """What a moment in an answer stands for: the issued surrogate, and the original at the answer's precision."""

    entry: int
    true: Fraction


def unambiguous(readings: Iterable[tuple[Fraction, KnownMoments, bool]]) -> dict[Fraction, KnownMoments]:
    """The one original behind each released reading, where there is one.

    Readings that are all that was released (True) come before those that are a part of it: where a date stands alone,
    the date alone is meant, and not the day of a timestamp.
    """
    parts: dict[Fraction, KnownMoments | None] = {}
    wholes: dict[Fraction, KnownMoments | None] = {}
    for released, known, is_whole in readings:
        found = wholes if is_whole else parts
        other = found.setdefault(released, known)
        if other is not None and other.true != known.true:
            found[released] = None
    return {released: known for released, known in (parts | wholes).items() if known is not None}


class Timestamps:
    """Dates with times of day as they were issued, each looked up by what stands in the answer.

    A log holds thousands in one year: forms that are tried one by one at each of their years would take time that
    grows with their square.
    """

    def __init__(self, issued: Sequence[tuple[int, Issued]], ties: str) -> None:
        self._entries = {item.surrogate: entry for entry, item in issued}
        self._lengths = sorted({len(surrogate) for surrogate in self._entries}, reverse=True)
        self._items = issued
        self._ties = ties

    def __contains__(self, entry: int) -> bool:
        return entry in self._originals

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self._entries)

    @cached_property
    def _escaped(self) -> tuple[EscapedForm, ...]:
        return tuple(EscapedForm(item, entry, self._ties) for entry, item in self._items)

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The timestamp that stands at ``start`` as it was issued, or escaped."""
        if not self._lengths:
            return None
        window = text[start : start + self._lengths[0]]
        if not final and start + len(window) == len(text) and self._begins(window):
            return WAIT
        exact = self._exact(text, start, window, final=final)
        if exact is not None or not self._departs(window):
            return exact
        seen = [form.match(text, start, final=final) for form in self._escaped]
        if WAIT in seen:
            return WAIT
        return max((one for one in seen if isinstance(one, Found)), key=lambda one: one.end, default=None)

    def _departs(self, window: str) -> bool:
        """Whether a timestamp is followed as far as the first escape."""
        mark = _ESCAPE_MARK.search(window)
        return mark is not None and self._begins(window[: mark.start()])

    def _begins(self, window: str) -> bool:
        """Whether a timestamp begins with a text that is not all of it."""
        at = bisect_left(self._sorted, window)
        while at < len(self._sorted) and self._sorted[at] == window:
            at += 1
        return at < len(self._sorted) and self._sorted[at].startswith(window)

    def _exact(self, text: str, start: int, window: str, *, final: bool) -> Found | Wait | None:
        for length in self._lengths:
            entry = self._entries.get(window[:length]) if length <= len(window) else None
            if entry is None or not code_starts(text, start, self._ties.replace(",", "")):
                continue
            ended = _ends(text, start + length, self._ties, final=final)
            if ended is WAIT:
                return WAIT
            if ended is True:
                return Found(start, start + length, self._originals[entry], entry, "exact")
        return None

    @cached_property
    def _originals(self) -> dict[int, str]:
        return {entry: item.original for entry, item in self._items}


def _ends(text: str, end: int, ties: str, *, final: bool) -> bool | Wait:
    """Whether a timestamp may end here: a comma before digits parts two cells, unless it leads parts of a second."""
    if text[end : end + 1] != ",":
        return code_ends(text, end, ties, final=final)
    if not final and len(text) - end <= _LONGEST_FRACTION:
        return WAIT
    return _FRACTION.match(text, end) is None
