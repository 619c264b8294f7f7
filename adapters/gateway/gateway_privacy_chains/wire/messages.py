"""Anthropic's messages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gateway_privacy_chains.wire.errors import Dialect, Failure, written
from gateway_privacy_chains.wire.messages_stream import MessagesStream
from gateway_privacy_chains.wire.pieces import (
    Body,
    Piece,
    Place,
    beside,
    documents_of,
    items_of,
    malformed,
    names_of,
    wrote,
)
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import Walk
from privacy_chains.contract.conversation import Origin

__all__ = ["CountedTokens", "Messages"]

_SAID = ("messages", "system")
_ROLES: Mapping[str, Origin] = {"user": "user", "system": "system"}


class Messages:
    """What is said in a message and its answer."""

    path = "messages"
    dialect: Dialect = "anthropic"

    def pieces(self, body: Body) -> Iterator[Piece]:
        """A request in pieces.

        Raises:
            UnsupportedContent: It is none.
        """
        yield beside(body, _SAID)
        if (system := body.get("system")) is not None:
            yield from _system(system)
        for position, message in items_of(body, "messages"):
            if not isinstance(message, Mapping):
                malformed("messages", "a list of objects")
            place, content = ("messages", position), message.get("content")
            if message.get("role") == "assistant":
                yield Piece((*place, "role"), lambda _: "assistant")
                yield from self._from_model(place, message)
            else:
                yield _from_caller(place, message, content)

    def answered(self, body: Body) -> Iterator[Piece]:
        """What the model wrote in an answer."""
        yield from _blocks((), body.get("content") or [])

    def read(self, body: Body, walk: Walk, asked: Body) -> dict[str, Any]:
        """An answer, read."""
        read = {"content": [walk.block(block) for block in body.get("content") or ()]}
        stop = body.get("stop_sequence")
        return {**body, **read, "stop_sequence": walk.text(stop) if isinstance(stop, str) else stop}

    def streamed(self, reading: Reading) -> StreamedAnswer:
        """What reads an answer as it streams."""
        return MessagesStream(reading, self.answered)

    def failed(self, failure: Failure) -> Event:
        """What tells, in the middle of a stream, that it broke off."""
        return Event(written(self.dialect, failure), "error")

    def instructed(self, body: dict[str, Any], instruction: str) -> dict[str, Any]:
        """A request that tells the model something first."""
        system = body.get("system") or []
        told = [{"type": "text", "text": system}] if isinstance(system, str) else system
        return {**body, "system": [{"type": "text", "text": instruction}, *told]}

    @staticmethod
    def _from_model(place: Place, message: Body) -> Iterator[Piece]:
        """A message of the model's, a piece for each of its blocks: clients leave out some of them."""
        yield names_of(message)
        for name, value in message.items():
            if name == "content":
                yield from _blocks(place, value)
            elif name != "role":
                yield wrote((*place, name), partial(Walk.field, name=name, value=value))


class CountedTokens(Messages):
    """How many tokens a message has: as it would be sent."""

    path = "messages/count_tokens"

    def answered(self, body: Body) -> Iterator[Piece]:
        """Nothing is written."""
        yield from ()

    def read(self, body: Body, walk: Walk, asked: Body) -> dict[str, Any]:
        """The counts, which are told as they are."""
        return {name: value for name, value in body.items() if isinstance(value, int)}


def _from_caller(place: Place, message: Body, content: Any) -> Piece:
    role = message.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        malformed("role", "user, system or assistant")
    others = {name: value for name, value in message.items() if name != "role"}
    return Piece(
        place,
        lambda walk: {"role": role, **walk.record(others)},
        origin=_ROLES[role],
        documents=documents_of(content),
    )


def _system(content: Any) -> Iterator[Piece]:
    """The blocks of the system prompt, each a piece."""
    if isinstance(content, list):
        for position, block in enumerate(content):
            yield Piece(("system", position), partial(Walk.block, block=block), origin="system")
    else:
        yield Piece(("system",), partial(Walk.field, name="system", value=content), origin="system")


def _blocks(place: Place, content: Any) -> Iterator[Piece]:
    """The blocks that the model wrote, each a piece."""
    if not isinstance(content, list) or not content:
        yield wrote((*place, "content"), partial(Walk.field, name="content", value=content))
        return
    for position, block in enumerate(content):
        called = block.get("id") if isinstance(block, Mapping) else None
        yield wrote((*place, "content", position), partial(Walk.block, block=block), called)
