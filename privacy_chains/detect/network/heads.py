"""Heads of tables and names of fields: they describe values, and are not values themselves."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.detect.names import is_listed_name
from privacy_chains.detect.patterns.cells import Cell, cut, separator_of
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["is_head"]

_LABEL = worded(
    r"{name_field|name_label|home_field|town_label|birth_label|age_noun|sum_word|amount_field|user_label"
    r"|word_for_address}",
    gap=r"[ _\-]?",
)
_TIE = lazily(r"(?P<rest>[^\W\d_]{0,16}(?: [^\W\d_]{1,16}){0,2})[\"'*]{0,3}(?:\s?[:=](?!\s*\n)|\s?</t[hd]>)")
_NAMES = frozenset({"LOCATION", "ORGANIZATION", "PERSON"})
_LONGEST_LINE = 400
_FEWEST = 2


def is_head(text: str, found: Span, _met: Sequence[Span]) -> bool:
    """Whether what was taken for a name is the head of a column, or the name of a field that announces a value."""
    value = text[found.start : found.end]
    if found.entity_type not in _NAMES or is_listed_name(value):
        return False
    tie = _TIE.match(text, found.end)
    if tie is not None and _LABEL.fullmatch(f"{value}{tie['rest']}".lower()):
        return True
    return _is_in_head(text, found)


def _is_in_head(text: str, found: Span) -> bool:
    """Whether it is whole cells of a line of heads, of which another is a label, with a row of as many below it."""
    begin = text.rfind("\n", 0, found.start) + 1
    end = text.find("\n", found.end)
    line = text[begin:end]
    if end < 0 or end - begin > _LONGEST_LINE or "\n" in text[found.start : found.end]:
        return False
    separator = separator_of(line)
    cells = cut(line, separator, begin) if separator else []
    edges = {cell.start for cell in cells}, {cell.end for cell in cells}
    if len(cells) < _FEWEST or found.start not in edges[0] or found.end not in edges[1]:
        return False
    return _holds_labels(text, cells, found) and any(
        len(cut(below, separator)) - len(cells) in (0, 1) for below in text[end + 1 :].split("\n", 2)[:2]
    )


def _holds_labels(text: str, cells: Sequence[Cell], found: Span) -> bool:
    words = [text[start:end].lower() for start, end in cells if end <= found.start or found.end <= start]
    inside = [text[start:end].lower() for start, end in cells if found.start <= start and end <= found.end]
    labels = sum(_LABEL.fullmatch(word) is not None for word in (*words, *(inside if len(inside) > 1 else ())))
    return labels >= 1 and not any(map(str.isdigit, "".join((*words, *inside))))
