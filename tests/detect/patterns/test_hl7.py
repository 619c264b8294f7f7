r"""HL7 version 2 messages: what a field holds is known by its place."""

from __future__ import annotations

import pytest
from detect_support import LISTED_AGAIN

from privacy_chains import Key, Sanitizer
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect import PatternDetector, default_detector
from privacy_chains.detect.patterns.hl7 import is_segment_name

DETECTOR = PatternDetector(DEFAULT_TYPES)
PATIENT = (
    "PID|1|9981^^^HOSP|12345^^^HOSP^MR~777-9^^^X||Doe^John^A^Jr^Dr^^L||19700101|M|Roe^Jack||"
    "12 Main St^^Portland^OR^97201^USA^H||(503)555-0142|5035550199||M||AC-889|123-45-6789|D1234567^OR"
)


def found(text: str) -> list[tuple[str, str]]:
    return [(text[span.start : span.end], span.entity_type) for span in DETECTOR.detect(text)]


def test_the_fields_of_a_patient_are_found() -> None:
    assert found(PATIENT) == [
        ("9981", "MEDICAL_RECORD"),
        ("12345", "MEDICAL_RECORD"),
        ("777-9", "MEDICAL_RECORD"),
        ("Doe^John^A^Jr^Dr", "PERSON"),
        ("19700101", "DATE_OF_BIRTH"),
        ("Roe^Jack", "PERSON"),
        ("12 Main St^^Portland^OR^97201^USA", "STREET_ADDRESS"),
        ("(503)555-0142", "PHONE_NUMBER"),
        ("5035550199", "PHONE_NUMBER"),
        ("AC-889", "ID_NUMBER"),
        ("123-45-6789", "US_SSN"),
        ("D1234567", "US_DRIVER_LICENSE"),
    ]


@pytest.mark.parametrize("line_break", ["\n", "\r", "\r\n", "\n  "])
def test_people_are_found_in_every_segment(line_break: str) -> None:
    lines = (
        r"MSH|^~\&|EPIC|HOSP|LAB|ACME|20240312101500||ADT^A01|MSG00001|P|2.5",
        "NK1|1|Doe^Jane^B|SPO|9 Elm St^^Salem^OR^97301",
        "PV1|1|I|2000^2012^01||||004777^Attend^Aaron^A|||SUR",
        "OBR|1|||2345-7^GLUCOSE^LN||||||77^Order^Olga",
        "OBX|1|NM|2345-7^GLUCOSE^LN||182|mg/dL|70_105|H|||F",
    )
    people = [value for value, kind in found(line_break.join(lines)) if kind == "PERSON"]
    assert people == ["Doe^Jane^B", "Attend^Aaron^A", "Order^Olga"]


@pytest.mark.parametrize(
    "text",
    [
        "PID|Process|User^Name",
        "| PID | Command | CPU^2 | x | y | z |",
        "OBX|1|NM|2345-7^GLUCOSE^LN||182|mg/dL|70_105|H|||F",
        "the PID|1||12345^^^HOSP^MR||Doe^John^A||19700101|M field",
        'PID|1||""||^^||""|M|||^^^||||||""',
    ],
)
def test_what_is_no_such_segment_is_left(text: str) -> None:
    assert not [pair for pair in found(text) if pair[1] in ("PERSON", "MEDICAL_RECORD", "STREET_ADDRESS")]


def test_a_message_comes_back_and_its_surrogates_are_found_again() -> None:
    detector = default_detector()
    text = f"Mr. Doe called.\n{PATIENT}"
    for seed in range(3):
        sanitizer = Sanitizer(Key.from_bytes(bytes([seed, 255]) * 16), policy=LISTED_AGAIN, detector=detector)
        prompt = sanitizer.sanitize(text)
        assert sanitizer.desanitize(prompt.text, prompt) == text
        assert "Doe" not in prompt.text
        assert "Portland" not in prompt.text
        assert prompt.text.count("^") == text.count("^")
        kinds = [[span.entity_type for span in detector.detect(each)] for each in (text, prompt.text)]
        assert kinds[0] == kinds[1]


def test_the_name_of_a_segment_is_nobodys() -> None:
    for text in (PATIENT, f"Mr. Doe called.\n  {PATIENT}", "> PID|1"):
        start = text.index("PID")
        assert is_segment_name(text, start, start + 3)
    for text in ("the PID|1", "PID 1", "IBM|12|34", "OPID|1"):
        start = text.index("PID") if "PID" in text else 0
        assert not is_segment_name(text, start, start + 3)


@pytest.mark.parametrize(("head", "is_hidden"), [("NGO", True), ("PID", False), ("OBX", False)])
def test_only_the_name_of_a_segment_at_the_head_of_a_line_is_let_go(head: str, is_hidden: bool) -> None:
    text = f"{head}|1|2|Minh Anh|Hue\n"
    assert (0 in {span.start for span in default_detector().detect(text)}) == is_hidden
