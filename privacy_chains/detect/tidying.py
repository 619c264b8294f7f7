"""What a network found, made fit for formats: borders set right, addresses joined, amounts cut out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_quantities

__all__ = ["Finding", "tidied"]


class Finding(NamedTuple):
    """A stretch of text that a network took for private."""

    start: int
    end: int
    entity_type: str
    score: float


_IN_ADDRESSES = frozenset({"STREET_ADDRESS", "LOCATION", "US_ZIP_CODE"})
_ADDRESS_GAP = re.compile(r"[\s,]{0,3}")
_POSSESSIVE = re.compile(r"['\u2019][sS]?$")
_ABBREVIATION = re.compile(r"(?:^|[\s.])\w{1,4}\.$|\.\w+\.$")
_EDGES = " \t\r\n\u00a0,;:!?\"'`*|<>{}/\\=_\u201c\u201d\u2018\u2019\u00ab\u00bb\u2013\u2014"
_BRACKETS = {")": "(", "]": "["}
_NUMBER = re.compile(r"\d{1,3}")
_YEAR = re.compile(r"(?:1[6-9]|20)\d\d")
_SECRETS = frozenset({"PASSWORD", "USERNAME"})
_QUANTITIES = frozenset({"AGE", "MONEY", "DATE_TIME", "MEASUREMENT"})


def tidied(text: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings whose borders and types formats can work with.

    Addresses that were found in pieces become one. Other findings end at a line break. Signs at the edges and
    possessives are let go. Of ages the number is kept; amounts and dates that state no number (Friday, some dollars)
    are let go.

    Args:
        text: The text they were found in.
        findings: Disjoint, in reading order.
    """
    for finding in _joined(text, findings):
        for start, end in _lines(text, finding):
            yield from _fitted(text, finding, start, end)


def _joined(text: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    previous: Finding | None = None
    for finding in findings:
        if previous and _belong(text[previous.end : finding.start], previous, finding):
            score = min(previous.score, finding.score)
            previous = Finding(previous.start, finding.end, previous.entity_type, score)
            continue
        if previous:
            yield previous
        previous = finding
    if previous:
        yield previous


def _belong(gap: str, one: Finding, other: Finding) -> bool:
    if one.entity_type == "STREET_ADDRESS" and other.entity_type in _IN_ADDRESSES:
        return bool(_ADDRESS_GAP.fullmatch(gap))
    return one.entity_type == other.entity_type and one.entity_type in _SECRETS and not gap


def _lines(text: str, finding: Finding) -> Sequence[tuple[int, int]]:
    start, end = finding.start, finding.end
    if finding.entity_type == "STREET_ADDRESS" or "\n" not in text[start:end]:
        return [(start, end)]
    lines = []
    for line in text[start:end].splitlines(keepends=True):
        lines.append((start, start + len(line)))
        start += len(line)
    return lines


def _fitted(text: str, finding: Finding, start: int, end: int) -> Iterator[Finding]:
    """The finding within a line, if anything of it can be used."""
    if finding.entity_type != "PASSWORD":
        start, end = _trimmed(text, start, end)
    else:
        while start < end and text[start].isspace():
            start += 1
        while start < end and text[end - 1].isspace():
            end -= 1
    if not any(map(str.isalnum, text[start:end])):
        return
    if finding.entity_type == "TITLE" and text.startswith(".", end):
        end += 1
    if finding.entity_type in _QUANTITIES:
        yield from _quantity(text, finding, start, end)
    else:
        yield Finding(start, end, finding.entity_type, finding.score)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without signs at the edges, an unpaired bracket, a full stop that ends a sentence, or a possessive."""
    while start < end and (
        text[start] in _EDGES or text[start] == "." or (text[start] in "([" and _unpaired(text[start:end]))
    ):
        start += 1
    while start < end:
        value = text[start:end]
        last = value[-1]
        possessive = _POSSESSIVE.search(value)
        if possessive and len(value) > len(possessive[0]):
            end -= len(possessive[0])
        elif last in _EDGES or (last == "." and not _ABBREVIATION.search(value)) or (last in ")]" and _unpaired(value)):
            end -= 1
        else:
            break
    return start, end


def _unpaired(value: str) -> bool:
    return any(value.count(opening) != value.count(closing) for closing, opening in _BRACKETS.items())


def _quantity(text: str, finding: Finding, start: int, end: int) -> Iterator[Finding]:
    if finding.entity_type == "AGE" and (number := _NUMBER.search(text, start, end)):
        start, end = number.span()
    value = text[start:end]
    if finding.entity_type == "DATE_TIME" and _YEAR.fullmatch(value):
        yield Finding(start, end, "YEAR", finding.score)
        return
    kinds = ("DATE_TIME", "TIME") if finding.entity_type == "DATE_TIME" else (finding.entity_type,)
    for kind in kinds:
        try:
            built_in_quantities()[kind].read(value)
        except FormatError:
            continue
        yield Finding(start, end, kind, finding.score)
        return
    if any(map(str.isdigit, value)):
        yield Finding(start, end, finding.entity_type, finding.score)  # no noise can be added; it is enciphered
