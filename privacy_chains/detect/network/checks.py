"""Checks that reject a finding of the network, by the text and by the findings of others in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from privacy_chains.contract.spans import Span
from privacy_chains.detect.countries import is_country
from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.findings import PROPER
from privacy_chains.detect.network.heads import is_head
from privacy_chains.detect.patterns.labels import announces_value

__all__ = ["CHECKS", "COUNTRIES", "Check", "gaps_of"]


class Check(NamedTuple):
    """A step that drops findings, in the context of others.

    Attributes:
        name: What it is called in tables.
        why: What it mends, with an example.
        is_none: Whether to drop a finding in a text, given the spans of others that it meets.
    """

    name: str
    why: str
    is_none: Callable[[str, Span, Sequence[Span]], bool]


def gaps_of(start: int, end: int, held: Sequence[Span]) -> Sequence[tuple[int, int]]:
    """What of a stretch is before, between and behind the spans in it."""
    edges = [start, *(edge for one in held for edge in (one.start, one.end)), end]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _is_label(text: str, found: Span, _met: Sequence[Span]) -> bool:
    """Whether a name is the label of a value behind it; of people, only what no list has in small letters."""
    value = text[found.start : found.end]
    if found.entity_type == "PERSON":
        may_be = value.islower() and not any(map(is_listed_in_any_case, value.split()))
    else:
        may_be = found.entity_type in PROPER
    return may_be and announces_value(text, found.start, found.end)


def _is_country(text: str, found: Span, met: Sequence[Span]) -> bool:
    """Whether a stretch is a country, perhaps beside a place in it that others found."""
    if found.entity_type not in PROPER:
        return False
    if not met:
        return is_country(text[found.start : found.end])
    beside = (text[slice(*gap)].strip(" ,()") for gap in gaps_of(found.start, found.end, met))
    return all(not piece or is_country(piece) for piece in beside)


COUNTRIES: Final = Check("countries", "France says little about a person.", _is_country)
"""Left out where countries are asked for."""

CHECKS: Final = (
    Check("labels of values", "imei before its number is no firm.", _is_label),
    Check("heads of tables", "Kaltmiete over its column is no place.", is_head),
    COUNTRIES,
)
"""All of them, in order."""
