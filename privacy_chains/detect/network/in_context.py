"""The findings of other detectors, and those of a network in their context."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from privacy_chains.contract.entities import DATES, ENTITY_TYPES, Category
from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.network.address_parts import SHIP
from privacy_chains.detect.network.addresses import after_owner
from privacy_chains.detect.network.beside_people import ages_beside
from privacy_chains.detect.network.checks import CHECKS, COUNTRIES, Check, gaps_of
from privacy_chains.detect.network.detector import NEURAL
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.graph import Places
from privacy_chains.detect.network.repairs.step import Repair
from privacy_chains.detect.network.repairs.table import ADDRESSES, ON_PIECES, REPAIRS, repaired
from privacy_chains.detect.network.stand_ins import Canonical, is_given
from privacy_chains.detect.patterns.labels import is_label_of_number
from privacy_chains.formats.postal import postal_codes
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["InContext"]

_AROUND = frozenset({"LOCATION", "ORGANIZATION", "PERSON", "STREET_ADDRESS"})
"""What may hold values that others found."""
_HELD = _AROUND | {"US_ZIP_CODE", "WEEKDAY", *postal_codes()}
_OWN = frozenset(name for name, kind in ENTITY_TYPES.items() if kind.category is Category.FORMAT) - _HELD
"""Identifiers: they are values of their own wherever they stand."""
_SETTLED = _OWN | {"AGE", "DATE_OF_BIRTH", "DATE_TIME", "MEASUREMENT", "MONEY"}
"""Values in whose place the network has nothing to find."""
_NAMED = frozenset({"ORGANIZATION", "PERSON"})
_TELLING = worded(r"(?<![^\W_])(?!{and|or}\b)[^\W\d_]{2,}", re.IGNORECASE)
_NAMES_IN_A_ROW = worded(r"[^\W\d_]+(?:, [^\W\d_]+){0,6},? (?:{and}|&) [^\W\d_]+")
_TITLE = lazily(r"[A-Z][^\W\d_]{0,9}\.? ")
_INITIAL_TITLE = lazily(r"[DM]\. ")
_POSSESSIVES = frozenset({"'s", "\u2019s"})
_NO_HOUSE = worded(r"\A\s*(?:[(,/-]|(?:{extension|phone_word}|x)\b)", re.IGNORECASE)


class _Reads(Protocol):
    """A detector that reads a text in which some values are settled."""

    def detect_beside(self, text: str, settled: Places) -> Iterable[Span]: ...


class InContext:
    """Joins the findings of other detectors and of the network.

    The network reads short stand-ins for what the others found, so that its reading does not depend on those values
    and is the same in the sanitized text. An address, an organization, a place or a person that it finds may hold
    what the others found whole, and more; otherwise what they found is theirs.

    Args:
        certain: The others.
        neural: The network.
        countries: Whether countries are reported.
        ages: Whether numbers beside people are reported as their ages.
        repairs: The repairs of the network's findings that need the findings of others.
    """

    def __init__(
        self,
        certain: Sequence[Detector],
        neural: _Reads,
        *,
        countries: bool,
        ages: bool = False,
        repairs: Sequence[Repair | Check] = (*REPAIRS, *CHECKS),
    ) -> None:
        self._ages = ages
        self._certain = certain
        self._neural = neural
        self._checks = [
            check for check in repairs if isinstance(check, Check) and not (countries and check is COUNTRIES)
        ]
        self._joining = [repair for repair in repairs if repair in ADDRESSES]
        self._naming = [repair for repair in repairs if repair in ON_PIECES]

    def detect(self, text: str) -> Iterator[Span]:
        """The spans of all detectors, and the ages beside people."""
        spans = list(self._detect(text))
        yield from spans
        if self._ages:
            yield from ages_beside(text, spans)

    def _detect(self, text: str) -> Iterator[Span]:
        certain = resolve_overlaps(span for detector in self._certain for span in detector.detect(text))
        yield from certain
        starts = [span.start for span in certain]
        canonical = Canonical(text, certain)
        settled = [at for at, one in zip(canonical.values, certain, strict=True) if one.entity_type in _SETTLED]
        for one in self._with_pieces(canonical, certain, list(self._found(canonical, settled))):
            start, end = canonical.original(one.start, one.end)
            found = replace(one, start=start, end=end)
            met = certain[bisect_left(starts, start) : bisect_left(starts, end)]
            if any(check.is_none(text, found, met) for check in self._checks):
                continue
            if not met or (found.entity_type in DATES and {one.entity_type for one in met} <= {"TIME", "WEEKDAY"}):
                yield found
            elif found.entity_type in _AROUND:
                yield from self._around(text, found, met)

    def _found(self, canonical: Canonical, settled: Places) -> Iterator[Span]:
        """What the network finds in the canonical text, holding no stand-in in part."""
        for found in self._neural.detect_beside(canonical.text, settled):
            start, end = stretch = canonical.with_whole_values(found.start, found.end)
            if start < end and (stretch == (found.start, found.end) or found.entity_type in _AROUND):
                yield replace(found, start=start, end=end)

    def _around(self, text: str, found: Span, met: Sequence[Span]) -> Iterator[Span]:
        """What the network found around values of others, in pieces where identifiers stand in it."""
        own = [one for one in met if one.entity_type in _OWN]
        for start, end in gaps_of(found.start, found.end, own):
            piece = (start, end) if not own else _without_signs(text, start, end)
            if piece[0] < piece[1] and not (own and _says_nothing(text, piece, found.entity_type)):
                named = self._without_labels(text, replace(found, start=piece[0], end=piece[1]))
                yield from _with_names(text, named, met)

    def _without_labels(self, text: str, one: Span) -> Span:
        """A piece of an address without labels at its edges; one that is nothing but a name is a person or a firm."""
        if one.entity_type != "STREET_ADDRESS":
            return one
        piece = NetworkFinding(one.start, one.end, one.entity_type, one.score)
        for start, end, kind, _ in repaired(text, [piece], self._naming):
            return replace(one, start=start, end=end, entity_type=kind if kind in _NAMED else one.entity_type)
        return one

    def _with_pieces(self, canonical: Canonical, certain: Sequence[Span], found: Sequence[Span]) -> Sequence[Span]:
        """What the network found, its addresses joined with what others found of them: ZIP codes, names of streets."""
        if not any(one.entity_type == "STREET_ADDRESS" for one in found):
            return found
        starts = [one.start for one in found]
        pieces = [NetworkFinding(one.start, one.end, one.entity_type, one.score) for one in found]
        for (start, end), span in zip(canonical.values, certain, strict=True):
            before = bisect_left(starts, end) - 1  # findings hold stand-ins whole or not at all
            if before < 0 or found[before].end <= start:
                pieces.append(NetworkFinding(start, end, span.entity_type, span.score))
        joined = repaired(canonical.text, sorted(pieces), self._joining)
        values = dict(canonical.values)
        beside = (_without_owner(canonical, one, _end_of_owner(canonical.text, values, one.start)) for one in joined)
        return [Span(*one, NEURAL) for one in beside if one.start < one.end and values.get(one.start) != one.end]


def _says_nothing(text: str, piece: tuple[int, int], entity_type: str) -> bool:
    """Whether what is left of a finding beside an identifier is a word or the identifier's label."""
    return (entity_type == "STREET_ADDRESS" and text[slice(*piece)].isalpha()) or is_label_of_number(text, *piece)


