"""What stands before a server: hosts, pages, and bodies that are long, slow or broken."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.adapting.asgi import (
    Answering,
    BrokenBody,
    Event,
    LongBody,
    Receive,
    SlowBody,
    header,
    is_from_another_page,
    is_known_host,
    listening,
    once,
    read_body,
)


def giving(events: Sequence[Event], *, forever: bool = False) -> Receive:
    left = iter(events)

    async def receive() -> Event:
        if forever:
            await asyncio.Event().wait()
        return next(left)

    return receive


def pieces(*contents: bytes) -> list[Event]:
    last = len(contents) - 1
    return [
        {"type": "http.request", "body": content, "more_body": place < last} for place, content in enumerate(contents)
    ]


@given(st.lists(st.binary(max_size=20), min_size=1, max_size=6))
def test_a_body_is_its_pieces(contents: list[bytes]) -> None:
    whole = b"".join(contents)
    assert asyncio.run(read_body(giving(pieces(*contents)), len(whole), 60)) == whole
    if whole:
        with pytest.raises(LongBody):
            asyncio.run(read_body(giving(pieces(*contents)), len(whole) - 1, 60))


async def test_a_body_that_breaks_off_or_never_comes_is_none() -> None:
    with pytest.raises(BrokenBody):
        await read_body(giving([*pieces(b"a", b"b")[:1], {"type": "http.disconnect"}]), 10, 60)
    with pytest.raises(SlowBody):
        await read_body(giving([], forever=True), 10, 0.01)


async def test_a_body_is_given_once_and_then_what_follows() -> None:
    again = once(b"body", giving([{"type": "http.disconnect"}]))
    assert (await again())["body"] == b"body"
    assert (await again())["type"] == "http.disconnect"


@pytest.mark.parametrize(
    ("headers", "known"),
    [
        ([(b"host", b"here:1")], True),
        ([(b"Host", b"here:1")], True),
        ([(b"host", b"there:1")], False),
        ([(b"host", b"here:1"), (b"host", b"here:1")], False),
        ([], False),
    ],
)
def test_a_server_is_asked_by_its_own_name(headers: list[tuple[bytes, bytes]], known: bool) -> None:
    assert is_known_host(headers, {"here:1"}) == known


@pytest.mark.parametrize(
    ("headers", "other"),
    [
        ([], False),
        ([(b"sec-fetch-site", b"same-origin")], False),
        ([(b"sec-fetch-site", b"none")], False),
        ([(b"sec-fetch-site", b"cross-site")], True),
        ([(b"origin", b"http://here")], False),
        ([(b"origin", b"http://there")], True),
        ([(b"origin", b"null")], True),
        ([(b"Origin", b"http://there"), (b"sec-fetch-site", b"none")], True),
    ],
)
def test_a_page_of_another_site_is_told_apart(headers: list[tuple[bytes, bytes]], other: bool) -> None:
    assert is_from_another_page(headers, [b"http://here"]) == other


def test_a_header_is_found_however_it_is_written() -> None:
    assert header([(b"A", b"1"), (b"b", b"2"), (b"a", b"3")], b"a") == [b"1", b"3"]


async def test_an_answer_carries_the_servers_own_headers_in_place_of_others() -> None:
    sent = list[Event]()

    async def send(event: Event) -> None:
        sent.append(event)

    answering = Answering(send, {"cache-control": "no-store"})
    assert not answering.started
    await answering({"type": "http.response.start", "status": 200, "headers": [(b"Cache-Control", b"x"), (b"a", b"b")]})
    await answering({"type": "http.response.body", "body": b"c"})
    assert answering.started
    assert sent[0]["headers"] == [(b"a", b"b"), (b"cache-control", b"no-store")]
    assert sent[1] == {"type": "http.response.body", "body": b"c"}


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_what_follows_the_headers_of_an_answer_does_not_wait() -> None:
    """asyncio looks at the number of the protocol before it switches Nagle's algorithm off."""

    async def nodelay() -> int:
        asked = asyncio.get_running_loop().create_future()
        with listening("127.0.0.1", 0) as listener:

            async def took(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
                given = writer.get_extra_info("socket")
                asked.set_result(given.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                writer.close()

            async with await asyncio.start_server(took, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                found: int = await asked
                writer.close()
        return found

    assert asyncio.run(nodelay())


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_port_that_is_taken_is_told() -> None:
    with listening("127.0.0.1", 0) as one, pytest.raises(OSError, match="in use"):
        listening("127.0.0.1", one.getsockname()[1])
