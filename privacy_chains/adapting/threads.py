"""Sanitizing beside an event loop: slow work runs in a thread, with the caller's context variables."""

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
"""The most threads: the work needs the processor, so more threads would only take turns."""


async def off_loop(function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Call a function in one of this package's threads, and await it.

    The function sees the context variables of the caller. Python's lock lets the loop run every few milliseconds.
    """
    call = partial(copy_context().run, function, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_threads(), call)


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(min(_MOST, os.cpu_count() or 1), thread_name_prefix="privacy-chains")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)  # threads are not copied
