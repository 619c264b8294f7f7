"""What the tests of detectors share: texts with their values marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from privacy_chains import Encipher, Policy
from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.formats import AlphanumericFormat, FirstOf
from privacy_chains.formats.names import PersonFormat

__all__ = ["LISTED_AGAIN", "findings_of", "finds", "found", "marked", "unmarked"]

LISTED_AGAIN = Policy.default().with_rule(
    "PERSON",
    Encipher(FirstOf(PersonFormat(keep=("gender", "fame")), AlphanumericFormat("PERSON", reading="words"))),
)
"""Surrogates of names that lists find as surely as the names: reading from the key alone asks for it."""


def marked(text: str, spans: Iterable[Span]) -> str:
    """``text`` with guillemets around its spans."""
    pieces: list[str] = []
    position = 0
    for span in sorted(spans):
        pieces += (text[position : span.start], "«", text[span.start : span.end], "»")
        position = span.end
    return "".join((*pieces, text[position:]))


def unmarked(text: str) -> str:
    """A marked text without its guillemets."""
    return text.replace("«", "").replace("»", "")


def found(find: Callable[[str], Iterable[Span]], text: str, entity_type: str) -> str:
    """What a finder marks of one type in a text that may hold marks already."""
    plain = unmarked(text)
    return marked(plain, {span for span in find(plain) if span.entity_type == entity_type})


def finds(find: Callable[[ValueReading], Iterable[FoundValue]], text: str, entity_type: str) -> str:
    """What a pattern family marks of one type in a text that may hold marks already."""
    return found(lambda plain: [Span(*each, "patterns") for each in find(ValueReading(plain))], text, entity_type)


def findings_of(text: str, found: Iterable[tuple[str, str]]) -> list[NetworkFinding]:
    """Values of a text and their types, in reading order, as a network finds them."""
    position = 0
    findings = []
    for value, kind in found:
        start = text.index(value, position)
        position = start + len(value)
        findings.append(NetworkFinding(start, position, kind, 0.9))
    return findings
