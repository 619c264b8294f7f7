"""Ages: the number alone, so that the words around it keep their shape.

A span covers ``50`` in "50 years old", ``forty-three`` in "forty-three years old", and ``50`` and ``64`` in
"aged 50-64". Decades ("in her 40s") and bare durations ("for 5 years") are not ages.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.numerals import AFTER, BEFORE_DIGITS, SMALL_NUMBER_WORDS
from privacy_chains.spans import Span

__all__ = ["MAX_AGE", "find_ages"]

MAX_AGE = 120
"""Numbers above this are not ages of people."""

_N = rf"(?:[0-9]{{1,3}}|{SMALL_NUMBER_WORDS})"
_RANGE = rf"(?P<%s>{_N})(?:\s?(?:-|–|—|to|and|or|through)\s?(?P<%s>{_N}))?"
_YEARS = r"(?:years?|yrs?|yr|jahre?|ans?|años?|anni|jaar|anos?)"
_END = rf"(?![.,][0-9]){AFTER}(?!\s?%)"
_AFTERWORDS = (
    r"(?:,?\s{0,2}[\-–]?\s{0,2}(?:years?|yrs?|months?)[\s\-–]{1,3}(?:old|of\s+age|young)(?!\w)"
    r"|\s?-?y\s?[/.]?\s?o\.?(?!\w)|\s?-?yrs?\.?\s?old(?!\w)"
    r"|\s{1,2}(?:jahre?\s+alt|ans(?=\s*[,.;)]|\s+et\b)|años\s+de\s+edad|anni\s+di\s+età|jaar\s+oud|anos\s+de\s+idade)(?!\w))"
)
_BEFOREWORDS = (
    r"(?:aged?|ages|age\s+(?:is|was|of|:|=)|ages?\s+(?:are|were|between|from|of)|age\s+(?:group|range|bracket)(?:\s+(?:of|is|:))?|alter|âge|edad|età|leeftijd|idade)"
    r"[\"']?\s{0,2}[:=|]?\s{0,2}[\"']?(?:about\s+|around\s+|approximately\s+|over\s+|under\s+|~\s?)?"
)
_TURNED = r"(?:turn(?:s|ed|ing)?|tur?ned|celebrat\w{1,5}\s+(?:his|her|their|my)|at\s+the\s+age\s+of|at\s+age)\s{1,2}"
_COPULA = r"(?:I\s+am|I['’]m|(?:he|she)(?:\s+is|['’]s)|who\s+is|(?:he|she|who)\s+was|they\s+are)\s{1,2}(?:only\s+|just\s+|now\s+|currently\s+|about\s+)?"
_COPULA_END = (
    r"(?=\s{0,2}(?:[;!?)]|,(?![0-9])|\.(?![0-9])|$)|\s{1,2}(?:and|now|today|but|with|when|while|this|who|or)\b)"
)
_PERSON_END = r"(?=,\s{1,2}(?:of|was|is|who|whose|from|has|had|said|says|told|died|lives?|lived|works?|worked|joined|an?|the|and|were|pleaded|will|which|did)\b)"
_AGE = re.compile(
    rf"{BEFORE_DIGITS}(?<![$€£])(?:"
    rf"{_BEFOREWORDS}{_RANGE % ('a1', 'a2')}{_END}(?!\s?(?:pages|gb|mb)\b)"
    rf"|{_TURNED}(?P<t>{_N}){_END}(?=\s{{0,2}}(?:[,.;!?)]|$)|\s{{1,2}}(?!percent|dollars|degrees|down|left|right|of\b)\w)"
    rf"|{_COPULA}(?P<c>{_N}){_COPULA_END}"
    rf"|{_RANGE % ('b1', 'b2')}{_AFTERWORDS}"
    rf")",
    re.IGNORECASE,
)
_APPOSED = re.compile(rf"(?<=[^\W\d_]{{2}}, )(?P<p>[0-9]{{1,3}}){_PERSON_END}")
_GROUPS = ("a1", "a2", "t", "c", "b1", "b2")
_HINT = re.compile(
    r"\bage|old\b|y\s?/?\s?o\b|\byrs|young|turn|celebrat|\b(?:i|he|she|who|they)(?:['’]|\s+(?:am|is|was|are))|jahre|alter|âge|\bans\b|edad|años|età|leeftijd|idade|jaar|y\.\s?o",
    re.IGNORECASE,
)


def find_ages(text: str) -> Iterator[Span]:
    """The ages in ``text``: 0 to 120, in digits or English words."""
    if _HINT.search(text):
        for found in _AGE.finditer(text):
            for group in _GROUPS:
                yield from _span(text, *found.span(group))
    for found in _APPOSED.finditer(text):
        yield from _span(text, *found.span("p"))


def _span(text: str, start: int, end: int) -> Iterator[Span]:
    if start < 0 or (text[start:end].isdigit() and int(text[start:end]) > MAX_AGE):
        return
    yield Span(start, end, "AGE", 0.9, "patterns")
