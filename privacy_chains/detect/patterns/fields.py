"""Plain values beside what names them: the fields of configurations, logs, queries, forms, tags and calls.

``nachname=Brink``, ``"eta": 58``, ``salaris > 41000``, ``--edad 45``, ``setLeeftijd(82)``, ``<huur>702</huur>``,
``ISEE ....... 14200`` and ``{{betrag: 12}}`` all say what a value is by the word beside it. How the two are tied is all
that differs, and it is known here alone: what reads ``label: value`` reads each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from privacy_chains.detect.patterns.cells import Cell
from privacy_chains.lazy import lazily

__all__ = ["fields_in", "rows_of_sheets"]

_LONGEST_KEY, _LONGEST_VALUE = 48, 64
_TIE = lazily(r"[:=](?:>|=)?|(?:[<>](?<=\s.)|[<>]=(?<=\s..))(?= ['\"]?[0-9][0-9_.,]{3})")
"""What is compared is long: a limit of age says nothing of anybody."""
_STOP = lazily(r"[^\w .'\u2019/#\u00b0\u00ba()\-]|  ")
"""What no name of a field holds, in a text that is read backwards."""
_WORD_BACK = lazily(r"[\w.\-]*")
_QUOTES = "\"'`"
_QUOTED = lazily(r"(?P<quote>[\"'`])(?P<value>[^\"'`\n]{1,64})(?P=quote)")
_OPEN = lazily(r"[ \t]{0,8}[*_]{0,2}[ \t]{0,2}(?:\\?\")?")
_BARE = lazily(
    r"[^\s,;|&<>{}\[\]\"'`()%\u00ab\u00bb](?:[^\n\t;|&<>{}\[\]\"`()%\u00ab\u00bb, ]|,(?=[0-9])|%(?<=[0-9]%)"
    r"|, (?=[^\W\d_a-z][\w'\u2019\-]{1,30}(?![\w:=]| ?[:=]))"
    r"| (?! |--?\w)(?![\w.\-]{1,40}=)(?!(?i:and|or|where|from|(?:order|group) by|limit [0-9])\b))*"
)
"""A value without quotes: up to what ends a field, the key of the next field, or a word that goes on in a query."""
_PLACE = lazily(r"\$[0-9]|[A-Z]{1,2}[0-9]{1,3}(?![^\W_])")
"""The parameter of a query, or a cell or a register: where a value is, and no value."""
_BRACKETED = lazily(r"[\"'`]? \((?P<key>[^\W\d_][\w .\-]{1,40})\)")
"""What a value is, behind it: ``C4 = 2615 (salaris)``."""
_FLAG = lazily(r"(?<![\w\-])--(?P<key>[^\W\d_][\w\-]{1,40})(?:=|\s{1,2})(?=[\"'\w+])")
_CALL = lazily(r"\b(?:set|with|add|put)_?(?P<key>[^\W\d_a-z]\w{1,40}|(?<=_)[^\W\d_]\w{1,40})\(\s?(?=[\"'\w+\-])")
_TAG = lazily(r"<(?P<key>[^\W\d_][\w:.\-]{0,40})(?:\s[^<>\n]{0,200})?>(?P<value>[^<>\n]{1,64})(?=</)")
_MERGED = lazily(r"<<(?P<key>[^\W\d_][^<>\n]{0,40})>>(?P<value>[^<>\n]{1,64})(?=<</)")
_PAIR = lazily(
    r"<(?P<tag>dt|th|td|label|b|strong)\b[^<>]{0,80}>\s{0,4}(?P<key>[^<>\n:]{1,48}?):?\s{0,4}</(?P=tag)>\s{0,20}"
    r"(?:<(?:dd|td|span|p)\b[^<>]{0,80}>)?\s{0,4}(?P<value>[^<>\n]{1,64})(?=<)",
    re.IGNORECASE,
)
_LEADER = lazily(
    r"(?:(?<!\.)\.{4,}+|(?<!_)_{3,}+|(?<!\u2026)\u2026{2,}+|(?<!\. )(?:\. ){3,}+|(?<=\s)(?:\.{3}|\u2026)(?=\s))"
    r"[ \t]*+:?[ \t]*+(?=[^\s._\u2026])"
)

_ADDRESS = lazily(r"(?P<column>[A-Z]{1,2})(?P<row>[1-9][0-9]{0,3})")

_Found = Iterator[tuple[str, Cell]]


def fields_in(text: str) -> _Found:
    """The values of fields with the names of these, both as they stand."""
    for hints, reads in _READERS:
        if any(hint in text for hint in hints):
            yield from reads(text)


def rows_of_sheets(fields: Iterable[tuple[str, Cell]]) -> list[list[Cell]]:
    """The rows of a sheet of which each cell stands behind its address: ``A1: Name | B1: Pay``, ``A2: Ann | B2: 12``.

    A row has a cell for each column of the first; where the sheet has none, one that holds nothing.
    """
    rows: dict[int, dict[str, Cell]] = {}
    for key, cell in fields:
        if address := _ADDRESS.fullmatch(key):
            rows.setdefault(int(address["row"]), {})[address["column"]] = cell
    first = next(iter(rows.values()), {})
    return [[row.get(column, Cell(0, 0)) for column in first] for row in rows.values()] if len(rows) > 1 else []


def _tied(text: str) -> _Found:
    """Fields with a sign between the key and the value."""
    for tie in _TIE.finditer(text):
        key = _key_before(text, tie.start(), spaced=tie[0] == ":")
        if key:
            value = _value_at(text, tie.end())
            if value:
                yield key, value
                if said := _BRACKETED.match(text, value.end):
                    yield said["key"], value


def _key_before(text: str, end: int, *, spaced: bool) -> str:
    """The key that ends at a place; only before a colon, or in quotes, it may be of several words."""
    least = max(0, end - _LONGEST_KEY)
    while end > least and text[end - 1] in " *":
        end -= 1
    quoted = end > least and text[end - 1] in _QUOTES
    end -= quoted
    if end <= least or not (text[end - 1].isalnum() or text[end - 1] in ")."):
        return ""
    backwards = text[least:end][::-1]
    if spaced or quoted:
        stop = _STOP.search(backwards)
        length = stop.start() if stop else len(backwards)
    else:
        word = _WORD_BACK.match(backwards)
        length = word.end() if word else 0
    return text[end - length : end].strip(" .'-/")


def _value_at(text: str, start: int) -> Cell | None:
    """The value that begins at a place, without quotes."""
    opened = _OPEN.match(text, start)
    start = opened.end() if opened else start
    quoted = _QUOTED.match(text, start) or (_QUOTED.match(text, start - 1) if text[start - 1] in _QUOTES else None)
    if quoted:
        return Cell(*quoted.span("value"))
    bare = _BARE.match(text, start, start + _LONGEST_VALUE) if _PLACE.match(text, start) is None else None
    value = bare[0].rstrip(" .,:") if bare else ""
    return Cell(start, start + len(value)) if value else None


def _keyed(pattern: re.Pattern[str]) -> Callable[[str], _Found]:
    """Fields whose key is a group of an expression, with the value behind it."""

    def reads(text: str) -> _Found:
        for found in pattern.finditer(text):
            value = Cell(*found.span("value")) if "value" in found.groupdict() else _value_at(text, found.end())
            if value and value.end > value.start:
                yield found["key"], value

    return reads


def _led(text: str) -> _Found:
    """Fields with a leader of dots or an empty line of a form between the label and what was filled in."""
    for leader in _LEADER.finditer(text):
        key = _key_before(text, leader.start(), spaced=True)
        value = _value_at(text, leader.end())
        if key and value:
            yield key, value


_READERS = (
    (("=", ":", " > ", " < "), _tied),
    (("--",), _keyed(_FLAG)),
    (("(",), _keyed(_CALL)),
    (("</",), _keyed(_TAG)),
    (("<</",), _keyed(_MERGED)),
    (("</",), _keyed(_PAIR)),
    (("...", "___", "\u2026"), _led),
)
