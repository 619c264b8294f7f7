"""Parquet files, through pyarrow: columns of text are rewritten, the others keep their types."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.bytes_writer import partial
from privacy_chains.cli.corpus.columns import Columns
from privacy_chains.cli.corpus.records import FileRecord, cell_of
from privacy_chains.errors import PolicyError, UnsupportedContent

__all__ = ["ParquetFiles"]

_ROWS = 1024
"""How many rows are decoded at a time."""


def _library(name: str) -> Any:
    """A module of pyarrow.

    Raises:
        PolicyError: pyarrow is not installed.
    """
    try:
        return import_module(name)
    except ImportError:
        msg = "Parquet files need a package: pip install 'privacy-chains[parquet]'"
        raise PolicyError(msg) from None


class ParquetFiles:
    """Parquet files. A row that failed keeps its place, with null for its texts; the files' own metadata is left out.

    Args:
        columns: What becomes of each column.
    """

    whole = False

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def records(self, path: Path, start: int) -> Iterator[FileRecord]:
        """The rows of a file, from a row on.

        Raises:
            PolicyError: The columns are not those that were named, or one of them holds no text.
            UnsupportedContent: It is no Parquet file.
        """
        file = _opened(path)
        self._check(file.schema_arrow, path.name)
        names = list(dict.fromkeys([*self._columns.rewritten, *filter(None, (self._columns.whose,))]))
        for row, batch in _batches(file, self._columns.written(file.schema_arrow.names), names, start):
            cells = batch.select(names).to_pylist()
            for place, cell in enumerate(cells):
                texts, whose, wrong = cell_of(cell, self._columns)
                yield FileRecord(batch.slice(place, 1), texts, whose, row + place + 1, wrong, self._columns.rewritten)

    def check(self, path: Path) -> None:
        """Refuse a file whose columns are not those that were named, or hold no text where they should.

        Raises:
            PolicyError: They are not.
            UnsupportedContent: It is no Parquet file.
        """
        self._check(_opened(path).schema_arrow, path.name)

    def size(self, path: Path) -> int:
        """How many rows a file has."""
        try:
            return int(_opened(path).metadata.num_rows)
        except UnsupportedContent:
            return 0

    def writer(self, source: Path, path: Path, start: int) -> _Parts:
        """What writes rows."""
        schema = _opened(source).schema_arrow
        self._check(schema, source.name)
        return _Parts(path, self._schema(schema), self._columns.rewritten, start)

    def _check(self, schema: Any, table: str) -> None:
        self._columns.check(schema.names, table)
        types = _library("pyarrow.types")
        for name in self._columns.rewritten:
            kind = schema.field(name).type
            value = kind.value_type if types.is_dictionary(kind) else kind
            if not (types.is_string(value) or types.is_large_string(value) or types.is_null(value)):
                msg = (
                    f"the column {name!r} of {table} holds {kind}, and only texts are rewritten; write it as text first"
                )
                raise PolicyError(msg)

    def _schema(self, schema: Any) -> Any:
        arrow = _library("pyarrow")
        fields = (
            arrow.field(name, arrow.large_string() if name in self._columns.rewritten else schema.field(name).type)
            for name in self._columns.written(schema.names)
        )
        return arrow.schema(list(fields))


class _Parts:
    """Writes units as files of their own, since a Parquet file cannot go on after a kill; joins them at the end."""

    def __init__(self, path: Path, schema: Any, rewritten: Sequence[str], start: int) -> None:
        self._path = path
        self._folder = partial(path)
        self._schema = schema
        self._rewritten = rewritten
        self._next = start
        self._folder.mkdir(parents=True, exist_ok=True)
        for part in self._folder.iterdir():
            if not part.name.isdecimal() or int(part.name) >= start:
                part.unlink()

    def append(self, records: Sequence[FileRecord], read: Sequence[Read]) -> int:
        """Write a unit of records durably, and return the number of the next one."""
        arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
        table = arrow.Table.from_batches([record.data for record in records])
        texts = {name: [one.texts[place] for one in read] for place, name in enumerate(self._rewritten)}
        columns = [
            arrow.chunked_array([arrow.array(texts[field.name], field.type)])
            if field.name in texts
            else table[field.name]
            for field in self._schema
        ]
        part = self._folder / str(self._next)
        with part.open("wb") as file:
            parquet.write_table(arrow.Table.from_arrays(columns, schema=self._schema), file)
            file.flush()
            os.fsync(file.fileno())
        self._next += 1
        return self._next

    def finish(self) -> None:
        """Join the parts in their order, one after the other, and put the file in its place."""
        parquet = _library("pyarrow.parquet")
        joined = self._folder / "joined"
        with parquet.ParquetWriter(joined, self._schema) as writer:
            for number in range(self._next):
                writer.write_table(parquet.read_table(self._folder / str(number), schema=self._schema))
        joined.replace(self._path)
        self.discard()

    def discard(self) -> None:
        """Remove the parts."""
        shutil.rmtree(self._folder)


def _opened(path: Path) -> Any:
    arrow, parquet = _library("pyarrow"), _library("pyarrow.parquet")
    try:
        return parquet.ParquetFile(path)
    except (arrow.ArrowException, OSError):
        failure = f"{path.name} is no Parquet file"
    raise UnsupportedContent(failure)


def _batches(file: Any, written: Sequence[str], read: Sequence[str], start: int) -> Iterator[tuple[int, Any]]:
    """Batches of the rows behind ``start``, each with the number of its first row; row groups before are not read."""
    wanted = list(dict.fromkeys([*written, *read]))
    first = 0
    for group in range(file.num_row_groups):
        rows = file.metadata.row_group(group).num_rows
        if first + rows > start:
            row = first
            for batch in file.iter_batches(_ROWS, row_groups=[group], columns=wanted):
                skipped = min(max(start - row, 0), batch.num_rows)
                if skipped < batch.num_rows:
                    yield row + skipped, batch.slice(skipped)
                row += batch.num_rows
        first += rows
