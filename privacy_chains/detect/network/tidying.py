"""What a network found, made fit for formats: borders set right, addresses joined, amounts cut out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from privacy_chains.detect.names import is_listed_in_any_case
from privacy_chains.detect.network.address_parts import is_street, words_of
from privacy_chains.detect.network.addresses import whole_addresses
from privacy_chains.detect.network.durations import is_duration
from privacy_chains.detect.network.findings import PROPER, NetworkFinding
from privacy_chains.detect.network.no_names import (
    amount_behind,
    is_no_name,
    is_titled,
    is_under_name,
    names_a_person,
    shorn,
    with_handle,
    without_shorthand,
)
from privacy_chains.detect.network.peoples import is_people
from privacy_chains.detect.patterns.births import is_of_birth
from privacy_chains.detect.patterns.hl7 import is_segment_name
from privacy_chains.detect.patterns.labels import is_label_of_number
from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities
from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.clocks import clock_after
from privacy_chains.formats.names import PersonFormat
from privacy_chains.formats.organizations import has_legal_form, is_institution, is_legal_form
from privacy_chains.formats.places import is_listed, us_state_codes
from privacy_chains.formats.weekdays import is_weekday
from privacy_chains.language.pay import is_said
from privacy_chains.lazy import lazily

__all__ = ["BECOMING", "kind_of", "tidied"]

BECOMING = frozenset({"DATE_TIME", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"})
"""Types of findings that may become others."""


_WORD = lazily(r"[^\W\d_]{2}")
_POSSESSIVE = lazily(r"['\u2019][sS]?$")
_ABBREVIATION = lazily(r"(?:^|[\s.])\w{1,4}\.$|\.\w+\.$")
_LONGEST_PART = 12
_WORD_BEFORE, _WORD_BEHIND = lazily(r"[^\W\d_]+-?\Z"), lazily(rf"-?[^\W\d_]{{1,{_LONGEST_PART}}}")
_EMPTY_LINE = lazily(r"\n[ \t\r]*\n")
_EDGES = " \t\r\n\u00a0,;:!?\"'`*|<>{}/\\=_\u201c\u201d\u2018\u2019\u00ab\u00bb\u2013\u2014"
_BRACKETS = {")": "(", "]": "["}
_NUMBER = lazily(r"\d{1,3}")
_FEW_DIGITS = lazily(r"0\d*|\d{1,2}")
_MEASURED = lazily(r"\d{1,3}(?:[.,]\d+)?\s?[a-z\u00b5]{1,4}")
_DOSE = lazily(r"(?<![^\W_])[0-9.,]*\s?(?:mg|mcg|\u00b5g|ml|mmol|IE|IU)(?![^\W_])")
_THOUSANDS = lazily(r"[0-9]{1,3}k(?![^\W_])(?!.*[0-9])")  # on 92k rn
_DOSES = lazily(r"[0-9](?:-[0-9]){2,3}")  # in the morning, at noon, in the evening
_YEAR = lazily(r"(?:1[6-9]|20)\d\d")
_JOINING = lazily(r"(?:^(?:and|or|und|et|y|e|en|&)\s+|\s+(?:and|or|und|et|y|e|en|of|the|&)$)", re.IGNORECASE)
_BESIDE = (_JOINING, lazily(r"^\d+\s+|\s+\d+$"))
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
_AMOUNT_FOLLOWS = lazily(r"(?:[ \t:]{1,8}[^\W\d_]{1,12}\.?){0,2}[ \t:|]{1,60}[+\-$\u20ac\u00a3]?[0-9]")
_PROCESS = lazily(r"\w\[\d+\]")  # sshd[2931]
_VERSION = lazily(r"/[0-9]+\.[0-9]")  # Mozilla/5.0
_LOG_BEFORE = lazily(
    r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\b:?\s*"
    r"(?:\[[^\]\n]{1,40}\]\s*|[\w.$\-]{1,40}\s?[:\-]\s)?\Z"
)
_LOG_REACH = 64
_WITHOUT_DOSE = frozenset({"STREET_ADDRESS", "ID_NUMBER", "MEDICAL_RECORD", "ORDER_ID"})
_NO_SPACE = lazily(r"[^\s\"'`,;<>()\[\]{}]+")
_NAMES = frozenset({"PERSON", "ORGANIZATION", "LOCATION"})
_SHORN = _NAMES | {"STREET_ADDRESS"}
_BEFORE_FORM = (" ", ", ")
_GAPS = {
    "JOB_TITLE": lazily(r"\s?[,&\-]?\s?|\s(?:and|of|for|und|de)(?:\sthe)?\s"),
    "PASSWORD": lazily(""),
    "PERSON": lazily("-"),  # Muqtada al-Sadr
    "USERNAME": lazily(""),
}
"""What may stand between two pieces of one value."""
_QUANTITIES = frozenset({"AGE", "MONEY", "DATE_TIME", "MEASUREMENT"})


def tidied(text: str, findings: Iterable[NetworkFinding], unasked: Collection[str] = ()) -> Iterator[NetworkFinding]:
    """Findings whose borders and types formats can work with.

    Addresses that were found in pieces become one. Other findings end at a line break. Signs at the edges and
    possessives are let go. A nationality is no place and no organization, but a type of its own; what has neither a
    number nor a street is no address, but a place; a password goes on to the next space. Of ages the number is kept;
    amounts and dates that state no number (Friday, some dollars) are let go, and so are bare numbers of one or two
    digits as amounts. A date takes in the time of day behind it, and is one of birth behind words that say so.

    Args:
        text: The text they were found in.
        findings: Disjoint, in reading order.
        unasked: Types of which nothing is reported, and need not be read.
    """
    position = 0
    for finding in _joined(text, whole_addresses(text, findings)):
        if finding.entity_type in unasked:
            continue
        for start, end in _lines(text, finding):
            for fitted in _fitted(text, finding, start, end):
                if fitted.start >= position:
                    yield fitted
                    position = fitted.end


def _joined(text: str, findings: Iterable[NetworkFinding]) -> Iterator[NetworkFinding]:
    """Findings of which two that were cut apart are one."""
    previous: NetworkFinding | None = None
    for finding in findings:
        if previous and (kind := _kind_of_both(text, previous, finding)):
            previous = NetworkFinding(previous.start, finding.end, kind, min(previous.score, finding.score))
            continue
        if previous:
            yield previous
        previous = finding
    if previous:
        yield previous


def _kind_of_both(text: str, one: NetworkFinding, other: NetworkFinding) -> str:
    """The type of what two findings are pieces of, if they are, such as the name of a firm."""
    kind, gap = one.entity_type, text[one.end : other.start]
    if {kind, other.entity_type} <= PROPER:
        if not gap:
            return max(one, other, key=lambda finding: finding.score).entity_type  # U.K., piece by piece
        return "ORGANIZATION" if _are_one_firm(text, one, other, gap) else ""
    if kind != other.entity_type:
        return ""
    gaps = _GAPS.get(kind)
    return kind if gaps and gaps.fullmatch(gap) else ""


def _are_one_firm(text: str, one: NetworkFinding, other: NetworkFinding, gap: str) -> bool:
    """Whether a firm and its legal form, or a firm and a place side by side, are one: ``Boston Philharmonic``."""
    if "ORGANIZATION" not in (one.entity_type, other.entity_type):
        return False
    beside = gap == " " and text[one.start].isupper() and text[other.start].isupper()
    return beside or (gap in _BEFORE_FORM and is_legal_form(text[other.start : other.end]))


def _lines(text: str, finding: NetworkFinding) -> Sequence[tuple[int, int]]:
    """The finding line by line; an address goes on until an empty one."""
    start, end = finding.start, finding.end
    if "\n" not in text[start:end]:
        return [(start, end)]
    if finding.entity_type == "STREET_ADDRESS":
        breaks = [start, *(found.end() for found in _EMPTY_LINE.finditer(text, start, end)), end]
        return list(pairwise(breaks))
    lines = []
    for line in text[start:end].splitlines(keepends=True):
        lines.append((start, start + len(line)))
        start += len(line)
    return lines


def _fitted(text: str, finding: NetworkFinding, start: int, end: int) -> Iterator[NetworkFinding]:
    """The finding within a line, if anything of it can be used."""
    if finding.entity_type != "PASSWORD":
        start, end = _trimmed(text, start, end, keeps_possessive=finding.entity_type in PROPER)
        if finding.entity_type in _SHORN:
            start, end = shorn(text, start, end, finding.entity_type)
        if finding.entity_type in _NAMES:
            start, end = _named(text, start, end, (_JOINING,) if finding.entity_type == "ORGANIZATION" else _BESIDE)
    else:
        value = text[start:end].strip()
        start = text.index(value, start)
        end = _end_of_secret(text, start + len(value))
    if not _worth(text, start, end, finding.entity_type):
        return
    if finding.entity_type == "TITLE" and text.startswith(".", end):
        end += 1
    if finding.entity_type in _QUANTITIES:
        yield from _quantity(text, finding, start, end)
    else:
        if finding.entity_type == "ORGANIZATION" and (amount := amount_behind(text, start, end)) < end:
            yield NetworkFinding(start, amount - 1, finding.entity_type, finding.score)
            yield NetworkFinding(amount, end, "MONEY", finding.score)
            return
        kind = kind_of(text[start:end], finding.entity_type)
        kind = "PERSON" if kind in PROPER and is_under_name(text, start) else kind
        if kind in _NAMES and kind != finding.entity_type and is_no_name(text[start:end], kind):
            return
        if kind == "PERSON":
            end = with_handle(text, start, without_shorthand(text, start, end))
        yield NetworkFinding(start, end, kind, finding.score)


def kind_of(value: str, entity_type: str) -> str:
    """The type of a value of the type that was found."""
    if entity_type in PROPER and is_people(value):
        return "NRP"
    kind = (
        "LOCATION"
        if _is_in_state(value) or (entity_type == "STREET_ADDRESS" and _has_no_street(value))
        else entity_type
    )
    if kind == "PERSON":
        return "ORGANIZATION" if has_legal_form(value) else kind
    if kind == "LOCATION" and is_institution(value):
        return "ORGANIZATION"
    if (kind == "LOCATION" and names_a_person(value)) or (kind == "ORGANIZATION" and is_titled(value)):
        return "PERSON"
    return kind


def _is_in_state(value: str) -> bool:
    """Whether a value is a listed town and the code of its state: ``Seattle, WA``."""
    town, state = value[:-4], value[-4:]
    return state.startswith(", ") and is_listed(town) and state[2:] in us_state_codes()


def _has_no_street(value: str) -> bool:
    return not any(map(str.isdigit, value)) and not any(map(is_street, words_of(value)))


def _end_of_secret(text: str, end: int) -> int:
    """Where a password ends of which a part was found: it has no spaces; a full stop may be the sentence's."""
    rest = _NO_SPACE.match(text, end)
    return end + len(rest.group().rstrip(".:!?")) if rest else end


