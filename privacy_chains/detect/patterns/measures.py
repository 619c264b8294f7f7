"""Percentages and measurements: the number with its sign or unit, as one span."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from privacy_chains.detect.patterns.numerals import AFTER, AMOUNT, BEFORE, any_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded

__all__ = ["find_measures", "find_percentages"]

_EDGE = rf"(?=[0-9.]){BEFORE}(?<![0-9][.,:/])(?<!\.)"
_PERCENT = worded(rf"{_EDGE}{AMOUNT}\s?(?:%|{{percent}}{AFTER})", re.IGNORECASE, gap=r"\s")
_WORD_UNITS = any_of("measures_word_units")
_SYMBOLS = any_of("measures_symbols")
_MEASURE = worded(
    rf"{_EDGE}(?:"
    rf"[0-9]{{1,2}}\s?(?:{{foot}}\.?|['\u2032\u2019])\s?[0-9]{{1,2}}\s?(?:{{inch}}\b\.?|[\"\u2033]|'')"
    rf"|(?P<upper>[0-9]{{2,3}})/[0-9]{{2,3}}\s?mm\s?Hg{AFTER}"
    rf"|{AMOUNT}(?:\s|-)?(?:{_SYMBOLS}|(?i:{_WORD_UNITS})){AFTER}"
    rf")"
)
_INDEX = worded(
    rf"\b{{in_words_of_index}}[\"']?(?:\s{{is_of_index}})?\s?[:=|]?\s?(?P<value>{AMOUNT})"
    rf"(?!\s?(?:kg|%)){AFTER}",
    gap="[ -]",
)


@cache
def _percents() -> frozenset[str]:
    """The last words of what says percent."""
    return frozenset(form.rpartition(" ")[2] for form in word_set("percent"))


def find_percentages(reading: ValueReading) -> Iterator[FoundValue]:
    """Numbers with a per cent sign or word."""
    text = reading.text
    for found in (
        matches(_PERCENT, text, reading.amounts)
        if "%" in text or any(word in reading.lower for word in _percents())
        else ()
    ):
        yield FoundValue(found.start(), found.end(), "PERCENTAGE", 0.9)


def find_measures(reading: ValueReading) -> Iterator[FoundValue]:
    """Numbers with a unit of length, weight, volume, temperature, pressure, dose or concentration, and BMI."""
    for found in matches(_MEASURE, reading.text, reading.amounts):
        start = found.start()
        if found["upper"]:  # a blood pressure is two numbers
            yield FoundValue(start, found.end("upper"), "MEASUREMENT", 0.7)
            start = found.end("upper") + 1
        yield FoundValue(start, found.end(), "MEASUREMENT", 0.7)
    if "BMI" in reading.text or "ass" in reading.text:
        for found in _INDEX.finditer(reading.text):
            yield FoundValue(*found.span("value"), "MEASUREMENT", 0.7)
