"""Numbering plans: whose a telephone number is, and of which kind, as the library `phonenumbers` has it.

The library tries each kind of each country by an expression of its own, and looks the country up again for the kind.
Here the kinds of a country are one expression, so a number is looked at once; the metadata are the library's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from phonenumbers import PhoneMetadata, PhoneNumberDesc

__all__ = ["KINDS", "classify", "metadata_for"]

KINDS = (
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

_FIXED, _MOBILE, _EITHER = 0, 1, 2
_FIRST_ASKED = (4, 3, 5, 6, 7, 8, 9, 10)
"""The kinds that a number is before it is a fixed or a mobile one, in the library's order."""

_NON_GEOGRAPHIC = "001"


def classify(country: int, national: str) -> tuple[str, int] | None:
    """The region and kind of a national number; None where it is not valid.

    Args:
        country: The country calling code.
        national: The digits after it.
    """
    regions = _regions(country)
    for region in regions:
        leading, kinds = _plan(country, region, len(national))
        kind = kinds.fullmatch(national)
        if kind is not None and (leading is None or leading.match(national) or len(regions) == 1):
            return region, int((kind.lastgroup or "")[1:])
        if len(regions) == 1 or (leading is not None and leading.match(national)):
            break  # it is nobody else's
    return None


def metadata_for(country: int, region: str) -> PhoneMetadata | None:
    """What the library knows of a region's numbers."""
    from phonenumbers import PhoneMetadata  # noqa: PLC0415  # slow to load

    if region == _NON_GEOGRAPHIC:
        return PhoneMetadata.metadata_for_nongeo_region(country)
    return PhoneMetadata.metadata_for_region(region)


@lru_cache(maxsize=1024)
def _regions(country: int) -> tuple[str, ...]:
    """The regions that share a country calling code, the main one first."""
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE  # noqa: PLC0415  # slow to load

    return COUNTRY_CODE_TO_REGION_CODE.get(country, ())


@lru_cache(maxsize=1024)
def _plan(country: int, region: str, length: int) -> tuple[re.Pattern[str] | None, re.Pattern[str]]:
    """What a region's numbers begin with, where that tells them, and their kinds: one named group for each."""
    metadata = metadata_for(country, region)
    general = _pattern(metadata.general_desc, length) if metadata is not None else None
    kinds = "|".join(_alternatives(metadata, length)) if metadata is not None and general is not None else ""
    leading = metadata.leading_digits if metadata is not None else None
    return (
        re.compile(leading) if leading is not None else None,
        re.compile(rf"(?=(?:{general})\Z)(?:{kinds})" if kinds else r"(?!)"),
    )


def _alternatives(metadata: PhoneMetadata, length: int) -> Iterator[str]:
    for kind in _FIRST_ASKED:
        pattern = _pattern(getattr(metadata, KINDS[kind]), length)
        if pattern is not None:
            yield rf"(?P<k{kind}>{pattern})"
    fixed, mobile = _pattern(metadata.fixed_line, length), _pattern(metadata.mobile, length)
    if metadata.same_mobile_and_fixed_line_pattern:
        mobile = fixed
    if fixed is not None and mobile is not None:
        yield rf"(?=(?:{fixed})\Z)(?P<k{_EITHER}>{mobile})"
    if fixed is not None:
        yield rf"(?P<k{_FIXED}>{fixed})"
    if mobile is not None:
        yield rf"(?P<k{_MOBILE}>{mobile})"


def _pattern(described: PhoneNumberDesc | None, length: int) -> str | None:
    """The expression of the numbers described, if some may have the length."""
    if described is None or not described.national_number_pattern:
        return None
    lengths = described.possible_length
    return None if lengths and length not in lengths else str(described.national_number_pattern)
