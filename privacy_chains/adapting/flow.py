"""One flow for whatever runs elsewhere: sanitize, send, read.

It is written once, as a generator that yields what has to be done. A driver does it and hands the result back:
``drive`` where it is called, ``adrive`` on an event loop, with everything that takes long in a thread. ``stream`` and
``astream`` drive the same for answers that arrive in chunks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, Protocol, TypeVar, cast

from privacy_chains.adapting.guards import Guard, aentered, entered, unguarded
from privacy_chains.adapting.threads import off_loop

__all__ = ["Asked", "Compute", "Flow", "Send", "Step", "adrive", "asking", "calling", "drive", "exchange"]

Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar("R")
Q_co = TypeVar("Q_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Step(Protocol[Q_co, A_contra]):
    """Something that has to be done."""

    def do(self, send: Callable[[Q_co], A_contra]) -> Any:
        """Do it here; ``send`` asks the component."""
        ...

    async def ado(self, send: Callable[[Q_co], Awaitable[A_contra]]) -> Any:
        """Do it without holding up the event loop."""
        ...


Flow = Generator[Step[Q, A], Any, R]
"""What has to be done for an exchange: it yields steps, is sent their results, and returns what the caller sees."""


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
    """Asking the component that runs elsewhere."""

    asked: Q
    guard: Callable[[], Guard]

    def do(self, send: Callable[[Q], A]) -> A:
        """Ask, and wait for the answer."""
        with entered(self.guard()):
            return send(self.asked)

    async def ado(self, send: Callable[[Q], Awaitable[A]]) -> A:
        """Ask, and let the event loop go on until the answer is there."""
        async with aentered(self.guard()):
            return await send(self.asked)


class Called(Protocol):
    """What a method of a component is called with."""

    @property
    def args(self) -> tuple[Any, ...]:
        """The arguments by position."""
        ...

    @property
    def kwargs(self) -> dict[str, Any]:
        """The arguments by name."""
        ...


@dataclass(frozen=True, repr=False)
class Asked:
    """What a method of a component is called with, in surrogates."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]


def calling(method: Callable[..., R]) -> Callable[[Called], R]:
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
    """The rest of ``exchange``: ask what was sanitized before."""
    answer = yield Send(asked, partial(guard, asked))
    if read is None:
        return cast("R", answer)
    read_back: R = yield Compute(partial(read, asked, answer))
    return read_back


def drive(flow: Flow[Q, A, R], send: Callable[[Q], A]) -> R:
    """Do what a flow asks for, on this thread."""
    result: Any = None
    while True:
        try:
            step = flow.send(result)
        except StopIteration as done:
            returned: R = done.value
            return returned
        result = step.do(send)


async def adrive(flow: Flow[Q, A, R], send: Callable[[Q], Awaitable[A]]) -> R:
    """Do what a flow asks for, and let the event loop go on meanwhile."""
    result: Any = None
    while True:
        try:
            step = flow.send(result)
        except StopIteration as done:
            returned: R = done.value
            return returned
        result = await step.ado(send)
