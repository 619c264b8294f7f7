"""The cells of a line, and the rows of tables in HTML and SQL: for what reads tables by their heads, and what adds up.

Cells are separated by bars, tabs, semicolons, commas, or two spaces and more, as in Markdown, CSV and what programs
print. A comma before a space is punctuation, and what stands between double quotes is one cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from privacy_chains.detect.patterns.reading import matches
from privacy_chains.lazy import lazily

__all__ = [
    "BLANKS",
    "COMMA",
    "COMMA_NO_GROUPING",
    "Cell",
    "cut",
    "in_ascii",
    "rows_of_html",
    "rows_of_inserts",
    "rows_of_slashes",
    "separator_of",
]

BLANKS = "  "
"""The separator of cells that stand below one another: two spaces and more."""

COMMA = r",(?!\s|\Z)"
"""An expression of a comma that is no punctuation."""
COMMA_NO_GROUPING = rf"{COMMA}(?!(?<=[0-9],)[0-9]{{3}}(?![0-9]))"
"""One that groups no digits either."""

_SEPARATORS = {
    "|": lazily(r"\|"),
    "\t": lazily(r"\t"),
    ";": lazily(r";"),
    ",": lazily(COMMA),
    BLANKS: lazily(r"(?<=\S) {2,}(?=\S)"),
}
_NO_GROUPING = lazily(COMMA_NO_GROUPING)
_QUOTED = lazily(r'"(?:[^"\n]|"")*"')
_AROUND = " \t\r\n\"'*`"


class Cell(NamedTuple):
    """Where a cell stands, without blanks, quotes and marks around it."""

    start: int
    end: int


_DRAWN = str.maketrans(
    dict.fromkeys("\u2502\u2503\u2506\u2507\u250a\u250b\u2551\u254e\u254f\x1f", "|")
    | dict.fromkeys("\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u254c\u254d", "-")
    | dict.fromkeys(range(9484, 9548), "+")
    | dict.fromkeys(range(9554, 9584), "+")
    | {0x1E: "\n"}
)
_ANY_DRAWN = lazily("[\u2500-\u2570\x1f]")


def in_ascii(text: str) -> str:
    """A text with the lines of its tables drawn in ASCII, position for position."""
    return text if (text.isascii() and "\x1f" not in text) or not _ANY_DRAWN.search(text) else text.translate(_DRAWN)


def separator_of(line: str, *, fewest_commas: int = 1, blanks: bool = True) -> str:
    """What the cells of a line are separated by; nothing where they are not.

    Args:
        line: The line.
        fewest_commas: How many commas it takes, as sentences have them, too.
        blanks: Whether spaces may separate cells.
    """
    for separator, pattern in _SEPARATORS.items():
        if separator not in line or (separator == BLANKS and not blanks):
            continue
        if separator == "," and blanks and _is_aligned(line):
            continue
        fewest = fewest_commas if separator == "," else 1
        if fewest == 1:
            if pattern.search(line):
                return separator
        elif len(pattern.findall(line)) >= fewest:
            return separator
    return ""


def _is_aligned(line: str) -> bool:
    """Whether the cells of a line stand below others, and its commas group digits."""
    return BLANKS in line and _NO_GROUPING.search(line) is None and _SEPARATORS[BLANKS].search(line) is not None


def cut(line: str, separator: str, begin: int = 0) -> list[Cell]:
    """The cells of a line that begins at ``begin``; none where it is not separated so."""
    if separator not in line:
        return []
    flat = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), line) if '"' in line else line
    edges = [0]
    for found in _SEPARATORS[separator].finditer(flat):
        edges += found.span()
    edges.append(len(line))
    if separator == "," and len(edges) > 2 and line.rstrip().endswith(","):
        edges += [len(line), len(line)]
    cells = [_stripped(line, begin, left, right) for left, right in zip(edges[::2], edges[1::2], strict=True)]
    if separator == "|" and line.lstrip().startswith("|"):
        cells = cells[1:-1] if line.rstrip().endswith("|") else cells[1:]
    return cells


def _stripped(line: str, begin: int, left: int, right: int) -> Cell:
    while left < right and line[left] in _AROUND:
        left += 1
    while left < right and line[right - 1] in _AROUND:
        right -= 1
    return Cell(begin + left, begin + right)


# --- heads with slashes ----------------------------------------------------------------------------------------------

_ONE_HEAD = r"[^\W\d_][\w .#]{0,24}"
_AFTER_HEADS = r"(?=:|\s[0-9])"
_HEADS = lazily(rf"{_ONE_HEAD}(?:/\s?{_ONE_HEAD}){{1,5}}{_AFTER_HEADS}")
_SLASH = lazily(rf"(?<=[^\W_])\s?/\s?(?={_ONE_HEAD}(?:/\s?{_ONE_HEAD}){{0,4}}{_AFTER_HEADS})")
"""A slash between heads; those of paths have no values behind them."""
_PART = lazily(r"[^/]+")
_DATE = lazily(r"(?<![0-9])(?:[0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4}|(?:19|20)[0-9]{2}/[0-9]{1,2}/[0-9]{1,2})(?![0-9])")
_LONGEST_HEAD = 24


def rows_of_slashes(text: str) -> Iterator[Sequence[Sequence[Cell]]]:
    """Heads and values that stand side by side: ``MRN/SSN: 00456789/123-45-6789``."""
    end = 0
    starts = [found.start() - text[found.start() - 1 : found.start()].isspace() for found in re.finditer("/", text)]
    for slash in matches(_SLASH, text, starts):
        if slash.start() < end:
            continue
        line = max(text.rfind("\n", end, slash.start()) + 1, slash.start() - _LONGEST_HEAD)
        heads = _HEADS.search(text, line, min(len(text), slash.end() + 6 * _LONGEST_HEAD))
        if heads is None or not heads.start() < slash.start() < heads.end():
            continue
        end = text.find("\n", heads.end())
        end = len(text) if end < 0 else end
        names, values = _parts(text, *heads.span()), _parts(text, heads.end() + 1, end)
        if len(names) == len(values):
            yield names, values


def _parts(text: str, start: int, end: int) -> list[Cell]:
    """What slashes separate, but for those of dates."""
    flat = _DATE.sub(lambda date: date[0].replace("/", "-"), text[start:end])
    return [_stripped(text[start:end], start, *part.span()) for part in _PART.finditer(flat)]


# --- HTML ------------------------------------------------------------------------------------------------------------

_ROW = lazily(r"<(?P<edge>/?table|tr)\b[^<>]*>", re.IGNORECASE)
_CELL_OF_ROW = lazily(r"<t[hd]\b[^<>]*>\s*(?:<[^<>]*>\s*)*(?P<cell>[^<>]*)", re.IGNORECASE)


def rows_of_html(text: str) -> Iterator[Sequence[Sequence[Cell]]]:
    """The rows of each table that is drawn with ``<tr>``, ``<th>`` and ``<td>``; of a cell, its first words."""
    if "<" not in text:
        return
    rows: list[list[Cell]] = []
    edges = list(_ROW.finditer(text))
    for at, edge in enumerate(edges):
        if edge["edge"].lower() != "tr":
            if rows:
                yield rows
            rows = []
            continue
        end = edges[at + 1].start() if at + 1 < len(edges) else len(text)
        found = (cell.span("cell") for cell in _CELL_OF_ROW.finditer(text, edge.end(), end))
        rows.append([_stripped(text[start:stop], start, 0, stop - start) for start, stop in found])
    if rows:
        yield rows


# --- SQL -------------------------------------------------------------------------------------------------------------

_INSERT = lazily(
    r"\binsert\s{1,4}(?:ignore\s{1,4})?into\s{1,4}(?P<table>[\w.\"`\[\]]{1,80})\s{0,4}(?:\((?P<names>[^()]{1,2000})\))?\s{0,8}values\s{0,8}",
    re.IGNORECASE,
)
_CREATE = lazily(
    r"\bcreate\s{1,4}(?:temp(?:orary)?\s)?table\s{1,4}(?:if\snot\sexists\s)?(?P<table>[\w.\"`\[\]]{1,80})\s{0,4}"
    r"\((?P<columns>(?:[^()]|\([^()]{0,200}\)){1,4000}+)\)",
    re.IGNORECASE,
)
_COLUMN = lazily(
    r"(?:\A|,)\s{0,40}[\"`\[]?(?!(?:primary|foreign|unique|check|constraint|key)\b)(?P<name>\w{1,64})", re.IGNORECASE
)
_NAME = lazily(r"[^\s,\"`\[\]]+")
_AROUND_NAME = '"`[]'
_VALUES = lazily(r"\s{0,8},?\s{0,8}\((?P<values>(?:'[^']*+'|[^()'])*+)\)")
_VALUE = lazily(r"\s*(?:'(?P<quoted>(?:[^']|'')*+)'|(?P<bare>[^,']*))[^,]*(?:,|\Z)")


def rows_of_inserts(text: str) -> Iterator[Sequence[Sequence[Cell]]]:
    """The rows that each ``INSERT INTO ... (names) VALUES (...), (...)`` writes, below the names of their columns."""
    if not any(map(text.__contains__, ("INSERT", "insert", "Insert"))):
        return
    created = {table["table"].strip(_AROUND_NAME): table.span("columns") for table in _CREATE.finditer(text)}
    for insert in _INSERT.finditer(text):
        rows = [_columns(text, insert, created)]
        values = _VALUES.match(text, insert.end())
        while values is not None:
            rows.append(list(_values(text, *values.span("values"))))
            values = _VALUES.match(text, values.end())
        yield rows


def _columns(text: str, insert: re.Match[str], created: Mapping[str, tuple[int, int]]) -> list[Cell]:
    """The names of the columns that a statement fills: its own, or those that its table was created with."""
    if insert["names"] is not None:
        return [Cell(*name.span()) for name in _NAME.finditer(text, *insert.span("names"))]
    start, end = created.get(insert["table"].strip(_AROUND_NAME), (0, 0))
    found = _COLUMN.finditer(text[start:end])
    return [Cell(start + name.start("name"), start + name.end("name")) for name in found]


def _values(text: str, start: int, end: int) -> Iterator[Cell]:
    while start < end:
        value = _VALUE.match(text, start, end)
        if value is None or value.end() == start:
            return
        first, last = value.span("quoted" if value["quoted"] is not None else "bare")
        yield Cell(first, first + len(text[first:last].rstrip()))
        start = value.end()
