"""Released dates and times in an answer: the same day in any order and spelling that shows the year, the same time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from typing import Final

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.date_spellings import (
    BEGUN,
    CALL,
    LONGEST_CALL,
    WRITTEN,
    Tongues,
    marked,
    plain,
)
from privacy_chains.desanitize.spellings.moments import (
    KnownMoments,
    Moment,
    Timestamps,
    other_order,
    to_step,
    unambiguous,
)
from privacy_chains.desanitize.tokens import TOKEN, WAIT, Found, Wait, starts_clean
from privacy_chains.errors import FormatError
from privacy_chains.formats.clocks import DAY, GAP_BEGUN, NOON, clock_after, clock_at, rewritten
from privacy_chains.formats.date_patterns import keyed_dates
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.formats.weekdays import WEEKDAYS, weekday
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["Dates", "month_tokens"]

_KEYED = lazily(lambda: f"(?:{'|'.join(keyed_dates())})(?![0-9])", re.IGNORECASE)
_FIELD_BEGUN = r"[\"']?\s{0,2}(?:,?\s{0,24}[\"']?[^\W\d_]{0,5}[\"']?\s{0,2}(?:[:=]\s{0,2}[\"']?%s)?)?"
_LAST_FIELD_BEGUN = _FIELD_BEGUN % r"(?:\d{1,4})?"
_KEYED_BEGUN = lazily(r"\d{1,4}" + _FIELD_BEGUN % rf"(?:\d{{1,4}}{_LAST_FIELD_BEGUN})?")
_LISTED_BEGUN = lazily(r"\d{4},\s?(?:\d{0,2}(?:,\s?\d{0,2})?)?")
_FIGURES = lazily(r"\d{1,4}")
_WEEKDAY = worded(
    rf"({'|'.join(WEEKDAYS)})\b[*_]{{0,2}}\.?,?[ \u00a0]{{1,2}}[*_]{{0,2}}(?:{{the}}[ \u00a0])?(?=\w)",
    re.IGNORECASE,
)
_WEEKDAY_BEGUN = worded(
    r"[^\W\d_]+(?:-[^\W\d_]*)?[*_]{0,2}\.?,?[ \u00a0]{0,2}[*_]{0,2}{begun:the}?[ \u00a0]?",
    re.IGNORECASE,
)
_MONTH_BEGUN = lazily(r"[^\W\d_]{1,2}")
_WEEKDAY_TOKENS: Final = frozenset(
    case(day.split("-")[0]) for day in WEEKDAYS for case in (str.lower, str.upper, str.capitalize)
)
_MARKS: Final = ("-", "/", ".")
_LONGEST: Final = 48
_BEHIND: Final = 80
_LONGEST_TIME: Final = 40
_TIME_TIES: Final = tuple("-+.,/:")
_TIME_BEGUN = worded(
    rf"(?:T|:|,?[ \u00a0\u202f]{{0,2}}(?:{GAP_BEGUN}[ \u00a0\u202f]?)?)(?:\d.*)?",
    re.IGNORECASE | re.DOTALL,
)
"""A short text that may go on as the time of day behind a date."""
_CLOCK_BEGUN = lazily(r"\d{1,2}(?:(?:[:.h]|\s?[ap]).*|\s?)", re.IGNORECASE | re.DOTALL)
_FORMAT: Final = DateFormat()
_FORMATS: Final = (_FORMAT, DateFormat(LAST_YEAR_OF_BIRTH))
_TWO_DATES: Final = "the date may be read in two ways"


@cache
def month_tokens() -> frozenset[str]:
    """The names of the months in each letter case."""
    return frozenset(case(name) for name in MONTH_NAMES for case in (str, str.upper, str.capitalize))


class Dates:
    """Every released date and time of day, by what it says.

    An answer may say less than what was released: only the day of a timestamp, only the time, or no seconds. It is read
    if the originals of everything that it can mean are the same. A day or a time that was released by itself is meant
    even if it is also part of a timestamp.
    """

    def __init__(self, moments: Sequence[Moment], issued: Sequence[Issued], ties: str) -> None:
        self._moments = moments
        self._released = {moment.entry: int(moment.released) for moment in moments}
        self.tongues = Tongues(issued[moment.entry].original for moment in moments)
        stamps = [moment for moment in moments if moment.has_date and moment.has_time]
        self.stamps = Timestamps([(moment.entry, issued[moment.entry]) for moment in stamps], ties)
        self._has_stamps, self._has_times = bool(stamps), any(moment.has_time for moment in moments)
        self._has_years = any(moment.has_date and moment.has_year for moment in moments)
        self._has_keyed = any(
            moment.has_date and _KEYED.fullmatch(issued[moment.entry].surrogate) for moment in moments
        )
        self._days = _as_written(stamps, issued)
        self._lengths = sorted({len(day) for day in self._days}, reverse=True)
        self._by_step: dict[tuple[bool, Fraction], Mapping[Fraction, KnownMoments]] = {}

    def __len__(self) -> int:
        return len(self._moments)

    @cached_property
    def _figures(self) -> frozenset[int]:
        """The numbers that a date or a time may start with."""
        days = {date.fromordinal(int(moment.released)) for moment in self._moments if moment.has_year}
        hours = {int(moment.released % 1 * 24) for moment in self._moments if moment.has_time}
        parts = {part for day in days for part in (day.day, day.month, day.year, day.year % 100)}
        return frozenset(parts | hours | {(hour - 1) % 12 + 1 for hour in hours} | _leading(self._days))

    @property
    def heads(self) -> frozenset[str]:
        """The words that a date may start with."""
        words = {token[0] for day in self._days if (token := TOKEN.search(day)) and not token[0][0].isdecimal()}
        return month_tokens() | (_WEEKDAY_TOKENS if self._has_years else frozenset()) | words

    def may_start(self, figures: str) -> bool:
        """Whether a released date or time may start with these figures."""
        return int(figures[:4]) in self._figures

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The released date or time that stands at ``start``, written in the answer's way."""
        if not self._may_start(text, start):
            return None
        weekdays = self._after_weekday if self._has_years and not text[start].isdecimal() else None
        for find in (self.stamps.match, weekdays, self._date, self._time if self._has_times else None):
            found = find(text, start, final=final) if find else None
            if found is not None:
                return found
        return None

    def _may_start(self, text: str, start: int) -> bool:
        """Whether the figures are those of a released date or time, and not a piece of something longer."""
        figures = _FIGURES.match(text, start)
        if figures is not None and int(figures[0]) not in self._figures and figures.end() < len(text):
            return False
        tied = start > 1 and text[start - 1] in _MARKS and text[start - 2].isdecimal()
        return starts_clean(text, start) and not tied

    def _after_weekday(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """A day of the week and the date behind it; the day is changed if it is that of the released date."""
        before = _WEEKDAY.match(text, start)
        if before is None:
            return WAIT if not final and _WEEKDAY_BEGUN.fullmatch(text, start) else None
        if not final and _MONTH_BEGUN.fullmatch(text, before.end()):
            return WAIT
        date_found = self._date(text, before.end(), final=final)
        if not isinstance(date_found, Found) or not self._may_start(text, before.end()):
            return date_found if isinstance(date_found, Wait) else None
        released = self._released[date_found.entry]
        moved = weekday(before[1]).rank == (released - 1) % 7
        return self._dated(text, start, date_found.end) if moved else None

    def _date(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        if not final and self._is_begun(text, start):
            return WAIT
        written = WRITTEN.match(text, start) or (_KEYED.match(text, start) if self._is_keyed(text, start) else None)
        end = written.end() if written else self._as_issued(text, start)
        if end is None:
            return None
        after = text[end : end + _LONGEST_TIME]
        waits = len(after) < _LONGEST_TIME and self._has_stamps and _TIME_BEGUN.fullmatch(after)
        if not final and (len(after) < 2 or waits):
            return WAIT
        clock = clock_after(text, end) if self._has_stamps else None
        stamp = self._dated(text, start, clock[1]) if clock and written else None
        goes_on = after[:1].isdecimal() or (after[:1] in _MARKS and after[1:2].isdecimal())
        if stamp or goes_on:
            return stamp
        if written:
            return self._dated(text, start, end)
        known = self._days[text[start:end]]
        return known and Found(start, end, known[1], known[0], "date")

    def _is_begun(self, text: str, start: int) -> bool:
        """Whether the rest of a text may become a date when more arrives."""
        if len(text) - start < _LONGEST and BEGUN.match(text, start):
            return True
        begun = _KEYED_BEGUN.fullmatch(text, start) or _LISTED_BEGUN.fullmatch(text, start)
        return begun is not None and self._is_keyed(text, start)

    def _is_keyed(self, text: str, start: int) -> bool:
        """Whether a date may stand there whose parts are values of their own."""
        return self._has_keyed or CALL.search(text, max(0, start - LONGEST_CALL), start) is not None

    def _as_issued(self, text: str, start: int) -> int | None:
        """Where the day of a timestamp ends that stands at ``start`` as it was issued."""
        return next((start + n for n in self._lengths if text[start : start + n] in self._days), None)

    def _dated(self, text: str, start: int, end: int) -> Found | None:
        """The released date that is written there, in either order of day and month."""
        written = text[start:end]
        date = plain(written)
        orders = [order for order in (str, other_order) if order is str or order(date) != date]
        seen = [(order, meant) for order in orders if (meant := self._meant(order(date))) is not None]
        if not seen:
            return None
        order, (known_format, moment, known) = seen[0]
        if len({meant.true for _, (_, _, meant) in seen}) > 1:
            return Found(start, end, written, known.entry, "date", _TWO_DATES)
        tongue = self.tongues.of(date, text[max(0, start - _BEHIND) : start])
        try:
            restored = known_format.speaking(tongue).write(order(date), moment)
        except FormatError:
            return None
        return Found(start, end, marked(written, order(restored)), known.entry, "date")

    def _meant(self, date: str) -> tuple[DateFormat, Fraction, KnownMoments] | None:
        """The original of a date; of the years that two digits may mean, the one that was released."""
        for known_format in _FORMATS:
            try:
                quantity = known_format.read(date)
            except FormatError:
                return None
            known = self._known(quantity.number + NOON, quantity.step, dated=True)
            if known is not None:
                moment = to_step(known.true, quantity.step) - (NOON if quantity.step < 1 else 0)
                return known_format, moment, known
        return None

    def _time(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """A time of day that stands alone."""
        if text[start - 1 : start] in _TIME_TIES and text[start - 2 : start - 1].isalnum():
            return None
        if not final and len(text) - start < _LONGEST_TIME and _CLOCK_BEGUN.fullmatch(text, start):
            return WAIT
        clock = clock_at(text, start)
        if clock is None:
            return None
        step = clock.step / DAY
        known = self._known(clock.seconds / DAY, step, dated=False)
        if known is None:
            return None
        pieces = clock.written(to_step(known.true % 1, step) * DAY)
        return Found(start, clock.end, rewritten(text, pieces, start, clock.end), known.entry, "time")

    def _known(self, number: Fraction, step: Fraction, *, dated: bool) -> KnownMoments | None:
        index = self._by_step.get((dated, step))
        if index is None:
            index = self._by_step[dated, step] = unambiguous(self._readings(step, dated=dated))
        return index.get(to_step(number, step))

    def _readings(self, step: Fraction, *, dated: bool) -> Iterator[tuple[Fraction, KnownMoments, bool]]:
        """What the released dates, or the times of day, are when they are written with a precision."""
        for moment in self._moments:
            if dated and moment.has_year and (moment.has_time or step == 1):
                known = KnownMoments(moment.entry, to_step(moment.true, step))
                yield to_step(moment.released, step), known, moment.has_time == (step < 1)
            elif not dated and moment.has_time:
                known = KnownMoments(moment.entry, to_step(moment.true % 1, step))
                yield to_step(moment.released % 1, step), known, not moment.has_date


def _as_written(stamps: Sequence[Moment], issued: Sequence[Issued]) -> dict[str, tuple[int, str] | None]:
    """The days of timestamps as issued, with their originals; None for several."""
    days: dict[str, tuple[int, str] | None] = {}
    for stamp in stamps:
        item = issued[stamp.entry]
        released, true = _FORMAT.without_time(item.surrogate), _FORMAT.without_time(item.original)
        known = days.setdefault(released, (stamp.entry, true))
        if known is not None and known[1] != true:
            days[released] = None
    return days


def _leading(days: Iterable[str]) -> set[int]:
    return {int(figures[0]) for day in days if (figures := _FIGURES.match(day))}
