"""Recent findings: a conversation sends its history again with every message."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from hashlib import blake2b
from threading import Lock
from typing import Generic, TypeVar

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector

__all__ = ["Recent", "Remembered"]

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


_REMEMBERED, _MOST_SPANS = 4_096, 1_000
"""Texts, and how many findings each may have."""
_SPANS = Recent[tuple[Span, ...]](_REMEMBERED)


class Remembered:
    """What a detector finds, remembered for when a text comes again.

    Args:
        detector: The detector.
        alike: Everything that its findings depend on beside the text; detectors with equal values share their findings.
    """

    def __init__(self, detector: Detector, alike: object) -> None:
        self.detector = detector
        self._alike = alike

    def detect(self, text: str) -> Sequence[Span]:
        """The spans of the detector."""
        name = _SPANS.name(text, self._alike)
        found = _SPANS.get(name)
        if found is None:
            found = tuple(self.detector.detect(text))
            if len(found) <= _MOST_SPANS:
                _SPANS.put(name, found)
        return found