def _named(text: str, start: int, end: int, beside: Iterable[re.Pattern[str]]) -> tuple[int, int]:
    """Without what stands beside names: words that join them, and numbers, which a firm may have in its name."""
    for pattern in beside:
        for found in reversed(list(pattern.finditer(text[start:end]))):
            if found.start():
                end = start + found.start()
            else:
                start += found.end()
    return start, end


def _worth(text: str, start: int, end: int, entity_type: str) -> bool:
    """Whether the value can be one of its type: no escape, no field's name or label, nothing else, not too short."""
    value = text[start:end].strip("-")
    if text[start - 1 : start] == "\\" or not _FIELDS.isdisjoint((value, value.lower().replace(".", ""))):
        return False
    if is_label_of_number(text, start, end) or is_segment_name(text, start, end):
        return False
    if _is_other(text, start, end, value, entity_type) or _names_a_sum(text, start, end, entity_type):
        return False
    return sum(map(str.isalnum, value)) >= _SHORTEST.get(entity_type, 1)


def _names_a_sum(text: str, start: int, end: int, entity_type: str) -> bool:
    """Whether a word that was taken for a name says what the amount behind it is: ``NET PAY 2,451.32``."""
    if entity_type not in _NAMES or not is_said(text[start:end]) or _AMOUNT_FOLLOWS.match(text, end) is None:
        return False
    return entity_type != "PERSON" or not is_listed_in_any_case(text[start:end])


