"""Text files: each is one document; a long one is read in pieces."""

from __future__ import annotations

from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path

from privacy_chains.adapting import Read
from privacy_chains.cli.corpus.bytes_writer import BytesWriter
from privacy_chains.cli.corpus.jsonl import LONGEST
from privacy_chains.cli.corpus.records import Record
from privacy_chains.cli.texts import MESSAGE_LENGTH

__all__ = ["TextFiles"]

_PIECE = MESSAGE_LENGTH  # bytes


class TextFiles:
    """Files of text in UTF-8. One of more than a million bytes is several records, cut at line ends.

    Args:
        root: The folder that paths are told from.
        own_sessions: Whether each file has a session of its own, by its path.
        in_pieces: Whether long files are cut; otherwise they fail.
    """

    whole = True

    def __init__(self, root: Path, *, own_sessions: bool = False, in_pieces: bool = True) -> None:
        self._root = root
        self._own = own_sessions
        self._in_pieces = in_pieces

    def records(self, path: Path, start: int) -> Iterator[Record]:
        """The pieces of a file, from a byte on; an empty file is one."""
        whose = path.relative_to(self._root).as_posix() if self._own else ""
        with path.open("rb") as file:
            file.seek(start)
            while True:
                piece = _piece(file)
                if piece or not (start or file.tell()):
                    yield self._record(piece, whose, file.tell(), more=bool(start or file.peek(1)))
                if not file.peek(1):
                    return

    def check(self, path: Path) -> None:
        """Any file may be text."""

    def size(self, path: Path) -> int:
        """How many bytes a file has."""
        return path.stat().st_size

    def writer(self, source: Path, path: Path, start: int) -> BytesWriter:
        """What writes text."""
        return BytesWriter(path, start, _encoded)

    def _record(self, piece: bytes, whose: str, end: int, *, more: bool) -> Record:
        try:
            text = piece.decode("utf-8")
        except UnicodeDecodeError:
            return Record(None, (None,), whose, end, "is no text in UTF-8")
        if more and not self._in_pieces:
            return Record(None, (None,), whose, end, "is too long for one answer; put answers into a table")
        return Record(None, (text,), whose, end)


def _encoded(_: Record, read: Read) -> bytes:
    return (read.texts[0] or "").encode("utf-8")


def _piece(file: BufferedReader) -> bytes:
    """The next piece: up to the last line end in it, or the first behind it."""
    piece = file.read(_PIECE)
    if len(piece) < _PIECE:
        return piece
    cut = piece.rfind(b"\n") + 1
    if cut:
        file.seek(cut - len(piece), 1)
        return piece[:cut]
    return piece + file.readline(LONGEST)
