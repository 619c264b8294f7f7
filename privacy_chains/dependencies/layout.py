"""Rows and columns of numbers: in tables drawn with bars, tabs, commas or spaces, in HTML, and in JSON."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.words import may_hold, stems
from privacy_chains.detect.patterns.cells import BLANKS, Cell, cut, rows_of_html, separator_of
from privacy_chains.lazy import lazily

__all__ = ["Row", "Table", "tables_in"]

_FEWEST_COMMAS = 2
_NUMBER = "_"
"""Replaces each character of a number when only the words of a line matter."""
_JSON = lazily(r'"\s*:\s*["0-9.{\[-]')
_PLAIN = lazily(r"[0-9]{1,6}(?:[.,][0-9]{1,2})?")
_JSON_TOKEN = lazily(r'"((?:[^"\\\n]|\\.){0,200})"(\s*:)?|[{}\[\]]')


@dataclass(frozen=True)
class Row:
    """One line of a table, or one object of a list.

    Attributes:
        words: Its words, unchanged.
        cells: Its numbers by column. If a cell has several, the first.
        clear: Numbers that stay in clear, by column.
    """

    words: str = field(repr=False)
    cells: Mapping[int, Mention] = field(repr=False)
    clear: Mapping[int, Fraction] = field(default_factory=dict, repr=False)

    @cached_property
    def label(self) -> frozenset[str]:
        """The stems of its words."""
        return stems(self.words)

    @property
    def is_total(self) -> bool:
        """Whether its words call it a total."""
        return may_hold("total", self.words.lower()) and "total" in self.label


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with common columns.

    Attributes:
        rows: The rows with a number, from top to bottom.
        heads: The stems of the words in the head of each column, if there are any.
    """

    rows: tuple[Row, ...]
    heads: Mapping[int, frozenset[str]]


