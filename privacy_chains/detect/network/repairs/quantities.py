"""Quantities that a network found: what states a number and can be read as its type."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.patterns.births import is_of_birth
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities
from privacy_chains.lazy import lazily

__all__ = ["of_birth", "readable"]

_NUMBER = lazily(r"\d{1,3}")
_FEW_DIGITS = lazily(r"0\d*|\d{1,2}")
_YEAR = lazily(r"(?:1[6-9]|20)\d\d")
_QUANTITIES = frozenset({"AGE", "MONEY", "DATE_TIME", "MEASUREMENT"})
_OF_BIRTH = {"DATE_TIME": "DATE_OF_BIRTH", "YEAR": "YEAR_OF_BIRTH"}


def readable(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
    """A quantity as what it can be read as, the number of an age alone; none that states no number.

    One that has digits and cannot be read gets no noise: it is enciphered.
    """
    if one.entity_type not in _QUANTITIES:
        yield one
        return
    number = _NUMBER.search(text, one.start, one.end) if one.entity_type == "AGE" else None
    start, end = number.span() if number else (one.start, one.end)
    value = text[start:end]
    if one.entity_type == "MONEY" and _FEW_DIGITS.fullmatch(value):
        return
    dated = one.entity_type == "DATE_TIME"
    kinds = ("YEAR",) if dated and _YEAR.fullmatch(value) else ("DATE_TIME", "TIME") if dated else (one.entity_type,)
    kind = next((kind for kind in kinds if _is(kind, value)), kinds[0] if any(map(str.isdigit, value)) else "")
    if kind:
        yield NetworkFinding(start, end, kind, one.score)


def _is(kind: str, value: str) -> bool:
    try:
        built_in_quantities()[kind].read(value)
    except FormatError:
        return False
    return True


def of_birth(text: str, one: NetworkFinding) -> Iterator[NetworkFinding]:
    """A date or a year, of birth where the words before it say so."""
    kind = _OF_BIRTH.get(one.entity_type)
    yield one._replace(entity_type=kind) if kind and is_of_birth(text, one.start, one.end) else one
