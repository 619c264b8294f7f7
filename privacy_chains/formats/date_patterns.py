"""Regular expressions for the ways in which dates are written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.formats.weekdays import FULL_DAYS, SHORT_DAYS
from privacy_chains.language.lexicon import alternation_of
from privacy_chains.language.patterns import spelled_out
from privacy_chains.lazy import lazily

__all__ = ["date_patterns", "keyed_dates"]

_DAY_NAMES = alternation_of(day for days in (*FULL_DAYS, *SHORT_DAYS) for day in days)
_MONTHS_ALONE = "|".join(sorted(MONTH_NAMES, key=lambda name: (-len(name), name)))
_MONTH = rf"(?P<name>{_MONTHS_ALONE})\b\.?"
_BEHIND = rf"(?:,?\s?\((?P<bracketed>{_DAY_NAMES})\b\.?\)|,\s(?P<behind>{_DAY_NAMES})\b(?!\.?,?\s[0-9]))?"
_WEEKDAY = rf"(?:\b(?P<weekday>{_DAY_NAMES})\b\.?,?\s+(?:{{the}}\s+)?)?"
_DAY = r"(?P<day>[0-9]{1,2})(?P<ordinal>{ordinal_ending:en})?\b"
_YEAR = r"['\u2019]?(?P<year>[0-9]{4}|(?<=['\u2019])[0-9]{2}(?![0-9]))"
_ORDINAL = r"(?P<day>[0-9]{1,2})(?P<ordinal>{ordinal_ending:en})?(?:\.?\u00ba|\.|\u00b0|{ordinal_ending:fr})?"
_UNTIL = r"(?:(?:-|\s?\u2013\s?)(?P<until>[0-9]{1,2})(?![0-9]))?"
_TO = (
    r"(?:(?:[-/]|\s?\u2013\s?|\s{to|until|and|changes_to}\s(?:{the}\s)?)"
    r"(?P<until>[0-9]{1,2})(?P<until_ordinal>{ordinal_ending:en}|\.)?)?"
)
_GAP = r"(?:\s+(?:{of_date}\s+)?|[-/.]\s?|(?<=\.))"
_LINK = r"(?:,?\s+(?:{of_date}\s+)?|[-/.]|,)"
_NUMBERS = r"(?P<first>[0-9]{1,2})\s?(?P<mark>[-/.])\s?(?P<second>[0-9]{1,2})\s?(?P=mark)\s?"
_LATE = r"(?P<year>(?:19|20)[0-9]{2}|[0-9]{2})"
_APART = (
    rf"\A(?P<first>[0-9]{{1,2}})(?P<mark>[ ])(?P<second>[0-9]{{1,2}})[ ]{_LATE}\Z",
    rf"\A(?P<first>[0-9]{{2}})(?P<mark>)(?P<second>[0-9]{{2}}){_LATE}\Z",
)
"""Dates whose parts have only blanks between them, or nothing. They count only if words say that they are dates."""
_NO_DATE = rf"[:.][0-9]|\s?[ap]\.?\s?m\b|\s+(?:{{of_date}}\s+)?(?:{_MONTHS_ALONE})\b"
"""If this follows a number after a month's name, the number is not its day: ``mar. 14 mai`` is a Tuesday."""
_KEYED = {
    "year": ("(?:19|20)[0-9]{2}", "{year_field}"),
    "month": ("(?:1[0-2]|0?[1-9])", "{month_field}"),
    "day": ("(?:3[01]|[12][0-9]|0?[1-9])", "{day_field}"),
}
"""The parts of a date that have fields of their own, with the names of the fields."""


def keyed_dates(*, named: bool = False) -> tuple[str, ...]:
    """Regular expressions for dates whose parts are fields of a record, from the first value to the last.

    ``{"year": 1974, "month": 12, "day": 25}`` holds ``1974, "month": 12, "day": 25``, and ``[1974, 12, 25]`` a list.

    Args:
        named: Whether the parts are groups; ``keyed`` is an empty one.
    """
    orders = ("year", "month", "day"), ("day", "month", "year"), ("month", "day", "year")
    every = (*(_joined(order, named=named) for order in orders), r",\s?".join(_values(_KEYED, named=named)))
    return tuple(("(?P<keyed>)" if named else "") + each for each in every)


def _joined(order: Sequence[str], *, named: bool) -> str:
    names = (spelled_out(_KEYED[part][1]) for part in order)
    keys = (rf"[\"']?\s{{0,2}},?\s{{0,24}}[\"']?{name}[\"']?\s{{0,2}}[:=]\s{{0,2}}[\"']?" for name in names)
    return "".join(chain.from_iterable(zip(["", *[*keys][1:]], _values(order, named=named), strict=True)))


def _values(parts: Iterable[str], *, named: bool) -> list[str]:
    return [f"(?P<{part}>{_KEYED[part][0]})" if named else _KEYED[part][0] for part in parts]


@cache
def date_patterns() -> tuple[re.Pattern[str], ...]:
    """Every way a date is written."""
    return tuple(
        lazily(spelled_out(rf"(?<![0-9]){pattern}(?![0-9])"), re.IGNORECASE)
        for pattern in (
            rf"{_WEEKDAY}{_YEAR}(?P<mark>[-/.])(?P<month>[0-9]{{1,2}})(?P=mark)(?P<day>[0-9]{{1,2}}){_BEHIND}",
            rf"{_WEEKDAY}{_NUMBERS}(?P<year>[0-9]{{4}}|[0-9]{{2}}){_BEHIND}",
            rf"\b{_MONTH}[-/.]{_DAY}(?:,?\s+|[-/.]|,){_YEAR}{_BEHIND}",
            rf"\A{_MONTH}\s+{_DAY},?\s+(?P<short>[0-9]{{2}})\Z",
            rf"\A{_ORDINAL}(?:\s+(?:{{of_date}}\s+)?)?(?P<name>{_MONTHS_ALONE})\.?,?\s*(?P<short>[0-9]{{2}})\Z",
            rf"\A(?P<day>[0-9]{{1,2}})(?P<name>{_MONTHS_ALONE})(?P<year>[0-9]{{4}})\Z",
            rf"{_WEEKDAY}\b{_MONTH}\s+(?:{{the:en}}\s+)?{_DAY}{_UNTIL}(?:,?\s+{_YEAR}|(?!{_NO_DATE})){_BEHIND}",
            rf"{_WEEKDAY}{_ORDINAL}{_TO}{_GAP}{_MONTH}(?:{_LINK}{_YEAR}|-(?P<short>[0-9]{{2}}))?{_BEHIND}",
            rf"\b{_MONTH}(?:,?\s+(?:{{of_date}}\s+)?|[-/]){_YEAR}",
            r"(?<![0-9][-/.])(?P<month>[0-9]{1,2})[-/.](?P<year>[0-9]{4})",
            r"(?P<year>(?:19|20)[0-9]{2})[-/](?P<month>[01][0-9])(?![-/.]?[0-9])",
            r"(?P<year>[0-9]{4})\u5e74(?P<month>[0-9]{1,2})\u6708(?P<day>[0-9]{1,2})\u65e5",
            r"(?P<year>(?:19|20)[0-9]{2})(?P<month>[01][0-9])(?P<day>[0-3][0-9])",
            rf"{_WEEKDAY}(?P<day>[0-9]{{1,2}})\.\s?(?P<month>[0-9]{{1,2}})\.",
            *keyed_dates(named=True),
            *_APART,
        )
    )
