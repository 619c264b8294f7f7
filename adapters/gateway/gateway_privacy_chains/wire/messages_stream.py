"""Anthropic's messages as they stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gateway_privacy_chains.wire.pieces import Piece
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import AnswerFailed, Key, Reading, StreamedAnswer

__all__ = ["MessagesStream"]

_ENDS = "message_stop"
_FRAGMENTS = {"text_delta": "text", "thinking_delta": "thinking", "input_json_delta": "partial_json"}
"""Kinds of fragments, and the field of each that goes on."""


class MessagesStream(StreamedAnswer):
    """Reads the events of a message.

    Args:
        reading: What they are read with.
        pieces: What the model wrote in an answer, in pieces.
    """

    def __init__(self, reading: Reading, pieces: Callable[[Mapping[str, Any]], Iterator[Piece]]) -> None:
        super().__init__(reading, pieces)
        self._sent: dict[int, dict[str, Any]] = {}
        self._told: dict[int, dict[str, Any]] = {}

    def ends(self, event: Event) -> bool:
        return bool(event.data.get("type") == _ENDS)

    def _fed(self, event: Event) -> Iterator[Event]:
        data = event.data
        match data.get("type"):
            case "error":
                raise AnswerFailed(data.get("error"))
            case "message_start":
                message = data.get("message") or {}
                content = [self._walk.block(block) for block in message.get("content") or ()]
                yield Event({**data, "message": {**message, "content": content}}, event.name)
            case "content_block_start":
                yield Event({**data, "content_block": self._begun(_place(data), data["content_block"])}, event.name)
            case "content_block_delta":
                yield Event({**data, "delta": self._gone_on(_place(data), data["delta"])}, event.name)
            case "content_block_stop":
                yield from self._held(lambda key: key[0] == _place(data))
                yield event
            case "message_delta":
                yield Event({**data, "delta": self._walk.record(data.get("delta") or {})}, event.name)
            case _:
                yield event

    def _begun(self, index: int, block: dict[str, Any]) -> dict[str, Any]:
        """A block as it begins: empty, or whole where it is none that streams."""
        told = self._walk.block(block)
        self._sent[index], self._told[index] = dict(block), dict(told)
        return dict(told)

    def _gone_on(self, index: int, delta: dict[str, Any]) -> dict[str, Any]:
        kind = str(delta.get("type"))
        name = _FRAGMENTS.get(kind)
        if name is not None:
            given = str(delta.get(name) or "")
            read = self._texts.feed((index, kind), given, json=name == "partial_json")
            _continue(self._sent, index, name, given)
            _continue(self._told, index, name, read)
            return {**delta, name: read}
        if kind == "citations_delta":
            told = self._walk.field("citation", delta.get("citation"))
            for side, citation in ((self._sent, delta.get("citation")), (self._told, told)):
                side[index]["citations"] = [*(side[index].get("citations") or ()), citation]
            return {**delta, "citation": told}
        for side in (self._sent, self._told):  # a signature, or what is not known and arrives whole
            side.setdefault(index, {}).update({key: one for key, one in delta.items() if key != "type"})
        return self._walk.record(delta)

    def _held(self, ends: Callable[[Key], bool]) -> Iterator[Event]:
        for (index, kind), rest in self._texts.flush(ends):
            name = _FRAGMENTS[str(kind)]
            _continue(self._told, int(index), name, rest)
            delta = {"type": kind, name: rest}
            yield Event({"type": "content_block_delta", "index": index, "delta": delta}, "content_block_delta")

    def _rest(self) -> Iterator[Event]:
        return self._held(lambda _: True)

    def _answers(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return {"content": _blocks(self._sent)}, {"content": _blocks(self._told)}


def _place(data: Mapping[str, Any]) -> int:
    return int(data.get("index") or 0)


def _continue(blocks: dict[int, dict[str, Any]], index: int, name: str, text: str) -> None:
    block = blocks.setdefault(index, {"type": "text"})
    block[name] = (block.get(name) or "") + text


def _blocks(blocks: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """The blocks of an answer as it would have come whole."""
    return [_whole(block) for _, block in sorted(blocks.items())]


def _whole(block: dict[str, Any]) -> dict[str, Any]:
    written = block.get("partial_json")
    others = {name: value for name, value in block.items() if name != "partial_json"}
    if written is None:
        return others
    try:
        return {**others, "input": json.loads(written or "{}")}
    except ValueError:  # it broke off
        return {**others, "input": written}
