"""Whether what was found is no value at all: too short, the name of a field, a day, a street."""

from __future__ import annotations

from functools import cache
from itertools import chain

from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.patterns.hl7 import is_segment_name
from privacy_chains.detect.rules.tables import listed
from privacy_chains.errors import FormatError
from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.weekdays import is_weekday
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

_WORD = lazily(r"[^\W\d_]{2}")
_LONGEST_PART = 12
_WORD_BEFORE, _WORD_BEHIND = lazily(r"[^\W\d_]+-?\Z"), lazily(rf"-?[^\W\d_]{{1,{_LONGEST_PART}}}")
_SHORTEST = {"US_ZIP_CODE": 4, "ID_NUMBER": 3, "ORDER_ID": 3, "MEDICAL_RECORD": 3, "PHONE_NUMBER": 5, "CREDIT_CARD": 4}
_AMOUNT_FOLLOWS = lazily(r"(?:[ \t:]{1,8}[^\W\d_]{1,12}\.?){0,2}[ \t:|]{1,60}[+\-$\u20ac\u00a3]?[0-9]")


def is_too_short(text: str, one: NetworkFinding) -> bool:
    """Whether nothing is left of a finding, or too little for its type."""
    return sum(map(str.isalnum, text[one.start : one.end])) < _SHORTEST.get(one.entity_type, 1)


def is_field(text: str, one: NetworkFinding) -> bool:
    """Whether a value is a word that announces one: ``Aadhaar``, ``geb.``."""
    value = text[one.start : one.end].strip("-")
    return not listed("field_names").isdisjoint((value, value.lower().replace(".", "")))


def names_segment(text: str, one: NetworkFinding) -> bool:
    """Whether a name is what a segment of an HL7 message begins with: ``PID|1|...``."""
    return is_segment_name(text, one.start, one.end)


def names_a_sum(text: str, one: NetworkFinding) -> bool:
    """Whether a word that was taken for a name says what the amount behind it is: ``NET PAY 2,451.32``."""
    value = text[one.start : one.end]
    if not _sum_words().issuperset(value.lower().split()) or _AMOUNT_FOLLOWS.match(text, one.end) is None:
        return False
    return one.entity_type != "PERSON" or not is_listed_in_any_case(value)


@cache
def _sum_words() -> frozenset[str]:
    """The words of what names an amount, alone or as a part of it: ``NET PAY``, ``busta``."""
    return frozenset(chain.from_iterable(map(str.split, word_set("pay_item", "loose_pay_item"))))


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
