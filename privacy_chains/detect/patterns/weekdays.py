"""Days of the week that stand alone: a day inside a date is the date's.

A name in full is found in any letter case. Abbreviations are words of other meanings, too (``Sun``, ``Sat``, ``Do``,
``So``): they are found in capitals, beside another day (``Mon-Fri``, ``Mo. bis Fr.``), before a time (``Tue 10:00``),
or as all that stands in a cell of a table; there not as two capitals, which are a state of the US. What stands beside a
name stays when the name is replaced, so that its surrogate is found as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from privacy_chains.detect.patterns.dates import find_days
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE, lowered, one_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.rules.tables import shape
from privacy_chains.formats.weekdays import RINGS, is_weekday
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["WIDTH", "day_at", "find_weekdays", "spellings"]

WIDTH = 56
"""How many characters on either side decide whether a day's name stands alone."""

_LONG = {name.lower() for ring in RINGS if not ring.short for name in ring.names}
_TAILS = {tail for ring in RINGS for tail in ring.tails}
_SHORT = {case(name) for ring in RINGS if ring.short for name in ring.names for case in (str, str.upper)}


def _longest_first(words: set[str]) -> str:
    return " ".join(sorted(words, key=lambda word: (-len(word), word)))


_FIRST = "".join(sorted({name[0] for name in _LONG}))
_NAME = worded(
    rf"(?=[{_FIRST}]){BEFORE}{one_of(_longest_first(_LONG))}{one_of(_longest_first(_TAILS))}?{AFTER}(?!\s{{another_food}}\b)"
)
_FEAST = lazily(shape("weekdays_feast"))
"""What makes the name of a feast or a sale of a day's name."""

_ABBREVIATION = rf"{BEFORE}{one_of(_longest_first(_SHORT))}{AFTER}"
_ABBREVIATED = lazily(rf"(?=[DFMSTW]){_ABBREVIATION}")
_AND = r"(?:\s?[\-\u2010-\u2015/,&+]\s?|\s{until|to|and|or}\s)"
_BEFORE_ANOTHER = worded(rf"\.?{_AND}{_ABBREVIATION}")
_BEHIND_ANOTHER = worded(rf"{_ABBREVIATION}\.?{_AND}\Z")
_BEFORE_TIME = lazily(shape("weekdays_before_time"))
_CELL = lazily(r"(?:\| {0,3}|[\t,;])\Z")
_REST_OF_CELL = lazily(r" {0,3}\||[\t,;](?! )|\r?\n|\Z")
_LONGEST_BEFORE = 16
_STATE = 2


def find_weekdays(reading: ValueReading) -> Iterator[FoundValue]:
    """The days of a text that stand alone; a date that holds one is longer, and wins."""
    text = reading.text
    for found in _NAME.finditer(reading.lower):
        start, end = found.span()
        if is_weekday(text[start:end]) and not _FEAST.search(reading.lower, max(0, start - _LONGEST_BEFORE), start):
            yield FoundValue(start, end, "WEEKDAY", 0.6)
    for found in _ABBREVIATED.finditer(text):
        if _is_meant(text, *found.span()):
            yield FoundValue(*found.span(), "WEEKDAY", 0.6)


def day_at(text: str, start: int, first: int = 0) -> int | None:
    """Where a day's name ends that starts here and stands alone; ``WIDTH`` characters on either side decide.

    Nothing before ``first`` is looked at.
    """
    left = max(first, start - WIDTH)
    window = text[left : start + len(_longest_spelling()) + WIDTH]
    start -= left
    named = _NAME.match(lowered(window), start) or _ABBREVIATED.match(window, start)
    if named is None:
        return None
    reading = ValueReading(window[: named.end() + WIDTH])
    alone = any(found.start == start for found in find_weekdays(reading))
    held = any(date.start <= start < date.end for date in find_days(reading))
    return left + named.end() if alone and not held else None


@cache
def spellings() -> frozenset[str]:
    """Every name with every tail, in small letters."""
    return frozenset((name + tail).lower() for ring in RINGS for name in ring.names for tail in ("", *ring.tails))


@cache
def _longest_spelling() -> str:
    return max(spellings(), key=len)


def _is_meant(text: str, start: int, end: int) -> bool:
    """Whether a word that abbreviates a day's name does so here."""
    if _BEFORE_TIME.match(text, end) or _BEFORE_ANOTHER.match(text, end):
        return True
    first = max(0, start - _LONGEST_BEFORE)
    if _BEHIND_ANOTHER.search(text, first, start):
        return True
    is_state = end - start == _STATE and text[start:end].isupper()
    return not is_state and bool(_CELL.search(text, first, start) and _REST_OF_CELL.match(text, end))
