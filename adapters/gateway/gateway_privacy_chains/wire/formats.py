"""The wire formats that are spoken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from gateway_privacy_chains.wire.chat import Chat
from gateway_privacy_chains.wire.errors import Dialect, Failure
from gateway_privacy_chains.wire.messages import CountedTokens, Messages
from gateway_privacy_chains.wire.pieces import Body, Piece
from gateway_privacy_chains.wire.responses import Responses
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import Reading, StreamedAnswer
from gateway_privacy_chains.wire.walk import WireWalk

__all__ = ["FORMATS", "Wire"]


class Wire(Protocol):
    """What is said in requests and answers of one wire format."""

    @property
    def path(self) -> str:
        """Where it is asked, below the address of the API."""
        ...

    @property
    def dialect(self) -> Dialect:
        """Whose errors and headers it has."""
        ...

    def pieces(self, body: Body) -> Iterator[Piece]:
        """A request in pieces.

        Raises:
            UnsupportedContent: It is none.
        """
        ...

    def answered(self, body: Body) -> Iterator[Piece]:
        """What the model wrote in an answer, in the pieces in which it comes back."""
        ...

    def read(self, body: Body, walk: WireWalk, asked: Body) -> dict[str, Any]:
        """An answer, read; what it repeats of the client's request is what the client asked."""
        ...

    def streamed(self, reading: Reading) -> StreamedAnswer:
        """What reads an answer as it streams."""
        ...

    def failed(self, failure: Failure) -> Event:
        """What tells, in the middle of a stream, that it broke off."""
        ...

    def instructed(self, body: dict[str, Any], instruction: str) -> dict[str, Any]:
        """A request that tells the model something first."""
        ...


FORMATS: Mapping[str, Wire] = {wire.path: wire for wire in (Chat(), Responses(), Messages(), CountedTokens())}
"""The formats of models' answers, by where they are asked."""
