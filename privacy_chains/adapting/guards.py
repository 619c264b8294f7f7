"""What is done around waiting for a component: entered where the caller is, or on an event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    ExitStack,
    asynccontextmanager,
    nullcontext,
)
from types import TracebackType

__all__ = ["Around", "Guard", "aentered", "entered", "unguarded"]

Guard = AbstractContextManager[object] | AbstractAsyncContextManager[object]
"""A context; on an event loop it is entered asynchronously, if it can be."""


def unguarded(*_: object) -> Guard:
    """Nothing is done."""
    return nullcontext()


def entered(guard: Guard) -> AbstractContextManager[object]:
    """A guard as ``with`` takes it.

    Raises:
        TypeError: It can be entered on an event loop only.
    """
    if isinstance(guard, AbstractContextManager):
        return guard
    msg = f"a {type(guard).__name__} can be entered on an event loop only"
    raise TypeError(msg)


@asynccontextmanager
async def aentered(guard: Guard) -> AsyncIterator[None]:
    """A guard as ``async with`` takes it."""
    if isinstance(guard, AbstractAsyncContextManager):
        async with guard:
            yield
    else:
        with guard:
            yield


class Around(AbstractContextManager[None], AbstractAsyncContextManager[None]):
    """Several guards as one, entered once.

    Args:
        *guards: The guards, the outermost first.
    """

    def __init__(self, *guards: Guard) -> None:
        self._guards = guards

    def __enter__(self) -> None:
        with ExitStack() as stack:
            for guard in self._guards:
                stack.enter_context(entered(guard))
            self._left = stack.pop_all()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._left.__exit__(kind, error, trace)

    async def __aenter__(self) -> None:
        async with AsyncExitStack() as stack:
            for guard in self._guards:
                await stack.enter_async_context(aentered(guard))
            self._aleft = stack.pop_all()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return await self._aleft.__aexit__(kind, error, trace)
