from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest

from privacy_chains.detect import (
    PatternDetector,
    PresidioDetector,
    PresidioPatterns,
    StructuredDetector,
    as_presidio_recognizer,
)


@dataclass
class Result:
    start: int
    end: int
    entity_type: str
    score: float


class Analyzer:
    """Stands for an AnalyzerEngine that a user has built."""

    def __init__(self) -> None:
        self.asked: dict[str, Any] = {}

    def analyze(self, **asked: Any) -> list[Result]:
        self.asked = asked
        return [Result(0, 5, "PERSON", 0.85), Result(3, 3, "EMPTY", 1.0)]


def test_any_engine_is_a_detector() -> None:
    analyzer = Analyzer()
    detector = PresidioDetector(analyzer, language="de", entities=["PERSON"], threshold=0.3)  # type: ignore[arg-type]
    (span,) = detector.detect("Alice!")
    assert (span.start, span.end, span.entity_type, span.score, span.source) == (0, 5, "PERSON", 0.85, "presidio")
    assert analyzer.asked == {"text": "Alice!", "language": "de", "entities": ["PERSON"], "score_threshold": 0.3}


@pytest.mark.parametrize(
    ("text", "entity_type", "value"),
    [
        ("pay 4111111111111111 now", "CREDIT_CARD", "4111111111111111"),
        ("DEA number BB1388568 here", "MEDICAL_LICENSE", "BB1388568"),
        ("her NHS number 401-023-2137", "UK_NHS", "401-023-2137"),
        ("IBAN DE89 3704 0044 0532 0130 00", "IBAN_CODE", "DE89 3704 0044 0532 0130 00"),
        ("the medicare beneficiary 1EG4-TE5-MK73", "US_MBI", "1EG4-TE5-MK73"),
    ],
)
def test_pattern_recognizers_run_without_an_engine(text: str, entity_type: str, value: str) -> None:
    spans = {(text[s.start : s.end], s.entity_type) for s in PresidioPatterns([entity_type]).detect(text)}
    assert (value, entity_type) in spans


def test_context_words_raise_a_weak_match() -> None:
    detector = PresidioPatterns(["US_PASSPORT"])
    assert list(detector.detect("the total is 912803456 units")) == []
    assert len(list(detector.detect("passport 912803456"))) == 1


def test_a_match_inside_a_longer_code_is_none() -> None:
    assert list(PresidioPatterns(["MEDICAL_LICENSE"]).detect("hash 18bb9fd44db66bbBB1388568165fc")) == []


def test_digits_alone_need_a_context_word() -> None:
    detector = PresidioPatterns(["US_NPI"])
    assert list(detector.detect("the counter stood at 1234567893 then")) == []
    assert len(list(detector.detect("provider 1234567893"))) == 1


@pytest.mark.parametrize(
    ("region", "text", "entity_type"),
    [
        ("UK", "it is AB123456C", "UK_NINO"),
        ("ES", "es 12345678Z", "ES_NIF"),
        ("IN", "it is ABCPE1234F", "IN_PAN"),
    ],
)
def test_a_region_adds_its_own_identifiers(region: str, text: str, entity_type: str) -> None:
    assert entity_type in {span.entity_type for span in StructuredDetector(region=region).detect(text)}
    assert entity_type not in {span.entity_type for span in StructuredDetector().detect(text)}


def test_types_without_a_recognizer_are_left_out() -> None:
    assert list(PresidioPatterns(["PERSON"]).detect("4111111111111111")) == []


def test_ours_come_first_and_presidio_reads_what_they_leave() -> None:
    text = "4111111111111111, and 4000-000-000-0002 of an odd grouping"
    spans = StructuredDetector(["CREDIT_CARD"]).detect(text)
    assert [(text[s.start : s.end], s.source) for s in spans] == [
        ("4111111111111111", "patterns"),
        ("4000-000-000-0002", "presidio"),
    ]


def test_our_detector_is_a_presidio_recognizer() -> None:
    recognizer = as_presidio_recognizer(PatternDetector(), ["AGE", "US_SSN"], language="en", name="ours")
    text = "aged 43, SSN 123-45-6789, $500"
    results = recognizer.analyze(text, ["AGE", "MONEY"], None)  # type: ignore[arg-type]
    assert [(text[r.start : r.end], r.entity_type) for r in results] == [("43", "AGE")]
    assert recognizer.supported_entities == ["AGE", "US_SSN"]
    assert recognizer.to_dict()["name"] == "ours"
    assert recognizer.supported_language == "en"


def test_plain_texts_do_not_import_presidio() -> None:
    code = (
        "import sys\n"
        "from privacy_chains.detect import default_detector\n"
        "detector = default_detector()\n"
        "list(detector.detect('Kaiser Soze, aged 50, SSN 123-45-6789, pays $500 from 10.0.0.1'))\n"
        "print(sorted({'presidio_analyzer', 'spacy', 'torch', 'transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
