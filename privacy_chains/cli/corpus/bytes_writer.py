"""Appending to a file of bytes so that what was written is still there after a kill, and nothing is there twice."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.records import Record

__all__ = ["BytesWriter", "partial"]


def partial(path: Path) -> Path:
    """Where a file stands until it is complete."""
    return path.with_name(path.name + ".partial")


class BytesWriter:
    """Appends encoded records to a file.

    Args:
        path: The file.
        start: How much of it is there already; what stands behind that was written in an attempt that was cut off.
        encode: What a record, and what it became, is written as.
        head: What the file begins with.
    """

    def __init__(self, path: Path, start: int, encode: Callable[[Record, Read], bytes], head: bytes = b"") -> None:
        self._path = path
        self._encode = encode
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = partial(path).open("r+b" if start else "wb")
        self._file.truncate(start)
        self._file.seek(start)
        self._head = head if start == 0 else b""

    def append(self, records: Sequence[Record], read: Sequence[Read]) -> int:
        """Write a unit of records durably, and return where writing goes on."""
        written = self._head + b"".join(map(self._encode, records, read))
        self._head = b""
        self._file.write(written)
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._file.tell()

    def finish(self) -> None:
        """Put the complete file in its place; one without records is its head."""
        self._file.write(self._head)
        self._file.close()
        partial(self._path).replace(self._path)

    def discard(self) -> None:
        """Remove what was written."""
        self._file.close()
        partial(self._path).unlink(missing_ok=True)
