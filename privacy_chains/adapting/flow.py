"""One flow for every component that runs elsewhere: sanitize, send, read.

It is written once, as a generator that yields steps. A driver does each step and sends its result back: ``drive`` on
the calling thread, ``adrive`` on an event loop, with slow steps in a thread. ``stream`` and
``astream`` drive the same for answers that arrive in chunks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, cast

from privacy_chains.adapting.guards import Guard, entered, inside, unguarded
from privacy_chains.adapting.threads import off_loop

__all__ = ["Asked", "Compute", "Flow", "Send", "Step", "adrive", "asking", "calling", "drive", "exchange"]

Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar("R")
Q_co = TypeVar("Q_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Step(Protocol[Q_co, A_contra]):
    """A step that has to be done."""

    def do(self, send: Callable[[Q_co], A_contra]) -> Any:
        """Do it on this thread; ``send`` calls the component."""
        ...

    async def ado(self, send: Callable[[Q_co], Awaitable[A_contra]]) -> Any:
        """Do it without blocking the event loop."""
        ...


Flow = Generator[Step[Q, A], Any, R]
"""An exchange: it yields steps, is sent their results, and returns what the caller sees."""


@dataclass(frozen=True)
class Compute(Generic[R]):
    """Sanitizing or reading, which may take long."""

    call: Callable[[], R]

    def do(self, send: object) -> R:
        """Do it here."""
        return self.call()

    async def ado(self, send: object) -> R:
        """Do it in a thread."""
        return await off_loop(self.call)


@dataclass(frozen=True)
class Send(Generic[Q]):
    """A call of the component that runs elsewhere."""

    asked: Q
    guard: Callable[[], Guard]

    def do(self, send: Callable[[Q], A]) -> A:
        """Ask, and wait for the answer."""
        with entered(self.guard()):
            return send(self.asked)

    async def ado(self, send: Callable[[Q], Awaitable[A]]) -> A:
        """Ask, and await the answer."""
        return await inside(self.guard(), send, self.asked)


@dataclass(frozen=True, repr=False)
class Asked:
    """The arguments of a component's method, in surrogates."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def calling(method: Callable[..., R]) -> Callable[[Asked], R]:
    """What sends: calls a method of a component."""
    return lambda asked: method(*asked.args, **asked.kwargs)


def exchange(
    sanitize: Callable[[], Q],
    read: Callable[[Q, A], R] | None = None,
    guard: Callable[[Q], Guard] = unguarded,
) -> Flow[Q, A, R]:
    """Ask a component, and read its answer.

    Args:
        sanitize: Returns what is asked, in surrogates.
        read: Returns what the caller sees, of what was asked and the answer; without it, that is the answer.
        guard: Returns what is done around waiting for the answer.
    """
    asked = yield Compute(sanitize)
    return (yield from asking(asked, read, guard))


def asking(asked: Q, read: Callable[[Q, A], R] | None = None, guard: Callable[[Q], Guard] = unguarded) -> Flow[Q, A, R]:
    """The rest of ``exchange``: send what was already sanitized."""
    answer = yield Send(asked, partial(guard, asked))
    if read is None:
        return cast("R", answer)
    read_back: R = yield Compute(partial(read, asked, answer))
    return read_back


def drive(flow: Flow[Q, A, R], send: Callable[[Q], A]) -> R:
    """Run a flow on this thread."""
    result: Any = None
    while True:
        try:
            step = flow.send(result)
        except StopIteration as done:
            returned: R = done.value
            return returned
        result = step.do(send)


async def adrive(flow: Flow[Q, A, R], send: Callable[[Q], Awaitable[A]]) -> R:
    """Run a flow without blocking the event loop."""
    result: Any = None
    while True:
        try:
            step = flow.send(result)
        except StopIteration as done:
            returned: R = done.value
            return returned
        result = await step.ado(send)
