"""The flow of answers that arrive in chunks: every chunk is read, and text that was held back comes last.

The component's stream is always closed. After an error, an early end or a cancellation, held-back text
is dropped.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

from privacy_chains.adapting.flow import Compute, Flow, Send, adrive, drive
from privacy_chains.adapting.guards import Guard, entered, inside, unguarded
from privacy_chains.contract.method import TextReader

__all__ = [
    "MakeReader",
    "Opened",
    "StreamReader",
    "aguard_stream",
    "astream",
    "guard_stream",
    "opening",
    "stream",
]

Q = TypeVar("Q")
C = TypeVar("C")

_END = object()


class MakeReader(Protocol):
    """Makes a reader of one streamed text, or of fragments of a JSON text."""

    def __call__(self, *, json: bool = False) -> TextReader:
        """Return a new reader."""
        ...


class StreamReader(Protocol[C]):
    """Turns a component's chunks into those that its caller sees."""

    def feed(self, chunk: C) -> C:
        """Return what the caller sees of a chunk."""
        ...

    def close(self) -> C | None:
        """Return what is left at the end, if anything."""
        ...


@dataclass(frozen=True)
class Opened(Generic[C]):
    """A stream that a component has begun.

    Attributes:
        chunks: The component's chunks.
        reader: Reads them; None to show them as they are.
        guard: Returns what is done around waiting for each chunk, and for the end.
    """

    chunks: Any
    reader: StreamReader[C] | None
    guard: Callable[[], Guard]


@dataclass(frozen=True)
class _Receive:
    """Waiting for the next chunk, or the end."""

    chunks: Any
    guard: Callable[[], Guard]

    def do(self, send: object) -> Any:
        with entered(self.guard()):
            return next(self.chunks, _END)

    async def ado(self, send: object) -> Any:
        return await inside(self.guard(), anext, self.chunks, _END)


@dataclass(slots=True)
class _Show(Generic[C]):
    """A chunk for the caller."""

    chunk: C


def opening(
    sanitize: Callable[[], Q], reader: Callable[[Q], StreamReader[C]], guard: Callable[[Q], Guard] = unguarded
) -> Flow[Q, Any, Opened[C]]:
    """Ask a component for a stream.

    Args:
        sanitize: Returns what is asked, in surrogates.
        reader: Makes what reads the stream, of what was asked.
        guard: Returns what is done around waiting for the stream, for each of its chunks, and for its end.
    """

    def prepared() -> tuple[Q, StreamReader[C]]:
        asked = sanitize()
        return asked, reader(asked)  # at once: the first chunk waits for nothing more

    asked, reading = yield Compute(prepared)
    chunks = yield Send(asked, partial(guard, asked))
    return Opened(chunks, reading, partial(guard, asked))


def _reading(opened: Opened[C]) -> Generator[_Receive | Compute[C | None] | _Show[C], Any, None]:
    reader, receive = opened.reader, _Receive(opened.chunks, opened.guard)
    while (chunk := (yield receive)) is not _END:
        yield _Show(chunk if reader is None else reader.feed(chunk))
    if reader is not None and (rest := (yield Compute(reader.close))) is not None:
        yield _Show(rest)


def stream(flow: Flow[Q, Any, Opened[C]], send: Callable[[Q], Iterator[C]]) -> Generator[C, None, None]:
    """Ask for a stream now, and read each chunk on demand."""
    return _received(drive(flow, send))


async def astream(
    flow: Flow[Q, Any, Opened[C]], send: Callable[[Q], Awaitable[AsyncIterator[C]]]
) -> AsyncGenerator[C, None]:
    """Ask for a stream now, and read each chunk on demand."""
    return _areceived(await adrive(flow, send))


def guard_stream(chunks: Iterator[C], guard: Callable[[], Guard]) -> Generator[C, None, None]:
    """Wait for every chunk, and for the end, inside its own guard; work between chunks is outside."""
    return _received(Opened(chunks, None, guard))


def aguard_stream(chunks: AsyncIterator[C], guard: Callable[[], Guard]) -> AsyncGenerator[C, None]:
    """Wait for every chunk, and for the end, inside its own guard; work between chunks is outside."""
    return _areceived(Opened(chunks, None, guard))


def _received(opened: Opened[C]) -> Generator[C, None, None]:
    with _closed(opened.chunks):
        reading, result = _reading(opened), None
        while (step := _next(reading, result)) is not None:
            if isinstance(step, _Show):
                result = None
                yield step.chunk
            else:
                result = step.do(None)


async def _areceived(opened: Opened[C]) -> AsyncGenerator[C, None]:
    async with _aclosed(opened.chunks):
        reading, result = _reading(opened), None
        while (step := _next(reading, result)) is not None:
            if isinstance(step, _Show):
                result = None
                yield step.chunk
            else:
                result = await step.ado(None)


def _next(reading: Generator[Q, Any, None], result: object) -> Q | None:
    """The next step; None at the end."""
    try:
        return reading.send(result)
    except StopIteration:
        return None


@contextmanager
def _closed(chunks: object) -> Iterator[None]:
    try:
        yield
    finally:
        if (close := getattr(chunks, "close", None)) is not None:
            close()


@asynccontextmanager
async def _aclosed(chunks: object) -> AsyncIterator[None]:
    try:
        yield
    finally:
        if (close := getattr(chunks, "aclose", None)) is not None:
            await close()
