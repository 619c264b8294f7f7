"""Whether what was found is no value at all: the name of a field, part of a program, a day, a dose, a distance."""

from __future__ import annotations

import re
from functools import cache

from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.durations import is_duration
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.patterns.hl7 import is_segment_name
from privacy_chains.detect.patterns.labels import is_label_of_number
from privacy_chains.errors import FormatError
from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.weekdays import is_weekday
from privacy_chains.language.pay import is_said

_WORD = re.compile(r"[^\W\d_]{2}")
_LONGEST_PART = 12
_WORD_BEFORE, _WORD_BEHIND = re.compile(r"[^\W\d_]+-?\Z"), re.compile(rf"-?[^\W\d_]{{1,{_LONGEST_PART}}}")
_MEASURED = re.compile(r"\d{1,3}(?:[.,]\d+)?\s?[a-z\u00b5]{1,4}")
_DOSE = re.compile(r"(?<![^\W_])[0-9.,]*\s?(?:mg|mcg|\u00b5g|ml|mmol|IE|IU)(?![^\W_])")
_THOUSANDS = re.compile(r"[0-9]{1,3}k(?![^\W_])(?!.*[0-9])")  # on 92k rn
_DOSES = re.compile(r"[0-9](?:-[0-9]){2,3}")  # in the morning, at noon, in the evening
_FIELDS = frozenset(
    re.findall(
        r"\w+",
        "aadhaar aba abn acn bic bsn card cep cnpj cpf curp cvv dni dob ein email fax iban id ids ip itin mrn name nhs "
        "nif nin npi nric ort pan pesel pin plz ref sin siren siret sku ssn steuer swift tax tel tfn total uen url vat "
        "vin zip DEA FIN IVA NINO NIR RFC RUT"
        " birth birthday birthdate born dob geb geboortedatum geboren geburtsdatum naissance nacida nacido nacimiento"
        " nascida nascido nascimento nascita nata nato n\u00e9 n\u00e9e",
    )
)
"""Words that announce a value and are none; in capitals those that are names of people, too."""
_SHORTEST = {"US_ZIP_CODE": 4, "ID_NUMBER": 3, "ORDER_ID": 3, "MEDICAL_RECORD": 3, "PHONE_NUMBER": 5, "CREDIT_CARD": 4}
_UNIT_LENGTH = 5
_TWO = 2
_AMOUNT_FOLLOWS = re.compile(r"(?:[ \t:]{1,8}[^\W\d_]{1,12}\.?){0,2}[ \t:|]{1,60}[+\-$\u20ac\u00a3]?[0-9]")
_PROCESS = re.compile(r"\w\[\d+\]")  # sshd[2931]
_VERSION = re.compile(r"/[0-9]+\.[0-9]")  # Mozilla/5.0
_LOG_BEFORE = re.compile(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b:?\s*"
    r"(?:\[[^\]\n]{1,40}\]\s*|[\w.$\-]{1,40}\s?[:\-]\s)?\Z"
)
_LOG_REACH = 64


def is_too_short(text: str, one: NetworkFinding) -> bool:
    """Whether nothing is left of a finding, or too little for its type."""
    return sum(map(str.isalnum, text[one.start : one.end])) < _SHORTEST.get(one.entity_type, 1)


def is_escaped(text: str, one: NetworkFinding) -> bool:
    """Whether a value is the letter behind a backslash."""
    return text[one.start - 1 : one.start] == "\\"


def is_field(text: str, one: NetworkFinding) -> bool:
    """Whether a value is a word that announces one: ``Aadhaar``, ``geb.``."""
    value = text[one.start : one.end].strip("-")
    return not _FIELDS.isdisjoint((value, value.lower().replace(".", "")))


def is_label(text: str, one: NetworkFinding) -> bool:
    """Whether a value is the label of the number behind it."""
    return is_label_of_number(text, one.start, one.end)


def is_segment(text: str, one: NetworkFinding) -> bool:
    """Whether a value is the name of a segment of an HL7 message."""
    return is_segment_name(text, one.start, one.end)


def names_a_sum(text: str, one: NetworkFinding) -> bool:
    """Whether a word that was taken for a name says what the amount behind it is: ``NET PAY 2,451.32``."""
    value = text[one.start : one.end]
    if not is_said(value) or _AMOUNT_FOLLOWS.match(text, one.end) is None:
        return False
    return one.entity_type != "PERSON" or not is_listed_in_any_case(value)


def is_day(text: str, one: NetworkFinding) -> bool:
    """Whether a name is a day of the week, or a part of one; Domingo may be a person."""
    value = text[one.start : one.end].strip("-")
    if not any(map(is_weekday, {value, _hyphenated(text, one.start, one.end)})):
        return False
    return one.entity_type in PROPER or not is_listed_in_any_case(value)


def _hyphenated(text: str, start: int, end: int) -> str:
    """The whole of a word of which a part was found: ``segunda-feira``."""
    before, after = _WORD_BEFORE.search(text, max(0, start - _LONGEST_PART), start), _WORD_BEHIND.match(text, end)
    return text[before.start() if before else start : after.end() if after else end]


def is_program(text: str, one: NetworkFinding) -> bool:
    """Whether a person is a program with its version, ``Mozilla/5.0``."""
    return _VERSION.match(text, one.end) is not None


def begins_log(text: str, one: NetworkFinding) -> bool:
    """Whether a word in small letters, no listed name, begins the message of a log: ``INFO [cache-3] cursor``."""
    value = text[one.start : one.end].strip("-")
    if not value.islower() or is_listed_in_any_case(value):
        return False
    return _LOG_BEFORE.search(text, max(0, one.start - _LOG_REACH), one.start) is not None


def fills_a_field(text: str, one: NetworkFinding) -> bool:
    """Whether a single sign stands alone between two bars: it is a code, such as that of a sex."""
    before, behind = text[max(0, one.start - 2) : one.start], text[one.end : one.end + 2]
    return one.end - one.start == 1 and before.rstrip(" ").endswith("|") and behind.lstrip(" ").startswith("|")


def is_process(text: str, one: NetworkFinding) -> bool:
    """Whether a number is that of a process: ``sshd[2931]``."""
    value = text[one.start : one.end]
    return value.isdigit() and _PROCESS.match(text, one.start - 2, one.end + 1) is not None


def is_measured(text: str, one: NetworkFinding) -> bool:
    """Whether a postal code is a distance or the like: ``30 km``."""
    return _MEASURED.fullmatch(text, one.start, one.end) is not None


def is_span_of_time(text: str, one: NetworkFinding) -> bool:
    """Whether an address is a length of time: ``3 months``."""
    words = text[one.start : one.end].split()
    return len(words) <= _TWO and is_duration(text, one.start, one.end)


def is_dose(text: str, one: NetworkFinding) -> bool:
    """Whether a value is how much of a medicine somebody takes, and when: ``5 mg 1-0-0``."""
    if _DOSES.fullmatch(text, one.start, one.end):
        return True
    return _DOSE.search(text, one.start, one.end + _UNIT_LENGTH) is not None


def is_thousands(text: str, one: NetworkFinding) -> bool:
    """Whether an address is thousands of something: ``92k rn``."""
    return _THOUSANDS.match(text[one.start : one.end]) is not None


def says_only_street(text: str, one: NetworkFinding) -> bool:
    """Whether there is no more to an address than words such as ``street``."""
    value = text[one.start : one.end]
    if not _WORD.search(value):
        return True
    try:
        _address_format().segments(value)
    except FormatError:
        return True
    return False


@cache
def _address_format() -> StreetAddressFormat:
    return StreetAddressFormat(PersonFormat())
