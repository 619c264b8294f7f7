"""A streamed answer, read event by event: what every wire format does alike.

Each streamed text has a reader of its own, told apart by its key: where it stands in the answer. What a reader holds
back goes out in an event of its own before the event that ends its text. After an error nothing of it goes out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from gateway_privacy_chains.wire.pieces import Piece, Wrote
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.walk import NAMES, OPAQUE_FIELDS, WireWalk
from privacy_chains import Leaf
from privacy_chains.adapting import MakeReader, Restore, TextReader

__all__ = ["AnswerFailed", "Key", "Reading", "StreamedAnswer", "Texts", "merged"]

Key = tuple[str | int, ...]
"""Where a streamed text stands in an answer: names, and what lists tell their elements apart by."""

_WHOLE = OPAQUE_FIELDS | NAMES | {"type", "role"}
"""Fields of fragments that arrive whole."""

_JSON = frozenset({"arguments", "partial_json"})


class AnswerFailed(Exception):
    """The provider says in the middle of an answer that it failed, or it stops without an end.

    Args:
        error: What the provider says of it, which may quote what it was sent; anything but an object says nothing.
    """

    def __init__(self, error: object = None) -> None:
        super().__init__()
        self.error: Mapping[str, Any] = error if isinstance(error, Mapping) else {}


@dataclass(frozen=True, repr=False)
class Reading:
    """What an answer is read with.

    Attributes:
        restore: Reads a whole leaf.
        reader: Makes a reader of one streamed text.
        keep: Stores the proof of what the model wrote.
        asked: The client's request, parts of which some answers repeat.
    """

    restore: Callable[[Leaf], Leaf]
    reader: MakeReader
    keep: Callable[[Wrote], None]
    asked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def walk(self) -> WireWalk:
        """Reads what arrives whole."""
        return WireWalk(Restore(self.restore), strict=False)


class Texts:
    """The streamed texts of one answer.

    Args:
        reader: Makes a reader of one of them.
    """

    def __init__(self, reader: MakeReader) -> None:
        self._make = reader
        self._readers: dict[Key, TextReader] = {}

    def feed(self, key: Key, fragment: str, *, json: bool = False) -> str:
        """What can be told of a text by now, of its next fragment."""
        if not fragment:
            return fragment
        if key not in self._readers:
            self._readers[key] = self._make(json=json)
        return self._readers[key].feed(fragment)

    def flush(self, ends: Callable[[Key], bool]) -> Iterator[tuple[Key, str]]:
        """What is held back of texts that end; further text of theirs needs new readers."""
        for key in [key for key in self._readers if ends(key)]:
            if rest := self._readers.pop(key).flush():
                yield key, rest

    def delta(self, key: Key, fields: Mapping[str, Any], whole: Callable[[Any], Any]) -> dict[str, Any]:
        """The fields of a fragment, read: every text in them is a part of the text at its place.

        Args:
            key: Where the fragment stands.
            fields: Its fields.
            whole: Reads an element of a list that is no fragment, as it says no place.
        """
        return {name: self._part((*key, name), name, value, whole) for name, value in fields.items()}

    def _part(self, key: Key, name: str, value: Any, whole: Callable[[Any], Any]) -> Any:
        if isinstance(value, str):
            return value if name in _WHOLE else self.feed(key, value, json=name in _JSON)
        if isinstance(value, Mapping):
            return self.delta(key, value, whole)
        if isinstance(value, list):
            return [
                self.delta((*key, one["index"]), one, whole) if isinstance(_index(one), int) else whole(one)
                for one in value
            ]
        return value


def _index(value: Any) -> Any:
    return value.get("index") if isinstance(value, Mapping) else None


def merged(before: Any, after: Any, name: str = "") -> Any:
    """A message with one more fragment: texts go on, lists are told apart by ``index``, anything else is replaced."""
    if isinstance(before, str) and isinstance(after, str):
        return (after or before) if name in _WHOLE else before + after
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return {**before, **{key: merged(before.get(key), value, key) for key, value in after.items()}}
    if isinstance(before, list) and isinstance(after, list):
        return _joined(before, after)
    return before if after is None else _joined([], after) if isinstance(after, list) else after


def _joined(before: list[Any], after: list[Any]) -> list[Any]:
    joined = list(before)
    for one in after:
        index = _index(one)
        place = next((at for at, known in enumerate(joined) if index is not None and _index(known) == index), None)
        if place is None:
            joined.append(one)
        else:
            joined[place] = merged(joined[place], one)
    return joined


class StreamedAnswer(ABC):
    """Turns the events that a provider sends into those that its client sees.

    Args:
        reading: What they are read with.
        pieces: What the model wrote in an answer, in pieces.
    """

    def __init__(self, reading: Reading, pieces: Callable[[Mapping[str, Any]], Iterator[Piece]]) -> None:
        self._reading = reading
        self._pieces = pieces
        self._walk = reading.walk
        self._texts = Texts(reading.reader)
        self._last: list[Event] = []
        self._is_kept = False

    def feed(self, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """What the client sees of some events. Those that end the answer wait until it is stored.

        Raises:
            AnswerFailed: The provider says that it failed.
        """
        shown = list[Event]()
        for event in events:
            if event.data is None:
                shown.append(event)
            elif self.ends(event):
                self._last.append(event)
            else:
                shown += self._fed(event)
        return tuple(shown)

    def close(self) -> tuple[Event, ...] | None:
        """What is left at the end.

        Raises:
            AnswerFailed: The answer stops without an end.
        """
        if not self._last and not self._is_whole():
            raise AnswerFailed
        rest = [*self._rest()]
        self.keep()
        return (*rest, *(shown for event in self._last for shown in self._ended(event)))

    def keep(self) -> None:
        """Store the proof of what was written so far, once: of an answer that its client broke off, too."""
        if not self._is_kept:
            self._is_kept = True
            self._reading.keep(Wrote.of(self._pieces, *self._answers()))

    @abstractmethod
    def ends(self, event: Event) -> bool:
        """Whether nothing follows an event."""

    @abstractmethod
    def _fed(self, event: Event) -> Iterator[Event]: ...

    @abstractmethod
    def _rest(self) -> Iterator[Event]:
        """What texts hold back that nothing has ended."""

    @abstractmethod
    def _answers(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The answer so far as it would have come whole: as it was received, and as it is read."""

    def _ended(self, event: Event) -> Iterator[Event]:
        """What the client sees of an event that ends the answer."""
        yield event

    def _is_whole(self) -> bool:
        """Whether an answer may end here though no event says so."""
        return False
