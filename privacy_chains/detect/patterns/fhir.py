"""Identifiers in HL7 FHIR resources: what ``Identifier.value`` says, whatever system it is of.

``"identifier": [{"system": "urn:oid:...", "value": "30116612345"}]`` names the system by a number, so that no word
announces the value. Source: HL7 FHIR R5, section 2.1.28.0.3 (Identifier).
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_fhir"]

_KEY = '"identifier"'
_OPENS = lazily(r"\"identifier\"\s{0,4}:\s{0,4}(?=[\[{])")
_VALUE = lazily(r"\"value\"\s{0,4}:\s{0,4}\"(?P<v>[^\"\\\n]{2,64})\"")
_EDGE = lazily(r"[\[\]{}]")
_REACH = 2_000


def find_fhir(reading: ValueReading) -> Iterator[FoundValue]:
    """The values of identifiers in ``text``."""
    text = reading.text
    if _KEY not in text:
        return
    end = 0
    for opening in _OPENS.finditer(text):
        if opening.start() < end:
            continue  # an assigner has an identifier of its own
        end = _end(text, opening.end())
        for found in _VALUE.finditer(text, opening.end(), end):
            if any(map(str.isalnum, found["v"])):
                yield FoundValue(*found.span("v"), "ID_NUMBER", 0.7)


def _end(text: str, start: int) -> int:
    """Where the list or object that opens at ``start`` closes, or where no more is looked at."""
    limit, depth = min(len(text), start + _REACH), 0
    for edge in _EDGE.finditer(text, start, limit):
        depth += 1 if edge[0] in "[{" else -1
        if not depth:
            return edge.end()
    return limit
