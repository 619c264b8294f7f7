"""The same records as many programs print them: with the programs where the standard library has them."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import pprint
import shutil
import sqlite3
import subprocess
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

HEADS = ("name", "age", "birth_date", "salary", "member_id")
TYPES = {"age": "AGE", "birth_date": "DATE_OF_BIRTH", "salary": "MONEY", "member_id": "ID_NUMBER"}
Record = tuple[str, int, date, Decimal, str]
Texts = Sequence[Sequence[str]]
SQLITE_MODES = [
    "ascii",
    "box",
    "csv",
    "column",
    "html",
    "json",
    "line",
    "list",
    "markdown",
    "qbox",
    "quote",
    "table",
    "tabs",
]


def _row(cells: Sequence[str], widths: Sequence[int], bar: str) -> str:
    return bar.join(f" {cell.ljust(width)} " for cell, width in zip(cells, widths, strict=True))


def _rule(widths: Sequence[int], marks: str) -> str:
    left, middle, right, line = [*marks]
    return left + middle.join(line * (width + 2) for width in widths) + right


def psql(rows: Texts, widths: Sequence[int]) -> str:
    rule = "+".join("-" * (width + 2) for width in widths)
    lines = [_row(HEADS, widths, "|"), rule, *(_row(row, widths, "|") for row in rows), f"({len(rows)} rows)"]
    return "\n".join(lines)


def psql_expanded(rows: Texts, _: Sequence[int]) -> str:
    return "\n".join(
        line
        for at, row in enumerate(rows, 1)
        for line in (f"-[ RECORD {at} ]----------", *map("{:<10} | {}".format, HEADS, row))
    )


def mysql(rows: Texts, widths: Sequence[int]) -> str:
    rule = _rule(widths, "+++-")
    return "\n".join([rule, *(f"|{_row(row, widths, '|')}|" for row in (HEADS, *rows)), rule]).replace(
        "\n", f"\n{rule}\n", 2
    )


def mysql_vertical(rows: Texts, _: Sequence[int]) -> str:
    return "\n".join(
        line
        for at, row in enumerate(rows, 1)
        for line in (f"{'*' * 27} {at}. row {'*' * 27}", *map("{:>10}: {}".format, HEADS, row))
    )


def pandas(rows: Texts, widths: Sequence[int]) -> str:
    lines = ["   " + "  ".join(map(str.rjust, HEADS, widths))]
    return "\n".join([*lines, *(f"{at}  " + "  ".join(map(str.rjust, row, widths)) for at, row in enumerate(rows))])


def polars(rows: Texts, widths: Sequence[int]) -> str:
    dtypes = ("str", "i64", "date", "f64", "str")
    head = [f"│{_row(cells, widths, '┆')}│" for cells in (HEADS, ["---"] * len(HEADS), dtypes)]
    body = [f"│{_row(row, widths, '┆')}│" for row in rows]
    return "\n".join(
        [f"shape: ({len(rows)}, 5)", _rule(widths, "┌┬┐─"), *head, _rule(widths, "╞╪╡═"), *body, _rule(widths, "└┴┘─")]
    )


def rich(rows: Texts, widths: Sequence[int]) -> str:
    body = [f"│{_row(row, widths, '│')}│" for row in rows]
    head = f"┃{_row(HEADS, widths, '┃')}┃"
    return "\n".join([_rule(widths, "┏┳┓━"), head, _rule(widths, "┡╇┩━"), *body, _rule(widths, "└┴┘─")])


def written_csv(rows: Texts, _: Sequence[int]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows([HEADS, *rows])
    return file.getvalue()


DRAWN: tuple[Callable[[Texts, Sequence[int]], str], ...] = (
    psql,
    psql_expanded,
    mysql,
    mysql_vertical,
    pandas,
    polars,
    rich,
    written_csv,
)


def literals(records: Sequence[Record]) -> Iterator[tuple[str, str]]:
    """The records as ``repr``, ``pprint`` and ``json`` print them."""
    row_type: Callable[..., object] = namedtuple("Staff", HEADS)  # type: ignore[misc]  # noqa: PYI024  # the fields are data
    made = dataclasses.make_dataclass("Employee", HEADS)
    columns = {head: [record[at] for record in records] for at, head in enumerate(HEADS)}
    yield "tuples", repr([HEADS, *records])
    yield "select", f"SELECT s.name, age, birth_date, salary AS salary, member_id FROM staff s;\n{[*records]!r}"  # noqa: S608  # printed, not run
    yield "dicts", repr([dict(zip(HEADS, record, strict=True)) for record in records])
    yield "pprint", pprint.pformat([dict(zip(HEADS, record, strict=True)) for record in records])
    yield "lists", repr(columns)
    yield "indexed", repr({head: dict(enumerate(values)) for head, values in columns.items()})
    yield "namedtuples", repr([row_type(*record) for record in records])
    yield "dataclasses", repr([made(*record) for record in records])
    yield "decimals", repr(columns).replace("datetime.date", "date").replace("Decimal", "decimal.Decimal")
    plain = [[cell if isinstance(cell, int) else str(cell) for cell in record] for record in records]
    yield "split", json.dumps({"columns": HEADS, "index": [*range(len(plain))], "data": plain})
    yield (
        "by key",
        json.dumps({head: {str(at): row[i] for at, row in enumerate(plain)} for i, head in enumerate(HEADS)}),
    )
    stamps = [
        f"{{'age': {a}, 'birth_date': Timestamp('{b} 00:00:00'), 'salary': np.float64({s}), 'member_id': {i!r}}}"
        for _, a, b, s, i in records
    ]
    yield "stamps", f"[{', '.join(stamps)}]"


def by_sqlite(rows: Texts) -> Iterator[tuple[str, str]]:
    """What the sqlite3 shell prints in each of its modes, and dumps; nothing where there is no shell."""
    shell = shutil.which("sqlite3")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "staff.db"
        with sqlite3.connect(path) as database:
            database.execute("CREATE TABLE staff(name TEXT, age INT, birth_date TEXT, salary REAL, member_id TEXT)")
            database.executemany("INSERT INTO staff VALUES (?, ?, ?, ?, ?)", rows)
        yield "dump", "\n".join(database.iterdump())
        database.close()
        for mode in SQLITE_MODES if shell else ():
            command = [str(shell), "-header", str(path), "-cmd", f".mode {mode}", "SELECT * FROM staff"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if not done.returncode:
                yield f"sqlite {mode}", done.stdout


def every_print(records: Sequence[Record]) -> Mapping[str, str]:
    """The records in every program's format."""
    rows = [[str(cell) for cell in record] for record in records]
    widths = [max(map(len, column)) for column in zip(HEADS, *rows, strict=True)]
    drawn = {draw.__name__: draw(rows, widths) for draw in DRAWN}
    return drawn | dict(literals(records)) | dict(by_sqlite(rows))
