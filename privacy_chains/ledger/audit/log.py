"""Writes audit logs: one line for each release, on the disk before anything is sent."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex
from typing import Any, NoReturn

from privacy_chains.errors import AuditError
from privacy_chains.hazmat.hashes import keyed_hash
from privacy_chains.ledger.audit.entries import Release
from privacy_chains.ledger.audit.sealing import FIRST, Chain, Head, Signer, read_line

__all__ = ["AuditLog"]

_LONGEST = 1 << 16
"""The most bytes that a line may have."""

_DIGITS = 16


def _now() -> datetime:
    return datetime.now(UTC)


class AuditLog:
    """A file of JSON lines that says what was released: types, counts and epsilon, never a value or a text.

    Pass it to the sanitizer: ``Sanitizer(key, audit=AuditLog("audit.jsonl", log_key))``. Each release has its line on
    the disk before its text can be sent. If the line cannot be written, nothing is released. Several threads and
    processes on one machine may write to the same file; each appends under the file's lock.

    **Guarantee**: without the key nobody can change, add, move or remove a line unnoticed by ``verify_log``. The
    exception is lines missing at the end: they are noticed only by someone who knows a ``head`` of the log. See
    ``Chain``.

    **Warning**: the log shows when somebody wrote, how many values and of which types, and a keyed hash of each
    session's name. That is personal data if users have their own keys. Whoever has the key can forge the log. Give the
    log its own key, so that it stays verifiable when a user's key is destroyed.

    Args:
        path: The file. If it does not exist, it is created with mode 0600.
        key: Seals the lines: a ``Key``, or a ``KeyRing`` whose first key seals.
        durable: Whether each line is forced to the disk (``fsync``), so that it also survives a power failure.
        clock: Returns the time, in UTC.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        key: Signer,
        *,
        durable: bool = True,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._path, self._key, self._durable, self._clock = Path(path), key, durable, clock
        self._chain = Chain(key)

    def __repr__(self) -> str:
        return f"AuditLog({str(self._path)!r}, {self._key!r})"

    def __reduce__(self) -> NoReturn:
        msg = "an audit log holds a key and is not pickled; make it again where it is written"
        raise AuditError(msg)

    @property
    def head(self) -> Head:
        """The current end of the log. Keep it somewhere else.

        Raises:
            AuditError: The log cannot be read, or its last line does not verify.
        """
        with self._locked() as file:
            return self._end(file)[0]

    def pseudonym(self, session: str) -> str:
        """The keyed hash that the log shows for a session's name: the same for the same name, empty for no name."""
        return keyed_hash(self._key.derive("audit session"), session, _DIGITS) if session else ""

    def record(self, release: Release) -> Head:
        """Append a line, and return the new end of the log.

        If a writer was killed in the middle of a line, the unfinished part is cut off, and a line of the log says so.

        Raises:
            AuditError: The line cannot be written, or the last line does not verify because the log was changed or
                belongs to another key. Nothing may be sent.
        """
        fields = release.fields(self._clock())
        with self._locked() as file:
            head, end, torn = self._end(file)
            lines, new = list[bytes](), list[Mapping[str, Any]]()
            if not head.count:
                new.append({"log": token_hex(16), "version": 1})
            if torn:
                new.append({"decision": "recovered", "dropped": torn})
            for each in (*new, fields):
                line, head = self._chain.line(head, dict(each))
                lines.append(line)
            if max(map(len, lines)) > _LONGEST:
                msg = "a line of the audit log would be too long: the release has too many types"
                raise AuditError(msg)
            self._write(file, b"".join(lines), end, torn)
        return head

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Open the file and lock it for this writer alone."""
        try:
            from fcntl import LOCK_EX, flock  # noqa: PLC0415  (only POSIX has it)
        except ImportError:
            msg = "an audit log needs the file locks of POSIX systems"
            raise AuditError(msg) from None
        try:
            file = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            try:
                flock(file, LOCK_EX)
                yield file
            finally:
                os.close(file)
        except OSError as error:
            msg = f"the audit log {self._path} cannot be written: {error.strerror}; nothing was handed out"
            raise AuditError(msg) from None

    def _end(self, file: int) -> tuple[Head, int, int]:
        """The head, the offset where the last whole line ends, and how many bytes of an unfinished line follow."""
        size = os.fstat(file).st_size
        start = max(0, size - 3 * _LONGEST)
        tail = os.pread(file, size - start, start)
        whole = tail.rfind(b"\n") + 1
        if not whole:
            if start:
                raise self._foreign()
            return Head(0, FIRST), 0, len(tail)
        line = tail[tail.rfind(b"\n", 0, whole - 1) + 1 : whole]
        return self._head_of(line), start + whole, len(tail) - whole

    def _head_of(self, line: bytes) -> Head:
        fields = read_line(line)
        if fields is None or not isinstance(fields.get("n"), int):
            raise self._foreign()
        if self._chain.why_broken(Head(fields["n"], str(fields.get("previous"))), fields):
            raise self._foreign()
        return Head(fields["n"] + 1, str(fields["seal"]))

    def _foreign(self) -> AuditError:
        return AuditError(
            f"the last line of {self._path} was not sealed under this key, or was changed since: look at the log with "
            "'privacy-chains audit verify', and begin another file. Nothing was handed out"
        )

    def _write(self, file: int, data: bytes, end: int, torn: int) -> None:
        written = 0
        while written < len(data):
            written += os.pwrite(file, data[written:], end + written)
        if torn > len(data):
            os.ftruncate(file, end + len(data))
        if self._durable:
            os.fsync(file)
