"""Replacing parts of an object.

A framework may keep its models in fields, in collections and in closures of its functions, so all of these may have
to be copied. Only what the framework owns is opened, and only what holds a replaced part is copied.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable
from copy import copy
from types import CellType, FunctionType, MethodType
from typing import Any

from privacy_chains.adapting.objects import PLAIN, cells_of, contents_of, fields_of

__all__ = ["graft_object"]

Swap = Callable[[Any], Any]


def graft_object(component: Any, swap: Swap, opened: Callable[[Any], bool]) -> Any:
    """Return a copy of a component with every part for which ``swap`` returns something else replaced by it.

    Args:
        component: Where to start. It is not changed.
        swap: Returns the replacement of a part; None for a part that is searched instead.
        opened: Whether an object or a function is searched. Plain collections, bound methods and partial
            functions always are.
    """
    return _Graft(component, swap, opened).of(component)


class _Graft:
    def __init__(self, component: Any, swap: Swap, opened: Callable[[Any], bool]) -> None:
        self._seen: dict[int, Any] = {}  # keeps visited objects alive: the id of one that is gone could be reused
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
            for part in _parts(value, opened):
                holders[id(part)].add(id(value))
                waiting.append(part)
        self._copied = _reaching([one for one, new in self._done.items() if new is not self._seen[one]], holders)

    def of(self, value: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        """The replacement of a value."""
        if id(value) in self._done:
            return self._done[id(value)]
        if id(value) not in self._copied:
            return value
        match value:
            case dict():
                return self._filled(
                    value, copy(value), lambda twin: twin.update((name, self.of(one)) for name, one in value.items())
                )
            case list():
                return self._filled(
                    value, copy(value), lambda twin: twin.__setitem__(slice(None), [self.of(one) for one in value])
                )
            case tuple():
                return getattr(value, "_make", type(value))(self.of(one) for one in value)
            case MethodType():
                return MethodType(value.__func__, self.of(value.__self__))
            case functools.partial():
                return functools.partial(self.of(value.func), *self.of(value.args), **self.of(value.keywords))
            case FunctionType():
                return self._function(value)
            case _:
                return self._filled(value, copy(value), lambda twin: self._fill(value, twin))

    def _filled(self, value: Any, twin: Any, fill: Callable[[Any], None]) -> Any:
        """Register a copy before its parts are copied: they may refer to it."""
        self._done[id(value)] = twin
        fill(twin)
        return twin

    def _function(self, function: FunctionType) -> Any:
        held = function.__closure__ or ()
        cells = tuple(CellType() if self._changes(cell) else cell for cell in held)  # what is shared stays shared
        code, names = function.__code__, function.__globals__
        twin = FunctionType(code, names, function.__name__, function.__defaults__, cells)
        functools.update_wrapper(twin, function)
        twin.__kwdefaults__ = function.__kwdefaults__
        self._done[id(function)] = twin
        for cell, old in zip(cells, held, strict=True):
            for content in contents_of(old) if cell is not old else ():
                cell.cell_contents = self.of(content)
        return twin

    def _changes(self, cell: CellType) -> bool:
        """Whether a variable that a function closes over holds something that is replaced."""
        return any(id(content) in self._done or id(content) in self._copied for content in contents_of(cell))

    def _fill(self, value: Any, twin: Any) -> None:
        private = getattr(value, "__pydantic_private__", None) or {}
        for name, part in fields_of(value):
            if id(part) not in self._done and id(part) not in self._copied:
                continue
            if name in private:
                twin.__pydantic_private__[name] = self.of(part)
            else:
                object.__setattr__(twin, name, self.of(part))


def _reaching(targets: Iterable[int], holders: dict[int, set[int]]) -> set[int]:
    """Every object on a path to a target."""
    found: set[int] = set()
    waiting = list(targets)
    while waiting:
        for holder in holders[waiting.pop()] - found:
            found.add(holder)
            waiting.append(holder)
    return found


def _parts(value: Any, opened: Callable[[Any], bool]) -> Iterable[Any]:  # noqa: PLR0911  (one for each kind)
    match value:
        case dict():
            return [part for part in value.values() if type(part) not in PLAIN]
        case list() | tuple():
            return [] if PLAIN.issuperset(map(type, value)) else value
        case MethodType():
            return [value.__self__]
        case functools.partial():
            return [value.func, value.args, value.keywords]
        case FunctionType():
            return [content for _, content in cells_of(value)] if opened(value) else []
        case _ if not isinstance(value, type) and opened(value):
            return [part for _, part in fields_of(value)]
        case _:
            return []