def _without_signs(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return start, end


def _with_names(text: str, found: Span, met: Sequence[Span]) -> Iterator[Span]:
    """A stretch that may hold names and postal codes of others, if it says more than they do."""
    held = [one for one in met if found.start <= one.start and one.end <= found.end]
    between = gaps_of(found.start, found.end, held)
    rest = [text[start:end] for start, end in between]
    if not any(rest):
        return
    row = found.entity_type == "ORGANIZATION" and _NAMES_IN_A_ROW.fullmatch(text, found.start, found.end)
    if found.entity_type == "PERSON" and len(held) == 1 and not rest[1] and _INITIAL_TITLE.fullmatch(rest[0]):
        return  # M. Dupont: the lists read the title in the text around it
    if row and _are_people(text, held):
        words = (word for start, end in between for word in _TELLING.finditer(text, start, end))
        yield from (replace(found, start=word.start(), end=word.end(), entity_type="PERSON") for word in words)
    elif (
        found.entity_type == "PERSON"
        or not held
        or any(map(_TELLING.search, rest))
        or (row and "," in row.group())  # Moore, Barnes and Hughes
        or _is_more(found, rest)
    ):
        yield found


def _is_more(found: Span, rest: Sequence[str]) -> bool:
    """Whether what stands beside names makes a firm of them, ``Johnson & Johnson``, ``Wendy's``, or a street of one."""
    if found.entity_type == "STREET_ADDRESS":
        return len(rest) == 2 and not rest[0] and not _NO_HOUSE.match(rest[1])
    return found.entity_type == "ORGANIZATION" and (any("&" in piece for piece in rest) or rest[-1] in _POSSESSIVES)


def _are_people(text: str, held: Sequence[Span]) -> bool:
    """Whether names in a row are those of people, ``Steve, Rod and Elyse``: most of the listed are given names."""
    return 2 * sum(is_given(text[one.start : one.end]) for one in held) > len(held)


def _end_of_owner(text: str, values: Mapping[int, int], start: int) -> int:
    """Where the value ends, found by others, that an address begins with, perhaps behind a title; else 0."""
    title = None if SHIP.match(text, start) else _TITLE.match(text, start)
    return values.get(start) or values.get(title.end() if title else start, 0)


def _without_owner(canonical: Canonical, found: NetworkFinding, end: int) -> NetworkFinding:
    """An address without the full name, found by others, of whoever lives there, that it may begin with."""
    if found.entity_type != "STREET_ADDRESS" or " " not in canonical.text[found.start : end]:
        return found
    start = after_owner(canonical.text, end)
    return found._replace(start=min(start, found.end)) if start > end else found
