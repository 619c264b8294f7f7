"""Released dates in an answer: the same day in any order and spelling that shows the year."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Final

from privacy_chains.desanitize._numbers import Number
from privacy_chains.desanitize._window import WAIT, Found, Wait, starts_clean
from privacy_chains.errors import FormatError
from privacy_chains.formats.dates import DateFormat

__all__ = ["MONTH_TOKENS", "Dates", "is_date"]

_NAMES: Final = (
    "January February March April May June July August September October November December Jan Feb Mar Apr Jun "
    "Jul Aug Sep Sept Oct Nov Dec Januar Februar März Mai Juni Juli Oktober Dezember janvier février mars avril "
    "mai juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre"
)
MONTH_TOKENS: Final = frozenset(case(name) for name in _NAMES.split() for case in (str, str.upper, str.capitalize))
"""The names of the months in each letter case."""
_WRITTEN = re.compile(
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([-/.])\d{1,2}\2(?:\d{4}|\d{2})"
    r"|\d{1,2}(?:st|nd|rd|th)?\.?(?: of| de)?[ \u00a0\n-]+[^\W\d_]{3,10}\.?,?(?: de)?[ \u00a0\n-]+\d{4}"
    r"|[^\W\d_]{3,10}\.?[ \u00a0\n]+\d{1,2}(?:st|nd|rd|th)?,?[ \u00a0\n]+\d{4}"
)
_BEGUN = re.compile(
    r"(?:\d{1,4}(?:[-/.](?:\d{0,2}(?:[-/.]\d{0,4})?)?)?"
    r"|\d{1,2}(?:s|st|n|nd|r|rd|t|th)?\.?(?: o| of| d| de)?[ \u00a0\n-]*"
    r"(?:[^\W\d_]{1,10}\.?,?(?: d| de)?[ \u00a0\n-]*\d{0,4})?"
    r"|[^\W\d_]{3,10}\.?[ \u00a0\n]*(?:\d{1,2}(?:s|st|n|nd|r|rd|t|th)?,?[ \u00a0\n]*\d{0,4})?)\Z"
)
_FIGURES = re.compile(r"\d{1,4}")
_MARKS: Final = ("-", "/", ".")
_LONGEST: Final = 48
_FORMAT: Final = DateFormat()


def is_date(number: Number, surrogate: str) -> bool:
    """Whether a released number is a day, counted as ``DateFormat`` counts."""
    if _WRITTEN.search(surrogate) is None:
        return False
    try:
        return _FORMAT.read(surrogate).number == number.released
    except FormatError:
        return False


class Dates:
    """Every released date, by day."""

    def __init__(self, numbers: Sequence[Number]) -> None:
        self._by_day = {int(number.released): number for number in reversed(numbers)}
        clashing = {day for day in self._by_day if len({n.true for n in numbers if n.released == day}) > 1}
        for day in clashing:
            del self._by_day[day]
        days = [date.fromordinal(day) for day in self._by_day]
        self._figures = {part for day in days for part in (day.day, day.month, day.year, day.year % 100)}

    def __len__(self) -> int:
        return len(self._by_day)

    def may_start(self, figures: str) -> bool:
        """Whether a released date may start with these figures."""
        return int(figures[:4]) in self._figures

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The released date that stands at ``start``, written in the answer's way."""
        if not self._may_start(text, start):
            return None
        if not final and len(text) - start < _LONGEST and _BEGUN.match(text, start):
            return WAIT
        written = _WRITTEN.match(text, start)
        if written is None:
            return None
        after = text[written.end() : written.end() + 2]
        if not final and len(after) < 2:
            return WAIT
        goes_on = after[:1].isdecimal() or (after[:1] in _MARKS and after[1:].isdecimal())
        return None if goes_on else self._found(text, written)

    def _may_start(self, text: str, start: int) -> bool:
        """Whether the figures are those of a released date, and not a piece of something longer."""
        figures = _FIGURES.match(text, start)
        if figures is not None and int(figures[0]) not in self._figures and figures.end() < len(text):
            return False
        tied = start > 1 and text[start - 1] in _MARKS and text[start - 2].isdecimal()
        return starts_clean(text, start) and not tied

    def _found(self, text: str, written: re.Match[str]) -> Found | None:
        try:
            number = self._by_day.get(int(_FORMAT.read(written[0]).number))
            if number is None:
                return None
            return Found(written.start(), written.end(), _FORMAT.write(written[0], number.true), number.entry, "date")
        except FormatError:
            return None
