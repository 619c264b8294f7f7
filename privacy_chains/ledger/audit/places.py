"""The destination of a release, declared by the code that is about to send it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["destination", "now_destined"]

_DESTINATION: ContextVar[str] = ContextVar("destination of a release", default="")


@contextmanager
def destination(kind: str, component: object, host: str = "") -> Iterator[None]:
    """Declare where text sanitized inside this block goes: to a component, named by its class, never by a value.

    Args:
        kind: The kind of component: ``"model"``, ``"embeddings"``, ``"store"``, ``"retriever"``, ``"reranker"``,
            ``"compressor"`` or ``"tool"``.
        component: The component.
        host: The name of the machine that is asked, where the configuration names it.
    """
    token = _DESTINATION.set(f"{kind} {host or type(component).__name__}")
    try:
        yield
    finally:
        _DESTINATION.reset(token)


def now_destined() -> str:
    """The declared destination of text sanitized here; empty if there is none."""
    return _DESTINATION.get()
