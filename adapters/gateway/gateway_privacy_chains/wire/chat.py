"""OpenAI's chat completions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gateway_privacy_chains.wire.chat_stream import ChatStream
from gateway_privacy_chains.wire.errors import Dialect, Failure, written
from gateway_privacy_chains.wire.pieces import (
    Body,
    Piece,
    Place,
    beside,
    documents_of,
    items_of,
    malformed,
    names_of,
    without_tokens,
    wrote,
)
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import Walk
from privacy_chains.contract.conversation import Origin

__all__ = ["Chat"]

_ORIGINS: Mapping[str, Origin] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "tool": "tool",
    "function": "tool",
}
_SAID = ("messages", "prediction")


class Chat:
    """Says what is said in a chat completion."""

    path = "chat/completions"
    dialect: Dialect = "openai"

    def pieces(self, body: Body) -> Iterator[Piece]:
        """A request in pieces.

        Raises:
            UnsupportedContent: It is none.
        """
        yield beside(body, _SAID)
        for position, message in items_of(body, "messages"):
            if not isinstance(message, Mapping):
                malformed("messages", "a list of objects")
            if message.get("role") == "assistant":
                yield from self._from_model(("messages", position), message)
            else:
                yield self._from_caller(("messages", position), message)
        if (prediction := body.get("prediction")) is not None:
            yield Piece(("prediction",), lambda walk: walk.field("prediction", {**prediction, "type": "content"}))

    def answered(self, body: Body) -> Iterator[Piece]:
        """What the model wrote in an answer."""
        for choice in body.get("choices") or ():
            yield from self._from_model((), choice.get("message") or {})

    def read(self, body: Body, walk: Walk, asked: Body) -> dict[str, Any]:
        """An answer, read; without the probabilities of tokens, which show surrogates beside the clear text."""
        choices = [
            {**without_tokens(choice), "message": walk.record(choice.get("message") or {}), "logprobs": None}
            for choice in body.get("choices") or ()
        ]
        return {**without_tokens(body), "choices": choices}

    def streamed(self, reading: Reading) -> StreamedAnswer:
        """What reads an answer as it streams."""
        return ChatStream(reading, self.answered)

    def failed(self, failure: Failure) -> Event:
        """What tells, in the middle of a stream, that it broke off."""
        return Event(written(self.dialect, failure))

    def instructed(self, body: dict[str, Any], instruction: str) -> dict[str, Any]:
        """A request that tells the model something first."""
        return {**body, "messages": [{"role": "system", "content": instruction}, *body["messages"]]}

    def _from_caller(self, place: Place, message: Body) -> Piece:
        role = message.get("role")
        if not isinstance(role, str) or role not in _ORIGINS:
            malformed("role", f"one of {', '.join((*_ORIGINS, 'assistant'))}")
        origin = _ORIGINS[role]

        def walk(given: Walk) -> dict[str, Any]:
            return {"role": role, **given.record(_without_role(message), called=origin == "tool")}

        return Piece(place, walk, origin=origin, documents=documents_of(message.get("content")))

    def _from_model(self, place: Place, message: Body) -> Iterator[Piece]:
        """A message of the model's, a piece for each of its texts and calls: clients leave out some of them."""
        yield names_of(message)
        yield Piece((*place, "role"), lambda _: "assistant")
        for name, value in _without_role(message).items():
            if isinstance(value, list) and value:
                for position, one in enumerate(value):
                    called = one.get("id") if isinstance(one, Mapping) else None
                    yield wrote((*place, name, position), partial(_element, name, one), called)
            else:
                yield wrote((*place, name), partial(_named, name, value))


def _element(name: str, value: Any, walk: Walk) -> Any:
    return walk.field(name, [value])[0]


def _named(name: str, value: Any, walk: Walk) -> Any:
    return walk.field(name, value)


def _without_role(message: Body) -> dict[str, Any]:
    return {name: value for name, value in message.items() if name != "role"}
