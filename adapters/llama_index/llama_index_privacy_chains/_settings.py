"""The models that ``Settings`` hands out while a protected component is called.

Some components read ``Settings.llm`` only when they are called, so it cannot be replaced earlier. During a call of a
protected component they get a protected model.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from typing import Any, Self, TypeVar

from llama_index.core import Settings

from privacy_chains import Method

__all__ = ["Governor", "governed", "governing", "governor_of", "in_this_context"]

C = TypeVar("C")

_ATTRIBUTE = "_privacy_chains_governor"


class Governor:
    """What governs the calls of a protected component.

    Args:
        hand_out: Replaces a model of ``Settings``, or raises.
        look_through: Raises if an argument of a call, by name, holds an unprotected model.
        bind: Returns the component in another session, with all its other options.
    """

    def __init__(
        self,
        hand_out: Callable[[Any], Any],
        look_through: Callable[[Mapping[str, Any]], None],
        bind: Callable[[Any, Method], Any],
    ) -> None:
        self.hand_out = hand_out
        self.look_through = look_through
        self.bind = bind

    def __deepcopy__(self, _: Any) -> Self:
        return self


_GOVERNOR: ContextVar[Governor | None] = ContextVar("governor of a protected call", default=None)


def governor_of(component: Any) -> Governor | None:
    """The governor of a component's calls; None if it was not protected itself."""
    found: Governor | None = getattr(component, "__dict__", {}).get(_ATTRIBUTE)
    return found


def governed(component: C, governor: Governor) -> C:
    """A component, whose calls are governed from now on."""
    object.__setattr__(component, _ATTRIBUTE, governor)
    return component


@contextmanager
def governing(governor: Governor | None) -> Iterator[None]:
    """Hand out protected models inside; without a governor, those of the surrounding call."""
    if governor is None:
        yield
        return
    _guard_settings()
    token = _GOVERNOR.set(governor)
    try:
        yield
    finally:
        _GOVERNOR.reset(token)


def in_this_context(tool: C) -> C:
    """A tool whose synchronous function sees, in its thread, the context of the current call.

    Newer versions of LlamaIndex do this themselves.
    """
    if not getattr(getattr(tool, "_async_fn", None), "__qualname__", "").startswith("sync_to_async."):
        return tool
    twin: Any = copy(tool)
    twin._async_fn = functools.partial(asyncio.to_thread, twin._fn)  # noqa: SLF001
    told: C = twin
    return told


@functools.cache
def _guard_settings() -> None:
    """Give ``Settings`` getters that ask the current governor; the rest of it is unchanged."""
    kind: Any = type(Settings)
    known = {name: getattr(kind, name) for name in ("__module__", "__qualname__", "__doc__")}
    changed = {name: _asking(getattr(kind, name)) for name in ("llm", "embed_model")}
    Settings.__class__ = type(kind.__name__, (kind,), {**known, **changed})


def _asking(field: property) -> property:
    def get(settings: Any) -> Any:
        governor, model = _GOVERNOR.get(), field.__get__(settings)
        return model if governor is None else governor.hand_out(model)

    return property(get, field.fset, field.fdel, field.__doc__)
