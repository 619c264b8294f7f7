"""One flow, driven where it is called and on an event loop, whole and streaming."""

from __future__ import annotations

import inspect
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from privacy_chains import PrivacyError
from privacy_chains.adapting import (
    Asked,
    Guards,
    adrive,
    aguard_stream,
    asking,
    astream,
    calling,
    drive,
    exchange,
    guard_stream,
    opening,
    stream,
)

MODES = pytest.mark.parametrize("asynchronous", [False, True])


@dataclass
class Log:
    """What happened, in order, and on which threads it was sanitized and read."""

    events: list[str] = field(default_factory=list)
    threads: set[int] = field(default_factory=set)

    def sanitize(self) -> str:
        self.threads.add(threading.get_ident())
        self.events.append("sanitize")
        return "asked"

    def read(self, asked: str, answer: str) -> str:
        self.threads.add(threading.get_ident())
        self.events.append("read")
        return f"{asked}, {answer}, read"

    def send(self, asked: str) -> str:
        self.events.append(f"send {asked}")
        return "answered"

    async def send_later(self, asked: str) -> str:
        return self.send(asked)

    @contextmanager
    def guard(self, of: object) -> Iterator[None]:
        self.events.append(f"enter {of}")
        try:
            yield
        finally:
            self.events.append(f"leave {of}")

    def chunks(self, _: object = None, *, fail: bool = False) -> Iterator[str]:
        try:
            yield from ("one", "two")
            if fail:
                raise ConnectionError
        finally:
            self.events.append("closed")

    async def achunks(self, *, fail: bool = False) -> AsyncIterator[str]:
        with closing(self.chunks(fail=fail)) as chunks:
            for chunk in chunks:
                yield chunk

    def reader(self, asked: str) -> Reader:
        self.events.append(f"reader of {asked}")
        return Reader()


class Reader:
    """Holds every chunk back until the next."""

    def __init__(self) -> None:
        self.held = ""

    def feed(self, chunk: str) -> str:
        shown, self.held = self.held, chunk
        return shown

    def close(self) -> str | None:
        return self.held or None


@MODES
async def test_a_flow_sanitizes_sends_inside_its_guard_and_reads(asynchronous: bool) -> None:
    log = Log()
    flow = exchange(log.sanitize, log.read, log.guard)
    answer = await adrive(flow, log.send_later) if asynchronous else drive(flow, log.send)
    assert answer == "asked, answered, read"
    assert log.events == ["sanitize", "enter asked", "send asked", "leave asked", "read"]
    assert (threading.get_ident() in log.threads) is not asynchronous


@MODES
async def test_without_a_reader_the_answer_is_as_it_is(asynchronous: bool) -> None:
    log = Log()
    flow: Any = exchange(log.sanitize)
    assert (await adrive(flow, log.send_later) if asynchronous else drive(flow, log.send)) == "answered"
    flow = asking("known", log.read)
    assert (await adrive(flow, log.send_later) if asynchronous else drive(flow, log.send)) == "known, answered, read"


@MODES
async def test_what_cannot_be_sanitized_is_not_sent(asynchronous: bool) -> None:
    log = Log()

    def refuse() -> str:
        raise PrivacyError

    with pytest.raises(PrivacyError):
        await adrive(exchange(refuse, log.read), log.send_later) if asynchronous else drive(
            exchange(refuse, log.read), log.send
        )
    assert log.events == []


@MODES
async def test_an_error_leaves_the_guard_and_is_not_read(asynchronous: bool) -> None:
    log = Log()

    def fail(_: str) -> str:
        raise ConnectionError

    async def afail(_: str) -> str:
        raise ConnectionError

    flow = exchange(log.sanitize, log.read, log.guard)
    with pytest.raises(ConnectionError):
        await adrive(flow, afail) if asynchronous else drive(flow, fail)
    assert log.events == ["sanitize", "enter asked", "leave asked"]


async def _opened(log: Log, *, asynchronous: bool, fail: bool = False) -> Any:
    flow = opening(log.sanitize, log.reader, log.guard)
    if not asynchronous:
        return stream(flow, lambda _: log.chunks(fail=fail))

    async def send(_: str) -> AsyncIterator[str]:
        return log.achunks(fail=fail)

    return await astream(flow, send)