def _is_other(text: str, start: int, end: int, value: str, entity_type: str) -> bool:
    """Whether the value is no name, a day, part of a program, a distance, a dose, or says only that it is a street."""
    if entity_type in _NAMES:
        day = any(map(is_weekday, {value, _hyphenated(text, start, end)}))
        if day and (entity_type in PROPER or not is_listed_in_any_case(value)):
            return True  # Domingo may be a person
        of_program = entity_type == "PERSON" and (
            _VERSION.match(text, end) is not None or _is_part_of_program(text, start, value)
        )
        code = len(value) == 1 and _fills_a_field(text, start, end)  # such as that of a sex
        return code or of_program or is_no_name(value, entity_type)
    if value.isdigit() and _PROCESS.match(text, start - 2, end + 1):
        return True
    if entity_type == "US_ZIP_CODE":
        return _MEASURED.fullmatch(value) is not None
    span_of_time = entity_type == "STREET_ADDRESS" and len(value.split()) <= _TWO and is_duration(text, start, end)
    dose = _DOSES.fullmatch(value) or _DOSE.search(text, start, end + _UNIT_LENGTH)
    if span_of_time or (entity_type in _WITHOUT_DOSE and dose):
        return True
    return entity_type == "STREET_ADDRESS" and not (_WORD.search(value) and _names_something(value))


