"""The journal of a run: how far it came, so that a run that was killed goes on without losing or repeating a record.

It is an SQLite file that one run at a time may open. It holds counts, positions and keyed digests: no text, no name of
a file, and no id of a person.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from privacy_chains.adapting import Account, Read
from privacy_chains.errors import PrivacyError
from privacy_chains.keys import Key

__all__ = ["FailedRecord", "Journal", "Progress"]

_TABLES = """
create table if not exists run (fingerprint text, account text);
create table if not exists files (
    name blob primary key, was text, read integer, prompt_read integer, written integer, records integer, done integer
) without rowid;
create table if not exists failures (name blob, record integer, reason text);
create table if not exists people (id blob primary key, epsilon text) without rowid;
"""


class Progress(NamedTuple):
    """How far a file is.

    Attributes:
        read: Where reading goes on.
        prompt_read: Where reading goes on in the file of the prompts, if there is one.
        written: Where writing goes on.
        records: How many records were written.
        done: Whether the file is complete.
    """

    read: int = 0
    prompt_read: int = 0
    written: int = 0
    records: int = 0
    done: bool = False


class FailedRecord(NamedTuple):
    """A record that failed: its file, its number, which is 0 for the whole file, and why."""

    file: bytes
    record: int
    reason: str


class Journal:
    """The journal of one run.

    Args:
        path: Its file; made if it is not there.
        fingerprint: What the run is: going on under another one would mix two.
        key: Makes the digests.

    Raises:
        PrivacyError: The journal is of another run, or a run that goes on has it open.
    """

    def __init__(self, path: Path, fingerprint: str, key: Key) -> None:
        self._path = path
        self._secret = key.derive("corpus journal")
        path.parent.mkdir(parents=True, exist_ok=True)
        self._data = sqlite3.connect(path, timeout=0, isolation_level=None)
        try:
            self._data.execute("pragma locking_mode = exclusive")
            self._data.execute("begin exclusive")
            for statement in filter(str.strip, _TABLES.split(";")):
                self._data.execute(statement)
            known = self._data.execute("select fingerprint from run").fetchone()
            if known is None:
                self._data.execute("insert into run values (?, ?)", (fingerprint, json.dumps(Account().as_dict())))
            self._data.execute("commit")
        except sqlite3.DatabaseError as error:
            self._data.close()
            msg = f"the journal {path} cannot be used ({error}); does another run write there?"
            raise PrivacyError(msg) from None
        if known not in {None, (fingerprint,)}:
            self._data.close()
            msg = (
                f"{path.parent} was begun by a run with other options or another key; give the same ones to go on, or "
                "another place"
            )
            raise PrivacyError(msg)

    def digest(self, what: str, name: str) -> bytes:
        """What stands for a name: 16 bytes that tell nothing without the key."""
        return blake2b(f"{what} {name}".encode("utf-8", "surrogatepass"), key=self._secret, digest_size=16).digest()

    def progress(self, file: bytes, was: str) -> Progress:
        """How far a file is.

        Args:
            file: The digest of its name.
            was: What the file is like, such as its size and when it was changed.

        Raises:
            PrivacyError: It is otherwise than when the run began.
        """
        row = self._data.execute("select * from files where name = ?", (file,)).fetchone()
        if row is None:
            return Progress()
        if row[1] != was:
            msg = "a file was changed since this run began, and positions in it hold no more; begin again elsewhere"
            raise PrivacyError(msg)
        return Progress(row[2], row[3], row[4], row[5], bool(row[6]))

    def commit(
        self,
        file: bytes,
        was: str,
        progress: Progress,
        read: Iterable[Read] = (),
        *,
        first: int = 0,
        people: Iterable[tuple[str, Fraction]] = (),
    ) -> None:
        """Note at once that a unit is written, what was found in it, and what failed.

        Args:
            file: The digest of the file's name.
            was: What the file is like.
            progress: How far it is now.
            read: What the unit's records became.
            first: The number of the first of them.
            people: Who the records tell of, where that is declared, and what they spent.
        """
        read = list(read)
        account = self.account
        account.add(Account.of(read))
        failures = [FailedRecord(file, first + place, one.failure) for place, one in enumerate(read) if one.failure]
        self._data.execute("begin")
        self._data.execute("insert or replace into files values (?, ?, ?, ?, ?, ?, ?)", (file, was, *progress))
        self._data.execute("update run set account = ?", (json.dumps(account.as_dict()),))
        self._data.executemany("insert into failures values (?, ?, ?)", failures)
        for person, epsilon in people:
            self._spend(self.digest("person", person), epsilon)
        self._data.execute("commit")

    def fail(self, file: bytes, was: str, progress: Progress, reason: str) -> None:
        """Note that a file cannot be read on; what was written of it before is complete."""
        self._data.execute("begin")
        self._data.execute("insert or replace into files values (?, ?, ?, ?, ?, ?, ?)", (file, was, *progress))
        self._data.execute("insert into failures values (?, ?, ?)", FailedRecord(file, 0, reason))
        self._data.execute("commit")

    def _spend(self, person: bytes, epsilon: Fraction) -> None:
        row = self._data.execute("select epsilon from people where id = ?", (person,)).fetchone()
        spent = epsilon + (Fraction(row[0]) if row else 0)
        self._data.execute("insert or replace into people values (?, ?)", (person, str(spent)))

    @property
    def account(self) -> Account:
        """What was found so far."""
        (text,) = self._data.execute("select account from run").fetchone()
        return Account.from_dict(json.loads(text))

    @property
    def failures(self) -> Iterator[FailedRecord]:
        """What failed so far."""
        return map(FailedRecord._make, self._data.execute("select * from failures"))

    def has_failed(self, file: bytes) -> bool:
        """Whether any record of a file failed."""
        found = self._data.execute("select 1 from failures where name = ? limit 1", (file,)).fetchone()
        return found is not None

    @property
    def people(self) -> Iterator[tuple[str, Fraction]]:
        """Who was told of, by digest, and what each spent."""
        rows = self._data.execute("select id, epsilon from people")
        return ((person.hex(), Fraction(epsilon)) for person, epsilon in rows)

    def close(self) -> None:
        """Let another run open it."""
        self._data.close()
