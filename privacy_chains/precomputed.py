"""What was worked out from the package's own constants, kept beside Python's bytecode as Python keeps modules.

A fresh interpreter would otherwise spend most of its first second on the same expressions and tables as the one before.
The file lies in ``__pycache__``, is made by whichever process first needs it, and is never trusted more than the
bytecode beside it: where it cannot be written or read, or is of another version of Python, everything is worked out
again. ``PYTHONDONTWRITEBYTECODE`` and ``PYTHONPYCACHEPREFIX`` hold for it too.

**Warning.** Only what follows from the package's own files may be kept: no text, no value and no list of a user's.
"""

from __future__ import annotations

import atexit
import marshal
import os
import sys
from collections.abc import Callable
from importlib.util import cache_from_source
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

__all__ = ["precomputed", "versions_of"]

_Value = TypeVar("_Value")
_Name = tuple[str | int, ...]

_MOST_BYTES: Final = 1 << 24
"""Beyond it, what this process did not need is dropped: it may be of files that have changed."""
_PYTHON: Final = (sys.version, sys.byteorder, sys.maxsize)
_LOCK: Final = Lock()


def precomputed(name: _Name, compute: Callable[[], _Value]) -> _Value:
    """What ``compute`` gives, if need be as it was given to an earlier process.

    Args:
        name: Says all that the value follows from.
        compute: Gives a value of plain types, which :mod:`marshal` writes.
    """
    with _LOCK:
        known = _STORE.read(name)
    if known is not None:
        value: _Value = known
        return value
    value = compute()
    with _LOCK:
        _STORE.add(name, value)
    return value


def versions_of(*paths: str) -> tuple[str | int, ...]:
    """What tells whether files have changed, as Python tells it of a module's source: their sizes and times."""
    stats = map(os.stat, paths)
    return tuple(
        told for path, stat in zip(paths, stats, strict=True) for told in (path, stat.st_size, stat.st_mtime_ns)
    )


class _Store:
    """The values of one file, each a string of bytes until it is asked for.

    Args:
        path: The file; nothing is kept when None.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._entries: dict[_Name, bytes] | None = None
        self._used: dict[_Name, bytes] = {}
        self._changed = False

    def read(self, name: _Name) -> Any:
        """The value of that name; None if it is not known."""
        if self._entries is None:
            self._entries = self._load()
        entry = self._entries.get(name)
        if entry is None:
            return None
        self._used[name] = entry
        return marshal.loads(entry)  # noqa: S302  # beside the bytecode, which is read in the same way

    def add(self, name: _Name, value: Any) -> None:
        """Keep a value when the process ends."""
        if self._path is None or sys.dont_write_bytecode:
            return
        self._used[name] = marshal.dumps(value)
        if not self._changed:
            self._changed = True
            atexit.register(self._write)

    def _load(self) -> dict[_Name, bytes]:
        try:
            python, entries = marshal.loads(self._path.read_bytes() if self._path else b"")  # noqa: S302  # as above
        except (OSError, EOFError, ValueError, TypeError):
            return {}
        return entries if python == _PYTHON and isinstance(entries, dict) else {}

    def _write(self) -> None:
        """Replace the file in one step: another process reads the old one or the new one."""
        if self._path is None:
            return
        entries = self._load() | self._used
        whole = marshal.dumps((_PYTHON, entries))
        if len(whole) > _MOST_BYTES:
            whole = marshal.dumps((_PYTHON, self._used))
        beside = self._path.with_suffix(f".{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(whole)
            beside.replace(self._path)
        except OSError:
            beside.unlink(missing_ok=True)


def _place() -> Path | None:
    try:
        return Path(cache_from_source(__file__)).with_suffix(".marshal")
    except NotImplementedError:
        return None


_STORE = _Store(_place())
