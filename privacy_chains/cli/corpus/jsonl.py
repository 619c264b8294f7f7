"""JSON Lines: one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.bytes_writer import BytesWriter
from privacy_chains.cli.corpus.columns import Columns
from privacy_chains.cli.corpus.records import FileRecord, cell_of

__all__ = ["LONGEST", "JsonLines"]

LONGEST = 1 << 26
"""How many bytes a record may have at most."""


class JsonLines:
    """Files of JSON objects, one a line.

    A row that failed keeps its place, with ``null`` for its texts. Of a line that is no object nothing else is written.

    Args:
        columns: What becomes of each field.
    """

    whole = False

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def records(self, path: Path, start: int) -> Iterator[FileRecord]:
        """The objects of a file, from a byte on."""
        with path.open("rb") as file:
            file.seek(start)
            while line := file.readline(LONGEST):
                if line.strip():
                    yield self._record(line, file.tell())

    def check(self, path: Path) -> None:
        """Refuse a file of which nobody said which fields hold text.

        Raises:
            PolicyError: Nobody did.
        """
        self._columns.check_named(path.name)

    def size(self, path: Path) -> int:
        """How many bytes a file has."""
        return path.stat().st_size

    def writer(self, source: Path, path: Path, start: int) -> BytesWriter:
        """What writes lines."""
        return BytesWriter(path, start, self._encoded)

    def _record(self, line: bytes, end: int) -> FileRecord:
        row, failure = _parsed(line)
        unsaid = [place for place, name in enumerate(row, 1) if self._columns.fate(name) is None]
        if unsaid:
            failure = f"nobody said what becomes of its field {unsaid[0]}: --column, --keep or --drop it"
        texts, whose, wrong = cell_of(row, self._columns)
        return FileRecord(row, texts, whose, end, failure or wrong, self._columns.rewritten)

    def _encoded(self, record: FileRecord, read: Read) -> bytes:
        texts = dict(zip(self._columns.rewritten, read.texts, strict=True))
        row = {name: texts.get(name, record.data[name]) for name in self._columns.written(record.data)}
        row = row or texts  # of a line that is no object
        try:
            return json.dumps(row, ensure_ascii=False).encode() + b"\n"
        except UnicodeEncodeError:  # half a character, which JSON can escape and UTF-8 cannot write
            return json.dumps(row).encode() + b"\n"


def _parsed(line: bytes) -> tuple[dict[str, Any], str]:
    """The object of a line, and why it is none."""
    if len(line) >= LONGEST:
        return {}, f"longer than {LONGEST >> 20} MB"
    try:
        row = json.loads(line.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        return {}, "is no JSON in UTF-8"
    return (row, "") if isinstance(row, dict) else ({}, "is no JSON object")
