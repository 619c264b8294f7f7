"""Identifiers in FHIR resources."""

from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.fhir import find_fhir


@pytest.mark.parametrize(
    "text",
    [
        '{"identifier":[{"system":"urn:oid:2.16.578","value":"«30116612345»"}],"value":"x1"}',
        '{"identifier": [{"type": {"coding": [{"code": "MR"}]}, "value": "«A-1»"}, {"value": "«B 22»"}], "value": 3}',
        '"identifier" : {"value":"«123»"}, "valueQuantity": {"value": "37"}',
        '"identifier":[{"value":"«12»","assigner":{"identifier":{"value":"«34»"}}}]',
        '"identifier": "none", "identifier": [], "identifier": [{"value": "--"}] "value": "12"',
        '"identifier": [{"value": "«12»"',
    ],
)
def test_the_values_of_identifiers_are_found(text: str) -> None:
    assert finds(find_fhir, text, "ID_NUMBER") == text
