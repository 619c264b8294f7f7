"""Keeping clear text out of the spans that LlamaIndex opens around methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from llama_index_instrumentation.dispatcher import DISPATCHER_SPAN_DECORATED_ATTR

__all__ = ["without_span"]

F = TypeVar("F", bound=Callable[..., Any])


def without_span(method: F) -> F:
    """Mark a method so that no span is opened around it: a span records arguments, which are clear here.

    The inner component's own span remains, and records what is sent.
    """
    setattr(method, DISPATCHER_SPAN_DECORATED_ATTR, True)
    return method
