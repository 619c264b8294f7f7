"""Where something was defined, which tells who brought it along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MethodType
from typing import Any

__all__ = ["modules_behind"]


def modules_behind(value: object, *functions: str) -> Iterator[str]:
    """The modules of an object's class, of those that it inherits from, and of the functions that do its work.

    Args:
        value: The object.
        functions: The names under which it keeps functions, or none, such as the one that a tool is made of.
    """
    yield from (kind.__module__ for kind in type(value).__mro__)
    for name in functions:
        work: Any = getattr(value, name, None)
        while isinstance(work, partial):
            work = work.func
        if isinstance(work, MethodType):
            yield from (kind.__module__ for kind in type(work.__self__).__mro__)
        yield getattr(work, "__module__", None) or ""
