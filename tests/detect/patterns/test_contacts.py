"""The components of contacts are what their places say."""

from __future__ import annotations

import pytest
from detect_support import found

from privacy_chains.detect import PATTERN_TYPES, PatternDetector

DETECT = PatternDetector(PATTERN_TYPES - {"NUMBER"}).detect
CARD = "BEGIN:VCARD\nVERSION:4.0\n{}\nEND:VCARD\n"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("N:\u00abScognamiglio\u00bb;\u00abAddolorata\u00bb;;;", "PERSON"),
        ("FN;CHARSET=UTF-8:\u00abEberhardine Kosslow\u00bb", "PERSON"),
        ("BDAY:\u00ab19770418\u00bb", "DATE_OF_BIRTH"),
        ("BDAY;VALUE=date:\u00ab1977-04-18\u00bb", "DATE_OF_BIRTH"),
        ("ADR;TYPE=home:;;;\u00abBurghaslach\u00bb;;;", "LOCATION"),
        ("item1.ADR:;;;;;\u00ab80135\u00bb;", "US_ZIP_CODE"),
    ],
)
def test_a_component_is_what_its_place_says(line: str, kind: str) -> None:
    text = CARD.format(line)
    assert found(DETECT, text, kind) == text


def test_outside_of_a_contact_such_lines_say_nothing() -> None:
    assert not [
        span for span in DETECT("N:Kosslow;Burghaslach;;;\nADR:;;;Burghaslach;;;") if span.entity_type == "PERSON"
    ]
