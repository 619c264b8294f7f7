"""Calendar dates in all common spellings: numbers, month names of seven languages, with or without the year.

A span covers the date, a weekday right before it or behind it, which would tell the date's remainder by seven, and the
time of day right behind it with its zone: a timestamp is one value. A date that words announce as one of birth is a
type of its own. A year alone is only found as a year of birth, or of a class.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from functools import partial

from privacy_chains.detect.patterns.births import Births, asked_for
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE_ID, one_of
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.reaches import Reaches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities
from privacy_chains.formats.clocks import clock_after
from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.formats.weekdays import SHORT_DAYS, WEEKDAYS
from privacy_chains.language.lexicon import words
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["OPENINGS", "dates_among", "find_days"]

_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[6-9]|2[01])[0-9]{2}"
_EDGE = rf"{BEFORE_ID}(?<![$\u20ac\u00a3])"
_END = r"(?![0-9]|[./\-][0-9])(?!%)(?:(?=[Tt][0-9]{2}:?[0-9]{2})|(?!\w))"
_ON, _CALLED = "(?i:{behind:before_day})", shape("dates_called")
_NUMERIC = worded(
    rf"(?=[0-9]){_EDGE}(?:"
    rf"{_YEAR}(?P<a>[-/.])(?:0[1-9]|1[0-2]|[1-9])(?P=a){_DAY}"
    rf"|{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?=[Tt][0-9]{{4}})"
    rf"|(?:{_DAY}(?P<b>[-/.]|\s/)\s?{_MONTH}|{_MONTH}(?P<c>[-/.]|\s/\s){_DAY})(?:(?P=b)|(?P=c))\s?{_YEAR}"
    rf"|(?:{_DAY}/{_MONTH}|{_MONTH}/{_DAY})/[0-9]{{2}}"
    rf"|(?:[0-3][0-9](?P<d>[-.])[01][0-9]|[01][0-9](?P<e>[-.])[0-3][0-9])(?:(?P=d)|(?P=e))[0-9]{{2}}"
    rf"|(?P<m1>{_MONTH}/{_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2]))"
    rf"|{_CALLED}{_YEAR},\s?{_MONTH},\s?{_DAY}(?=[,)])"
    rf"|{_YEAR}\u5e74[0-9]{{1,2}}\u6708[0-9]{{1,2}}\u65e5"
    rf"|{_ON}{_DAY}\.\s?{_MONTH}\."
    rf"){_END}"
)
_PLAIN_IN_SHORT = ("en", "de", "fr", "nl")
"""Languages whose months in short are no other words. Those of others stand between a day and a year."""
_FULL = frozenset(name.lower() for name in words("month"))
_SHORT = frozenset(name.lower() for name in words("short_month", *_PLAIN_IN_SHORT)) - _FULL
_NAME = one_of(" ".join((*sorted(_FULL), *(rf"{name}\.?" for name in sorted(_SHORT)))))
_WORD_TOO = one_of(" ".join(sorted(MONTH_NAMES - _FULL - _SHORT)))
_SUFFIX = "{ordinal_ending:en}"
_ORDINAL = rf"{_DAY}(?:{_SUFFIX}|\.?\u00ba|\.|\u00b0|er)?"
_TO = rf"(?:(?:[-/]|\s?\u2013\s?|\s{{to|until|and|changes_to}}\s(?:{{the}}\s)?){_DAY}(?:{_SUFFIX}|\.)?)?"
_UNTIL = rf"(?:(?:-|\s?\u2013\s?){_DAY}(?![0-9]))?"
_OF = r"(?:\s{1,2}(?:{of_date}\s)?|[-/.]|(?<=\.)\s?)"
_YEARS = rf"(?:{_YEAR}|['\u2019][0-9]{{2}})"
_LINK = r"(?:,?\s{1,2}(?:{of_date}\s)?|[-/.]|,)"
_DOT = rf"(?:\.(?=\s{{1,2}}{_YEARS}))?"
_DAY_FIRST = (
    rf"{_ORDINAL}{_TO}{_OF}(?:{_NAME}{_DOT}(?P<y1>{_LINK}(?:{_YEARS}|(?<=-)[0-9]{{2}}))?"
    rf"|{_WORD_TOO}{_DOT}(?P<y3>{_LINK}(?:{_YEARS}|(?<=-)[0-9]{{2}})))"
)
_MONTH_FIRST = (
    rf"{_NAME}(?:(?:\s{{1,2}}|[-/.])(?:{{the:en}}\s)?{_ORDINAL}{_UNTIL}(?P<y2>{_LINK}{_YEARS})"
    rf"|(?:\s{{1,2}}|-)(?:{{the:en}}\s)?{_DAY}{_SUFFIX}?{_UNTIL}(?![:.,]?[0-9])(?!\s(?:{{of_date}}\s)?{_NAME}{AFTER})"
    rf"|(?P<m2>(?:,?\s{{1,2}}(?:{{of_date}}\s)?|[-/]){_YEAR}))"
)
_LONGEST_DAY = 28
"""What stands before a month at most: an ordinal, one that it goes up to, and the words between."""
_WRITTEN = worded(rf"{_EDGE}(?:{_DAY_FIRST}|{_MONTH_FIRST}){AFTER}(?!\s?%)(?![/\-][0-9])")
_VERB = lazily(shape("dates_verb"))  # months only in capitals, or where a day and a year leave no doubt
_OTHER_YEAR = worded(
    r"(?:{class_of}|{born:en}(?:\s{on_day:en})?|{birth_label:en}(?:\s{be:en}|\s?[:=])?)\s"
    rf"(?P<year>{_YEAR}){AFTER}(?![-/.][0-9])",
    gap=r"[\s_\-]{0,2}",
)
_OPENING, _OPENING_OTHER = Opening(_WRITTEN), Opening(_OTHER_YEAR)
OPENINGS = (_OPENING_OTHER,)
"""The first letters of what announces something."""


def _either_case(words: set[str]) -> str:
    return "|".join(sorted(case(word) for word in words for case in (str, str.capitalize, str.upper)))


_SPELLED = {word for day in WEEKDAYS for word in (day, day.upper(), day.lower()) if len(day) > 3 or not word.islower()}
_THE = r"(?:{the}\s)?"
_IN_SHORT = {day for days in SHORT_DAYS[1:] for day in days}
_WEEKDAY = worded(rf"\b(?:(?:{'|'.join(sorted(_SPELLED))})\b\.?,?|(?:{_either_case(_IN_SHORT)})\.,?)\s{{1,2}}{_THE}\Z")
_GERMAN_IN_SHORT = worded(rf"\b(?:{_either_case(set(SHORT_DAYS[0]))})(?:\.,?|,)\s{{1,2}}{_THE}\Z")
_POINTED = lazily(r"[0-9]{1,2}\.")
_LONGEST_WEEKDAY = 24
_DAY_NAME = rf"(?:{'|'.join(sorted({*_SPELLED, *SHORT_DAYS[0], *_IN_SHORT}))})"
_BEHIND = lazily(rf",?\s?\({_DAY_NAME}\b\.?\)|,\s{_DAY_NAME}(?=\s*(?:[.;:!?)\n]|\Z))(?!\.,?\s[0-9])")


def dates_among(entity_types: Collection[str]) -> Callable[[ValueReading], Iterator[FoundValue]]:
    """What finds the dates and years of a text, where these types are asked for.

    A date that is asked for takes in the time of day that belongs to it; otherwise that is a time of day. Midnight
    behind a date of birth only says that there is no time.
    """
    return partial(_found, entity_types)


def find_days(reading: ValueReading) -> Iterator[FoundValue]:
    """The dates alone, whatever they are, without times of day behind them."""
    return (FoundValue(start, end, "DATE_TIME", 0.8) for start, end, _ in _dates(reading))


def _found(entity_types: Collection[str], reading: ValueReading) -> Iterator[FoundValue]:
    births = Births(reading)
    dates = list(_dates(reading))
    of_birth = _of_birth(reading.text, births, dates) if dates and births else frozenset[tuple[int, int]]()
    is_asked, birth_type = "DATE_TIME" in entity_types, asked_for("DATE_OF_BIRTH", entity_types)
    for start, end, has_day in dates:
        if (start, end) in of_birth:
            clock = clock_after(reading.text, end) if has_day and birth_type in entity_types else None
            yield FoundValue(start, clock[1] if clock and clock[0].seconds else end, birth_type, 0.9)
        else:
            clock = clock_after(reading.text, end) if has_day and is_asked else None
            yield FoundValue(start, clock[1] if clock else end, "DATE_TIME", 0.8)
    bare = list(_alone(births.bare(), of_birth, dates)) if births else []
    yield from (FoundValue(start, end, asked_for(kind, entity_types), 0.9) for start, end, kind in bare)
    years = {(start, end) for start, end, kind in bare if kind == "YEAR_OF_BIRTH"}
    for found in matches(_OTHER_YEAR, reading.lower, reading.words(_OPENING_OTHER)):
        start, end = found.span("year")
        if (start, end) not in years:
            yield FoundValue(start, end, "YEAR", 0.8)


def _alone(
    bare: Iterable[tuple[int, int, str]], births: Iterable[tuple[int, int]], dates: Iterable[tuple[int, int, bool]]
) -> Iterator[tuple[int, int, str]]:
    """Dates that only words show, but for births that their spelling shows, and parts of other dates."""
    shown, others = Reaches(births), Reaches(place[:2] for place in dates)
    return (one for one in bare if not (shown.hold(*one[:2]) or others.go_beyond(*one[:2])))


def _of_birth(text: str, births: Births, dates: Sequence[tuple[int, int, bool]]) -> Collection[tuple[int, int]]:
    """Which dates are of birth: those that words announce, and the same days elsewhere."""
    found = {(start, end) for start, end, _ in sorted(dates) if births.has_date(start, end)}
    return found | _repeated(text, found, dates) if 0 < len(found) < len(dates) else found


def _repeated(
    text: str, births: Collection[tuple[int, int]], dates: Iterable[tuple[int, int, bool]]
) -> set[tuple[int, int]]:
    """Other dates that are the day of one of the births, in whatever spelling."""
    days = {day for start, end in births if (day := _day(text[start:end])) is not None}
    years = {f"{date.fromordinal(int(day)).year % 100:02d}" for day in days}
    return {
        (start, end)
        for start, end, has_day in dates
        if has_day and any(year in text[start:end] for year in years) and _day(text[start:end]) in days
    }


def _day(value: str) -> Fraction | None:
    try:
        return built_in_quantities()["DATE_OF_BIRTH"].read(value).number
    except FormatError:
        return None


def _dates(reading: ValueReading) -> Iterator[tuple[int, int, bool]]:
    """Where dates start and end, and whether they name a day."""
    text = reading.text
    called = any(map(text.__contains__, ("date(", "time(", "stamp(")))
    marks = f"-/.\u5e74{',' if called else ''}{' ' if ' / ' in text else ''}"
    for found in matches(_NUMERIC, text, reading.joined(marks)):
        yield _with_weekday(text, found, has_day=not found["m1"])
    for found in matches(_WRITTEN, reading.lower, _beside_months(reading)):
        if found["y1"] or found["y2"] or found["y3"] or not _VERB.search(text, found.start(), found.end()):
            yield _with_weekday(text, found, has_day=not found["m2"])


def _beside_months(reading: ValueReading) -> list[int]:
    """Where a date may begin that names a month: at the month, or at the day before it."""
    months, small = reading.words(_OPENING), reading.small
    starts = set(months)
    for month in months:
        starts.update(small[bisect_left(small, month - _LONGEST_DAY) : bisect_left(small, month)])
    return sorted(starts)


def _with_weekday(text: str, found: re.Match[str], *, has_day: bool) -> tuple[int, int, bool]:
    """A date with the day of the week before it, or behind it."""
    start, end = found.span()
    first = max(0, start - _LONGEST_WEEKDAY)
    before = _WEEKDAY.search(text, first, start)
    if before is None and _POINTED.match(text, start):
        before = _GERMAN_IN_SHORT.search(text, first, start)
    if before is not None:
        return before.start(), end, has_day
    behind = _BEHIND.match(text, end) if has_day else None
    return start, behind.end() if behind is not None else end, has_day
