"""Calls an inner component without the caller's configuration.

Otherwise a component further inside could find our caller's handlers in the context's configuration, and report a
second run to them, in surrogates.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from langchain_core.runnables.config import RunnableConfig, var_child_runnable_config

__all__ = ["alone"]


@contextmanager
def alone(*, configured: bool = False) -> Iterator[None]:
    """Hide the configuration of the surrounding code, or all of it but the ``configurable`` part."""
    config = var_child_runnable_config.get() if configured else None
    token = var_child_runnable_config.set(
        RunnableConfig(configurable=config.get("configurable", {})) if config else None
    )
    try:
        yield
    finally:
        var_child_runnable_config.reset(token)
