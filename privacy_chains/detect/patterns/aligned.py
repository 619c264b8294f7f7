"""Numbers that stand below a head, in tables printed with blanks of which some cells are empty.

A statement of account has a line for each booking, with the amount below ``Paid out`` or ``Paid in``. Its lines have
not as many cells as its head, so each number belongs to the head that it stands below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from privacy_chains.detect.patterns.announcing import announces
from privacy_chains.detect.patterns.cells import BLANKS, Cell, cut
from privacy_chains.lazy import lazily

__all__ = ["cells_below_heads"]

_HEAD = lazily(r"(?=[^\W\d_])[^\s\d|;]{1,20}(?: [^\s\d|;]{1,20}){0,2}")
_NUMBER = lazily(r"(?<![\w.,/:\-])[0-9][0-9.,'\u2019]*(?![\w/:\-])")
_FEWEST_HEADS, _MOST_HEADS = 3, 40
_MOST_ASIDE = 3
"""How many characters a number may end beside the end of its head, or begin beside its beginning."""
_FEWEST_LINES = 2


def cells_below_heads(text: str) -> Iterator[tuple[str, Cell]]:
    """The numbers of such tables in ``text``, each with the head that it stands below."""
    if BLANKS not in text:
        return
    heads: list[Cell] = []
    rows: list[tuple[int, str]] = []
    begin = 0
    for line in text.split("\n"):
        if heads and BLANKS in line and _NUMBER.search(line):
            rows.append((begin, line))
        else:
            yield from _below(text, heads, rows)
            heads, rows = _heads(line, begin), []
        begin += len(line) + 1
    yield from _below(text, heads, rows)


def _heads(line: str, begin: int) -> list[Cell]:
    """The heads of a line that is nothing else."""
    if line.strip().count(BLANKS) < _FEWEST_HEADS - 1 or any(map(str.isdigit, line)):
        return []
    cells = cut(line, BLANKS, begin)
    words = [line[cell.start - begin : cell.end - begin] for cell in cells]
    are_heads = (
        _FEWEST_HEADS <= len(cells) <= _MOST_HEADS and all(map(_HEAD.fullmatch, words)) and any(map(announces, words))
    )
    return cells if are_heads else []


def _below(text: str, heads: Sequence[Cell], rows: Sequence[tuple[int, str]]) -> Iterator[tuple[str, Cell]]:
    if len(rows) < _FEWEST_LINES:
        return
    first = text.rfind("\n", 0, heads[0].start) + 1
    edges = [(head.start - first, head.end - first, text[head.start : head.end]) for head in heads]
    for begin, line in rows:
        if len(cut(line, BLANKS)) - len(heads) in (0, 1):
            continue  # a row without gaps is read cell by cell; pandas numbers its lines
        for number in _NUMBER.finditer(line):
            start, end = number.span()
            near = [(abs(end - right), head) for left, right, head in edges if _stands_below(start, end, left, right)]
            if near and announces(min(near)[1]):
                yield min(near)[1], Cell(begin + start, begin + end)


def _stands_below(start: int, end: int, left: int, right: int) -> bool:
    return (start < right and left < end) or abs(end - right) <= _MOST_ASIDE or abs(start - left) <= _MOST_ASIDE
