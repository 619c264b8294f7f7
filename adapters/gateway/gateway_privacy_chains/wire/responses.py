"""OpenAI's responses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from gateway_privacy_chains.wire.errors import Dialect, Failure
from gateway_privacy_chains.wire.pieces import Body, Piece, Place, beside, documents_of, malformed, names_of, wrote
from gateway_privacy_chains.wire.responses_stream import ResponsesStream
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import Walk
from privacy_chains import UnsupportedContent
from privacy_chains.contract.conversation import Origin

__all__ = ["Responses"]

_SAID = ("input", "instructions")
_HELD_THERE = ("previous_response_id", "conversation", "background")
"""What makes the provider go on with what it holds."""

_REPEATED = ("instructions", "tools", "metadata", "user", "prompt", "safety_identifier", "prompt_cache_key")
"""What an answer repeats of its request as it was sent."""
_COMPLETED = ("tool_choice", "text")
"""What it repeats with more in it."""

_ORIGINS: Mapping[str, Origin] = {"system": "system", "developer": "system", "user": "user"}
_ANSWERS = frozenset({"function_call_output", "custom_tool_call_output", "local_shell_call_output"})
"""Items that hold what a tool answered."""


class Responses:
    """What is said in a response and its request."""

    path = "responses"
    dialect: Dialect = "openai"

    def pieces(self, body: Body) -> Iterator[Piece]:
        """A request in pieces.

        Raises:
            UnsupportedContent: It is none, or goes on with what the provider holds.
        """
        _refuse_held(body)
        yield beside(body, _SAID)
        if (told := body.get("instructions")) is not None:
            yield Piece(("instructions",), partial(Walk.field, name="instructions", value=told), origin="system")
        given = body.get("input")
        if isinstance(given, str):
            yield Piece(("input",), partial(Walk.text, text=given))
        elif isinstance(given, list):
            for position, item in enumerate(given):
                yield from self._item(("input", position), item)
        else:
            malformed("input", "a text or a list")

    def answered(self, body: Body) -> Iterator[Piece]:
        """What the model wrote in an answer."""
        for position, item in enumerate(body.get("output") or ()):
            yield from _from_model(("output", position), item)

    def read(self, body: Body, walk: Walk, asked: Body) -> dict[str, Any]:
        """An answer, read, with what it repeats of its request."""
        repeated = {name: asked[name] for name in _REPEATED if body.get(name) is not None and name in asked}
        repeated |= {
            name: walk.field(name, body[name]) for name in (*_REPEATED, *_COMPLETED) if name in body.keys() - repeated
        }
        return {**body, **repeated, "output": [walk.block(item) for item in body.get("output") or ()]}

    def streamed(self, reading: Reading) -> StreamedAnswer:
        """What reads an answer as it streams."""
        return ResponsesStream(reading, self.answered, lambda body: self.read(body, reading.walk, reading.asked))

    def failed(self, failure: Failure) -> Event:
        """What tells, in the middle of a stream, that it broke off."""
        told = {"code": failure.code or failure.kind or "server_error", "message": failure.message, "param": None}
        return Event({"type": "error", **told}, "error")

    def instructed(self, body: dict[str, Any], instruction: str) -> dict[str, Any]:
        """A request that tells the model something first."""
        given = body.get("instructions")
        return {**body, "instructions": f"{instruction}\n\n{given}" if given else instruction}

    @staticmethod
    def _item(place: Place, item: Any) -> Iterator[Piece]:
        if not isinstance(item, Mapping):
            malformed("input", "a list of objects")
        kind = item.get("type", "message")
        if not isinstance(kind, str):
            malformed("type", "a text")
        if kind == "message" and item.get("role") != "assistant":
            yield _from_caller(place, item)
        elif kind in _ANSWERS:
            yield Piece(place, partial(Walk.block, block=item), origin="tool", documents=(item,))
        else:
            yield from _from_model(place, item)


def _from_caller(place: Place, item: Body) -> Piece:
    role = item.get("role")
    if not isinstance(role, str) or role not in _ORIGINS:
        malformed("role", "user, system, developer or assistant")
    others = {name: value for name, value in item.items() if name not in {"role", "type"}}
    typed = {"type": "message"} if "type" in item else {}
    return Piece(
        place,
        lambda walk: {**typed, "role": role, **walk.record(others)},
        origin=_ORIGINS[role],
        documents=documents_of(item.get("content")),
    )


def _from_model(place: Place, item: Body) -> Iterator[Piece]:
    """An item of the model's: a piece, or for a message one for each of its parts."""
    if item.get("type", "message") != "message":
        yield wrote(place, partial(Walk.block, block=item), item.get("call_id") or item.get("id"))
        return
    yield names_of(item)
    for name, value in item.items():
        if name in {"type", "role"}:
            yield Piece((*place, name), partial(_constant, "message" if name == "type" else "assistant"))
        elif isinstance(value, list) and value:
            for position, part in enumerate(value):
                yield wrote((*place, name, position), partial(Walk.block, block=part))
        else:
            yield wrote((*place, name), partial(Walk.field, name=name, value=value))


def _constant(value: str, _: Walk) -> str:
    return value


def _refuse_held(body: Body) -> None:
    held = [name for name in _HELD_THERE if body.get(name)]
    if held:
        msg = (
            f"{held[0]!r} goes on with what the provider holds, which cannot be read back here; nothing was sent. Send "
            "the whole conversation with every request, with store set to false"
        )
        raise UnsupportedContent(msg)
