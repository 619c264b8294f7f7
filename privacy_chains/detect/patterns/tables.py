"""The cells of tables, each read behind the head of its column: under ``salary``, 145000 is an amount of money.

Tables are lines with as many cells as the line above them, rows of HTML, what SQL inserts, and heads and values that
stand side by side with slashes between them. A cell is read behind
the first cell of its line, too, unless that has capitals like a name in full. A head or a first cell that may be a name
of a person is one where such a name stands among the others. An answer is read behind its question in the same way
(:mod:`privacy_chains.detect.patterns.questions`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from privacy_chains.detect.names import is_listed_name
from privacy_chains.detect.patterns.aligned import cells_below_heads
from privacy_chains.detect.patterns.announcing import announces
from privacy_chains.detect.patterns.cells import (
    BLANKS,
    COMMA_NO_GROUPING,
    Cell,
    cut,
    in_ascii,
    rows_of_html,
    rows_of_inserts,
    rows_of_slashes,
    separator_of,
)
from privacy_chains.detect.patterns.contacts import fields_of_contacts
from privacy_chains.detect.patterns.fields import fields_in, rows_of_sheets
from privacy_chains.detect.patterns.file_names import fields_of_file_names
from privacy_chains.detect.patterns.labels import type_of_label
from privacy_chains.detect.patterns.literals import values_of_literals
from privacy_chains.detect.patterns.named_fields import holds_words, is_about_people, is_number
from privacy_chains.detect.patterns.questions import answers_in, may_ask
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["LabelledCells", "announced_cells"]

_MARK = lazily(r"[|\t;,](?!(?<=,)(?:\s|\Z))")  # a class first: the search then looks for one of it
_MARK_OR_BLANKS = lazily(rf"(?<=\S) {{2,}}(?=\S)|{_MARK.pattern}")
_NO_GROUPING = lazily(rf"[|\t;]|{COMMA_NO_GROUPING}|{BLANKS}")
"""What separates cells, and is no comma within a number."""
_RULE = lazily(r"[\s|:+=\-]*-[\s|:+=\-]*")
_SIGN = lazily(r"\A[+\-\u2212*=\u2022]\s+")
_HEAD = lazily(r"[^\W\d_][\w .,#/()%&$\u20ac\u00a3'\u2019\-]{0,39}")
_BRACKETED = lazily(r"\s*\([^)]*\)")
_NAMED = lazily(r"\W[^\W\d_a-z]")
_HUMP = lazily(r"(?<=[a-z])(?=[A-Z])")
_BLANKS_OF_KEYS = str.maketrans("_-.", "   ")
_DIGIT, _DIGITS = lazily(r"[0-9]"), lazily(r"0[0-9]{6,}")
_ITALIAN = frozenset(["nome", "cognome", "sesso", "citt\u00e0", "citta", "indirizzo", "reddito", "nascita", "comune"])
_LONGEST_CELL = 64
_LONGEST_RULE = 1_000
_END = ";\n"
"""What no label reaches beyond."""


class LabelledCells:
    """A text with a line for each cell that a head may announce, and where the cells stand in the original.

    Attributes:
        text: Lines such as ``salary: 145000``.
    """

    def __init__(self, original: str, cells: Sequence[tuple[str, Cell]]) -> None:
        lines: list[str] = []
        self._starts: list[int] = []
        self._cells = [cell for _, cell in cells]
        position = 0
        for head, (start, end) in cells:
            self._starts.append(position + len(head) + 2)
            lines.append(f"{head}: {original[start:end]}{_END}")
            position += len(lines[-1])
        self.text = "".join(lines)

    def original(self, found: FoundValue) -> FoundValue | None:
        """What was found in a line, where it stands in the original; None unless a cell holds it whole."""
        at = bisect_right(self._starts, found.start) - 1
        if at < 0:
            return None
        offset = self._cells[at].start - self._starts[at]
        end = found.end + offset
        return found._replace(start=found.start + offset, end=end) if end <= self._cells[at].end else None


def announced_cells(reading: ValueReading) -> list[tuple[str, Cell]]:
    """The cells of a text's tables, records and fields that their heads may announce, by where they stand."""
    text = reading.text
    found = (*_announced(text), *(answers_in(text) if may_ask(text) else ()))
    return sorted(set(found), key=lambda found: found[1])


def _announced(text: str) -> Iterator[tuple[str, Cell]]:
    drawn = in_ascii(text)
    for block in _blocks(drawn):
        if any(_NO_GROUPING.search(line) for line, _ in block):
            for table in _in_lines(block):
                yield from _read(text, table)
    fields = [*fields_in(text)]
    for table in (*rows_of_html(text), *rows_of_inserts(text), *rows_of_slashes(text), rows_of_sheets(fields)):
        yield from _read(text, table)
    yield from cells_below_heads(text)
    for key, cell in (*values_of_literals(text), *fields, *fields_of_contacts(text), *fields_of_file_names(text)):
        head = _head(key)
        if head and (announces(head) or is_number(head)) and _may_be_value(text, head, cell):
            yield head, cell


