"""Sanitizing beside an event loop: what takes time is done in a thread, under the context of whoever asked."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import ParamSpec, TypeVar

__all__ = ["off_loop"]

P = ParamSpec("P")
T = TypeVar("T")

_MOST = 4
"""Threads at most: the work is the processor's, so that more would only take turns."""


async def off_loop(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in a thread of this package's own, and wait for it; the event loop goes on meanwhile.

    The function sees the context variables of the caller. Python's lock lets the loop run every few milliseconds.
    """
    call = partial(copy_context().run, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_threads(), call)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(min(_MOST, os.cpu_count() or 1), thread_name_prefix="privacy-chains")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # threads do not come along
