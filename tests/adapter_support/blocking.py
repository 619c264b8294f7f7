"""A detector that waits until the event loop has turned, which it never does while it waits for the detector."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from contextvars import ContextVar

from privacy_chains import Span
from privacy_chains.detect import RegexDetector

__all__ = ["CALLER", "Blocking", "turning"]

CALLER: ContextVar[str] = ContextVar("caller", default="nobody")

TURNS = 20
"""How often the loop has to turn before a text is looked at."""

PATIENCE = 20
"""Seconds after which a loop that stands still is given up; one that turns takes none of them."""


class Blocking:
    """Finds names; remembers under whose context it was asked, and whether the loop turned meanwhile."""

    def __init__(self) -> None:
        self.turned = threading.Event()
        self.callers: list[str] = []
        self.stood_still = False
        self._names = RegexDetector("PERSON", "Alice Johnson")

    def detect(self, text: str) -> Sequence[Span]:
        self.callers.append(CALLER.get())
        self.stood_still |= not self.turned.wait(PATIENCE)
        return list(self._names.detect(text))


async def turning(blocking: Blocking, call: Callable[[], Awaitable[object]]) -> None:
    """Make a call while the loop's turns are counted, and let the detector go on after enough of them."""
    CALLER.set("somebody")

    async def probe() -> None:
        while not blocking.callers:  # noqa: ASYNC110  (its turns are what is counted)
            await asyncio.sleep(0)
        for _ in range(TURNS):
            await asyncio.sleep(0)
        blocking.turned.set()

    task = asyncio.create_task(probe())
    await call()
    await task
