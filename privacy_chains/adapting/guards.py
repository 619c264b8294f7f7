"""Contexts around waiting for a component: entered on the calling thread, or on an event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    asynccontextmanager,
    contextmanager,
    nullcontext,
)
from types import TracebackType
from typing import TypeVar

__all__ = ["Guard", "Guards", "entered", "inside", "unguarded"]

T = TypeVar("T")

Guard = AbstractContextManager[object] | AbstractAsyncContextManager[object]
"""A context; on an event loop it is entered asynchronously, if possible."""


def unguarded(*_: object) -> Guard:
    """Nothing is done."""
    return nullcontext()


def entered(guard: Guard) -> AbstractContextManager[object]:
    """A guard as ``with`` takes it.

    Raises:
        TypeError: It can only be entered on an event loop.
    """
    if isinstance(guard, AbstractContextManager):
        return guard
    msg = f"a {type(guard).__name__} can be entered on an event loop only"
    raise TypeError(msg)


async def inside(guard: Guard, call: Callable[..., Awaitable[T]], *args: object) -> T:
    """Wait for a call inside a guard."""
    if isinstance(guard, AbstractAsyncContextManager):
        async with guard:
            return await call(*args)
    with guard:
        return await call(*args)


class Guards(AbstractContextManager[None], AbstractAsyncContextManager[None]):
    """Two guards as one.

    Args:
        outer: The outer one.
        inner: The inner one; it is entered asynchronously, if possible.
    """

    def __init__(self, outer: AbstractContextManager[object], inner: Guard) -> None:
        self._outer = outer
        self._inner = inner

    def __enter__(self) -> None:
        self._both = self._nested()
        self._both.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._both.__exit__(kind, error, trace)

    async def __aenter__(self) -> None:
        self._aboth = self._anested()
        await self._aboth.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._aboth.__aexit__(kind, error, trace)

    @contextmanager
    def _nested(self) -> Iterator[None]:
        with self._outer, entered(self._inner):
            yield

    @asynccontextmanager
    async def _anested(self) -> AsyncIterator[None]:
        with self._outer:
            if isinstance(self._inner, AbstractAsyncContextManager):
                async with self._inner:
                    yield
            else:
                with self._inner:
                    yield
