"""Latitudes and longitudes: pairs with a hemisphere or after a word for a place, and named ones.

In degrees, minutes and seconds both have to say their hemisphere: other angles are no places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.detect.rules.tables import shape
from privacy_chains.lazy import lazily

__all__ = ["find_coordinates"]

_LATITUDE = r"[1-8]?[0-9]\.(?P<first>[0-9]{2,15})"
_LONGITUDE = r"(?:1[0-7][0-9]|[1-9]?[0-9])\.(?P<second>[0-9]{2,15})"
_SIDE = r"(?:\s?(?:\u00b0|deg\b))?(?:\s?[%s]\b)?"
_PAIR = lazily(
    rf"(?<![\w.])(?<![0-9][,;])(?<![0-9][,;][\s\-+])(?<![0-9][,;]\s[\-+]){_LATITUDE}(?P<north>{_SIDE % 'NS'})"
    rf"(?:\s?[,;/]\s?|\s)[-+]?{_LONGITUDE}(?P<east>{_SIDE % 'EWO'})(?![\w.])(?!\s?[,;]\s?[-+]?[0-9])"
)
_DECIMALS = r"(?:\.[0-9]{1,8})?"
_MINUTES = rf"[0-5]?[0-9]{_DECIMALS}\s?['\u2032\u2019]"
_SECONDS = rf"(?:\s?[0-5]?[0-9]{_DECIMALS}\s?(?:[\"\u2033\u201d]|''))?"
_ANGLE = rf"[01]?[0-9]{{1,2}}\s?\u00b0\s?{_MINUTES}{_SECONDS}"
_PART = r"\s?[,;/]?\s?"
_SEXAGESIMAL = lazily(
    rf"(?<![\w.])(?:{_ANGLE}\s?[NS]{_PART}{_ANGLE}\s?[EWO]\b"
    rf"|(?:(?<=[NS])|(?<=[NS]\s)){_ANGLE}{_PART}[EWO]\s?{_ANGLE})(?!\w)"
)
"""``51\u00b030'12"N 0\u00b07'10"W``, ``N 51\u00b0 30.2' W 0\u00b0 7.1'``."""
_ONE = lazily(rf"(?<![\w.]){_LONGITUDE}(?:\s?\u00b0)?(?![\w.])")
_PLACE = lazily(shape("coordinates_place"))
_NAME = lazily(shape("coordinates_name"))
_REACH = 48
_FAIR, _FINE = 3, 4  # decimals: a hundred metres, ten metres


def find_coordinates(reading: ValueReading) -> Iterator[FoundValue]:
    """Where somebody or something is, by its degrees; the sign is part of the span.

    A pair of numbers in a longer list is no place, and neither are two numbers that nothing says are degrees.
    """
    text = reading.text
    if text.count("\u00b0") > 1:
        for found in _SEXAGESIMAL.finditer(text):
            yield FoundValue(*found.span(), "COORDINATES", 0.85)
    if "." not in text:
        return
    decimals = reading.joined(".")
    known = 0
    for found in matches(_PAIR, text, decimals):
        start = _from_sign(text, found.start())
        if _is_place(reading, found, start):
            known = found.end()
            yield FoundValue(start, known, "COORDINATES", 0.85)
    for found in matches(_ONE, text, decimals):
        if found.start() >= known and _NAME.search(reading.lower, max(0, found.start() - _REACH), found.start()):
            yield FoundValue(_from_sign(text, found.start()), found.end(), "COORDINATES", 0.8)


def _is_place(reading: ValueReading, found: re.Match[str], start: int) -> bool:
    """Whether signs of degrees, decimals, a sign or the words before say that the pair is a place."""
    if any(sign in "\u00b0NSEWO" for sign in found["north"] + found["east"]):
        return True
    decimals = min(len(found["first"]), len(found["second"]))
    if decimals >= _FINE and "-" in reading.text[start : found.end()]:
        return True
    return decimals >= _FAIR and bool(_PLACE.search(reading.lower, max(0, start - _REACH), start))


def _from_sign(text: str, start: int) -> int:
    return start - (text[start - 1 : start] in ("-", "+"))
