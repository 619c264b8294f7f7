"""The repairs of what a network found, in order, each with what it mends.

``python scripts/eval_detect.py --ablate`` measures what each is worth: it leaves them out one by one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from privacy_chains.detect.network import addresses
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.network.peoples import is_people
from privacy_chains.detect.network.repairs import edges, kinds, no_names, no_values, pieces, quantities
from privacy_chains.detect.network.repairs.step import Repair, cut, drop, each, retype
from privacy_chains.formats.organizations import has_legal_form, is_institution

__all__ = ["ADDRESSES", "BECOMING", "ON_PIECES", "REPAIRS", "repaired"]

BECOMING: Final = frozenset({"DATE_TIME", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"})
"""Types of findings that may become others."""

_NAMES: Final = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_PLACED: Final = _NAMES | {"STREET_ADDRESS"}
_PEOPLE, _FIRMS, _PLACES = (frozenset({kind}) for kind in ("PERSON", "ORGANIZATION", "LOCATION"))
_STREETS, _CODES, _SECRETS = (frozenset({kind}) for kind in ("STREET_ADDRESS", "US_ZIP_CODE", "PASSWORD"))
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
    Repair("addresses that touch", "Pieces that met at such a number are one address.", addresses.merged),
    Repair("codes of towns", "A town with its postal code behind a street is an address.", addresses.with_codes),
    Repair("crossings", "the corner of Elm and Oak is one address.", addresses.with_crossings),
)
"""What joins the pieces of addresses, those that other detectors found, too."""
_LABELS: Final = (
    Repair("owner words", "Ramiro mi nuevo: no name holds a small mi.", cut(_NAMES, edges.without_owner_word)),
    Repair("labels behind", "Luciana Zorbin, CPF", cut(_PLACED, edges.without_label_behind)),
    Repair("words before", "Miete Zorbin Kalt", cut(_PLACED, edges.without_words_before)),
    Repair("prepositions", "aan de Oudegracht 201", cut(_STREETS, edges.without_preposition)),
)
_KINDS: Final = (
    Repair("peoples", "Iraqi is neither a place nor a firm.", retype(PROPER, is_people, "NRP")),
    Repair("towns in states", "Seattle, WA is a place.", retype(_PLACED, kinds.is_in_state, "LOCATION")),
    Repair("no street", "Vellmar, Hesse is a place.", retype(_STREETS, kinds.has_no_street, "LOCATION")),
    Repair("legal forms", "Edil Rossi Srl is no person.", retype(_PEOPLE, has_legal_form, "ORGANIZATION")),
    Repair("institutions", "Sparkasse Zorbin is no place.", retype(_PLACES, is_institution, "ORGANIZATION")),
    Repair("people for places", "Luciana Figueiredo is no place.", retype(_PLACES, kinds.names_a_person, "PERSON")),
    Repair("titled for firms", "Frau Xela Petrov is no firm.", retype(_FIRMS, kinds.is_titled, "PERSON")),
)
ON_PIECES: Final = (*_LABELS, *_KINDS)
"""What is done to a piece of an address that is left beside an identifier, too."""

REPAIRS: Final = (
    *ADDRESSES,
    Repair("abbreviations", "U.K. is one name.", pieces.joined_abbreviations),
    Repair("pieces of firms", "A firm and its legal form, Dallas Philharmonic, are one.", pieces.joined_firms),
    Repair("pieces of values", "Muqtada al-Sadr is one name; so are passwords and occupations.", pieces.joined_values),
    Repair("lines", "A name ends with its line, an address with an empty one.", each(edges.by_line)),
    Repair("signs", "(Turner's, is Turner.", cut(_EVERY, edges.trimmed)),
    *_LABELS,
    Repair("joining words", "and Turner is Turner.", cut(_NAMES, edges.without_joining_words)),
    Repair("numbers beside names", "Turner 12", cut(_PEOPLE | _PLACES, edges.without_numbers)),
    Repair("whole passwords", "A password goes on to the next space.", cut(_SECRETS, edges.with_whole_password)),
    Repair("nothing left", "A sign alone, or too few digits for the type.", drop(_EVERY, no_values.is_too_short)),
    Repair("escapes", "The n of \\n is no name.", drop(_EVERY, no_values.is_escaped)),
    Repair("words of fields", "Aadhaar announces a value.", drop(_EVERY, no_values.is_field)),
    Repair("labels of numbers", "The label of the number behind it is no name.", drop(_EVERY, no_values.is_label)),
    Repair("segments of HL7", "PID| is no firm.", drop(_EVERY, no_values.is_segment)),
    Repair("words of pay", "NET PAY 2,451.32", drop(_NAMES, no_values.names_a_sum)),
    Repair("weekdays", "segunda-feira is no place.", drop(_NAMES, no_values.is_day)),
    Repair("programs", "Mozilla/5.0", drop(_PEOPLE, no_values.is_program)),
    Repair("beginnings of logs", "INFO [cache-3] cursor", drop(_PEOPLE, no_values.begins_log)),
    Repair("coded fields", "|M| is no person.", drop(_NAMES, no_values.fills_a_field)),
    Repair("numbers of processes", "sshd[2931]", drop(_EVERY - _NAMES, no_values.is_process)),
    Repair("distances", "30 km is no postal code.", drop(_CODES, no_values.is_measured)),
    Repair("spans of time", "3 months is no address.", drop(_STREETS, no_values.is_span_of_time)),
    Repair("doses", "5 mg 1-0-0 is no address.", drop(_DOSED, no_values.is_dose)),
    Repair("thousands", "92k rn is no address.", drop(_STREETS, no_values.is_thousands)),
    Repair("only a street", "street alone is no address.", drop(_STREETS, no_values.says_only_street)),
    Repair("stops of titles", "The full stop belongs to Dr.", cut(frozenset({"TITLE"}), edges.with_stop)),
    Repair("lengths of time", "3 months is no date.", drop(_DATES, quantities.is_length_of_time)),
    Repair("readable quantities", "Of 47 years the number; some dollars is no amount.", each(quantities.readable)),
    Repair("times of dates", "A date takes in the time of day behind it.", cut(_DATES, quantities.with_time)),
    Repair("births", "A date is one of birth where words say so.", each(quantities.of_birth)),
    Repair("amounts behind firms", "Zorbin 215k", each(quantities.amount_behind_firm)),
    *_KINDS,
    Repair("keys of names", '"last": "Battaglia" is a person.', each(kinds.under_key)),
    Repair("grammar", "dans le names nobody.", drop(_NAMES, no_names.is_of_grammar)),
    Repair("zones and diseases in short", "PST, HTN", drop(PROPER, no_names.is_shortening)),
    Repair("reflexive verbs", "renova-se", drop(PROPER, no_names.is_reflexive)),
    Repair("software", "PostgreSQL 15", drop(PROPER, no_names.names_software)),
    Repair("keys of records", "temp_c", drop(PROPER, no_names.is_key)),
    Repair("codes of programs", "cache-3 is no person.", drop(_PEOPLE, no_names.is_code)),
    Repair("degrees", "B.S. is no name.", drop(_NAMES, no_names.is_degree)),
    Repair("amounts", "125k is no firm.", drop(_NAMES, no_names.is_amount)),
    Repair("rude words", "No list of names has them, and surrogates keep them.", drop(_NAMES, no_names.is_rude)),
    Repair("everyday words", "happy hour is no firm.", drop(PROPER, no_names.is_of_every_day)),
    Repair("diseases", "dyspnoea is no place.", drop(_NAMES, no_names.is_disease)),
    Repair("words of letters", "Kontoauszug is no place.", drop(_NAMES, no_names.is_of_letters)),
    Repair("callings", "Kundin is no person's name.", drop(_PEOPLE, no_names.is_calling)),
    Repair("single letters", "K is no firm.", drop(PROPER, no_names.is_letter)),
    Repair("shorthand behind people", "Sabine (PL)", cut(_PEOPLE, edges.without_shorthand)),
    Repair("handles", "maria.lopes is one name.", cut(_PEOPLE, edges.with_handle)),
)


def repaired(
    text: str,
    findings: Sequence[NetworkFinding],
    repairs: Sequence[Repair] = REPAIRS,
    unasked: Collection[str] = (),
) -> Iterator[NetworkFinding]:
    """Findings whose borders and types formats can work with, disjoint and in reading order.

    Args:
        text: The text they were found in.
        findings: Disjoint, in reading order.
        repairs: The steps.
        unasked: Types of which nothing is reported.
    """
    for repair in repairs:
        findings = list(repair.apply(text, findings))
    position = 0
    for finding in findings:
        if finding.entity_type not in unasked and position <= finding.start < finding.end:
            yield finding
            position = finding.end
