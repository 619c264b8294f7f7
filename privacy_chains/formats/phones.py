"""Telephone numbers, by the numbering plans of the library `phonenumbers`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from privacy_chains.errors import FormatError
from privacy_chains.formats._automata import Ranker
from privacy_chains.formats._patterns import compile_pattern
from privacy_chains.formats.base import OneLook, Part, Reading, Write

if TYPE_CHECKING:
    from phonenumbers import PhoneNumber

__all__ = ["PhoneFormat"]

_KINDS = (
    "fixed_line",
    "mobile",
    "fixed_line",
    "toll_free",
    "premium_rate",
    "shared_cost",
    "voip",
    "personal_number",
    "pager",
    "uan",
    "voicemail",
)
"""The metadata that describes each of the library's kinds of number, in the order of `PhoneNumberType`."""

_EXTENSION = re.compile(r"(?:\bext(?:ension|n)?\.?|\bx|#|;ext=)[\s:.]*\d+\s*", re.IGNORECASE | re.ASCII)

_LETTER = re.compile("[A-Za-z]")


@dataclass(frozen=True, slots=True)
class _Number:
    """A number read from text: the digits before the national number are kept (country code, trunk prefix)."""

    country: int
    region: str | None
    kind: int
    national: str
    extension: str

    @property
    def domain(self) -> str:
        kind = "possible" if self.region is None else f"{self.region}/{self.kind}"
        return f"phone/{self.country}/{kind}/{len(self.national)}"


class PhoneFormat(OneLook):
    """Telephone numbers that are valid, or at least possible, in their country.

    A valid number becomes a valid number of the same country and kind (fixed, mobile, toll-free, ...); a possible
    one becomes a possible one. What stands before the national number is kept, and every other character too. With
    and without the country code, a number has one surrogate.

    Args:
        region: The country of numbers that are written without its code, as ISO 3166 has it.
    """

    reading: Reading = "code"
    keeps = "country, kind of number (fixed, mobile, toll-free, ...), validity, length, formatting"

    def __init__(self, region: str = "US") -> None:
        self.region = region

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        number = _read(text, self.region)
        ranker = _ranker(number.country, number.region, number.kind, len(number.national))
        parts: tuple[Part, ...] = (Part(number.domain, ranker.size, ranker.rank(number.national)),)
        length = len(number.extension)
        if length:
            parts += (Part(f"phone/extension/{length}", 10**length, int(number.extension)),)

        def write(ranks: Sequence[int]) -> str:
            new = ranker.unrank(ranks[0]) + (f"{ranks[1]:0{length}}" if length else "")
            pieces = list(text)
            places = [place for place, char in enumerate(text) if char.isdigit()][-len(new) :]
            for place, char in zip(places, new, strict=True):
                pieces[place] = char
            return "".join(pieces)

        return parts, write


def _read(text: str, region: str) -> _Number:
    """What the library makes of ``text``.

    Raises:
        FormatError: It is not a possible number, or its digits are not those of the text.
    """
    from phonenumbers import (  # noqa: PLC0415  # slow to load
        NumberParseException,
        is_possible_number,
        national_significant_number,
        number_type,
        parse,
        region_code_for_number,
    )

    msg = "the value is not a possible telephone number"
    foreign = not text.isascii() and any(char.isalnum() and not char.isascii() for char in text)
    if foreign or len(text) > 60 or _LETTER.search(_EXTENSION.sub("", text, count=1)):
        raise FormatError(msg)
    number: PhoneNumber | None = None
    with suppress(NumberParseException):
        number = parse(text, region)
    if number is None:
        raise FormatError(msg)
    national, extension = national_significant_number(number), number.extension or ""
    digits = "".join(filter(str.isdigit, text))
    if not digits.endswith(national + extension) or not is_possible_number(number):
        raise FormatError(msg)
    kind = number_type(number)
    # Some codes name a region although the number belongs to none of its kinds: such a number is only possible.
    found = region_code_for_number(number) if 0 <= kind < len(_KINDS) else None
    return _Number(number.country_code or 0, found, kind, national, extension)


@lru_cache(maxsize=1024)
def _ranker(country: int, region: str | None, kind: int, length: int) -> Ranker:
    """Ranks the national numbers of a country and kind, or all digits where the number is not valid."""
    return Ranker(compile_pattern(rf"\d{{{length}}}" if region is None else _pattern(country, region, kind)), length)


def _pattern(country: int, region: str, kind: int) -> str:
    from phonenumbers import PhoneMetadata  # noqa: PLC0415  # slow to load

    if region == "001":
        metadata = PhoneMetadata.metadata_for_nongeo_region(country)
    else:
        metadata = PhoneMetadata.metadata_for_region(region)
    described = getattr(metadata, _KINDS[kind], None) if 0 <= kind < len(_KINDS) else None
    if described is None or not described.national_number_pattern:
        msg = "the numbering plan of the country has no such numbers"
        raise FormatError(msg)
    return str(described.national_number_pattern)
