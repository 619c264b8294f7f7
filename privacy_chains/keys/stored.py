"""Stored keys: how they are written, and how errors name the place where they are."""

from __future__ import annotations

import binascii
import os
import stat
from base64 import urlsafe_b64decode
from collections.abc import Callable
from typing import TypeVar

from privacy_chains.errors import KeyMaterialError

__all__ = ["HOW_TO_STORE", "KEY_BYTES", "call_outside", "decode", "is_open_to_others", "name_of_file", "read_private"]

KEY_BYTES = 32
_FILE_LIMIT = 1024  # a key file is one short line; do not read a disk image by mistake
HOW_TO_STORE = "a new one is written by Key.generate().to_file(path), or printed by Key.generate().to_bytes().hex()"

_T = TypeVar("_T")


def decode(text: str) -> bytes | None:
    """Read 32 bytes from hexadecimal or base64url text; None for anything else."""
    try:
        if len(text) == 2 * KEY_BYTES:
            return binascii.unhexlify(text)
        if len(text.rstrip("=")) == 43 and len(text) <= 44 and not set(text) & set("+/"):
            material = urlsafe_b64decode(text.rstrip("=") + "=")
            return material if len(material) == KEY_BYTES else None
    except ValueError:
        return None
    return None


def name_of_file(path: str | os.PathLike[str]) -> str:
    """The name of the file in errors; never a key that was given in place of a path.

    Raises:
        KeyMaterialError: A key was given in place of a path.
    """
    if decode(str(path)) is not None:
        msg = "a key was given in place of the path of a key file; pass the path"
        raise KeyMaterialError(msg)
    return f"the key file {os.fspath(path)}"


def read_private(path: str | os.PathLike[str], place: str) -> bytes:
    """Read a small regular file that nobody but its owner can read or write.

    Args:
        path: The file.
        place: What errors call it.

    Raises:
        KeyMaterialError: There is no such file, or others can read or write it.
    """
    try:
        # check the file that is read, and do not block on a named pipe
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        msg = f"{place} cannot be read: {error.strerror}"
        raise KeyMaterialError(msg, path=str(path)) from None
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            msg = f"{place} is not a regular file"
            raise KeyMaterialError(msg, path=str(path))
        if is_open_to_others(descriptor):
            msg = f"{place} has mode {stat.S_IMODE(mode):04o}: others may use it"
            raise KeyMaterialError(msg, path=str(path), hint="make it yours alone by chmod 600")
        return os.read(descriptor, _FILE_LIMIT)
    finally:
        os.close(descriptor)


def is_open_to_others(descriptor: int) -> bool:
    """Whether anybody but the owner of an open file may read or write it; never outside POSIX.

    Args:
        descriptor: The descriptor of the file: a check by its path could meet another file.
    """
    return os.name == "posix" and bool(os.fstat(descriptor).st_mode & 0o077)


def call_outside(function: Callable[[], _T], place: str) -> _T:
    """Call ``function``. If it raises, only the type of its exception is shown, because the text may quote the key.

    Raises:
        KeyMaterialError: ``function`` raised.
    """
    try:
        return function()
    except Exception as error:  # noqa: BLE001  # key stores raise what they like
        failure = type(error).__name__
    msg = f"{place} failed with {failure}"
    raise KeyMaterialError(msg)  # out here, so that the foreign exception is not even the context of ours
