"""The rows and columns that numbers stand in: of tables drawn with bars, tabs, commas or spaces, and of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.words import may_hold, stems

__all__ = ["Row", "Table", "tables_in"]

_SEPARATORS = ("|", "\t", ";", ",")
_FEWEST_COMMAS = 2
_SEPARATOR = {mark: re.compile(",(?! )" if mark == "," else re.escape(mark)) for mark in _SEPARATORS}
_JSON = re.compile(r'"\s*:\s*["0-9.{\[-]')
_PLAIN = re.compile(r"\s*[0-9]{1,6}(?:[.,][0-9]{1,2})?\s*")
_JSON_TOKEN = re.compile(r'"((?:[^"\\\n]|\\.){0,200})"(\s*:)?|[{}\[\]]')


@dataclass(frozen=True)
class Row:
    """One line of a table, or one object of a list.

    Attributes:
        words: The words in it, as they stand there.
        cells: Its numbers by column; the first of a cell where there are several.
        clear: Numbers that stay as they are, by column.
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
        """Whether it is called a total."""
        return may_hold("total", self.words.lower()) and "total" in self.label


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with common columns.

    Attributes:
        rows: From top to bottom; only those with a number.
        heads: The stems of the words at the head of each column, where there are such.
    """

    rows: tuple[Row, ...]
    heads: Mapping[int, frozenset[str]]


def tables_in(texts: Sequence[str], mentions: Sequence[Mention]) -> Iterator[Table]:
    """The tables of a message; ``mentions`` are in reading order. A run of lines with numbers counts as one."""
    by_text: dict[int, list[Mention]] = {}
    for mention in mentions:
        by_text.setdefault(mention.text, []).append(mention)
    for index, found in by_text.items():
        if len(found) < 3:
            continue
        if _JSON.search(texts[index]):
            yield from _records(texts[index], found)
        yield from _drawn(texts[index], found)


# --- lines -----------------------------------------------------------------------------------------------------------


class _Line:
    """One line; ``outside`` is its text with blanks in place of its numbers."""

    __slots__ = ("mentions", "outside", "separator", "start", "text")

    def __init__(self, start: int, text: str, mentions: list[Mention]) -> None:
        self.start, self.text, self.mentions = start, text, mentions
        for mention in mentions:
            first, last = mention.span.start - start, mention.span.end - start
            text = f"{text[:first]}{' ' * (last - first)}{text[last:]}"
        self.outside, self.separator = text, _separator(text)

    def cells(self, separator: str) -> dict[int, Mention]:
        """Numbers by column: counted from the left by separators, from the right (-1) where there are none."""
        if not separator:
            return {at - len(self.mentions): mention for at, mention in enumerate(self.mentions)}
        cuts = _places(self.outside, separator)
        found: dict[int, Mention] = {}
        for mention in self.mentions:
            column = sum(cut < mention.span.start - self.start for cut in cuts)
            found.setdefault(column, mention)
        return found


def _separator(outside: str) -> str:
    """What a line's cells are separated by; nothing where they are not."""
    for separator in _SEPARATORS:
        if separator in outside:
            fewest = _FEWEST_COMMAS if separator == "," else 1
            if outside.count(separator) >= fewest and len(_places(outside, separator)) >= fewest:
                return separator
    return ""


def _clear(outside: str, separator: str) -> dict[int, Fraction]:
    """The cells that hold nothing but a number that is not released."""
    cells = enumerate(outside.split(separator)) if separator else ()
    return {column: Fraction(cell.strip().replace(",", ".")) for column, cell in cells if _PLAIN.fullmatch(cell)}


def _places(text: str, separator: str) -> list[int]:
    """Where a separator stands; a comma before a space is punctuation."""
    return [found.start() for found in _SEPARATOR[separator].finditer(text)]


def _drawn(text: str, mentions: Sequence[Mention]) -> Iterator[Table]:
    """Runs of lines that are separated alike; between lines without separators, empty lines end a table."""
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
        outside = line.outside
        rows.append(Row(outside, line.cells(separator), _clear(outside, separator)))
    yield from _table(rows, head, separator)


def _table(rows: Sequence[Row], head: str, separator: str | None) -> Iterator[Table]:
    if not rows:
        return
    heads = enumerate(head.split(separator)) if separator and separator in head else ()
    yield Table(tuple(rows), {column: stems(words) for column, words in heads})


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


# --- JSON ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Place:
    """An open object or list, and the table that the objects of a list are the rows of."""

    is_list: bool
    key: str
    cells: dict[str, Mention] = field(default_factory=dict)
    rows: list[dict[str, Mention]] = field(default_factory=list)


def _records(text: str, mentions: Sequence[Mention]) -> Iterator[Table]:
    """The lists of a JSON text: a row for each object, and one for each number beside the list."""
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
    """A list as a table; its column of plain numbers, or each column, may be totalled by a number beside it."""
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
