"""Telephone numbers, by the numbering plans of the library `phonenumbers`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats._automata import Ranker
from privacy_chains.formats._patterns import compile_own_pattern, compile_pattern
from privacy_chains.formats._plans import classify, pattern_of
from privacy_chains.formats.base import OneLook, Part, Reading, Write
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["DialledFormat", "PhoneFormat"]

_EXTENSION = worded(r"(?:(?<![A-Za-z])(?:{extension}\.?|x)|#|;ext=)[\s:.]*\d+\s*", re.IGNORECASE | re.ASCII)

_LETTER = lazily("[A-Za-z]")
_NORTH_AMERICAN = lazily(r"(?:\+?1[ .\-]?)?(?:\(([2-9][0-9]{2})\)|([2-9][0-9]{2}))[ .\-]?([0-9]{3})[ .\-]?([0-9]{4})")
"""Ten digits with or without the country code. The library reads all these spellings in the same way."""

_NO_KIND = -1
_IMPOSSIBLE = "the value is not a possible telephone number"
_MOST_ZEROS = 3
_LONGEST = 60


class _Number(NamedTuple):
    """A number read from text. The digits before the national number (country code, trunk prefix) are kept."""

    country: int
    region: str | None
    kind: int
    national: str
    extension: str

    @property
    def domain(self) -> str:
        return f"phone/{self.country}/{self._class}/{len(self.national)}"

    @property
    def ranker(self) -> Ranker:
        """A ranker of the national numbers that this one may become."""
        if self.region is None:
            return _possible(_zeros(self.national), len(self.national))
        return _valid(self.country, self.region, self.kind, len(self.national))

    @property
    def _class(self) -> str:
        return f"possible/{_zeros(self.national)}" if self.region is None else f"{self.region}/{self.kind}"


class PhoneFormat(OneLook):
    """Telephone numbers that are valid, or at least possible, in their country.

    A valid number becomes a valid number of the same country and kind (fixed, mobile, toll-free, ...). A possible
    number becomes a possible number with as many leading zeros, of which up to three are kept. Everything before the
    national number is kept, and so is every other character. A number has the same surrogate with and without the
    country code.

    Args:
        region: The country of numbers without a country code, as an ISO 3166 code.
    """

    reading: Reading = "code"
    keeps = "country, kind of number (fixed, mobile, toll-free, ...), validity, leading zeros, length, formatting"

    def __init__(self, region: str = "US") -> None:
        self.region = region

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        number = _read(text, self.region)
        ranker = number.ranker
        parts: tuple[Part, ...] = (Part(number.domain, ranker.size, ranker.rank(number.national)),)
        length = len(number.extension)
        if length:
            parts += (Part(f"phone/extension/{length}", 10**length, int(number.extension)),)

        def write(ranks: Sequence[int]) -> str:
            new = ranker.unrank(ranks[0]) + (f"{ranks[1]:0{length}}" if length else "")
            chars = reversed(new)
            return "".join([next(chars, old) if old.isdigit() else old for old in reversed(text)])[::-1]

        return parts, write


class DialledFormat(OneLook):
    """Telephone numbers as dialled in another country (``020 7946 0958``, ``0049 30 901820``), or in none.

    All digits are one rank, except leading zeros: up to three are kept, and a nonzero digit after them does not become
    a zero, because the zeros identify such a number. The word for an extension is kept too.
    """

    reading: Reading = "code"
    keeps = "leading zeros, length, formatting, an extension's word"

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        places = [place for place, char in enumerate(text) if char.isdecimal()]
        plain = not any(char.isalnum() and not (char.isascii() or char.isdecimal()) for char in text)
        if not places or not plain or len(text) > _LONGEST or _LETTER.search(_EXTENSION.sub("", text, count=1)):
            msg = "the value is not digits as a telephone number has them"
            raise FormatError(msg)
        digits = "".join(str(int(text[place])) for place in places)
        zeros = _zeros(digits)
        ranker = _possible(zeros, len(digits))

        def write(ranks: Sequence[int]) -> str:
            pieces = list(text)
            for place, char in zip(places, ranker.unrank(ranks[0]), strict=True):
                pieces[place] = chr(ord(text[place]) - int(text[place]) + int(char))  # in the script of the digit
            return "".join(pieces)

        return (Part(f"phone/dialled/{zeros}/{len(digits)}", ranker.size, ranker.rank(digits)),), write


def _zeros(digits: str) -> int:
    """The number of leading zeros, up to three: another country's trunk prefix, or the prefix for calls abroad."""
    return min(len(digits) - len(digits.lstrip("0")), _MOST_ZEROS)


def _read(text: str, region: str) -> _Number:
    """Read ``text`` with the library.

    Raises:
        FormatError: It is not a possible number, or its digits are not those of the text.
    """
    read = _north_american(text) if region == "US" else None
    country, national, extension = read or _parsed(text, region)
    # For some codes the library names a region although the number is of none of its kinds: it is only possible.
    found, kind = classify(country, national) or (None, _NO_KIND)
    return _Number(country, found, kind, national, extension)


def _north_american(text: str) -> tuple[int, str, str] | None:
    """Country code, national number and extension: the same as the library's result, at a fraction of the cost."""
    found = _NORTH_AMERICAN.fullmatch(text)
    return None if found is None else (1, "".join(filter(None, found.groups())), "")


def _parsed(text: str, region: str) -> tuple[int, str, str]:
    """Country code, national number and extension, as the library reads them.

    Raises:
        FormatError: It is not a possible number, or its digits are not those of the text.
    """
    foreign = not text.isascii() and any(char.isalnum() and not char.isascii() for char in text)
    if foreign or len(text) > _LONGEST or _LETTER.search(_EXTENSION.sub("", text, count=1)):
        raise FormatError(_IMPOSSIBLE)
    from phonenumbers import (  # noqa: PLC0415  # slow to load
        NumberParseException,
        is_possible_number,
        national_significant_number,
        parse,
    )

    number = None
    with suppress(NumberParseException):
        number = parse(text, region)
    if number is None or not is_possible_number(number):
        raise FormatError(_IMPOSSIBLE)
    national, extension = national_significant_number(number), number.extension or ""
    if not "".join(filter(str.isdigit, text)).endswith(national + extension):
        raise FormatError(_IMPOSSIBLE)
    return number.country_code or 0, national, extension


@lru_cache(maxsize=1024)
def _valid(country: int, region: str, kind: int, length: int) -> Ranker:
    """A ranker of the national numbers of a country and kind."""
    return Ranker(compile_own_pattern(_pattern(country, region, kind)), length)


@lru_cache(maxsize=256)
def _possible(zeros: int, length: int) -> Ranker:
    """A ranker of all digits after exactly that many zeros, or at least that many if it is the most that are kept."""
    first = "" if zeros in (_MOST_ZEROS, length) else "[1-9]"
    pattern = rf"0{{{zeros}}}{first}[0-9]{{{length - zeros - bool(first)}}}"
    return Ranker(compile_pattern(pattern), length)


def _pattern(country: int, region: str, kind: int) -> str:
    pattern = pattern_of(country, region, kind)
    if pattern is None:
        msg = "the numbering plan of the country has no such numbers"
        raise FormatError(msg)
    return pattern
