"""The compiled patterns of this package, as one detector."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace

from privacy_chains.contract.entities import OF_BIRTH
from privacy_chains.contract.spans import Span
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.patterns.ages import find_ages
from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.detect.patterns.chats import find_handles
from privacy_chains.detect.patterns.codes import find_ibans, find_macs, find_urls, find_uuids, find_wallets
from privacy_chains.detect.patterns.coordinates import find_coordinates
from privacy_chains.detect.patterns.dates import dates_among
from privacy_chains.detect.patterns.documents import find_documents
from privacy_chains.detect.patterns.email import find_emails
from privacy_chains.detect.patterns.fhir import find_fhir
from privacy_chains.detect.patterns.file_names import find_names_in_files
from privacy_chains.detect.patterns.formulas import find_in_formulas
from privacy_chains.detect.patterns.hl7 import find_hl7
from privacy_chains.detect.patterns.homes import find_home_users
from privacy_chains.detect.patterns.hosts import find_hosts
from privacy_chains.detect.patterns.ids import find_cards, find_ips, find_plates, find_ssns, find_zips
from privacy_chains.detect.patterns.labels import LABELLED_TYPES, find_labelled
from privacy_chains.detect.patterns.measures import find_measures, find_percentages
from privacy_chains.detect.patterns.money import find_money
from privacy_chains.detect.patterns.named_fields import codes_in_records, names_in_records, towns_in_records
from privacy_chains.detect.patterns.names_in_code import find_names_in_code
from privacy_chains.detect.patterns.phones import find_phones
from privacy_chains.detect.patterns.places import find_places
from privacy_chains.detect.patterns.plain_numbers import find_plain_numbers
from privacy_chains.detect.patterns.postal import find_addresses
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.detect.patterns.secrets import find_passwords, find_secrets
from privacy_chains.detect.patterns.spoken_money import find_spoken_money
from privacy_chains.detect.patterns.tables import LabelledCells, announced_cells
from privacy_chains.detect.patterns.times import find_times
from privacy_chains.detect.patterns.tuples import find_rows
from privacy_chains.detect.patterns.unspaced import find_unspaced
from privacy_chains.detect.patterns.weekdays import find_weekdays

__all__ = ["PATTERN_TYPES", "PatternDetector"]


@dataclass(frozen=True, slots=True)
class _Family:
    """One kind of pattern.

    Attributes:
        find: Finds its values in a text.
        entity_types: What it can find.
        digits: Whether its values hold a digit.
        blocks: Whether it runs even if its types are not asked for, so that nothing else reads its values: no
            telephone number is found in a date.
        among: Gives what runs in its place, where that hangs on the types that are asked for.
    """

    find: Callable[[ValueReading], Iterator[FoundValue]]
    entity_types: frozenset[str]
    digits: bool = True
    blocks: bool = False
    among: Callable[[Collection[str]], Callable[[ValueReading], Iterator[FoundValue]]] | None = None


_DATED = frozenset({*OF_BIRTH, *OF_BIRTH.values()})
_FAMILIES = (
    _Family(find_emails, frozenset({"EMAIL_ADDRESS"}), digits=False),
    _Family(find_urls, frozenset({"URL"}), digits=False),
    _Family(find_hosts, frozenset({"DOMAIN_NAME"}), digits=False),
    _Family(find_ages, frozenset({"AGE"}), digits=False),
    _Family(find_money, frozenset({"MONEY"}), digits=False),
    _Family(find_spoken_money, frozenset({"MONEY"}), digits=False),
    _Family(find_secrets, frozenset({"API_KEY"}), digits=False),
    _Family(find_passwords, frozenset({"PASSWORD", "USERNAME"}), digits=False),
    _Family(find_ssns, frozenset({"US_SSN"})),
    _Family(find_cards, frozenset({"CREDIT_CARD"})),
    _Family(find_phones, frozenset({"PHONE_NUMBER"})),
    _Family(find_zips, frozenset({"US_ZIP_CODE"})),
    _Family(find_addresses, frozenset({"LOCATION", "STREET_ADDRESS"})),
    _Family(find_places, frozenset({"LOCATION"}), digits=False),
    _Family(find_ips, frozenset({"IP_ADDRESS"}), digits=False),
    _Family(find_plates, frozenset({"LICENSE_PLATE"})),
    _Family(find_handles, frozenset({"USERNAME"}), digits=False),
    _Family(find_names_in_files, frozenset({"PERSON"}), digits=False),
    _Family(find_names_in_code, frozenset({"ID_NUMBER", "PERSON", "USERNAME"}), digits=False),
    _Family(find_in_formulas, frozenset({"MONEY", "PERSON"}), digits=False),
    _Family(find_home_users, frozenset({"ORGANIZATION", "PERSON", "USERNAME"}), digits=False),
    _Family(find_labelled, LABELLED_TYPES),
    _Family(find_documents, frozenset({"ID_NUMBER", "ORDER_ID", "US_BANK_NUMBER"})),
    _Family(find_unspaced, frozenset({"CREDIT_CARD", "ID_NUMBER", "PHONE_NUMBER"})),
    _Family(find_fhir, frozenset({"ID_NUMBER"}), digits=False),
    _Family(
        find_hl7,
        frozenset(
            {
                "DATE_OF_BIRTH",
                "ID_NUMBER",
                "MEDICAL_RECORD",
                "ORGANIZATION",
                "PERSON",
                "PHONE_NUMBER",
                "STREET_ADDRESS",
                "US_DRIVER_LICENSE",
                "US_SSN",
            }
        ),
    ),
    _Family(find_coordinates, frozenset({"COORDINATES"})),
    _Family(dates_among(_DATED), _DATED, digits=False, blocks=True, among=dates_among),
    _Family(find_ibans, frozenset({"IBAN_CODE"}), blocks=True),
    _Family(find_macs, frozenset({"MAC_ADDRESS"}), digits=False, blocks=True),
    _Family(find_uuids, frozenset({"UUID"}), digits=False, blocks=True),
    _Family(find_wallets, frozenset({"CRYPTO"})),
    _Family(find_percentages, frozenset({"PERCENTAGE"})),
    _Family(find_measures, frozenset({"MEASUREMENT"})),
    _Family(find_times, frozenset({"TIME"})),
    _Family(find_weekdays, frozenset({"WEEKDAY"}), digits=False),
    _Family(find_rows, frozenset({"AGE", "MONEY"})),
    _Family(find_plain_numbers, frozenset({"NUMBER"})),
)

PATTERN_TYPES: frozenset[str] = frozenset().union(*(family.entity_types for family in _FAMILIES))
"""Every entity type that the patterns can find."""


class PatternDetector:
    """Finds values by shape and by the words around them.

    Type-preserving: which type a value gets depends on its shape, separators, brand, check-digit class and the words
    around it, all of which surrogates keep, and on nothing else about its characters.

    Args:
        entity_types: The types to report; all of ``PATTERN_TYPES`` when None.
    """

    def __init__(self, entity_types: Iterable[str] | None = None) -> None:
        self.entity_types = PATTERN_TYPES if entity_types is None else PATTERN_TYPES & frozenset(entity_types)
        self._families = tuple(
            replace(f, find=f.among(self.entity_types)) if f.among else f
            for f in _FAMILIES
            if f.blocks or f.entity_types & self.entity_types
        )

    def detect(self, text: str) -> list[Span]:
        """The values in ``text``, disjoint and in reading order: the longest match wins, then the surest."""
        return self.detect_in(ValueReading(text))

    def detect_in(self, reading: ValueReading) -> list[Span]:
        """:meth:`detect` for a text that was looked through already."""
        spans = self._found(reading)
        spans += self._in_cells(reading.text, announced_cells(reading))
        return [Span(*span, "patterns") for span in _disjoint(spans) if span.entity_type in self.entity_types]

    def _in_cells(self, text: str, fields: Sequence[tuple[str, Cell]]) -> Iterator[FoundValue]:
        """What the heads of cells announce in them."""
        if not fields:
            return
        others = (field for field in fields if not _is_read_already(text, *field))
        cells = LabelledCells(text, [*others, *towns_in_records(text, fields)])
        yield from filter(None, map(cells.original, self._found(ValueReading(cells.text))))
        if "ID_NUMBER" in self.entity_types:
            yield from codes_in_records(text, fields)
        if "PERSON" in self.entity_types and (people := [*names_in_records(text, fields)]):
            named = LabelledCells(text, people)
            names = (FoundValue(*astuple(span)[:4]) for span in NameDetector().detect(named.text))
            yield from filter(None, map(named.original, names))

    def _found(self, reading: ValueReading) -> list[FoundValue]:
        digits = bool(reading.numbers)
        return [
            span
            for family in self._families
            if digits or not family.digits
            for span in family.find(reading)
            if family.blocks or span.entity_type in self.entity_types
        ]


def _is_read_already(text: str, head: str, cell: Cell) -> bool:
    """Whether a cell stands behind its head as all read it, with what follows it in the text as well."""
    return text.startswith(f"{head}: ", cell.start - len(head) - 2)


def _disjoint(spans: list[FoundValue]) -> list[FoundValue]:
    """Whole matches only: what loses an overlap is a misreading, and no piece of it is a value of its type."""
    chosen: list[FoundValue] = []
    cluster: list[FoundValue] = []
    end = 0
    for span in sorted(spans):
        if span.start >= end:
            chosen += _winners(cluster) if len(cluster) > 1 else cluster
            cluster = []
        cluster.append(span)
        end = max(end, span.end)
    return chosen + _winners(cluster)


def _winners(cluster: list[FoundValue]) -> list[FoundValue]:
    """Of spans that overlap in a chain, the longest and surest that do not overlap each other, in reading order."""
    if len(cluster) < 2:
        return cluster
    chosen: list[FoundValue] = []
    for span in sorted(cluster, key=lambda s: (s.start - s.end, -s.score, s.start, s.entity_type)):
        index = bisect_right(chosen, span.start, key=lambda s: s.end)
        if index == len(chosen) or chosen[index].start >= span.end:
            insort(chosen, span)
    return chosen
