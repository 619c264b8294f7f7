"""Amounts that change: ``rent went from 1450 to 1620``, ``my salary: it was 68,000, now 71,500``.

The first number says by its words what it is, and the second is of the same kind. Each takes three digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, MAGNITUDE, any_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.patterns.sums import CLOSE, CLOSE_ABROAD, SUM_WORDS
from privacy_chains.lazy import lazily

__all__ = ["find_changes"]

_SUM = rf"(?=[0-9]{{3}}|[0-9]{{1,2}}(?:[.,'\u2019 ][0-9]{{3}}|\s?k\b)){AMOUNT}(?:[\s\-]?{MAGNITUDE}{AFTER})?"
_TO = any_of("changes_to")
_FROM_TO = lazily(rf"(?P<old>{_SUM})\s{_TO}\s(?P<new>{_SUM})(?:{CLOSE}|{CLOSE_ABROAD})")
_SINCE = any_of("changes_since")
_WAS_NOW = lazily(
    rf"(?P<old>{_SUM})(?:\s(?:before|last_year|previously))?,?\s(?:(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar|mas)\s)?"
    rf"(?:it['\u2019]?s?\s(?:is\s)?|is\s|ist\s|est\s|es\s|è\s|é\s)?{_SINCE}\s(?:(?:it['\u2019]s|it\sis|is)\s)?(?P<new>{_SUM})(?:{CLOSE}|{CLOSE_ABROAD})"
)
_CHANGED = any_of("changes_changed")
_BETWEEN = r"(?:\s[^\W\d_]{1,12}){0,3}?"
_IS_CHANGED = lazily(rf"(?<![^\W_]){SUM_WORDS}{_BETWEEN}\s{_CHANGED}{_BETWEEN}\s{any_of('changes_is_changed')}\s\Z")
_WAS = lazily(
    rf"(?:(?<![^\W_]){SUM_WORDS}[^.;!?\n0-9]{{0,24}}|(?:\A|\n)\s{{0,4}}(?:(?:it|es|das|ce|het|dat)\s|c['\u2019])?)"
    rf"{any_of('changes_was')}\s\Z"
)
_REACH = 80


def find_changes(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts before and after a change of a sum of money; of ``it`` where no earlier word tells what it is."""
    for pattern, told in ((_FROM_TO, _IS_CHANGED), (_WAS_NOW, _WAS)):
        for found in matches(pattern, reading.lower, reading.amounts):
            if told.search(reading.lower, max(0, found.start() - _REACH), found.start()):
                yield FoundValue(*found.span("old"), "MONEY", 0.6)
                yield FoundValue(*found.span("new"), "MONEY", 0.6)