async def _listed(chunks: Any) -> list[str]:
    return [chunk async for chunk in chunks] if inspect.isasyncgen(chunks) else list(chunks)


@MODES
async def test_a_stream_is_asked_for_at_once_and_what_was_held_back_comes_last(asynchronous: bool) -> None:
    log = Log()
    chunks = await _opened(log, asynchronous=asynchronous)
    assert log.events == ["sanitize", "reader of asked", "enter asked", "leave asked"]
    log.events.clear()
    assert await _listed(chunks) == ["", "one", "two"]
    waited = ["enter asked", "leave asked"]
    assert log.events == [*waited, *waited, "enter asked", "closed", "leave asked"]


@MODES
async def test_nothing_held_back_goes_out_after_an_error(asynchronous: bool) -> None:
    log, shown = Log(), list[str]()
    chunks = await _opened(log, asynchronous=asynchronous, fail=True)
    for _ in range(2):
        shown.append(await anext(chunks) if asynchronous else next(chunks))
    with pytest.raises(ConnectionError):
        await anext(chunks) if asynchronous else next(chunks)
    assert shown == ["", "one"]
    assert "closed" in log.events


@MODES
async def test_an_early_end_closes_the_components_stream(asynchronous: bool) -> None:
    log = Log()
    chunks = await _opened(log, asynchronous=asynchronous)
    if asynchronous:
        async with aclosing(chunks):
            await anext(chunks)
    else:
        with closing(chunks):
            next(chunks)
    assert log.events[-1] == "closed"


@MODES
async def test_a_guarded_stream_shows_chunks_as_they_are(asynchronous: bool) -> None:
    log = Log()

    def guard() -> Any:
        return log.guard("it")

    chunks: Any = aguard_stream(log.achunks(), guard) if asynchronous else guard_stream(log.chunks(), guard)
    shown = []
    for _ in range(2):
        shown.append(await anext(chunks) if asynchronous else next(chunks))
        log.events.append("between")
    assert await _listed(chunks) == []
    assert shown == ["one", "two"]
    waited = ["enter it", "leave it", "between"]
    assert log.events == [*waited, *waited, "enter it", "closed", "leave it"]


def test_a_method_is_called_with_what_is_asked() -> None:
    assert drive(exchange(lambda: Asked((7,), {"base": "x"})), calling(lambda one, base: f"{one}{base}")) == "7x"


class Both:
    """Entered in one way or the other."""

    def __init__(self, events: list[str]) -> None:
        self.events = events

    def __enter__(self) -> None:
        self.events.append("with")

    def __exit__(self, *_: object) -> None:
        self.events.append("left")

    async def __aenter__(self) -> None:
        self.events.append("async with")

    async def __aexit__(self, *_: object) -> None:
        self.events.append("left")


async def test_two_guards_are_one_and_the_inner_is_entered_asynchronously_if_it_can_be() -> None:
    log = Log()
    with Guards(log.guard("a"), Both(log.events)):
        log.events.append("here")
    assert log.events == ["enter a", "with", "here", "left", "leave a"]
    log.events.clear()
    async with Guards(log.guard("a"), Both(log.events)):
        log.events.append("here")
    assert log.events == ["enter a", "async with", "here", "left", "leave a"]
    log.events.clear()
    async with Guards(log.guard("a"), log.guard("b")):
        log.events.append("here")
    assert log.events == ["enter a", "enter b", "here", "leave b", "leave a"]


def test_the_outer_guard_is_left_if_the_inner_cannot_be_entered() -> None:
    log = Log()

    @asynccontextmanager
    async def only() -> AsyncIterator[None]:
        yield

    with pytest.raises(TypeError, match="on an event loop only"), Guards(log.guard("a"), only()):
        pass
    assert log.events == ["enter a", "leave a"]


@MODES
async def test_what_a_guard_raises_in_an_errors_place_is_raised(asynchronous: bool) -> None:
    log = Log()

    @contextmanager
    def told() -> Iterator[None]:
        try:
            yield
        except ConnectionError as error:
            raise TimeoutError from error

    def fail(_: str) -> str:
        raise ConnectionError

    async def afail(_: str) -> str:
        raise ConnectionError

    flow: Any = asking("asked", guard=lambda _: Guards(log.guard("a"), told()))
    with pytest.raises(TimeoutError):
        await adrive(flow, afail) if asynchronous else drive(flow, fail)
