"""Records: rows of tables and pieces of texts, as they are read from files and written to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.columns import Columns

__all__ = ["FileFormat", "FileRecord", "Writer", "cell_of"]


class FileRecord(NamedTuple):
    """One record of a file.

    Attributes:
        data: The record as its format holds it.
        texts: Its texts; nothing stands for a cell without one.
        whose: The id of what has a session of its own.
        end: Where the file goes on behind it: a position that reading can begin at.
        failure: Why it could not be read, without quoting it.
        names: The columns of the texts, if they are cells.
    """

    data: Any
    texts: tuple[str | None, ...]
    whose: str
    end: int
    failure: str = ""
    names: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"FileRecord(texts={len(self.texts)}, end={self.end})"


class Writer(Protocol):
    """Writes what became of a file's records. What is not finished stands beside its place, not in it."""

    def append(self, records: Sequence[FileRecord], read: Sequence[Read]) -> int:
        """Write a unit of records so that a power cut does not lose it, and return where writing goes on."""
        ...

    def finish(self) -> None:
        """Put the complete file in its place."""
        ...

    def discard(self) -> None:
        """Remove what was written."""
        ...


class FileFormat(Protocol):
    """A format of files."""

    @property
    def whole(self) -> bool:
        """Whether a file is one document, of which nothing is written where a part of it failed."""
        ...

    def records(self, path: Path, start: int) -> Iterator[FileRecord]:
        """The records of a file, from a position on. At most one record at a time is in memory."""
        ...

    def check(self, path: Path) -> None:
        """Refuse a file that does not fit what was said of its columns.

        Raises:
            PolicyError: It does not.
            UnsupportedContent: It is not of this format.
        """
        ...

    def size(self, path: Path) -> int:
        """The position behind a file's last record, about; 0 of a file that cannot be read."""
        ...

    def writer(self, source: Path, path: Path, start: int) -> Writer:
        """What writes to a file, from a position on.

        Args:
            source: The file that is read.
            path: The file that is written.
            start: What ``append`` returned last, or 0.
        """
        ...


def cell_of(row: Mapping[str, object], columns: Columns) -> tuple[tuple[str | None, ...], str, str]:
    """The texts of a row, the id of what has a session of its own, and why the row cannot be read."""
    cells = [row.get(name) for name in columns.rewritten]
    texts = tuple(cell if isinstance(cell, str) else None for cell in cells)
    wrong = [name for name, cell in zip(columns.rewritten, cells, strict=True) if not isinstance(cell, str | None)]
    whose = row.get(columns.whose) if columns.whose else ""
    if wrong:
        return texts, "", f"the column {wrong[0]} holds what is no text; write numbers as text first"
    if whose is None or isinstance(whose, float | list | dict) or (columns.whose and str(whose) == ""):
        return texts, "", f"the column {columns.whose} holds no id"
    return texts, str(whose), ""