def _may_be_value(text: str, head: str, cell: Cell) -> bool:
    """Whether a cell is short, and holds a digit or what has none."""
    if cell.end > cell.start + _LONGEST_CELL:
        return False
    if _DIGITS.fullmatch(text, *cell):  # no amount: a telephone number, unless nothing says so
        return type_of_label(head) is not None or is_number(head) or is_about_people(head)
    return _DIGIT.search(text, *cell) is not None or holds_words(head)


def _in_lines(block: Sequence[tuple[str, int]]) -> Iterator[Sequence[Sequence[Cell]]]:
    """The tables among lines: runs that are separated alike, into as many cells or one more."""
    rows: list[list[Cell]] = []
    separator = ""
    for line, begin in block:
        cells = cut(line, separator, begin) if separator else []
        if rows and len(cells) - len(rows[0]) in (0, 1):  # pandas numbers its lines
            rows.append(cells)
        elif not (rows and _RULE.fullmatch(line)):
            if len(rows) > 1:
                yield rows
            separator = separator_of(line)
            cells = cut(line, separator, begin) if separator else []
            rows = [cells] if len(cells) > 1 else []
    if len(rows) > 1:
        yield rows


def _read(text: str, rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[str, Cell]]:
    """The cells of a table with what may announce them: the heads of their columns, and their line's first cell."""
    heads: list[str] = []
    for row, label in zip(rows, _labels(text, rows), strict=True):
        if not heads:
            words = [_head(text[cell.start : cell.end]) for cell in row]
            if words and all(words):
                heads = _announcing(_without_names(_accented(words)))
                continue
        shift = len(row) - len(heads)
        for at, cell in enumerate(row):
            for head in (heads[at - shift] if 0 <= at - shift < len(heads) else "", label if at else ""):
                if head and _may_be_value(text, head, cell):
                    yield head, cell


def _labels(text: str, rows: Sequence[Sequence[Cell]]) -> list[str]:
    """What the first cell of each line announces."""
    labels = (_SIGN.sub("", text[row[0].start : row[0].end]) if row else "" for row in rows)
    return _announcing(_without_names(["" if _NAMED.search(label) else _head(label) for label in labels]))


def _without_names(heads: Sequence[str]) -> list[str]:
    """Heads without those that are names, where one among them can be nothing else: ``Turner``, ``Price``."""
    if not any(is_listed_name(head, rare_too=False) for head in heads):
        return [*heads]
    return ["" if is_listed_name(head, word_too=True) else head for head in heads]


def _accented(heads: Sequence[str]) -> list[str]:
    """Heads with the accent that Italian tables leave out: beside ``nome``, ``eta`` is no time of arrival."""
    small = {head.lower() for head in heads}
    return ["et\u00e0" if head.lower() == "eta" and small & _ITALIAN else head for head in heads]


def _announcing(heads: Sequence[str]) -> list[str]:
    """Heads without those that can announce nothing."""
    return [head if head and (announces(head) or is_number(head)) else "" for head in heads]


def _blocks(text: str) -> Iterator[list[tuple[str, int]]]:
    """Runs of two lines and more that hold a separator each, with where they begin."""
    block: list[tuple[str, int]] = []
    end = -1
    for mark in (_MARK_OR_BLANKS if "  " in text else _MARK).finditer(text):
        if mark.start() < end:
            continue
        begin = text.rfind("\n", 0, mark.start()) + 1
        if begin != end + 1:
            rules = list(_rules(text, end + 1, begin)) if block else []
            if not rules:
                if len(block) > 1:
                    yield block
                block = []
            block += rules
        end = text.find("\n", mark.end())
        end = len(text) if end < 0 else end
        block.append((text[begin:end], begin))
    if len(block) > 1:
        yield block


def _rules(text: str, start: int, end: int) -> Iterator[tuple[str, int]]:
    """The lines of a stretch, if all of them are rules."""
    lines = text[start : end - 1].split("\n") if end - start <= _LONGEST_RULE else [""]
    if all(map(_RULE.fullmatch, lines)):
        for line in lines:
            yield line, start
            start += len(line) + 1


def _head(words: str) -> str:
    """The head of a column as words of a sentence; nothing if it is none."""
    if not _HEAD.fullmatch(words):
        return ""
    return _HUMP.sub(" ", _BRACKETED.sub("", words)).translate(_BLANKS_OF_KEYS).strip()
