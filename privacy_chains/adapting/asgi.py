"""What stands before a server of this package: by which name it is asked, from which page, and how much it reads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, MutableMapping
from typing import Any, TypeAlias

__all__ = [
    "Answering",
    "App",
    "BodyError",
    "BrokenBody",
    "Event",
    "LongBody",
    "Receive",
    "Scope",
    "Send",
    "SlowBody",
    "header",
    "is_from_another_page",
    "is_known_host",
    "listening",
    "once",
    "read_body",
]

Scope: TypeAlias = MutableMapping[str, Any]
Event: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Event]]
Send: TypeAlias = Callable[[Event], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]

_OWN_SITE = frozenset({b"same-origin", b"none"})


class BodyError(Exception):
    """A request's body was not read to its end. It says nothing of what it holds."""


class LongBody(BodyError):
    """It is longer than is read."""


class SlowBody(BodyError):
    """It takes longer to come in than is waited."""


class BrokenBody(BodyError):
    """It breaks off."""


class Answering:
    """Sends an answer with headers of the server's own in place of those of the same names.

    Args:
        send: Sends the answer on.
        headers: Names, in small letters, and values.

    Attributes:
        started: Whether the answer has begun.
    """

    def __init__(self, send: Send, headers: Mapping[str, str]) -> None:
        self.started = False
        self._send = send
        self._headers = {name.encode(): value.encode() for name, value in headers.items()}

    async def __call__(self, event: Event) -> None:
        """Send an event of the answer."""
        if event["type"] == "http.response.start":
            self.started = True
            others = [(name, value) for name, value in event.get("headers", ()) if name.lower() not in self._headers]
            event = {**event, "headers": [*others, *self._headers.items()]}
        await self._send(event)


def header(headers: Headers, name: bytes) -> list[bytes]:
    """The values of a header, in the order they were sent.

    Args:
        headers: Names and values.
        name: The name in small letters.
    """
    return [value for key, value in headers if key.lower() == name]


def is_known_host(headers: Headers, hosts: Collection[str]) -> bool:
    """Whether a request names its server as the server is called.

    A site whose name is made to point here ("DNS rebinding") has browsers send its own name as ``Host``.
    """
    named = header(headers, b"host")
    return len(named) == 1 and named[0].decode("latin-1") in hosts


def is_from_another_page(headers: Headers, origins: Collection[bytes]) -> bool:
    """Whether a browser says that a page of another site sends a request.

    Args:
        headers: Those of the request.
        origins: The origins of pages that may.
    """
    sent: Mapping[bytes, bytes] = {key.lower(): value for key, value in headers}
    if sent.get(b"origin") in origins:
        return False
    return b"origin" in sent or sent.get(b"sec-fetch-site", b"none") not in _OWN_SITE


async def read_body(receive: Receive, most: int, seconds: float) -> bytes:
    """A request's body.

    Args:
        receive: Gives its pieces.
        most: How many bytes it may have.
        seconds: How long it may take.

    Raises:
        LongBody: It is longer.
        SlowBody: It takes longer.
        BrokenBody: It breaks off.
    """
    pieces, length = list[bytes](), 0
    try:
        async with asyncio.timeout(seconds):
            while True:
                event = await receive()
                if event["type"] != "http.request":
                    raise BrokenBody
                piece = event.get("body", b"")
                length += len(piece)
                if length > most:
                    raise LongBody
                pieces.append(piece)
                if not event.get("more_body"):
                    return b"".join(pieces)
    except TimeoutError:
        raise SlowBody from None


def once(body: bytes, receive: Receive) -> Receive:
    """What gives a body that was read before, and then what follows it, such as that the client has gone."""
    given = False

    async def again() -> Event:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


def listening(bind: str, port: int, backlog: int = 128) -> socket.socket:
    """A socket on which a server of this package is asked.

    It names its protocol: asyncio switches Nagle's algorithm off only on connections of such sockets. With it, what
    follows the headers of an answer waits up to 40 ms until the client acknowledges them.

    Args:
        bind: The address of this machine to listen on.
        port: The port; any free one for 0.
        backlog: How many connections may wait to be taken on.

    Raises:
        OSError: The port is taken.
    """
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((bind, port))
        listener.listen(backlog)
    except OSError:
        listener.close()
        raise
    return listener
