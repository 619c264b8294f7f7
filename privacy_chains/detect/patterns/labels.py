"""Identifiers that a word announces: "her SSN is", ``"card_number":``, "(phone)".

What follows a label within six words, in the same sentence, and has the label's shape, is of the label's type,
whatever its check digits say; so is what is listed after it. The nearest label decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from privacy_chains.detect.patterns.ids import IPV4
from privacy_chains.detect.patterns.label_table import LABELS, Label
from privacy_chains.detect.patterns.numerals import (
    AFTER_DIGITS,
    AFTER_ID,
    BEFORE_DIGITS,
    NO_TAG,
    PARTED,
    SEPARATOR,
    alternation,
    lowered,
)
from privacy_chains.detect.patterns.openings import Opening
from privacy_chains.detect.patterns.phones import PHONE_NEARBY
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading, matches
from privacy_chains.language.patterns import spelled_out, worded
from privacy_chains.lazy import lazily

__all__ = ["LABELLED_TYPES", "OPENINGS", "announces_value", "find_labelled", "is_label_of_number", "type_of_label"]

LABELLED_TYPES = frozenset(label.entity_type for label in LABELS if label.entity_type)
"""The entity types that labels can announce."""


_ENDS = r"(?:(?<=[#\u2116\u00b0\u00ba])|(?![^\W_]))"
_LABEL = lazily(rf"(?<![^\W_]){alternation(e for label in LABELS for e in label.expressions())}{_ENDS}")
_OPENING = Opening(_LABEL)
OPENINGS = (_OPENING,)
"""The first letters of what announces something."""
_BY_LETTER: dict[str, list[Label]] = {}
for _label in LABELS:
    for _letter in dict.fromkeys(expression[0] for expression in _label.expressions()):
        _BY_LETTER.setdefault(_letter, []).append(_label)


@cache
def _labels(letter: str) -> tuple[list[Label], re.Pattern[str]]:
    """The labels that begin with a letter, and what tells them: a group for each."""
    labels = _BY_LETTER[letter]
    return labels, lazily(rf"(?:({')|('.join(alternation(label.expressions()) for label in labels)})){_ENDS}")


def _label_of(found: re.Match[str]) -> Label:
    """Which label was found."""
    labels, words = _labels(found.string[found.start()])
    told = words.match(found.string, found.start())
    return labels[told.lastindex - 1] if told and told.lastindex else LABELS[-1]


_GLUE = rf"(?:[\s:#=|\"'`*)\[\]{{>,_~\-\u2013\u2014]|{NO_TAG}|\((?!\+?[0-9])|{SEPARATOR})"
_GAP = spelled_out(
    rf"(?:{PARTED}[\"']?|\.?{_GLUE}{{0,12}}(?:(?:(?:{{pointed_label}}|[^\W\d_]{{1,2}})\.|[^\W\d]{{1,24}}(?:['\u2019][^\W\d]{{1,12}})?)"
    rf"{_GLUE}{{1,8}}){{0,6}}?)"
)
_NEXT = spelled_out(r"(?:\s?[,;/&]\s{0,2}(?:(?:{and}|{or:en})\s)?|\s(?:{and}|{or:en})\s)")
_BEGINS = r"(?:(?<!\w)|(?<=___))"
_MASK = (
    rf"(?:(?:[xX*\u2022\u00b7]{{1,4}}[ \-]?){{1,5}}|[xX*\u2022]{{3}}-[xX*\u2022]{{2}}-|\.{{3}}|\u2026)?"
    rf"(?:{_BEGINS}|(?<=[xX]{{4}})|(?<=[ :][xX]))"
)
"""What hides all but the last four digits."""
_NO_ADDRESS = rf"(?!{IPV4}(?![0-9]|[.\-][0-9]))"
"""Four octets are the address of a host, whatever stands before them: with other digits they would be one, too."""
_MASKED = frozenset({"CREDIT_CARD", "US_BANK_NUMBER", "US_SSN"})
_AFTER_LABEL = {
    label: lazily(
        rf"{_GAP}{_MASK if label.entity_type in _MASKED else _BEGINS}"
        rf"(?<![0-9][.,\-])(?<![$\u20ac\u00a3])\(??(?P<v>{_NO_ADDRESS}(?:{label.value})){AFTER_ID}"
    )
    for label in LABELS
}
_LISTED = {label: lazily(rf"{_NEXT}(?P<v>{_NO_ADDRESS}(?:{label.value})){AFTER_ID}") for label in LABELS if label.value}
_WHOLE = {label: lazily(label.value) for label in LABELS}
_BEFORE_LABEL = worded(
    rf"(?<!\w){_NO_ADDRESS}"
    r"(?P<v>\+?\(?[0-9](?:[ .\-/()]{0,2}[0-9]){6,18})\s?"
    r"(?:\(\s?|{is_birth}\s{possessive|the}\s(?:[^\W\d]{1,16}(?:['\u2019]s)?\s){0,2})\Z"
)
_NUMBER_BEHIND = lazily(r"\W{1,6}[A-Za-z]{0,3}-?[0-9]")
_COUNTRY = lazily("[a-z]{2}[ ]")
_LONGEST_LABEL = 48
_REACH = 80
_PHONE_NEARBY = lazily(
    rf"(?=[0-9])(?<![0-9] ){BEFORE_DIGITS}{_NO_ADDRESS}{PHONE_NEARBY}{AFTER_DIGITS}(?! [0-9])(?!\s?%)"
)
_NEARBY = 160
_LONGEST = 24


def find_labelled(reading: ValueReading) -> Iterator[FoundValue]:
    """The values that a label announces, lists of them included ("cards 1234..., 5678... and ...")."""
    if not reading.numbers:
        return
    text = reading.text
    cues = [(cue, _label_of(cue)) for cue in matches(_LABEL, reading.lower, reading.words(_OPENING))]
    for index, (cue, label) in enumerate(cues):
        if label.entity_type:
            following = cues[index + 1 : index + 8]
            others = (other.start() for other, name in following if name.entity_type != label.entity_type)
            yield from _announced(text, cue, label, next(others, len(text)))


def is_label_of_number(text: str, start: int, end: int) -> bool:
    """Whether a stretch is nothing but a label, with a number right behind it."""
    if end - start > _LONGEST_LABEL or _NUMBER_BEHIND.match(text, end) is None:
        return False
    label = _LABEL.match(lowered(text[start : end + _LONGEST]))
    return label is not None and label.end() == end - start


def type_of_label(words: str) -> str | None:
    """What the last label among words announces: a type, nothing of ours (``""``), or None where there is no label."""
    kinds = [_label_of(label).entity_type for label in _LABEL.finditer(lowered(words))]
    return kinds[-1] if kinds else None


def announces_value(text: str, start: int, end: int) -> bool:
    """Whether a stretch is a label, a piece of one, or the country before it, and what the label announces follows."""
    if end - start > _LONGEST_LABEL:
        return False
    lower = lowered(text[start : end + _LONGEST])
    country = _COUNTRY.match(lower)
    cue = _LABEL.match(lower) or (_LABEL.match(lower, country.end()) if country else None)
    while cue is not None and start + cue.end() < end:
        cue = _LABEL.match(lower, cue.end() + 1)
    if cue is None:
        return False
    label = _label_of(cue)
    return bool(label.entity_type) and _AFTER_LABEL[label].match(text, start + cue.end()) is not None


def _announced(text: str, cue: re.Match[str], label: Label, limit: int) -> Iterator[FoundValue]:
    """What one label announces before ``limit``, where another label begins."""
    found = _AFTER_LABEL[label].match(text, cue.end())
    if found is None or found.start("v") > limit:
        later = list(_announced_later(text, cue, label))
        yield from later
        if label.entity_type == "PHONE_NUMBER" and not later:
            yield from _nearby(text, cue.end(), limit)
        return
    while found is not None and found.start("v") <= limit:
        start, end = found.span("v")
        unclosed = text[start] == "(" and ")" not in text[start:end]
        yield FoundValue(start + unclosed, end, label.entity_type, 0.95)
        found = _LISTED[label].match(text, found.end())


def _nearby(text: str, start: int, limit: int) -> Iterator[FoundValue]:
    """A telephone number in the sentences after its label."""
    limit = min(limit, start + _NEARBY)
    found = _PHONE_NEARBY.search(text, start, limit + _LONGEST)
    if found and found.start() < limit:
        yield FoundValue(found.start(), found.end(), "PHONE_NUMBER", 0.6)


def _announced_later(text: str, cue: re.Match[str], label: Label) -> Iterator[FoundValue]:
    """A value just before its label: "2025550143 (phone)", "123456789 is my SSN"."""
    window = max(0, cue.start() - _REACH)
    found = _BEFORE_LABEL.search(text[window : cue.start()])
    if found and _WHOLE[label].fullmatch(found.group("v")):
        yield FoundValue(window + found.start("v"), window + found.end("v"), label.entity_type, 0.8)
