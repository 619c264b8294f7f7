"""Putting something around a method, as a tracer does that the framework does not know of."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

__all__ = ["listened_to"]


def listened_to(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method as such a tracer leaves it."""

    @functools.wraps(method)
    def around(*args: Any, **kwargs: Any) -> Any:
        return method(*args, **kwargs)

    return around
