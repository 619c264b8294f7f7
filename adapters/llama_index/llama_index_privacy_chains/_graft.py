"""Putting something else in the place of the models inside an engine, an agent or any other component."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from types import MethodType
from typing import Any

from pydantic import BaseModel

__all__ = ["graft"]

Swap = Callable[[Any], Any]


def graft(component: Any, swap: Swap) -> Any:
    """Return a copy of a component with every part for which ``swap`` returns something else replaced by it.

    Only LlamaIndex's own components and plain collections are opened, and only what holds such a part is copied.
    """
    return _Graft(component, swap).of(component)


class _Graft:
    def __init__(self, component: Any, swap: Swap) -> None:
        self._seen: dict[int, Any] = {}  # keeps what was met alive: what is gone could lend its id to another
        self._done: dict[int, Any] = {}
        holders: dict[int, set[int]] = defaultdict(set)
        waiting = [component]
        while waiting:
            value = waiting.pop()
            if id(value) in self._seen:
                continue
            self._seen[id(value)] = value
            swapped = swap(value)
            if swapped is not None:
                self._done[id(value)] = swapped
                continue
            for part in _parts(value):
                holders[id(part)].add(id(value))
                waiting.append(part)
        self._copied = _reaching([one for one, new in self._done.items() if new is not self._seen[one]], holders)

    def of(self, value: Any) -> Any:
        """What stands in the place of a value."""
        if id(value) in self._done:
            return self._done[id(value)]
        if id(value) not in self._copied:
            return value
        if isinstance(value, dict):
            return self._filled(
                value, {}, lambda twin: twin.update((name, self.of(one)) for name, one in value.items())
            )
        if isinstance(value, list):
            return self._filled(value, [], lambda twin: twin.extend(self.of(one) for one in value))
        if isinstance(value, MethodType):
            return MethodType(value.__func__, self.of(value.__self__))
        return self._filled(value, _twin(value), lambda twin: self._fill(value, twin))

    def _filled(self, value: Any, twin: Any, fill: Callable[[Any], None]) -> Any:
        """Register a copy before its parts are: they may refer to it."""
        self._done[id(value)] = twin
        fill(twin)
        return twin

    def _fill(self, value: Any, twin: Any) -> None:
        vars(twin).update((name, self.of(part)) for name, part in vars(value).items())
        for name, part in _private(value).items():
            setattr(twin, name, self.of(part))


def _reaching(targets: Iterable[int], holders: dict[int, set[int]]) -> set[int]:
    """Everything through which a target is reached."""
    found: set[int] = set()
    waiting = list(targets)
    while waiting:
        for holder in holders[waiting.pop()] - found:
            found.add(holder)
            waiting.append(holder)
    return found


def _parts(value: Any) -> Iterable[Any]:
    match value:
        case dict():
            return list(value.values())
        case list():
            return value
        case MethodType():
            return [value.__self__]
        case _ if _is_component(value):
            return [*vars(value).values(), *_private(value).values()]
        case _:
            return []


def _is_component(value: Any) -> bool:
    return type(value).__module__.partition(".")[0] == "llama_index" and hasattr(value, "__dict__")


def _private(value: Any) -> dict[str, Any]:
    return getattr(value, "__pydantic_private__", None) or {}


def _twin(value: Any) -> Any:
    return value.model_copy() if isinstance(value, BaseModel) else copy(value)
