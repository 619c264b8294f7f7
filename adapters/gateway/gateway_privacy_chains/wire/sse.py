"""Server-sent events, read from bytes that may be cut anywhere, and written again."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

__all__ = ["DONE", "BadEvent", "Event", "EventReader"]

DONE = "[DONE]"
"""What OpenAI's chat completions end with."""

_MOST = 16 * 1024 * 1024
"""The longest event that is read, in bytes."""

_END = re.compile(rb"\r\n\r\n|\n\n|\r\r(?!\n)")


class BadEvent(Exception):
    """What was sent is no event, or one without end. It says nothing of what it holds."""


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One event.

    Attributes:
        data: What it says: JSON, or ``DONE``; nothing for a sign of life.
        name: What it is called, where it is.
    """

    data: Any
    name: str | None = None

    def encode(self) -> bytes:
        """The event as it is written."""
        if self.data is None:
            return b":\n\n"
        written = self.data if self.data == DONE else json.dumps(self.data, separators=(",", ":"))
        head = f"event: {self.name}\n" if self.name else ""
        return f"{head}data: {written}\n\n".encode()


class EventReader:
    """Reads events from pieces of bytes."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._looked = 0

    def feed(self, piece: bytes) -> list[Event]:
        """The events that are complete by now.

        Raises:
            BadEvent: One is not as events are.
        """
        self._bytes += piece
        events = list[Event]()
        while (end := _END.search(self._bytes, max(0, self._looked - 3))) is not None:
            block = bytes(self._bytes[: end.start()])
            del self._bytes[: end.end()]
            self._looked = 0
            if block.strip():
                events.append(_event(block))
        self._looked = len(self._bytes)
        if self._looked > _MOST:
            raise BadEvent
        return events

    @property
    def is_between(self) -> bool:
        """Whether nothing of an event is waiting for its rest."""
        return not self._bytes.strip()


def _event(block: bytes) -> Event:
    try:
        lines = block.decode("utf-8").lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    except UnicodeDecodeError:
        raise BadEvent from None
    fields = [(name, value.removeprefix(" ")) for name, _, value in (line.partition(":") for line in lines)]
    data = [value for name, value in fields if name == "data"]
    names = [value for name, value in fields if name == "event"]
    return Event(_parsed("\n".join(data)) if data else None, names[-1] if names and data else None)


def _parsed(text: str) -> Any:
    if text.strip() == DONE:
        return DONE
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadEvent from None
    if not isinstance(data, dict):
        raise BadEvent
    return data
