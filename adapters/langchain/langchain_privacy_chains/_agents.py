"""Putting something else in the place of the models inside an agent or another compiled graph.

A graph keeps its models in what its functions close over, so that copies of those functions are needed. Only the
frameworks' own components and functions are opened, and only what holds a replaced part is copied.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from types import CellType, FunctionType, MethodType
from typing import Any

from pydantic import BaseModel

from langchain_privacy_chains.audit import fields_of

__all__ = ["graft_agent"]

Swap = Callable[[Any], Any]

_FRAMEWORKS = ("langchain", "langgraph")


def graft_agent(agent: Any, swap: Swap) -> Any:
    """Return a copy of an agent with every part for which ``swap`` returns something else replaced by it."""
    return _Graft(agent, swap).of(agent)


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

    def of(self, value: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        """What stands in the place of a value."""
        if id(value) in self._done:
            return self._done[id(value)]
        if id(value) not in self._copied:
            return value
        match value:
            case dict():
                return self._filled(
                    value, {}, lambda twin: twin.update((name, self.of(one)) for name, one in value.items())
                )
            case list():
                return self._filled(value, [], lambda twin: twin.extend(self.of(one) for one in value))
            case tuple():
                return tuple(self.of(one) for one in value)
            case MethodType():
                return MethodType(value.__func__, self.of(value.__self__))
            case functools.partial():
                return functools.partial(self.of(value.func), *self.of(value.args), **self.of(value.keywords))
            case FunctionType():
                return self._function(value)
            case _:
                return self._filled(value, _twin(value), lambda twin: self._fill(value, twin))

    def _filled(self, value: Any, twin: Any, fill: Callable[[Any], None]) -> Any:
        """Register a copy before its parts are: they may refer to it."""
        self._done[id(value)] = twin
        fill(twin)
        return twin

    def _function(self, function: FunctionType) -> Any:
        cells = tuple(CellType() for _ in function.__closure__ or ())
        code, names = function.__code__, function.__globals__
        twin = FunctionType(code, names, function.__name__, function.__defaults__, cells)
        functools.update_wrapper(twin, function)
        twin.__kwdefaults__ = function.__kwdefaults__
        self._done[id(function)] = twin
        for cell, old in zip(cells, function.__closure__ or (), strict=True):
            for content in _contents(old):
                cell.cell_contents = self.of(content)
        return twin

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
    """Everything through which a target is reached."""
    found: set[int] = set()
    waiting = list(targets)
    while waiting:
        for holder in holders[waiting.pop()] - found:
            found.add(holder)
            waiting.append(holder)
    return found


def _parts(value: Any) -> Iterable[Any]:  # noqa: PLR0911  (one for each kind)
    match value:
        case dict():
            return list(value.values())
        case list() | tuple() if type(value) in {list, tuple}:
            return value
        case MethodType():
            return [value.__self__]
        case functools.partial():
            return [value.func, value.args, value.keywords]
        case FunctionType() if _is_theirs(value.__module__):
            return [content for cell in value.__closure__ or () for content in _contents(cell)]
        case _ if not isinstance(value, type | FunctionType) and any(
            _is_theirs(k.__module__) for k in type(value).__mro__
        ):
            return [part for _, part in fields_of(value)]
        case _:
            return []


def _contents(cell: CellType) -> Iterator[Any]:
    try:
        yield cell.cell_contents
    except ValueError:  # not filled yet
        return


def _is_theirs(module: str | None) -> bool:
    return (module or "").partition(".")[0].startswith(_FRAMEWORKS)


def _twin(value: Any) -> Any:
    return value.model_copy() if isinstance(value, BaseModel) else copy(value)
