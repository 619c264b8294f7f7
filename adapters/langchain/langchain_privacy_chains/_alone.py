"""Calling what is wrapped as if nobody had called us.

A component may hand on to another one, which finds our caller's handlers in the configuration of the context: they
would be told of a second run, in surrogates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from langchain_core.runnables.config import var_child_runnable_config

__all__ = ["alone"]


@contextmanager
def alone() -> Iterator[None]:
    """Hide the configuration that the code around runs under."""
    token = var_child_runnable_config.set(None)
    try:
        yield
    finally:
        var_child_runnable_config.reset(token)
