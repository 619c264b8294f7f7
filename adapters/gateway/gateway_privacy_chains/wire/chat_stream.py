"""OpenAI's chat completions as they stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gateway_privacy_chains.wire.pieces import Piece, without_tokens
from gateway_privacy_chains.wire.sse import DONE, Event
from gateway_privacy_chains.wire.stream import AnswerFailed, Key, Reading, StreamedAnswer, merged

__all__ = ["ChatStream"]

_ONCE = frozenset({"choices", "usage"})
"""Fields of a chunk that say something of this chunk alone."""


class ChatStream(StreamedAnswer):
    """Reads the chunks of a chat completion.

    Args:
        reading: What they are read with.
        pieces: What the model wrote in an answer, in pieces.
    """

    def __init__(self, reading: Reading, pieces: Callable[[Mapping[str, Any]], Iterator[Piece]]) -> None:
        super().__init__(reading, pieces)
        self._sent: dict[int, Any] = {}
        self._told: dict[int, Any] = {}
        self._finished = set[int]()
        self._head: dict[str, Any] = {}

    def ends(self, event: Event) -> bool:
        return bool(event.data == DONE)

    def _fed(self, event: Event) -> Iterator[Event]:
        data = event.data
        if data.get("error"):
            raise AnswerFailed(data["error"])
        self._head = {name: value for name, value in without_tokens(data).items() if name not in _ONCE}
        choices = []
        for choice in data.get("choices") or ():
            yield from self._held(self._ending(choice))
            choices.append(self._read(choice))
        yield Event({**without_tokens(data), **({"choices": choices} if "choices" in data else {})}, event.name)

    def _ending(self, choice: Mapping[str, Any]) -> Callable[[Key], bool]:
        """Which texts end before a fragment: all if it is the last, and otherwise those that another field follows."""
        index, going_on = _place(choice), {name for name, value in (choice.get("delta") or {}).items() if value}
        last = choice.get("finish_reason") is not None
        changes = bool(going_on - {"role"})

        def ends(key: Key) -> bool:
            return key[0] == index and key[1] not in going_on and (last or changes)

        return ends

    def _read(self, choice: Mapping[str, Any]) -> dict[str, Any]:
        index, delta = _place(choice), choice.get("delta") or {}
        self._sent[index] = merged(self._sent.get(index, {}), delta)
        told = self._texts.delta((index,), delta, self._walk.block)
        if choice.get("finish_reason") is not None:
            self._finished.add(index)
            for key, rest in self._texts.flush(lambda key: key[0] == index):
                told = merged(told, _nested(key[1:], rest))
        self._told[index] = merged(self._told.get(index, {}), told)
        return {**without_tokens(choice), "delta": told, **({"logprobs": None} if "logprobs" in choice else {})}

    def _held(self, ends: Callable[[Key], bool]) -> Iterator[Event]:
        for (index, *path), rest in self._texts.flush(ends):
            delta = _nested(tuple(path), rest)
            self._told[int(index)] = merged(self._told.get(int(index), {}), delta)
            yield Event({**self._head, "choices": [{"index": index, "delta": delta, "finish_reason": None}]})

    def _rest(self) -> Iterator[Event]:
        return self._held(lambda _: True)

    def _is_whole(self) -> bool:
        return bool(self._finished)

    def _answers(self) -> tuple[dict[str, Any], dict[str, Any]]:
        return self._answer(self._sent), self._answer(self._told)

    @staticmethod
    def _answer(messages: Mapping[int, Any]) -> dict[str, Any]:
        return {"choices": [{"message": message} for _, message in sorted(messages.items())]}


def _place(choice: Mapping[str, Any]) -> int:
    return int(choice.get("index") or 0)


def _nested(path: Key, text: str) -> dict[str, Any]:
    """A fragment that holds one text at its place."""
    value: Any = text
    for step in reversed(path):
        value = {step: value} if isinstance(step, str) else [{"index": step, **value}]
    return dict(value)
