"""The repairs of a network's findings, in order, each with an example of what it mends.

``python scripts/eval_detect.py --ablate`` measures what each is worth: it leaves them out one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from privacy_chains.detect.names import may_be_full_name
from privacy_chains.detect.network import addresses
from privacy_chains.detect.network.address_parts import has_no_street
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.network.peoples import is_people
from privacy_chains.detect.network.repairs import edges, no_names, no_values, ordinary, pieces, quantities
from privacy_chains.detect.network.repairs.step import Repair, cut, drop, each, retype
from privacy_chains.formats.organizations import has_legal_form

__all__ = ["ADDRESSES", "ON_PIECES", "REPAIRS", "repaired"]

_NAMES: Final = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_PLACED: Final = _NAMES | {"STREET_ADDRESS"}
_PEOPLE, _FIRMS = (frozenset({kind}) for kind in ("PERSON", "ORGANIZATION"))
_STREETS, _CODES, _SECRETS = (frozenset({kind}) for kind in ("STREET_ADDRESS", "US_ZIP_CODE", "PASSWORD"))
_IDS: Final = frozenset(
    {"ID_NUMBER", "MEDICAL_RECORD", "ORDER_ID", "US_BANK_NUMBER", "US_DRIVER_LICENSE", "US_PASSPORT"}
)
_DATES: Final = frozenset({"DATE_TIME", "DATE_OF_BIRTH"})
_DOSED: Final = frozenset({"STREET_ADDRESS", "ID_NUMBER", "MEDICAL_RECORD", "ORDER_ID"})
_EVERY: Final = frozenset(
    {"AGE", "CREDIT_CARD", "DATE_OF_BIRTH", "DATE_TIME", "ID_NUMBER", "JOB_TITLE", "LOCATION", "MEASUREMENT"}
    | {"MEDICAL_RECORD", "MONEY", "NRP", "ORDER_ID", "ORGANIZATION", "PASSWORD", "PERSON", "PHONE_NUMBER"}
    | {"STREET_ADDRESS", "TIME", "TITLE", "US_BANK_NUMBER", "US_DRIVER_LICENSE", "US_PASSPORT", "US_SSN"}
    | {"US_ZIP_CODE", "USERNAME", "YEAR", "YEAR_OF_BIRTH"}
)

ADDRESSES: Final = (
    Repair("streets", "A name or place with a house number is an address: 221B Baker Street.", addresses.typed),
    Repair("pieces of addresses", "A street, its town and its code are one address.", addresses.merged),
    Repair("numbers of houses", "Numbers, units and regions at the edges of an address belong to it.", addresses.grown),
)
"""What joins the pieces of addresses, those that other detectors found, too."""
_LABELS: Final = (
    Repair("labels behind", "Luciana Zorbin, CPF", cut(_PLACED, edges.without_label_behind)),
    Repair("words before", "Miete Zorbin Kalt", cut(_PLACED, edges.without_words_before)),
)
_KINDS: Final = (
    Repair("peoples", "Iraqi is neither a place nor a firm.", retype(PROPER, is_people, "NRP")),
    Repair("no street", "Vellmar, Hesse is a place.", retype(_STREETS, has_no_street, "LOCATION")),
    Repair("full names", "Linda Work is no firm.", retype(PROPER, may_be_full_name, "PERSON")),
    Repair("legal forms", "Edil Rossi Srl is no person.", retype(_PEOPLE, has_legal_form, "ORGANIZATION")),
)
ON_PIECES: Final = (*_LABELS, *_KINDS)
"""What is done to a piece of an address that is left beside an identifier, too."""

REPAIRS: Final = (
    *ADDRESSES,
    Repair("abbreviations", "U.K. is one name.", pieces.joined_abbreviations),
    Repair("pieces of firms", "A firm and its legal form, Dallas Philharmonic, are one.", pieces.joined_firms),
    Repair("lines", "A name ends with its line, an address with an empty one.", each(edges.by_line)),
    Repair("whole codes", "0417-22- of 0417-22-B", cut(_IDS, edges.to_end_of_code)),
    Repair("signs", "(Turner's, is Turner.", cut(_EVERY, edges.trimmed)),
    *_LABELS,
    Repair("joining words", "and Turner is Turner.", cut(_NAMES, edges.without_joining_words)),
    Repair("numbers beside names", "Turner 12", cut(_NAMES - _FIRMS, edges.without_numbers)),
    Repair("nothing left", "A sign alone, or too few digits for the type.", drop(_EVERY, no_values.is_too_short)),
    Repair("words of fields", "Aadhaar announces a value.", drop(_EVERY, no_values.is_field)),
    Repair("segments", "PID|1| heads a segment of HL7.", drop(_NAMES, no_values.names_segment)),
    Repair("words of pay", "NET PAY 2,451.32", drop(_NAMES, no_values.names_a_sum)),
    Repair("weekdays", "segunda-feira is no place.", drop(_NAMES, no_values.is_day)),
    Repair("only a street", "street alone is no address.", drop(_STREETS, no_values.says_only_street)),
    Repair("readable quantities", "Of 47 years the number; some dollars is no amount.", each(quantities.readable)),
    Repair("births", "A date is one of birth where words say so.", each(quantities.of_birth)),
    *_KINDS,
    Repair("grammar", "dans le names nobody.", drop(_NAMES, no_names.is_of_grammar)),
    Repair("zones and diseases in short", "PST, HTN", drop(PROPER, no_names.is_shortening)),
    Repair("software", "PostgreSQL 15", drop(PROPER, no_names.names_software)),
    Repair("amounts", "125k is no firm.", drop(_NAMES, no_names.is_amount)),
    Repair("numbers in words", "czterdziestu is no person.", drop(_NAMES, no_names.is_of_a_number)),
    Repair("everyday words", "happy hour is no firm.", drop(PROPER, no_names.is_of_every_day)),
    Repair("words of letters", "Kontoauszug is no place.", drop(_NAMES, no_names.is_of_letters)),
    Repair("ordinary words", "tout and Kinder name nobody.", ordinary.without_ordinary),
)


def repaired(
    text: str,
    findings: Sequence[NetworkFinding],
    repairs: Sequence[Repair] = REPAIRS,
) -> Iterator[NetworkFinding]:
    """Findings whose borders and types formats can work with, disjoint and in reading order.

    Args:
        text: The text they were found in.
        findings: Disjoint, in reading order.
        repairs: The steps.
    """
    for repair in repairs:
        findings = list(repair.apply(text, findings))
    position = 0
    for finding in findings:
        if position <= finding.start < finding.end:
            yield finding
            position = finding.end
