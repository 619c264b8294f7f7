"""One call: what is sent of a request, and how its answer is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gateway_privacy_chains.record import Fingerprints, Record
from gateway_privacy_chains.sessions import Said, named, session_of, turns_of
from gateway_privacy_chains.wire.formats import Wire
from gateway_privacy_chains.wire.pieces import Body, Piece, Wrote, built, texts_in, tools_of
from gateway_privacy_chains.wire.stream import AnswerFailed, Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import Walk
from privacy_chains import Leaf, Method, UnsupportedContent
from privacy_chains.adapting import SENT, Collect, ModelCall, Restore, Spoken, Visitor, sanitize_spoken
from privacy_chains.contract.roles import instruction_of
from privacy_chains.keys import KeySource

__all__ = ["Asking", "Call", "as_bytes", "prepared"]


@dataclass(frozen=True, repr=False)
class Asking:
    """Who asks, and what is remembered for them.

    Attributes:
        key: The client's key.
        session: Opens the client's session of a name.
        record: What models wrote.
        allow: Kinds of blocks that pass as they are.
    """

    key: KeySource
    session: Callable[[str], Method]
    record: Record
    allow: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True, repr=False)
class Call(ModelCall):
    """A sanitized call.

    Attributes:
        wire: The wire format that it is written in.
        record: Where the proof of what the model wrote is stored.
        prints: The places of its session in there.
        key: The client's key.
        said: The conversation, where it told its session; empty where that was named.
        session: The session's name.
        sent: The texts that are sent.
        content: What is sent, as bytes.
        asked: The client's request.
    """

    wire: Wire
    record: Record
    prints: Fingerprints
    key: KeySource
    session: str
    said: tuple[Said, ...] = ()
    sent: tuple[str, ...] = ()
    content: bytes = b""
    asked: Body = field(default_factory=dict)

    def read(self, body: Body) -> dict[str, Any]:
        """An answer in clear; the proof of what the model wrote is stored.

        Raises:
            AnswerFailed: It says that there is none.
        """
        if error := body.get("error"):
            raise AnswerFailed(error)
        read = self.wire.read(body, Walk(Restore(self.answer.restore), strict=False), self.asked)
        self.keep(Wrote.of(self.wire.answered, body, read))
        return read

    def streamed(self) -> StreamedAnswer:
        """What reads this call's answer as it streams."""
        self.answer.reader()  # builds what all readers share, which may take a while
        return self.wire.streamed(Reading(self.answer.restore, self.answer.reader, self.keep, self.asked))

    def keep(self, pieces: Wrote) -> None:
        """Store the proof of what a model wrote, piece by piece, where its clear message will be looked up."""
        if len(pieces.wrote) == len(pieces.read):
            self.record.put(list(self._entries(pieces)))

    def _entries(self, pieces: Wrote) -> Iterator[tuple[bytes, str]]:
        for wrote, read in zip(pieces.wrote, pieces.read, strict=True):
            leaves = _leaves(read, self.allow)
            sealed = self.kept(self._visit, wrote, read).get(SENT) if leaves else None
            if sealed is None:
                continue
            yield self.prints.of_text(leaves), sealed
            if read.called:
                yield self.prints.of_call(read.called), sealed
            if self.said:
                answered = Said(leaves, from_model=True, from_user=False)
                yield turns_of(self.key, [*self.said, answered])[-1], self.session

    def _visit(self, visitor: Visitor, piece: Piece) -> Any:
        return piece.walk(Walk(visitor, self.allow, strict=False))


def prepared(asking: Asking, wire: Wire, body: Body, header: str | None) -> Call:
    """Sanitize a request.

    Args:
        asking: Who asks.
        wire: The wire format.
        body: The request.
        header: The name of the session, where the request has one.

    Raises:
        PrivacyError: Nothing of it may be sent.
    """
    try:
        return _prepared(asking, wire, body, named(header))
    except RecursionError:
        msg = "the request is nested too deeply; nothing was sent"
        raise UnsupportedContent(msg) from None


def _prepared(asking: Asking, wire: Wire, body: Body, header: str | None) -> Call:
    pieces = [*wire.pieces(body)]
    tools = tools_of(body, pieces)
    seen = [_seen(piece, asking.allow, tools) for piece in pieces]
    said = tuple(
        Said(leaves, piece.from_model, piece.origin == "user" and not piece.from_model)
        for piece, leaves, _ in seen
        if piece.place and leaves
    )
    session = session_of(asking.key, said, asking.record) if header is None else header
    method: Method = asking.session(session)
    prints = Fingerprints(asking.key, session)
    copies, answer = sanitize_spoken(
        method, [_spoken(piece, leaves, prints, asking, tools) for piece, leaves, plain in seen if plain is None]
    )
    given = iter(copies)
    arguments = built((piece.place, next(given) if plain is None else plain[0]) for piece, _, plain in seen)
    if instruction := instruction_of(method):
        arguments = wire.instructed(arguments, instruction)
    return Call(
        answer=answer,
        arguments=arguments,
        allow=asking.allow,
        wire=wire,
        record=asking.record,
        prints=prints,
        key=asking.key,
        session=session,
        said=said if header is None else (),
        sent=tuple(answer.prompt.texts),
        content=as_bytes(arguments),
        asked=body,
    )


def as_bytes(body: Body) -> bytes:
    """A request as it is sent."""
    return json.dumps(body, separators=(",", ":")).encode()


class _Seen(NamedTuple):
    """A piece that was looked at: its leaves, and a copy where nothing in it can be private."""

    piece: Piece
    leaves: tuple[Leaf, ...]
    plain: tuple[Any] | None


def _seen(piece: Piece, allow: frozenset[str], tools: frozenset[str]) -> _Seen:
    collected = Collect()
    copy = piece.walk(_out(piece, collected, allow, tools))
    empty = not collected.leaves and not collected.unchangeable
    return _Seen(piece, tuple(collected.leaves), (copy,) if empty else None)


def _out(piece: Piece, visitor: Visitor, allow: frozenset[str], tools: frozenset[str]) -> Walk:
    """The walk over a piece that goes out."""
    return Walk(visitor, allow, told=not piece.from_model, tools=None if piece.from_model else tools)


def _spoken(
    piece: Piece, leaves: tuple[Leaf, ...], prints: Fingerprints, asking: Asking, tools: frozenset[str]
) -> Spoken:
    def walk(visitor: Visitor) -> Any:
        return piece.walk(_out(piece, visitor, asking.allow, tools))

    places = [prints.of_text(leaves)] if piece.from_model else []
    if piece.from_model and piece.called:
        places.append(prints.of_call(piece.called))
    return Spoken(
        walk,
        from_model=piece.from_model,
        kept=asking.record.get(places) if places else None,
        origin=piece.origin,
        documents=texts_in(piece.documents, asking.allow),
    )


def _leaves(piece: Piece, allow: frozenset[str]) -> tuple[Leaf, ...]:
    """What a piece of an answer says."""
    collected = Collect()
    piece.walk(Walk(collected, allow, strict=False))
    return tuple(collected.leaves)
