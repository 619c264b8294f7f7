"""Numbering plans: the region and kind of a telephone number, as the library `phonenumbers` defines them.

The library tries a separate expression for each kind of each country, and looks up the country again for the kind. Here
one expression covers all kinds of a country, so a number is matched once; the metadata are the library's. The
expressions are kept for the next process (:mod:`privacy_chains.precomputed`), since the library loads slowly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache, partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

if TYPE_CHECKING:
    from phonenumbers import PhoneMetadata

__all__ = ["KINDS", "classify", "pattern_of"]

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
"""The metadata field of each of the library's kinds of number, in the order of `PhoneNumberType`."""

_FIXED, _MOBILE, _EITHER = 0, 1, 2
_FIRST_ASKED = (4, 3, 5, 6, 7, 8, 9, 10)
"""The kinds that are tried before fixed and mobile lines, in the library's order."""


def classify(country: int, national: str) -> tuple[str, int] | None:
    """The region and kind of a national number; None if it is not valid.

    Args:
        country: The country calling code.
        national: The digits after it.
    """
    regions = _plans(country)
    for region, _ in regions:
        leading, kinds = _expressions(country, region, len(national))
        kind = kinds.fullmatch(national)
        if kind is not None and (leading is None or leading.match(national) or len(regions) == 1):
            return region, int((kind.lastgroup or "")[1:])
        if len(regions) == 1 or (leading is not None and leading.match(national)):
            break  # no other region has it
    return None


def pattern_of(country: int, region: str, kind: int) -> str | None:
    """The expression of a region's numbers of one kind, of any length; None if it has none."""
    plan = dict(_plans(country)).get(region)
    described = plan.kinds.get(KINDS[kind]) if plan is not None and 0 <= kind < len(KINDS) else None
    return described[0] if described else None


_Kinds = dict[str, tuple[str, tuple[int, ...]]]


class _Plan(NamedTuple):
    """What the library knows about a region's numbers.

    Attributes:
        leading: An expression for their leading digits, if these identify the region.
        same: Whether fixed and mobile numbers look alike.
        kinds: For each kind that exists, its expression and the lengths of its numbers; ``general`` covers all kinds.
    """

    leading: str | None
    same: bool
    kinds: _Kinds


_GENERAL = "general_desc"
_NON_GEOGRAPHIC = "001"


@lru_cache(maxsize=1024)
def _plans(country: int) -> tuple[tuple[str, _Plan], ...]:
    """The regions that share a country calling code, the main one first, and their plans."""
    library = find_spec("phonenumbers")
    files = [library.origin] if library is not None and library.origin is not None else []
    told = precomputed(("numbering plan", *versions_of(__file__, *files), country), partial(_told, country))
    return tuple((region, _Plan(*plan)) for region, plan in told)


def _told(country: int) -> tuple[tuple[str, tuple[str | None, bool, _Kinds]], ...]:
    from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata  # noqa: PLC0415  # slow to load

    found: list[tuple[str, tuple[str | None, bool, _Kinds]]] = []
    for region in COUNTRY_CODE_TO_REGION_CODE.get(country, ()):
        if region == _NON_GEOGRAPHIC:
            metadata = PhoneMetadata.metadata_for_nongeo_region(country)
        else:
            metadata = PhoneMetadata.metadata_for_region(region)
        if metadata is None:
            found.append((region, (None, False, {})))
        else:
            same = bool(metadata.same_mobile_and_fixed_line_pattern)
            found.append((region, (metadata.leading_digits, same, _kinds(metadata))))
    return tuple(found)


def _kinds(metadata: PhoneMetadata) -> _Kinds:
    described = ((name, getattr(metadata, name)) for name in (_GENERAL, *dict.fromkeys(KINDS)))
    return {
        name: (str(one.national_number_pattern), tuple(one.possible_length))
        for name, one in described
        if one is not None and one.national_number_pattern
    }


@lru_cache(maxsize=1024)
def _expressions(country: int, region: str, length: int) -> tuple[re.Pattern[str] | None, re.Pattern[str]]:
    """A region's leading digits, if they identify it, and its kinds: one named group for each."""
    plan = dict(_plans(country))[region]
    general = _pattern(plan, _GENERAL, length)
    kinds = "|".join(_alternatives(plan, length)) if general is not None else ""
    return (
        lazily(plan.leading) if plan.leading is not None else None,
        lazily(rf"(?=(?:{general})\Z)(?:{kinds})" if kinds else r"(?!)"),
    )


def _alternatives(plan: _Plan, length: int) -> Iterator[str]:
    for kind in _FIRST_ASKED:
        pattern = _pattern(plan, KINDS[kind], length)
        if pattern is not None:
            yield rf"(?P<k{kind}>{pattern})"
    fixed, mobile = _pattern(plan, "fixed_line", length), _pattern(plan, "mobile", length)
    if plan.same:
        mobile = fixed
    if fixed is not None and mobile is not None:
        yield rf"(?=(?:{fixed})\Z)(?P<k{_EITHER}>{mobile})"
    if fixed is not None:
        yield rf"(?P<k{_FIXED}>{fixed})"
    if mobile is not None:
        yield rf"(?P<k{_MOBILE}>{mobile})"


def _pattern(plan: _Plan, name: str, length: int) -> str | None:
    """The expression of a kind of numbers, if its numbers may have this length."""
    pattern, lengths = plan.kinds.get(name, (None, ()))
    return None if lengths and length not in lengths else pattern
