"""What a model found in texts lately, so that nothing is read twice; no text is kept."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Recent"]

_Found = TypeVar("_Found")


class Recent(Generic[_Found]):
    """Findings under names that only this process can compute; no text is kept.

    Args:
        most: The number of texts; beyond it, the least recently used are forgotten.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._secret = secrets.token_bytes(32)
        self._found: OrderedDict[bytes, _Found] = OrderedDict()
        self._lock = Lock()

    def name(self, text: str, *about: object) -> bytes:
        """The name of a text that is read in a certain way: a keyed digest of both."""
        message = f"{about!r} {text}".encode("utf-8", "surrogatepass")
        return blake2b(message, key=self._secret, digest_size=32).digest()

    def get(self, name: bytes) -> _Found | None:
        """What was found in the text of that name, if it is remembered."""
        with self._lock:
            found = self._found.get(name)
            if found is not None:
                self._found.move_to_end(name)
            return found

    def of(self, name: bytes, find: Callable[[], _Found]) -> _Found:
        """What was found in the text of that name; if it is not known, it is looked for and remembered."""
        found = self.get(name)
        if found is None:
            found = find()
            self.put(name, found)
        return found

    def put(self, name: bytes, found: _Found) -> None:
        """Remember it."""
        with self._lock:
            self._found[name] = found
            while len(self._found) > self._most:
                self._found.popitem(last=False)
