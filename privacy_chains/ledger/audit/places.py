"""Where a release goes, told by whoever is about to send it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["destination", "now_destined"]

_DESTINATION: ContextVar[str] = ContextVar("destination of a release", default="")


@contextmanager
def destination(kind: str, component: object) -> Iterator[None]:
    """Say where what is sanitized inside goes: to a component, by its class. No value is told.

    Args:
        kind: What the component is: ``"model"``, ``"embeddings"``, ``"store"``, ``"retriever"``, ``"tool"``.
        component: The component.
    """
    token = _DESTINATION.set(f"{kind} {type(component).__name__}")
    try:
        yield
    finally:
        _DESTINATION.reset(token)


def now_destined() -> str:
    """Where what is sanitized here goes; empty where nobody said it."""
    return _DESTINATION.get()
