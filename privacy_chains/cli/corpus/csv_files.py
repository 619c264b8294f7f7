"""CSV and TSV: a header, then rows; cells may hold line ends."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import BufferedReader, StringIO
from pathlib import Path

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.bytes_writer import BytesWriter
from privacy_chains.cli.corpus.columns import Columns
from privacy_chains.cli.corpus.jsonl import LONGEST
from privacy_chains.cli.corpus.records import FileRecord, cell_of
from privacy_chains.errors import UnsupportedContent

__all__ = ["CsvFiles"]


class CsvFiles:
    """Files of rows under a header. A row that failed keeps its place, with empty cells for its texts.

    Args:
        columns: What becomes of each column.
        delimiter: What stands between cells.
    """

    whole = False

    def __init__(self, columns: Columns, delimiter: str = ",") -> None:
        self._columns = columns
        self._delimiter = delimiter

    def records(self, path: Path, start: int) -> Iterator[FileRecord]:
        """The rows of a file, from a byte on.

        Raises:
            PolicyError: The columns are not those that were named.
            UnsupportedContent: The file is no CSV in UTF-8.
        """
        names = self._header(path)
        with path.open("rb") as file:
            rows = _Rows(file, self._delimiter, path)
            if start:
                file.seek(start)
            else:
                next(rows, None)
            for row in rows:
                yield self._record(names, row, file.tell())

    def check(self, path: Path) -> None:
        """Refuse a file whose columns are not those that were named.

        Raises:
            PolicyError: They are not.
            UnsupportedContent: The file is no CSV in UTF-8.
        """
        self._header(path)

    def size(self, path: Path) -> int:
        """How many bytes a file has."""
        return path.stat().st_size

    def writer(self, source: Path, path: Path, start: int) -> BytesWriter:
        """What writes rows under the header."""
        names = self._header(source)
        head = self._line(self._columns.written(names)) if names else b""
        return BytesWriter(path, start, lambda record, read: self._encoded(names, record, read), head)

    def _header(self, path: Path) -> list[str]:
        with path.open("rb") as file:
            names: list[str] = next(_Rows(file, self._delimiter, path), [])
        if names:
            names[0] = names[0].removeprefix("\ufeff")
            self._columns.check(names, path.name)
        return names

    def _record(self, names: Sequence[str], row: list[str], end: int) -> FileRecord:
        if len(row) != len(names):
            return FileRecord(
                None, (None,) * len(self._columns.rewritten), "", end, "has more or fewer cells than columns"
            )
        cells = dict(zip(names, row, strict=True))
        texts, whose, wrong = cell_of(cells, self._columns)
        return FileRecord(cells, texts, whose, end, wrong, self._columns.rewritten)

    def _encoded(self, names: Sequence[str], record: FileRecord, read: Read) -> bytes:
        written = self._columns.written(names)
        cells = (record.data or {}) | dict(zip(self._columns.rewritten, read.texts, strict=True))
        return self._line([cells.get(name) or "" for name in written])

    def _line(self, cells: Sequence[str]) -> bytes:
        line = StringIO()
        csv.writer(line, delimiter=self._delimiter, lineterminator="\n").writerow(cells)
        return line.getvalue().encode()


class _Rows:
    """The rows of an open file; after each, the file's position is behind it."""

    def __init__(self, file: BufferedReader, delimiter: str, path: Path) -> None:
        csv.field_size_limit(LONGEST)
        self._file = file
        self._name = path.name
        self._rows = csv.reader(self._lines(), delimiter=delimiter, strict=True)

    def __iter__(self) -> Iterator[list[str]]:
        return self

    def __next__(self) -> list[str]:
        try:
            row = next(self._rows)
            while not row:  # an empty line is no row
                row = next(self._rows)
        except (csv.Error, UnicodeDecodeError):
            pass
        else:
            return row
        msg = f"{self._name} is no CSV in UTF-8 before byte {self._file.tell()}; --delimiter says what parts cells"
        raise UnsupportedContent(msg)

    def _lines(self) -> Iterator[str]:
        while line := self._file.readline(LONGEST):
            yield line.decode("utf-8")
