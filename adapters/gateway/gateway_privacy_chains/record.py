"""The record: what models wrote, sealed, so that it goes back byte for byte though clients store plain answers.

A client of a wire format sends its history again as clear messages, with no room for a proof of what the model wrote.
So the gateway remembers the proof itself, under a keyed fingerprint of the clear message.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock

from privacy_chains import Leaf, PrivacyError
from privacy_chains.hazmat.hashes import keyed_digest
from privacy_chains.keys import KeySource
from privacy_chains.keys.stored import is_open_to_others

__all__ = ["MOST_BYTES", "Fingerprints", "Record"]

MOST_BYTES = 256 * 1024 * 1024
"""What is remembered at most, in bytes of sealed text."""

_EACH = 100
"""What an entry takes beside its sealed text, in bytes."""

_TABLE = """
CREATE TABLE IF NOT EXISTS record (number INTEGER PRIMARY KEY, place BLOB NOT NULL UNIQUE, sealed TEXT NOT NULL)
"""


class Record:
    """Sealed texts by place, the latest of them; the oldest go first. Safe to share between threads.

    **Guarantee**: it holds no clear value, no surrogate, no token and no name that a client gave, in memory or on disk:
    places are keyed hashes (BLAKE2b under a sub-key), and what stands there is sealed (AES-256-SIV) or a keyed hash.
    Without the client's key it cannot be read, and what is changed in it proves nothing. A write is whole or did
    not happen, whenever the process ends.

    **Warning**: whoever has the file sees how many texts models wrote, their lengths in steps of 64 bytes, in which
    order, under which key id, which belong to one conversation, and where two of one session are equal. What is
    forgotten, or lost with it, is no longer proved: it goes back as ``unproven`` says.

    Args:
        path: The file, which only its owner may read; in memory alone if left out.
        most: How many bytes are remembered at most.

    Raises:
        PrivacyError: The file cannot be used, or others may read it.
    """

    def __init__(self, path: Path | None = None, most: int = MOST_BYTES) -> None:
        if path is not None:
            _check_private(path)
        self._most = most
        self._lock = Lock()
        try:
            self._database = sqlite3.connect(path or ":memory:", check_same_thread=False, isolation_level=None)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._database.execute("PRAGMA secure_delete=ON")
            self._database.execute(_TABLE)
            self._held = self._count("SELECT COALESCE(SUM(LENGTH(sealed)), 0) FROM record") + _EACH * len(self)
        except sqlite3.Error:
            msg = "the file of the record cannot be used; give another, or none to remember in memory alone"
            raise PrivacyError(msg) from None

    def put(self, entries: Iterable[tuple[bytes, str]]) -> None:
        """Remember sealed texts at their places, all or none."""
        with self._lock:
            self._database.execute("BEGIN")
            try:
                for place, sealed in entries:
                    self._held -= self._forget("place = ?", place)
                    self._database.execute("INSERT INTO record (place, sealed) VALUES (?, ?)", (place, sealed))
                    self._held += len(sealed) + _EACH
                while self._held > self._most:
                    self._held -= self._forget("number = (SELECT MIN(number) FROM record WHERE ? = ?)", 0, 0)
                self._database.execute("COMMIT")
            except BaseException:
                self._database.execute("ROLLBACK")
                raise

    def get(self, places: Iterable[bytes]) -> str | None:
        """The sealed text at the first of some places that has one."""
        with self._lock:
            for place in places:
                found = self._one("SELECT sealed FROM record WHERE place = ?", place)
                if found is not None:
                    return str(found)
        return None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._database.close()

    def __len__(self) -> int:
        return self._count("SELECT COUNT(*) FROM record")

    def __repr__(self) -> str:
        return f"Record(most={self._most})"

    def _forget(self, which: str, *given: object) -> int:
        """Forget an entry; return how many bytes it took."""
        length = self._count(f"SELECT LENGTH(sealed) FROM record WHERE {which}", *given)  # noqa: S608  # one of ours
        self._database.execute(f"DELETE FROM record WHERE {which}", given)  # noqa: S608
        return length + _EACH if length else 0

    def _count(self, query: str, *given: object) -> int:
        found = self._one(query, *given)
        return found if isinstance(found, int) else 0

    def _one(self, query: str, *given: object) -> object:
        with closing(self._database.execute(query, given)) as rows:
            row = rows.fetchone()
        return None if row is None else row[0]


class Fingerprints:
    """Keyed fingerprints of what is said in one session: places in a record that tell nothing without the key.

    Args:
        key: The client's key.
        session: The name of the session.
    """

    def __init__(self, key: KeySource, session: str) -> None:
        self._secret = key.derive("gateway record", session)

    def of_text(self, leaves: Sequence[Leaf]) -> bytes:
        """The place of a message: clients trim white space around what they store."""
        return keyed_digest(
            self._secret, b"text", (str(leaf).strip() if isinstance(leaf, str) else repr(leaf) for leaf in leaves)
        )

    def of_call(self, called: str) -> bytes:
        """The place of what the provider gave an id to."""
        return keyed_digest(self._secret, b"call", [called])


def _check_private(path: Path) -> None:
    """Make a file that only its owner can read, or check that an existing one is such a file."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError:
        msg = "the file of the record cannot be opened"
        raise PrivacyError(msg) from None
    try:
        others = is_open_to_others(descriptor)
    finally:
        os.close(descriptor)
    if others:
        msg = "the file of the record may be used by others; make it yours alone by chmod 600"
        raise PrivacyError(msg)
