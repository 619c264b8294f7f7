"""The stand-ins that the network reads in place of values that were already found.

A network's reading of a word depends on the words around it. If it read the values that patterns and lists have found,
it would read other words in the sanitized text, and might find other things beside them. So it reads a short, fixed
value of the same type instead, in the original and in the sanitized text alike.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.formats.letters import fold
from privacy_chains.formats.word_classes import word_class
from privacy_chains.lazy import lazily

__all__ = ["Canonical", "is_given"]

_GIVEN, _SURNAME, _FULL = "Alice", "Johnson", "Alice Johnson"
_TOWN, _STATE = "Springfield", "IL"
_OTHER = "A1"
_ORDINAL, _ORDINAL_AGE = lazily("[0-9]+[a-z]{2}"), "90th"
_STAND_INS = MappingProxyType(
    {
        "AGE": "40",
        "CREDIT_CARD": "4000",
        "DATE_OF_BIRTH": "May 1980",
        "DATE_TIME": "May 2020",
        "EMAIL_ADDRESS": "email",
        "IP_ADDRESS": "192",
        "MEASUREMENT": "50 kg",
        "MONEY": "$50",
        "NUMBER": "50",
        "PASSWORD": "secret",
        "PERCENTAGE": "50%",
        "PHONE_NUMBER": "555",
        "STREET_ADDRESS": "12 Main Street",
        "TIME": "10:00",
        "URL": "website",
        "US_SSN": "123",
        "US_ZIP_CODE": "1000",
        "WEEKDAY": "Monday",
        "YEAR": "1980",
        "YEAR_OF_BIRTH": "1980",
    }
)
"""For each type a value that is usual and short. Of other types, all identifiers, the network reads one."""


_DIGITS, _LETTERS = "4720918365", "KBTRMZDX"
_DATE = r"(?:[0-9]{4}([\-./])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([\-./])[0-9]{1,2}\2[0-9]{2,4})(?![0-9])"
_YEARS = r"[0-9]{4}(?:s|[ \-/][0-9]{4}|(?![^\W_]))(?![^\W_]|[ .\-/()]{1,2}[0-9])"
_CODE = lazily(
    rf"(?<![^\W_])(?!{_DATE}|{_YEARS})(?:[0-9](?:[ .\-/()]{{0,2}}[0-9]){{6,20}}|[0-9]{{5,64}}"
    r"|(?=(?:[A-Za-z]{0,2}[0-9]){4})(?:[A-Za-z]{0,2}+[0-9]++){1,16}+[A-Za-z]{0,2}+)(?![^\W_])"
)
"""What may be an identifier: seven digits and more, five in a row, or four between letters; no date, no years."""
_SIGN = lazily("[0-9A-Za-z]")


class Canonical:
    """A text with stand-ins for the values that were found in it.

    It reads the same before and after these values are replaced by their surrogates: a stand-in depends on nothing
    but the type and on what its surrogate keeps: of a name whether it has several words, whether a single one is
    listed as a given name, and its letter case; of a place whether it is the code of a state; of an age whether it is
    an ordinal. Where it would make one word with its neighbour, a space is between. Of long numbers and codes that
    nobody found only the shape is read, so that what the network takes them for hangs on no digit of theirs.

    Args:
        text: The text.
        spans: The values, disjoint and in reading order.

    Attributes:
        text: The text that is read.
        values: Where the stand-ins are in it.
    """

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self._pieces: list[_Piece] = []
        written: list[str] = []
        length = 0
        self.values: list[tuple[int, int]] = []
        for start, end, stand_in in _pieces(text, spans):
            piece = _as_usual(text[start:end]) if stand_in is None else stand_in
            if written and written[-1][-1].isalnum() and piece[0].isalnum():
                self._pieces.append(_Piece(length, length + 1, start, start, is_stand_in=False))
                written.append(" ")
                length += 1
            self._pieces.append(_Piece(length, length + len(piece), start, end, stand_in is not None))
            if stand_in is not None:
                self.values.append((length, length + len(piece)))
            written.append(piece)
            length += len(piece)
        self.text = "".join(written)

    def with_whole_values(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of the canonical text without the stand-ins that it holds in part; what is left may be empty."""
        first, last = self._piece_at(start), self._piece_at(end - 1)
        if first.is_stand_in and start > first.begin:
            start = next((at for at in range(first.stop, end) if self.text[at].isalnum()), end)
        if last.is_stand_in and end < last.stop:
            end = next((at for at in range(last.begin, start, -1) if self.text[at - 1].isalnum()), start)
        return start, end

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of the canonical text comes from; of a stand-in, the whole value."""
        first, last = self._piece_at(start), self._piece_at(end - 1)
        begin = first.start if first.is_stand_in else min(first.start + start - first.begin, first.end)
        return begin, last.end if last.is_stand_in else min(last.start + end - last.begin, last.end)

    def _piece_at(self, position: int) -> _Piece:
        return self._pieces[bisect_right(self._pieces, position, key=lambda piece: piece.begin) - 1]


class _Piece(NamedTuple):
    """A piece of the canonical text, and where it comes from."""

    begin: int
    stop: int
    start: int
    end: int
    is_stand_in: bool


def _pieces(text: str, spans: Sequence[Span]) -> Iterator[tuple[int, int, str | None]]:
    """What stands between values, and values with their stand-ins; nothing empty."""
    position = 0
    for span in spans:
        if position < span.start:
            yield position, span.start, None
        yield span.start, span.end, _stand_in(text, span)
        position = span.end
    if position < len(text):
        yield position, len(text), None


def _as_usual(text: str) -> str:
    """A text in which long numbers and codes are others: all that have one shape are the same."""
    return _CODE.sub(lambda code: _SIGN.sub(_usual, code[0]), text)


def _usual(sign: re.Match[str]) -> str:
    """The digit or letter that is read at the place of one, in its letter case."""
    if sign[0].isdigit():
        return _DIGITS[sign.start() % len(_DIGITS)]
    letter = _LETTERS[sign.start() % len(_LETTERS)]
    return letter if sign[0].isupper() else letter.lower()


def _stand_in(text: str, span: Span) -> str:
    value = text[span.start : span.end]
    if span.entity_type == "LOCATION":
        return _STATE if len(value) == len(_STATE) and value.isupper() else _TOWN
    if span.entity_type == "AGE" and _ORDINAL.fullmatch(value):
        return _ORDINAL_AGE
    if span.entity_type != "PERSON":
        return _STAND_INS.get(span.entity_type, _OTHER)
    single = _GIVEN if is_given(value) else _SURNAME
    name = _FULL if any(map(str.isspace, value)) else single
    return name.upper() if value.isupper() else name.lower() if value.islower() else name


def is_given(name: str) -> bool:
    """Whether a name is one word that is listed as a given name: its surrogate is, too."""
    return word_class(fold(name)).startswith("given")
