"""Where something was defined, which shows which package it comes from."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from privacy_chains.errors import PrivacyError

__all__ = ["modules_behind", "refuse_wrapped"]

_FOUNDATIONS = frozenset({"abc", "builtins", "pydantic", "typing"})
"""Packages whose classes do not send."""


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


def refuse_wrapped(kind: type, own: Collection[str] = ()) -> None:
    """Stop a call of an object whose methods were wrapped, as some tracers do.

    Args:
        kind: The object's class; those that it inherits from are looked at, too.
        own: Packages that wrap their own methods, besides the packages of the classes.

    Raises:
        PrivacyError: A package has wrapped a method, and so sees the clear text.
    """
    wrappers = _wrappers_around(kind, own)
    if wrappers:
        listed = ", ".join(f"{package} (around {name})" for package, name in wrappers.items())
        msg = (
            f"{listed} is told clear text and may upload it, so nothing was sent. Switch it off, "
            "or allow it with protect(..., clear_traces=True)"
        )
        raise PrivacyError(msg)


def _wrappers_around(kind: type, own: Collection[str]) -> dict[str, str]:
    """Each package that has wrapped methods of a class, and the first of them."""
    known = {one.__module__.partition(".")[0] for one in kind.__mro__}.union(own)
    found: dict[str, str] = {}
    for one in kind.__mro__:
        if one.__module__.partition(".")[0] in _FOUNDATIONS:
            continue
        for name, method in vars(one).items():
            if isinstance(method, FunctionType) or hasattr(method, "__wrapped__"):
                strange = {module.partition(".")[0] for module in _layers(method)} - known
                found |= {package: found.get(package, name) for package in strange}
    return found


def _layers(method: Any) -> Iterator[str]:
    """The modules of a method's wrappers, from outside, and of itself."""
    while method is not None:
        wrapper = getattr(method, "_self_wrapper", method)  # as wrapt keeps it, which passes all else on
        code = getattr(wrapper, "__func__", wrapper)
        yield (
            code.__globals__.get("__name__", "code of its own")
            if hasattr(code, "__globals__")
            else type(code).__module__
        )
        method = getattr(method, "__wrapped__", None)
