"""Calendar dates in all common spellings: numbers, month names of seven languages, with or without the year.

A span covers the date alone: neither a weekday before it nor a time of day after it. A year alone is not a date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.numerals import AFTER, BEFORE, one_of
from privacy_chains.spans import Span

__all__ = ["find_dates"]

_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[6-9]|2[01])[0-9]{2}"
_EDGE = rf"{BEFORE}(?<![0-9][.,:/\-])(?<![$\u20ac\u00a3])"
_END = r"(?![0-9]|[./\-][0-9])(?!%)(?:(?=[Tt][0-9]{2}:?[0-9]{2})|(?!\w))"
_NUMERIC = re.compile(
    rf"{_EDGE}(?:"
    rf"{_YEAR}(?P<a>[-/.])(?:0[1-9]|1[0-2]|[1-9])(?P=a){_DAY}"
    rf"|{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])(?=[Tt][0-9]{{4}})"
    rf"|(?:{_DAY}(?P<b>[-/.])\s?{_MONTH}|{_MONTH}(?P<c>[-/.]){_DAY})(?:(?P=b)|(?P=c))\s?{_YEAR}"
    rf"|(?:{_DAY}/{_MONTH}|{_MONTH}/{_DAY})/[0-9]{{2}}"
    rf"|(?:[0-3][0-9](?P<d>[-.])[01][0-9]|[01][0-9](?P<e>[-.])[0-3][0-9])(?:(?P=d)|(?P=e))[0-9]{{2}}"
    rf"|{_MONTH}/{_YEAR}|{_YEAR}-(?:0[1-9]|1[0-2])"
    rf"|{_YEAR}\u5e74[0-9]{{1,2}}\u6708[0-9]{{1,2}}\u65e5"
    rf"){_END}"
)
_ENGLISH = one_of(
    r"January February March April June July August September October November December Jan\.? Feb\.? Mar\.? Apr\.?"
    r" Jun\.? Jul\.? Aug\.? Sept?\.? Oct\.? Nov\.? Dec\.?"
)
_OTHERS = one_of(
    "Januar J\u00e4nner Februar M\u00e4rz Mai Juni Juli Oktober Dezember janvier f\u00e9vrier mars avril mai juin"
    " juillet ao\u00fbt septembre octobre novembre d\u00e9cembre enero febrero marzo abril mayo junio julio agosto"
    " septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre"
    " januari februari maart mei augustus oktober janeiro fevereiro mar\u00e7o maio junho julho setembro outubro"
    " novembro dezembro"
)
_NAME = rf"(?:(?i:{_ENGLISH}|{_OTHERS})|May|MAY)"
_MAYBE = rf"(?:{_NAME}|may)"  # "may" is a month only where a day and a year leave no doubt
_ORDINAL = rf"{_DAY}(?:st|nd|rd|th|ST|ND|RD|TH|\.|\u00ba|er)?"
_OF = r"(?:\s{1,2}(?:of\s|de\s|del\s|di\s)?|[-/.]|(?<=\.)\s?)"
_YEARS = rf"(?:{_YEAR}|['\u2019][0-9]{{2}})"
_LINK = r"(?:,?\s{1,2}(?:de\s|del\s|of\s)?|[-/.]|,)"
_WRITTEN = re.compile(
    rf"{_EDGE}(?:"
    rf"{_ORDINAL}{_OF}{_MAYBE}{_LINK}(?:{_YEARS}|(?<=-)[0-9]{{2}})"
    rf"|{_MAYBE}(?:\s{{1,2}}|[-/.])(?:the\s)?{_ORDINAL}{_LINK}{_YEARS}"
    rf"|(?:the\s)?{_ORDINAL}{_OF}{_NAME}"
    rf"|{_NAME}(?:\s{{1,2}}|-)(?:the\s)?{_DAY}(?:st|nd|rd|th|ST|ND|RD|TH)?(?![:.,]?[0-9])"
    rf"|{_NAME}(?:,?\s{{1,2}}(?:of\s)?|[-/]){_YEAR}"
    rf"){AFTER}(?!\s?%)(?![/\-][0-9])"
)
_NAME_HINT = re.compile(rf"{BEFORE}(?:{_NAME}|may)(?![^\W\d_])|[0-9](?:{_NAME})")


def find_dates(text: str) -> Iterator[Span]:
    """The dates in ``text``."""
    for found in _NUMERIC.finditer(text):
        yield Span(found.start(), found.end(), "DATE_TIME", 0.8, "patterns")
    if _NAME_HINT.search(text):
        for found in _WRITTEN.finditer(text):
            yield Span(found.start(), found.end(), "DATE_TIME", 0.8, "patterns")
