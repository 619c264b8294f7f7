"""What was worked out from the package's own constants, kept beside Python's bytecode as Python keeps modules.

A fresh interpreter would otherwise spend most of its first second on the same expressions and tables as the one before.
The file lies in ``__pycache__``, is made by whichever process first needs it, and is trusted as the bytecode beside it
is: where it cannot be written or read, or is of another version of Python, everything is worked out again.
``PYTHONDONTWRITEBYTECODE`` and ``PYTHONPYCACHEPREFIX`` hold for it too.

**Warning.** Only what follows from the package's own files may be kept: no text, no value and no list of a user's.
"""

from __future__ import annotations

import atexit
import marshal
import mmap
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

__all__ = ["precomputed", "versions_of"]

_Value = TypeVar("_Value")
_Name = tuple[str | int, ...]

_MOST_BYTES: Final = 1 << 24
"""Beyond it, what this process did not need is dropped: it may be of files that have changed."""
_PYTHON: Final = f"{sys.version} {sys.byteorder} {sys.maxsize}".encode()
_LOCK: Final = Lock()


def precomputed(name: _Name, compute: Callable[[], _Value]) -> _Value:
    """What ``compute`` gives, if need be as it was given to an earlier process.

    Args:
        name: Says all that the value follows from.
        compute: Gives a value of plain types, which :mod:`marshal` writes.
    """
    digest = blake2b(marshal.dumps(name, 0), digest_size=16, key=_PYTHON[:64]).digest()  # format 0: equal names alike
    with _LOCK:
        known = _STORE.read(digest)
    if known is not None:
        value: _Value = known
        return value
    value = compute()
    with _LOCK:
        _STORE.add(digest, value)
    return value


def versions_of(*paths: str) -> _Name:
    """What tells whether files have changed, as Python tells it of a module's source: their sizes and times."""
    files = ((path, Path(path).stat()) for path in paths)
    return tuple(told for path, stat in files for told in (path, stat.st_size, stat.st_mtime_ns))


class _Store:
    """The values of one file, each read when it is asked for.

    The file begins with the length of its index, and the index: where the bytes of each value begin and end.

    Args:
        path: The file; nothing is kept when None.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._read: tuple[memoryview, Mapping[bytes, tuple[int, int]]] | None = None
        self._used: set[bytes] = set()
        self._new: dict[bytes, bytes] = {}

    def read(self, name: bytes) -> Any:
        """The value of that name; None if it is not known."""
        if self._read is None:
            self._read = _read(self._path)
        whole, index = self._read
        place = index.get(name)
        if place is None:
            return None
        self._used.add(name)
        return marshal.loads(whole[slice(*place)])  # noqa: S302  # read as the bytecode beside it is

    def add(self, name: bytes, value: Any) -> None:
        """Keep a value when the process ends."""
        if self._path is None or sys.dont_write_bytecode:
            return
        if not self._new:
            atexit.register(self._write, self._path)
        self._new[name] = marshal.dumps(value)

    def _write(self, path: Path) -> None:
        """Replace the file in one step: another process reads the old one or the new one."""
        whole, index = _read(path)
        entries = {name: whole[slice(*place)].tobytes() for name, place in index.items()} | self._new
        if sum(map(len, entries.values())) > _MOST_BYTES:
            entries = {name: entry for name, entry in entries.items() if name in self._used or name in self._new}
        beside = path.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(_written(entries))
            beside.replace(path)
            return
        with suppress(OSError):
            beside.unlink()


_HEAD: Final = 8


def _written(entries: Mapping[bytes, bytes]) -> bytes:
    index, end = dict[bytes, tuple[int, int]](), 0
    for name, entry in entries.items():
        index[name] = end, end + len(entry)
        end += len(entry)
    head = marshal.dumps((_PYTHON, index))
    return b"".join((len(head).to_bytes(_HEAD, "big"), head, *entries.values()))


def _read(path: Path | None) -> tuple[memoryview, Mapping[bytes, tuple[int, int]]]:
    """The bytes of a file's values, and where each stands in them; none of a file of another version of Python."""
    try:
        if path is not None:
            with path.open("rb") as file:
                whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
            start = _HEAD + int.from_bytes(whole[:_HEAD], "big")
            python, index = marshal.loads(whole[_HEAD:start])  # noqa: S302  # read as the bytecode beside it is
            if python == _PYTHON:
                return whole[start:], index
    except (OSError, EOFError, ValueError, TypeError):
        pass
    return memoryview(b""), {}


def _place() -> Path | None:
    try:
        return Path(cache_from_source(__file__)).with_suffix(".marshal")
    except NotImplementedError:
        return None


_STORE = _Store(_place())
