"""The contract of a detector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from privacy_chains.contract.entities import Category, EntityType
from privacy_chains.contract.spans import Span, check_spans
from privacy_chains.detect.base import Detector
from privacy_chains.errors import DetectionError, PolicyError
from privacy_chains.testing.broken import ContractBroken, require

__all__ = ["check_detector"]

_BEFORE = "\U0001f600 "
"""One code point that other ways of counting take for two, four, or more."""


def check_detector(detector: Detector, examples: Mapping[str, Sequence[tuple[str, str]]]) -> None:
    """Check that a detector finds what it should, where it is, every time, in every thread.

    Args:
        detector: The detector.
        examples: Texts, and what must be found in each: entity types with values, such as
            ``{"Ask QX204417B.": [("EMPLOYEE_ID", "QX204417B")], "Ask nobody.": []}``. What is found beside that is
            nobody's mistake, except in a text of which nothing is expected.

    Raises:
        ContractBroken: A value is missed, something is found where nothing is, positions do not count code points,
            a span is empty or outside its text, a type's name is no UPPER_SNAKE, or another look finds other spans.
    """
    require(examples, "a detector is checked with at least one text")
    require(isinstance(detector, Detector), f"{type(detector).__name__} has a method detect(text)")
    for text in ("", " ", "\n", "\x00", "\ud83d"):
        _found(detector, text)
    for text, expected in examples.items():
        spans = _found(detector, text)
        require(_found(detector, text) == spans, f"{text!r}: another look finds the same")
        require(expected or not spans, f"{text!r}: nothing is expected, and a {_types(spans)} is found")
        _require_found(text, spans, expected, "")
        _require_found(_BEFORE + text, _found(detector, _BEFORE + text), expected, " behind an emoji")
    texts = list(examples)
    once = [_found(detector, text) for text in texts]
    with ThreadPoolExecutor(4) as pool:
        many = list(pool.map(lambda text: _found(detector, text), texts * 4))
    require(many == once * 4, "several threads find what one finds")


def _require_found(text: str, spans: Sequence[Span], expected: Sequence[tuple[str, str]], where: str) -> None:
    values = {(span.entity_type, text[span.start : span.end]) for span in spans}
    for entity_type, value in expected:
        require((entity_type, value) in values, f"{text!r}: the {entity_type} {value!r} is found{where}")


def _found(detector: Detector, text: str) -> list[Span]:
    try:
        spans = sorted(detector.detect(text))
        check_spans(text, spans)
        for span in spans:
            EntityType(span.entity_type, Category.FORMAT, "")
    except (DetectionError, PolicyError) as error:
        msg = f"{text!r}: {error}"
        raise ContractBroken(msg) from None
    return spans


def _types(spans: Sequence[Span]) -> str:
    return ", ".join(sorted({span.entity_type for span in spans}))
