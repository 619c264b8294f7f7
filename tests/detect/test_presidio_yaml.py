"""Recognizers from files in Presidio's YAML; what Presidio makes of the same files is the measure."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # no stubs
from presidio_analyzer import PatternRecognizer

from privacy_chains.detect.presidio_yaml import recognizer_types, recognizers_in
from privacy_chains.errors import DetectionError

STAFF = r"""
recognizers:
  - name: Staff
    supported_language: en
    supported_entity: STAFF_ID
    patterns:
      - {name: sure, regex: '\bST-\d{5}\b', score: 0.8}
      - {name: weak, regex: '\b\d{5}\b', score: 0.1}
    context: [staff, badge]
  - name: Projects
    supported_entity: PROJECT
    deny_list: [Bluebird, Red Kite]
  - name: Off
    supported_entity: SWITCHED_OFF
    deny_list: [anything]
    enabled: false
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "recognizers.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def found(tmp_path: Path, yaml_text: str, text: str, threshold: float = 0.4) -> list[tuple[str, str]]:
    detectors = recognizers_in(written(tmp_path, yaml_text), threshold)
    return [(span.entity_type, text[span.start : span.end]) for one in detectors for span in one.detect(text)]


def test_patterns_context_words_and_deny_lists_are_read(tmp_path: Path) -> None:
    text = "Badge 12345 and ST-54321; code 99999. Bluebird starts, red kite ends, anything goes."
    assert found(tmp_path, STAFF, text) == [
        ("STAFF_ID", "ST-54321"),
        ("STAFF_ID", "12345"),
        ("STAFF_ID", "54321"),  # "Badge" stands before it, too
        ("PROJECT", "Bluebird"),
        ("PROJECT", "red kite"),
    ]
    assert ("STAFF_ID", "99999") in found(tmp_path, STAFF, text, threshold=0.0)
    assert recognizer_types(recognizers_in(written(tmp_path, STAFF))) == {"STAFF_ID", "PROJECT"}


def test_presidios_own_example_finds_what_presidio_finds(tmp_path: Path) -> None:
    example = files("presidio_analyzer") / "conf" / "example_recognizers.yaml"
    rows = yaml.safe_load(example.read_text(encoding="utf-8"))["recognizers"]
    text = "Mr. Smith lives at zip 53703 or 53703-1234. Mrs. Kim; Dr. No. Sig. Rossi. #abc 123"
    with_patterns = [row for row in rows if row.get("patterns") and row.get("type", "custom") == "custom"]
    assert with_patterns
    for row in with_patterns:
        told = {name: row[name] for name in ("name", "supported_entity", "patterns")}
        theirs = PatternRecognizer.from_dict({**told, "supported_language": "en"})
        expected = {(one.start, one.end, one.score) for one in theirs.analyze(text, [row["supported_entity"]])}
        path = tmp_path / "one.yaml"
        path.write_text(yaml.safe_dump({"recognizers": [told]}), encoding="utf-8")
        (made,) = recognizers_in(path, threshold=0.0)
        assert {(span.start, span.end, span.score) for span in made.detect(text)} == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("recognizers: nothing", "list of 'recognizers'"),
        ("- a", "list of 'recognizers'"),
        ("recognizers: [CreditCardRecognizer]", "recognizer 1 is one of Presidio's own"),
        ("recognizers: [{name: CreditCardRecognizer, type: predefined}]", "recognizer 1 is one of Presidio's own"),
        ("recognizers: [{name: x, deny_list: [a]}]", "has no 'supported_entity'"),
        ("recognizers: [{supported_entity: X}]", "neither patterns nor a deny list"),
        ("recognizers: [{supported_entity: X, patterns: [{regex: '(', score: 1}]}]", "a 'regex' that compiles"),
        ("recognizers: [{supported_entity: X, patterns: [{score: 1}]}]", "a 'regex' that compiles"),
        ("recognizers: [{supported_entity: X, deny_list: [a], validator: luhn}]", "'validator', which is not known"),
        ("recognizers: [", "cannot be read: ParserError"),
        ("!!python/object/apply:os.system [ls]", "cannot be read: ConstructorError"),
    ],
)
def test_what_is_not_understood_is_refused_and_named(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(DetectionError, match=reason):
        recognizers_in(written(tmp_path, text))


def test_no_denied_value_is_shown(tmp_path: Path) -> None:
    assert "Bluebird" not in repr(recognizers_in(written(tmp_path, STAFF)))
