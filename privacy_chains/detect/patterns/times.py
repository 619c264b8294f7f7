"""Times of day: with minutes, with am or pm, or both. Behind a date they are found with the date."""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["find_times"]

_HALF = r"\s?[ap](?:\.\s?m\b\.?|m\b\.?)"
_CLOCK = worded(
    r"(?:(?<![^\W_])|(?<=[0-9]T))(?<![0-9][:.,/])(?:"
    rf"(?:[01]?[0-9]|2[0-3])(?:(?::[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{{1,9}}(?![0-9]))?)?)(?:{_HALF})?|h[0-5][0-9]|\.[0-5][0-9](?=\s?{{clock_word}}\b))"
    rf"|(?:0?[1-9]|1[0-2])(?:\.[0-5][0-9])?{_HALF}"
    rf")(?:{AFTER}|(?=Z\b))(?![:/][0-9])(?!\s?%)",
    re.IGNORECASE,
)
_BEFORE_ZONE = lazily(r"(?:[0-9]:[0-9]{2}(?:[.,][0-9]{1,9})?\+|(?:T[0-9]{2}|:[0-9]{2}):[0-9]{2}(?:[.,][0-9]{1,9})?-)\Z")
_LONGEST_BEFORE_ZONE = 20


def find_times(reading: ValueReading) -> Iterator[FoundValue]:
    """The times of day in a text; what follows a time as its zone (``10:30+02:00``) is none."""
    text = reading.text
    for found in matches(_CLOCK, text, reading.numbers):
        start = found.start()
        if text[start - 1 : start] not in ("+", "-") or not _BEFORE_ZONE.search(
            text, max(0, start - _LONGEST_BEFORE_ZONE), start
        ):
            yield FoundValue(start, found.end(), "TIME", 0.7)
