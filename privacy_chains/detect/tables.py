"""The cells of tables, each read behind the head of its column: under ``salary``, 145000 is an amount of money.

Tables are lines with as many cells as the line above them, separated by bars, tabs, semicolons, commas, or two spaces
and more, as in Markdown, CSV and what pandas prints. A cell is read behind the first cell of its line, too, unless that
has capitals like a name in full.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from privacy_chains.detect.reading import Found, Reading, announces

__all__ = ["LabelledCells", "labelled_cells"]

_SEPARATORS = {
    "|": re.compile(r"\|"),
    "\t": re.compile(r"\t"),
    ";": re.compile(r";"),
    ",": re.compile(r",(?!\s|\Z)"),
    "  ": re.compile(r" {2,}"),
}
_MARK = re.compile(r"[|\t;,](?!(?<=,)(?:\s|\Z))")
_MARK_OR_BLANKS = re.compile(rf"(?<=\S) {{2,}}(?=\S)|{_MARK.pattern}")
_QUOTED = re.compile(r'"(?:[^"\n]|"")*"')
_RULE = re.compile(r"[\s|:+=\-]*-[\s|:+=\-]*")
_HEAD = re.compile(r"[^\W\d_][\w .,#/()%&$\u20ac\u00a3'\u2019\-]{0,39}")
_BRACKETED = re.compile(r"\s*\([^)]*\)")
_NAMED = re.compile(r"\W[^\W\d_a-z]")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DIGIT = re.compile(r"[0-9]")
_LONGEST_CELL = 64
_END = ";\n"
"""What no label reaches beyond."""


class _Cell(NamedTuple):
    start: int
    end: int


class LabelledCells:
    """A text with a line for each cell that a head may announce, and where the cells stand in the original.

    Attributes:
        text: Lines such as ``salary: 145000``.
    """

    def __init__(self, original: str, cells: Sequence[tuple[str, _Cell]]) -> None:
        lines: list[str] = []
        self._starts: list[int] = []
        self._cells = [cell for _, cell in cells]
        position = 0
        for head, (start, end) in cells:
            self._starts.append(position + len(head) + 2)
            lines.append(f"{head}: {original[start:end]}{_END}")
            position += len(lines[-1])
        self.text = "".join(lines)

    def original(self, found: Found) -> Found | None:
        """What was found in a line, where it stands in the original; None unless a cell holds it whole."""
        at = bisect_right(self._starts, found.start) - 1
        if at < 0:
            return None
        offset = self._cells[at].start - self._starts[at]
        end = found.end + offset
        return found._replace(start=found.start + offset, end=end) if end <= self._cells[at].end else None


def labelled_cells(reading: Reading) -> LabelledCells | None:
    """The cells of a text's tables that a head may announce; None if there are none."""
    text = reading.text
    if "\n" not in text or not reading.numbers:
        return None
    cells = list(_announced(text))
    return LabelledCells(text, cells) if cells else None


def _announced(text: str) -> Iterator[tuple[str, _Cell]]:
    for block in _blocks(text):
        heads: list[str] = []
        separator, width = "", 0
        for line, begin in block:
            cells = _cut(line, begin, separator) if width else []
            if width and len(cells) in (width, width + 1):
                yield from _under(text, heads, cells)
            elif not (width and _RULE.fullmatch(line)):
                separator, cells = _separated(line, begin)
                heads = [_head(text[cell.start : cell.end]) for cell in cells]
                width = len(cells) if all(heads) else 0


def _blocks(text: str) -> Iterator[list[tuple[str, int]]]:
    """Runs of two lines and more that hold a separator each, with where they begin."""
    block: list[tuple[str, int]] = []
    end = -1
    for mark in (_MARK_OR_BLANKS if "  " in text else _MARK).finditer(text):
        if mark.start() < end:
            continue
        begin = text.rfind("\n", 0, mark.start()) + 1
        if begin != end + 1:
            if len(block) > 1:
                yield block
            block = []
        end = text.find("\n", mark.end())
        end = len(text) if end < 0 else end
        block.append((text[begin:end], begin))
    if len(block) > 1:
        yield block


def _separated(line: str, begin: int) -> tuple[str, list[_Cell]]:
    """What separates the cells of a line, and the cells."""
    for separator, pattern in _SEPARATORS.items():
        if separator in line and pattern.search(line):
            cells = _cut(line, begin, separator)
            if len(cells) > 1:
                return separator, cells
    return "", []


def _cut(line: str, begin: int, separator: str) -> list[_Cell]:
    """The cells of a line, without blanks, quotes and bars around them."""
    if separator not in line:
        return []
    flat = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), line) if '"' in line else line
    edges = [0]
    for found in _SEPARATORS[separator].finditer(flat.strip() if separator == "  " else flat):
        edges += found.span()
    edges.append(len(line))
    cells = [_stripped(line, begin, left, right) for left, right in zip(edges[::2], edges[1::2], strict=True)]
    if separator == "|" and line.lstrip().startswith("|"):
        cells = cells[1:-1] if line.rstrip().endswith("|") else cells[1:]
    return cells


def _stripped(line: str, begin: int, left: int, right: int) -> _Cell:
    while left < right and line[left] in ' \t\r"*`':
        left += 1
    while left < right and line[right - 1] in ' \t\r"*`':
        right -= 1
    return _Cell(begin + left, begin + right)


def _head(words: str) -> str:
    """The head of a column as words of a sentence; nothing if it is none."""
    if not _HEAD.fullmatch(words):
        return ""
    return _HUMP.sub(" ", _BRACKETED.sub("", words)).replace("_", " ").replace("-", " ")


def _under(text: str, heads: Sequence[str], cells: Sequence[_Cell]) -> Iterator[tuple[str, _Cell]]:
    """The cells of a line with what may announce them: the heads of their columns, and the line's first cell."""
    shift = len(cells) - len(heads)  # pandas numbers its lines
    label = text[cells[0].start : cells[0].end]
    row = "" if _NAMED.search(label) else _head(label)  # Rosa Price has no price
    for at, cell in enumerate(cells):
        if cell.end <= cell.start + _LONGEST_CELL and _DIGIT.search(text, *cell):
            for head in (heads[at - shift] if at >= shift else "", row if at else ""):
                if head and announces(head):
                    yield head, cell
