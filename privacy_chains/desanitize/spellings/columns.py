"""Columns: what the head of a table says about a number in a cell, in markdown or comma-separated values."""

from __future__ import annotations

from typing import Final

from privacy_chains.lazy import lazily

__all__ = ["LONGEST_TABLE", "column_words"]

LONGEST_TABLE: Final = 2_000
"""How far above a cell its table's head may stand, in characters."""
_LONGEST_MARKS: Final = 16
_MARKS: Final = " \t*_`\"'~$€£"
_RULE = lazily(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_WORDS = lazily(r"[^\W\d_]+")
_SEPARATORS: Final = ("|", "\t", ";", ",")


def column_words(text: str, start: int) -> frozenset[str]:
    """The words at the head of the column that a number stands in, in small letters; none outside of a table.

    The number must begin its cell. Only the text before it is read.
    """
    before = text[max(0, start - _LONGEST_MARKS) : start]
    separator = "\t" if before[-1:] == "\t" else before.rstrip(_MARKS)[-1:]
    if separator not in _SEPARATORS:
        return frozenset()
    floor = max(0, start - LONGEST_TABLE)
    lines = text[floor:start].split("\n")
    if len(lines) < 2:
        return frozenset()
    if floor and text[floor - 1] != "\n":
        lines = lines[1:]
    cells = lines.pop().strip(" \t") if separator == "|" else lines.pop()
    head = _head(lines, separator)
    columns = head.split(separator)
    place = cells.count(separator)
    return frozenset(word.lower() for word in _WORDS.findall(columns[place])) if place < len(columns) else frozenset()


def _head(lines: list[str], separator: str) -> str:
    """The first line of the table that the last of ``lines`` is in; empty if that is in none."""
    head = ""
    for line in reversed(lines):
        if separator not in line:
            break
        if separator == "|" and _RULE.fullmatch(line.strip()):
            head = ""
            continue
        head = line
    bare = head.strip(" \t") if separator == "|" else head
    return "" if any(map(str.isdecimal, bare)) else bare
