"""What was said of texts lately; no text is kept."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar

__all__ = ["Recent"]

_Said = TypeVar("_Said")


class Recent(Generic[_Said]):
    """What was said, under keyed digests of the texts that only this process can work out.

    Args:
        most: Of how many texts; beyond, those that were not asked for longest are forgotten.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._secret = secrets.token_bytes(32)
        self._said: OrderedDict[bytes, _Said] = OrderedDict()
        self._lock = Lock()

    def of(self, text: str, say: Callable[[], _Said]) -> _Said:
        """What was said of a text; it is said, and remembered, if it is not known."""
        name = blake2b(text.encode("utf-8", "surrogatepass"), key=self._secret, digest_size=32).digest()
        with self._lock:
            if name in self._said:
                self._said.move_to_end(name)
                return self._said[name]
        said = say()
        with self._lock:
            self._said[name] = said
            while len(self._said) > self._most:
                self._said.popitem(last=False)
        return said