def _fills_a_field(text: str, start: int, end: int) -> bool:
    """Whether a value stands alone between two bars."""
    return text[max(0, start - 2) : start].rstrip(" ").endswith("|") and text[end : end + 2].lstrip(" ").startswith("|")


def _hyphenated(text: str, start: int, end: int) -> str:
    """The whole of a word of which a part was found: ``segunda-feira``."""
    before, after = _WORD_BEFORE.search(text, max(0, start - _LONGEST_PART), start), _WORD_BEHIND.match(text, end)
    return text[before.start() if before else start : after.end() if after else end]


def _is_part_of_program(text: str, start: int, value: str) -> bool:
    """Whether a word in small letters, no listed name, begins the message of a log: ``INFO [cache-3] cursor``."""
    if not value.islower() or is_listed_in_any_case(value):
        return False
    return _LOG_BEFORE.search(text, max(0, start - _LOG_REACH), start) is not None


def _names_something(address: str) -> bool:
    """Whether there is more to an address than words such as ``street``."""
    if _THOUSANDS.match(address):
        return False
    try:
        _address_format().segments(address)
    except FormatError:
        return False
    return True


@cache
def _address_format() -> StreetAddressFormat:
    return StreetAddressFormat(PersonFormat())


def _trimmed(text: str, start: int, end: int, *, keeps_possessive: bool) -> tuple[int, int]:
    """Without signs at the edges, an unpaired bracket, a full stop that ends a sentence, or a possessive.

    A restaurant's name may be one (``Wendy's``).
    """
    while start < end and (
        text[start] in _EDGES or text[start] == "." or (text[start] in "([" and _unpaired(text[start:end]))
    ):
        start += 1
    while start < end:
        value = text[start:end]
        last = value[-1]
        possessive = None if keeps_possessive else _POSSESSIVE.search(value)
        if possessive and len(value) > len(possessive[0]):
            end -= len(possessive[0])
        elif last in _EDGES or (last == "." and not _ABBREVIATION.search(value)) or (last in ")]" and _unpaired(value)):
            end -= 1
        else:
            break
    return start, end


def _unpaired(value: str) -> bool:
    return any(value.count(opening) != value.count(closing) for closing, opening in _BRACKETS.items())


def _quantity(text: str, finding: NetworkFinding, start: int, end: int) -> Iterator[NetworkFinding]:
    if finding.entity_type == "AGE" and (number := _NUMBER.search(text, start, end)):
        start, end = number.span()
    value = text[start:end]
    if finding.entity_type == "MONEY" and _FEW_DIGITS.fullmatch(value):
        return
    dated = finding.entity_type == "DATE_TIME"
    if dated and is_duration(text, start, end):
        return
    of_birth = dated and is_of_birth(text, start, end)
    if dated and _YEAR.fullmatch(value):
        yield NetworkFinding(start, end, "YEAR_OF_BIRTH" if of_birth else "YEAR", finding.score)
        return
    date_type = "DATE_OF_BIRTH" if of_birth else "DATE_TIME"
    kinds = (date_type, "TIME") if dated else (finding.entity_type,)
    for kind in kinds:
        try:
            built_in_quantities()[kind].read(value)
        except FormatError:
            continue
        yield NetworkFinding(start, _with_time(text, start, end) if kind == date_type else end, kind, finding.score)
        return
    if any(map(str.isdigit, value)):
        yield NetworkFinding(start, end, kinds[0], finding.score)  # no noise can be added; it is enciphered


def _with_time(text: str, start: int, end: int) -> int:
    """Where a date ends, with the time of day that belongs to it."""
    after = clock_after(text, end)
    if after is None or built_in_quantities()["DATE_TIME"].read(text[start : after[1]]).step == 1:
        return end
    return after[1]