def tables_in(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[Table]:
    """The tables of a message. ``mentions`` are in reading order. A run of lines with numbers counts as a table."""
    by_text: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_text.setdefault(mention.text, []).append(mention)
    for index, found in by_text.items():
        if len(found) < 3:
            continue
        if _JSON.search(texts[index]):
            yield from _records(texts[index], found)
        yield from _drawn(texts[index], found)
        yield from _marked_up(texts[index], found)


# --- lines -----------------------------------------------------------------------------------------------------------


class _Line:
    """A line; ``outside`` is its text without the numbers."""

    __slots__ = ("mentions", "outside", "separator", "start", "text")

    def __init__(self, start: int, text: str, mentions: list[Mention]) -> None:
        self.start, self.text, self.mentions = start, text, mentions
        for mention in mentions:
            first, last = mention.span.start - start, mention.span.end - start
            text = f"{text[:first]}{_NUMBER * (last - first)}{text[last:]}"
        self.outside = text
        self.separator = separator_of(text, fewest_commas=_FEWEST_COMMAS, blanks=False)

    def row(self) -> Row:
        """Its numbers by column."""
        cells = _columns(self.outside, self.separator)
        if not cells:
            return Row(self.outside, {at - len(self.mentions): mention for at, mention in enumerate(self.mentions)})
        return _row(self.outside, self.start, cells, self.mentions)


def _columns(line: str, separator: str) -> dict[int, Cell]:
    """The cells of a line, counted from the left; if blanks separate them, from the right, starting at -1."""
    if separator:
        return dict(enumerate(cut(line, separator)))
    cells = cut(line, BLANKS)
    return {at - len(cells): cell for at, cell in enumerate(cells)} if len(cells) > 1 else {}


def _row(outside: str, start: int, cells: Mapping[int, Cell], mentions: Iterable[Mention]) -> Row:
    """The first number in each cell of a line that begins at ``start``, and the numbers that stay in clear."""
    found: dict[int, Mention] = {}
    clear: dict[int, Fraction] = {}
    for mention in mentions:
        at = mention.span.start - start
        column = next((column for column, cell in cells.items() if cell.start <= at < cell.end), None)
        if column is not None:
            found.setdefault(column, mention)
    for column, cell in cells.items():
        if _PLAIN.fullmatch(outside, *cell):
            clear[column] = Fraction(outside[cell.start : cell.end].replace(",", "."))
    return Row(outside, found, clear)


def _drawn(text: str, mentions: Sequence[Mention]) -> Iterator[Table]:
    """Runs of lines with the same separator. If lines have no separators, an empty line ends a table."""
    separator, head, rows = None, "", list[Row]()
    for line in _lines(text, mentions):
        if not line.mentions:
            if not line.text.strip() and not separator:
                yield from _table(rows, head, separator)
                rows = []
            elif separator != line.separator or not rows:
                yield from _table(rows, head, separator)
                separator, head, rows = line.separator, line.text, []
            continue
        if line.separator != separator:
            yield from _table(rows, head, separator)
            separator, rows = line.separator, []
            head = head if separator and separator in head else ""
        rows.append(line.row())
    yield from _table(rows, head, separator)


def _table(rows: Sequence[Row], head: str, separator: str | None) -> Iterator[Table]:
    if rows:
        heads = _columns(head, separator or "")
        yield Table(tuple(rows), {column: stems(head[cell.start : cell.end]) for column, cell in heads.items()})


def _lines(text: str, mentions: Iterable[Mention]) -> Iterator[_Line]:
    left = iter(mentions)
    following = next(left, None)
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        inside = []
        while following is not None and following.span.start < end:
            if following.span.end <= end:
                inside.append(following)
            following = next(left, None)
        yield _Line(start, line, inside)
        start = end


def _marked_up(text: str, mentions: Sequence[Mention]) -> Iterator[Table]:
    """HTML tables; the first row holds the heads."""
    starts = [mention.span.start for mention in mentions]
    for drawn in rows_of_html(text):
        rows: list[Row] = []
        for cells in filter(None, drawn):
            start, end = cells[0].start, cells[-1].end
            line = _Line(start, text[start:end], [*mentions[bisect_left(starts, start) : bisect_left(starts, end)]])
            inside = [Cell(cell.start - start, cell.end - start) for cell in cells]
            row = _row(line.outside, start, dict(enumerate(inside)), line.mentions)
            rows.append(replace(row, words=" ".join(line.outside[slice(*cell)] for cell in inside)))
        heads = {at: stems(text[slice(*cell)]) for at, cell in enumerate(drawn[0])}
        yield Table(tuple(row for row in rows if row.cells), heads)


# --- JSON ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    """An open object or list. For a list, also the table whose rows are its objects."""

    is_list: bool
    key: str
    cells: dict[str, Mention] = field(default_factory=dict)
    rows: list[dict[str, Mention]] = field(default_factory=list)


def _records(text: str, mentions: Sequence[Mention]) -> Iterator[Table]:
    """The lists of a JSON text, as tables: one row for each object, and one for each number beside the list."""
    found: list[tuple[_Place, _Place]] = []
    open_ones = [_Place(is_list=False, key="")]
    left = iter(mentions)
    following = next(left, None)
    key = ""
    for token in _JSON_TOKEN.finditer(text):
        while following is not None and following.span.start < token.start():
            open_ones[-1].cells.setdefault(key or str(len(open_ones[-1].cells)), following)
            following, key = next(left, None), ""
        mark = token[0]
        if token[2]:
            key = token[1]
        elif mark in "{[":
            open_ones.append(_Place(mark == "[", key))
            key = ""
        elif mark in "}]" and len(open_ones) > 1:
            closed = open_ones.pop()
            if closed.is_list:
                found.append((closed, open_ones[-1]))
            elif open_ones[-1].is_list:
                open_ones[-1].rows.append(closed.cells)
            else:
                found.append((_Place(is_list=True, key=closed.key, rows=[closed.cells]), open_ones[-1]))
    if following is not None:
        open_ones[-1].cells.setdefault(key or str(len(open_ones[-1].cells)), following)
    found.append((_Place(is_list=True, key="", rows=[open_ones[-1].cells]), _Place(is_list=False, key="")))
    yield from (table for place, around in found for table in _listed(place, around.cells))


def _listed(place: _Place, around: Mapping[str, Mention]) -> Iterator[Table]:
    """A list as a table. A number beside it may be the total of its plain numbers, or of a column."""
    rows = place.rows or [{place.key: mention} for mention in place.cells.values()]
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: at for at, name in enumerate(names)}
    if not names or sum(map(len, rows)) < 2:
        return
    inside = tuple(_unlabelled({columns[name]: mention for name, mention in row.items()}) for row in rows if row)
    heads = {at: stems(name) for name, at in columns.items()}
    yield Table(inside, heads)
    if len(inside) > 1:
        for name, mention in around.items():
            for column in columns.values():
                above = (_unlabelled({column: row.cells[column]}) for row in inside if column in row.cells)
                yield Table((*above, Row(name, {column: mention})), {})


def _unlabelled(cells: Mapping[int, Mention]) -> Row:
    return Row("", cells)
