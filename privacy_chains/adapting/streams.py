"""Driving a stream: every chunk is read, what was held back comes last, and the model's stream is always closed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, asynccontextmanager, contextmanager
from typing import Protocol, TypeVar

from privacy_chains.adapting.threads import off_loop

__all__ = [
    "MakeReader",
    "StreamReader",
    "TextReader",
    "aguard_stream",
    "aread_stream",
    "guard_stream",
    "read_stream",
]

C = TypeVar("C")
Guard = Callable[[], AbstractContextManager[object]]
AsyncGuard = Callable[[], AbstractAsyncContextManager[object]]


class TextReader(Protocol):
    """Reads one streamed text back."""

    def feed(self, chunk: str) -> str:
        """Return what can be read so far."""
        ...

    def flush(self) -> str:
        """Return what was held back, at the end of the text."""
        ...


class MakeReader(Protocol):
    """Makes a reader of one streamed text, or of fragments of a JSON text."""

    def __call__(self, *, json: bool = False) -> TextReader:
        """Return a new reader."""
        ...


class StreamReader(Protocol[C]):
    """Turns a model's chunks into those its caller sees."""

    def feed(self, chunk: C) -> C:
        """Return what the caller sees of a chunk."""
        ...

    def close(self) -> C | None:
        """Return what is left at the end, if anything."""
        ...


def read_stream(chunks: Iterator[C], answer: StreamReader[C]) -> Generator[C, None, None]:
    """Read a stream; on an error or an early end, nothing that was held back goes out."""
    with _closed(chunks):
        for chunk in chunks:
            yield answer.feed(chunk)
    if (rest := answer.close()) is not None:
        yield rest


async def aread_stream(chunks: AsyncIterator[C], answer: StreamReader[C]) -> AsyncGenerator[C, None]:
    """Read a stream; on an error, an early end or a cancellation, nothing that was held back goes out."""
    async with _aclosed(chunks):
        async for chunk in chunks:
            yield answer.feed(chunk)
    if (rest := await off_loop(answer.close)) is not None:
        yield rest


def guard_stream(chunks: Iterator[C], guard: Guard) -> Generator[C, None, None]:
    """Wait for every chunk, and for the end, inside a guard of its own; what is done between chunks is outside."""
    with _closed(chunks):
        while True:
            with guard():
                try:
                    chunk = next(chunks)
                except StopIteration:
                    break
            yield chunk


async def aguard_stream(chunks: AsyncIterator[C], guard: Guard | AsyncGuard) -> AsyncGenerator[C, None]:
    """Wait for every chunk, and for the end, inside a guard of its own; what is done between chunks is outside."""
    async with _aclosed(chunks):
        while True:
            async with _entered(guard()):
                try:
                    chunk = await anext(chunks)
                except StopAsyncIteration:
                    break
            yield chunk


@asynccontextmanager
async def _entered(guard: AbstractContextManager[object] | AbstractAsyncContextManager[object]) -> AsyncIterator[None]:
    """Inside a guard: asynchronously, if it can be entered so."""
    if isinstance(guard, AbstractAsyncContextManager):
        async with guard:
            yield
    else:
        with guard:
            yield


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
