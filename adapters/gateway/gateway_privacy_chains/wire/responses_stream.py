"""OpenAI's responses as they stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gateway_privacy_chains.wire.pieces import Piece
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import AnswerFailed, Key, Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import shifted
from privacy_chains.adapting import moved

__all__ = ["ResponsesStream"]

_ENDS = frozenset({"response.completed", "response.incomplete"})
_PLACES = ("output_index", "content_index", "summary_index")
_PARTS = ("item", "part", "text", "refusal", "arguments", "input", "code", "delta")
"""Fields of events that arrive whole and hold what the model wrote."""

_TEXT = "response.output_text"


class ResponsesStream(StreamedAnswer):
    """Reads the events of a response.

    Args:
        reading: What they are read with.
        pieces: What the model wrote in an answer, in pieces.
        read: Reads a response that an event repeats.
    """

    def __init__(
        self,
        reading: Reading,
        pieces: Callable[[Mapping[str, Any]], Iterator[Piece]],
        read: Callable[[Mapping[str, Any]], dict[str, Any]],
    ) -> None:
        super().__init__(reading, pieces)
        self._read = read
        self._received: dict[Key, str] = {}
        self._told: dict[Key, str] = {}
        self._done: dict[int, tuple[Any, Any]] = {}
        self._like: dict[Key, Event] = {}
        self._number = 0

    def ends(self, event: Event) -> bool:
        return event.data.get("type") in _ENDS

    def _fed(self, event: Event) -> Iterator[Event]:
        for shown in self._parts(event, str(event.data.get("type"))):
            yield self._numbered(shown)

    def _ended(self, event: Event) -> Iterator[Event]:
        yield self._numbered(Event({**event.data, "response": self._read(event.data["response"])}, event.name))

    def _parts(self, event: Event, kind: str) -> Iterator[Event]:
        data = event.data
        if kind in {"error", "response.failed"}:
            raise AnswerFailed(data if kind == "error" else (data.get("response") or {}).get("error"))
        if kind.endswith(".delta") and isinstance(data.get("delta"), str):
            yield Event({**data, "delta": self._fragment(event, kind.removesuffix(".delta"))}, event.name)
            return
        if kind.endswith(".done"):
            ending = _key(kind.removesuffix(".done"), data)
            yield from self._held(lambda key: key == ending)
        if kind == "response.output_item.done":
            yield from self._held(lambda key: key[1] == data.get("output_index"))
        read = self._whole(data)
        if kind == "response.output_item.done":
            self._done[int(data.get("output_index") or 0)] = data["item"], read["item"]
        yield Event(read, event.name)

    def _fragment(self, event: Event, prefix: str) -> str:
        key, given = _key(prefix, event.data), event.data["delta"]
        if "audio.delta" in f"{prefix}.delta":  # sound, and no text
            return str(given)
        read = self._texts.feed(key, given, json=prefix.endswith("arguments"))
        self._like[key] = event
        self._received[key] = self._received.get(key, "") + given
        self._told[key] = self._told.get(key, "") + read
        return read

    def _whole(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """An event that holds no fragment, read."""
        read = {name: self._walk.field(name, data[name]) for name in _PARTS if name in data}
        if isinstance(data.get("response"), Mapping):
            read["response"] = self._read(data["response"])
        if "annotation" in data:
            before = self._received.get(_key(_TEXT, data), "")
            move = moved(before, str(self._reading.restore(before)))
            read["annotation"] = shifted(self._walk.field("annotation", data["annotation"]), move)
        return {**data, **read, **({"logprobs": []} if "logprobs" in data else {})}

    def _held(self, ends: Callable[[Key], bool]) -> Iterator[Event]:
        for key, rest in self._texts.flush(ends):
            self._told[key] += rest
            like = self._like[key]
            yield Event({**like.data, "delta": rest}, like.name)

    def _rest(self) -> Iterator[Event]:
        for event in self._held(lambda _: True):
            yield self._numbered(event)

    def _numbered(self, event: Event) -> Event:
        if "sequence_number" not in event.data:
            return event
        self._number += 1
        return Event({**event.data, "sequence_number": self._number - 1}, event.name)

    def _answers(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._answer(0, self._received), self._answer(1, self._told)

    def _answer(self, side: int, texts: Mapping[Key, str]) -> dict[str, Any]:
        """The items that are done, as one side has them, and the texts that are still open."""
        done = [pair[side] for _, pair in sorted(self._done.items())]
        begun = [key for key in self._received if key[0] == _TEXT and key[1] not in self._done]
        return {"output": [*done, *({"content": [{"type": "output_text", "text": texts[key]}]} for key in begun)]}


def _key(prefix: str, data: Mapping[str, Any]) -> Key:
    return (prefix, *(int(data.get(name) or 0) for name in _PLACES))
