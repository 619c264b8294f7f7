"""Amounts that change: ``rent went from 1450 to 1620``, ``my salary: it was 68,000, now 71,500``.

The first number says by its words what it is, and the second is of the same kind. Each takes three digits.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, MAGNITUDE
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.patterns.sums import CLOSE, CLOSE_ABROAD, SUM_WORDS
from privacy_chains.language.patterns import worded

__all__ = ["find_changes"]

_SUM = rf"(?=[0-9]{{3}}|[0-9]{{1,2}}(?:[.,'\u2019 ][0-9]{{3}}|\s?k\b)){AMOUNT}(?:[\s\-]?{MAGNITUDE}{AFTER})?"
_CLOSED = rf"(?:{CLOSE}|{CLOSE_ABROAD})"
_FROM_TO = worded(rf"(?P<old>{_SUM})\s{{changes_to}}\s(?P<new>{_SUM}){_CLOSED}")
_WAS_NOW = worded(
    rf"(?P<old>{_SUM})(?:\s{{earlier}})?,?\s(?:{{behind_sum}}\s)?(?:{{it_is}}\s)?{{since_now}}\s(?:{{it_is}}\s)?(?P<new>{_SUM}){_CLOSED}"
)
_BETWEEN = r"(?:\s[^\W\d_]{1,12}){0,3}?"
_IS_CHANGED = worded(
    rf"(?<![^\W_]){SUM_WORDS}{_BETWEEN}\s{{changed}}{_BETWEEN}\s{{changes_from}}\s\Z", gap=r"[\s_\-]{1,3}"
)
_WAS = worded(
    rf"(?:(?<![^\W_]){SUM_WORDS}[^.;!?\n0-9]{{0,24}}|(?:\A|\n)\s{{0,4}}(?:{{it_subject}}\s?)?){{was_sum}}\s\Z",
    gap=r"[\s_\-]{1,3}",
)
_REACH = 80


def find_changes(reading: ValueReading) -> Iterator[FoundValue]:
    """The amounts before and after a change of a sum of money; of ``it`` where no earlier word tells what it is."""
    for pattern, told in ((_FROM_TO, _IS_CHANGED), (_WAS_NOW, _WAS)):
        for found in matches(pattern, reading.lower, reading.amounts):
            if told.search(reading.lower, max(0, found.start() - _REACH), found.start()):
                yield FoundValue(*found.span("old"), "MONEY", 0.6)
                yield FoundValue(*found.span("new"), "MONEY", 0.6)
