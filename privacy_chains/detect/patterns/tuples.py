"""Rows of programs that have no heads: ``('Wanda Pruitt', 52, Decimal('88400.00'))``.

Beside the name of a person in full, numbers are that person's: small whole ones an age, exact decimals, those with
places and large ones an amount. A row without such a name is anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_rows"]

_STRING = r"(?:'[^'\n\\]{0,80}'|\"[^\"\n\\]{0,80}\")"
_CALL = rf"[A-Za-z_][\w.]{{0,40}}\((?:{_STRING}|[0-9.,\s\-]{{0,40}})\)"
_ITEM = rf"(?:[bru]?{_STRING}|{_CALL}|-?[0-9][0-9_.]{{0,20}}|None|True|False|null|true|false)"
_ROW = lazily(rf"[(\[]\s{{0,20}}{_ITEM}(?:\s{{0,4}},\s{{0,40}}{_ITEM}){{1,40}}\s{{0,4}},?\s{{0,20}}[)\]]")
_NAME = lazily(r"(?<=['\"])[^\W\d_](?:[^\W\d_]|[ .'\u2019\-](?=[^\W\d_])|\.(?= )){3,60}(?=['\"])")
_DECIMAL = lazily(r"(?<=decimal[(]['\"])[0-9]{1,12}(?:\.[0-9]{1,6})?(?=['\"]\))|(?<=decimal[(])[0-9.]{1,16}(?=\))")
_NUMBER = lazily(r"(?<=[,(\[ \n])[0-9]{1,12}(?:\.[0-9]{1,6})?(?=\s{0,20}[,)\]])")
_BETWEEN = lazily(r"\s{0,4},\s{0,40}")
_OLDEST, _LEAST_SUM, _LONGEST_SUM = 120, 4, 6
_IN_FULL = 0.85
_YEARS = ("19", "20")


def find_rows(reading: ValueReading) -> Iterator[FoundValue]:
    """The ages and amounts in rows that name a person in full."""
    text = reading.text
    if not reading.numbers or not ("('" in text or '("' in text or "['" in text or '["' in text or ", '" in text):
        return
    for start, end in _lists(text):
        if any(_is_name(name[0]) for name in _NAME.finditer(text, start, end)):
            for found in _DECIMAL.finditer(reading.lower, start, end):
                yield FoundValue(*found.span(), "MONEY", 0.6)
            for found in _NUMBER.finditer(text, start, end):
                if kind := _kind(found[0]):
                    yield FoundValue(*found.span(), kind, 0.6)


def _lists(text: str) -> Iterator[tuple[int, int]]:
    """Where rows stand one behind the other: what one of them holds, all do."""
    start = end = -1
    for row in _ROW.finditer(text):
        if start < 0 or _BETWEEN.fullmatch(text, end, row.start()) is None:
            if start >= 0:
                yield start, end
            start = row.start()
        end = row.end()
    if start >= 0:
        yield start, end


def _is_name(text: str) -> bool:
    return " " in text and any(
        span.start == 0 and span.end == len(text) and span.score >= _IN_FULL for span in NameDetector().detect(text)
    )


def _kind(number: str) -> str | None:
    """What a bare number of a row says of a person; a single digit counts something, a year is any year."""
    whole, point, _ = number.partition(".")
    if point:
        return "MONEY" if len(whole) > 1 else None
    if _LEAST_SUM <= len(whole) <= _LONGEST_SUM and not (len(whole) == _LEAST_SUM and whole[:2] in _YEARS):
        return "MONEY"
    return "AGE" if len(whole) > 1 and int(whole) <= _OLDEST else None
