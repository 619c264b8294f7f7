r"""People in HL7 version 2 messages: names, births, addresses, numbers by the fields they stand in.

``PID|1||12345^^^HOSP^MR||Doe^John^A||19700101|M|||12 Main St^^Portland^OR^97201`` says what each value is by its place
alone. The fields are those of HL7 v2.5.1, chapters 3, 4 and 6; separators are the usual ones, ``|``, ``^`` and ``~``.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_hl7", "is_segment_name"]

_INDENT = " \t>"
_SEGMENT = lazily(rf"(?<![^\r\n])[{_INDENT}]{{0,8}}(?P<name>[A-Z][A-Z0-9]{{2}})\|(?P<fields>[^\r\n]*)")
_FEWEST_BARS = 3
_NAME, _PERSON, _ADDRESS, _BIRTH = "XPN", "XCN", "XAD", "birth"
_FIELDS = MappingProxyType(
    {
        "PID": "2:MEDICAL_RECORD 3:MEDICAL_RECORD 4:MEDICAL_RECORD 5:XPN 6:XPN 7:birth 9:XPN 11:XAD 13:PHONE_NUMBER"
        " 14:PHONE_NUMBER 18:ID_NUMBER 19:US_SSN 20:US_DRIVER_LICENSE 21:MEDICAL_RECORD",
        "PD1": "4:XCN",
        "NK1": "2:XPN 4:XAD 5:PHONE_NUMBER 6:PHONE_NUMBER 16:birth 26:XPN 30:XPN 31:PHONE_NUMBER 32:XAD 33:ID_NUMBER"
        " 37:US_SSN",
        "MRG": "1:MEDICAL_RECORD 3:ID_NUMBER 4:MEDICAL_RECORD 7:XPN",
        "EVN": "5:XCN",
        "PV1": "7:XCN 8:XCN 9:XCN 17:XCN 19:ID_NUMBER 52:XCN",
        "GT1": "2:ID_NUMBER 3:XPN 4:XPN 5:XAD 6:PHONE_NUMBER 7:PHONE_NUMBER 8:birth 12:US_SSN 16:ORGANIZATION 17:XAD"
        " 18:PHONE_NUMBER 19:ID_NUMBER",
        "IN1": "4:ORGANIZATION 5:XAD 7:PHONE_NUMBER 8:ID_NUMBER 16:XPN 18:birth 19:XAD 36:ID_NUMBER 49:ID_NUMBER",
        "IN2": "1:ID_NUMBER 2:US_SSN 6:ID_NUMBER 8:ID_NUMBER",
        "ORC": "10:XCN 11:XCN 12:XCN",
        "OBR": "10:XCN 16:XCN 28:XCN 32:XCN",
        "ROL": "4:XCN",
    }
)
"""The fields of segments that hold what is private, by number, and the type of the value or of the field's data."""
_KNOWN = MappingProxyType(
    {
        segment: MappingProxyType({int(place): kind for place, kind in (pair.split(":") for pair in fields.split())})
        for segment, fields in _FIELDS.items()
    }
)
_SEGMENTS = frozenset((*_KNOWN, "AL1", "DG1", "FT1", "MSH", "NTE", "OBX", "PR1", "PV2", "RXA", "RXE", "SCH", "TXA"))
_OF_NAME = slice(0, 5)  # family, given, second and further, suffix, prefix
_OF_PERSON = slice(1, 6)  # behind the person's number
_OF_ADDRESS = slice(0, 6)  # street, other, city, state, code, country
_EMPTY = '"\\} '
_DATE = lazily(r"(?:1[89]|20)[0-9]{6}(?=(?:[0-9]{2,6}(?:[.+\-][0-9]+)*)?\Z)")
_FEWEST_DIGITS = 7
_SCORES = MappingProxyType({"PERSON": 0.95, "STREET_ADDRESS": 0.95, "ORGANIZATION": 0.95})
"""Of values that have no shape of their own; patterns may know better what an identifier is."""


def find_hl7(reading: ValueReading) -> Iterator[FoundValue]:
    """The private values of the segments in ``text``."""
    text = reading.text
    if "|" not in text or "^" not in text:
        return
    for segment in _SEGMENT.finditer(text):
        kinds = _KNOWN.get(segment["name"])
        if kinds is None or segment["fields"].count("|") < _FEWEST_BARS:
            continue
        position = segment.start("fields")
        for number, field in enumerate(segment["fields"].split("|"), 1):
            if number in kinds:
                yield from _in_field(field, position, kinds[number])
            position += len(field) + 1


def is_segment_name(text: str, start: int, end: int) -> bool:
    """Whether a value is what a segment begins with, such as ``PID``: it names the line, and nobody."""
    if text[start:end] not in _SEGMENTS or not text.startswith("|", end):
        return False
    while start and text[start - 1] in _INDENT:
        start -= 1
    return not start or text[start - 1] in "\r\n"


def _in_field(field: str, position: int, kind: str) -> Iterator[FoundValue]:
    """The values of a field, which may be given several times."""
    for one in field.split("~"):
        yield from _in_value(one, position, kind)
        position += len(one) + 1


def _in_value(value: str, position: int, kind: str) -> Iterator[FoundValue]:
    if kind == _PERSON:
        yield from _stretch(value, position, slice(0, 1), "ID_NUMBER")
        yield from _stretch(value, position, _OF_PERSON, "PERSON")
    elif kind == _NAME:
        yield from _stretch(value, position, _OF_NAME, "PERSON")
    elif kind == _ADDRESS:
        yield from _stretch(value, position, _OF_ADDRESS, "STREET_ADDRESS")
    elif kind == _BIRTH:
        if date := _DATE.match(value):
            yield FoundValue(position, position + date.end(), "DATE_OF_BIRTH", 0.95)
    elif kind != "PHONE_NUMBER" or sum(map(str.isdigit, value.partition("^")[0])) >= _FEWEST_DIGITS:
        yield from _stretch(value, position, slice(0, 1), kind)


def _stretch(value: str, position: int, which: slice, entity_type: str) -> Iterator[FoundValue]:
    """Some components of a value as one span, without empty ones at its ends."""
    components = value.split("^")
    start = sum(len(component) + 1 for component in components[: which.start])
    stretch = "^".join(components[which])
    left = stretch.lstrip("^" + _EMPTY)
    text = left.rstrip("^" + _EMPTY)
    if any(map(str.isalnum, text)):
        start += position + len(stretch) - len(left)
        yield FoundValue(start, start + len(text), entity_type, _SCORES.get(entity_type, 0.6))
