"""What an object holds, and what can be reached from it."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from types import (
    BuiltinMethodType,
    CellType,
    FunctionType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
)
from typing import Any

from privacy_chains.adapting.clients import is_client
from privacy_chains.adapting.code import class_parts, is_own, is_own_code, may_hold, named_by
from privacy_chains.adapting.naming import place_of, shown
from privacy_chains.errors import UnsupportedContent

__all__ = ["OPENED", "PLAIN", "Finding", "Judge", "Search", "cells_of", "contents_of", "fields_of", "unreached"]

_ATOMS = (str, bytes, int, float, bool, type(None), ModuleType)
PLAIN = frozenset({str, bytes, int, float, bool, type(None)})
"""Objects without parts; an index in memory has millions of them."""
_COLLECTIONS = frozenset({dict, list, tuple, set, frozenset, deque})
_MOST = 1_000_000
_TOO_MANY = f"this holds more than {_MOST:,} objects, too many to look for what sends; protect its parts one by one"
_ASKED = frozenset({"tool", "retriever"})
"""Kinds that work with surrogates."""
OPENED = _ASKED | {"engine", "memory", "transformation"}
"""Kinds that are searched even if they run here: they may hold a model that does not."""

Judge = Callable[[Any], tuple[str, bool]]
"""Returns what a component sends as (None if it does not send), and whether its parts are searched."""


@dataclass(frozen=True)
class Finding:
    """A component that sends clear text.

    Attributes:
        path: How it is reached, such as ``agent.nodes[model].bound.func<closure: model>``.
        kind: What it sends as: ``"model"``, ``"embeddings"``, a provider's own ``"client"``, or what an integration
            brought along: a ``"tool"``, a ``"retriever"``, a ``"step"`` or a ``"reranker"`` (LangChain), an
            ``"engine"``, a ``"postprocessor"``, a ``"transformation"`` or a ``"memory"`` (LlamaIndex).
        name: Its class.
    """

    path: str
    kind: str
    name: str


@dataclass(frozen=True)
class Search:
    """A search through fields, collections, bound methods, closures, and what the application's own code names.

    Args:
        judge: Tells what a component is.
        senders: Kinds of components that a function may also reach as globals.
        covered: Names of closure variables that are known to be protected.
    """

    judge: Judge
    senders: tuple[type, ...]
    covered: Callable[[FunctionType], Collection[str]] | None = None

    def run(self, component: Any, local: Collection[Any] = ()) -> Iterator[Finding]:
        """Yield every component that sends, each once, nearest first; those in ``local`` are passed over.

        The parts of a tool or retriever in ``local`` are still searched, except for the clients that it works with.

        Raises:
            UnsupportedContent: There are more objects than can be looked into.
        """
        seen: set[int] = set()
        here = {id(one) for one in local}
        open_ones: deque[tuple[str, Any]] = deque([(type(component).__name__, component)])
        held: deque[tuple[str, Any]] = deque()  # by a tool or the like, whose clients belong to it; searched last
        keep: list[Any] = []  # the id of an object that is gone could be reused
        while waiting := open_ones or held:
            path, value = waiting.popleft()
            if id(value) in seen or isinstance(value, _ATOMS):
                continue
            if len(seen) == _MOST:
                raise UnsupportedContent(_TOO_MANY)
            seen.add(id(value))
            keep.append(value)
            kind, opened = ("", True) if type(value) in _COLLECTIONS else self._judged(value)
            if id(value) in here:
                opened = kind in OPENED
            elif kind and (kind != "client" or waiting is open_ones):
                yield Finding(path, kind, type(value).__name__)
            if kind in OPENED:
                waiting = held
            if opened:
                waiting.extend(self._reachable(path, value))

    def _judged(self, value: Any) -> tuple[str, bool]:
        return ("client", False) if is_client(value) else self.judge(value)

    def _reachable(self, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        match value:
            case dict() | MappingProxyType():
                yield from _items(path, value)
                if type(value) is not dict:
                    held = {
                        "default_factory": getattr(value, "default_factory", None),
                        **getattr(value, "__dict__", {}),
                    }
                    yield from self._of_object(path, value, held.items())
            case list() | tuple() | set() | frozenset() | deque():
                if not PLAIN.issuperset(map(type, value)):
                    yield from ((f"{path}[{place}]", item) for place, item in enumerate(value))
            case FunctionType():
                yield from self._closed_over(path, value)
            case MethodType() | BuiltinMethodType() | MethodWrapperType() | functools.partial():
                yield from self._bound(path, value)
            case ContextVar():
                yield from ((f"{path}<value>", item) for item in _current(value))
            case type():
                named = ((f".{name}", part) for name, part in class_parts(value))
                yield from self._named(path, named, of_own=True)
            case _:
                yield from self._of_object(path, value)

    def _of_object(
        self, path: str, value: Any, held: Iterable[tuple[str, Any]] | None = None
    ) -> Iterator[tuple[str, Any]]:
        fields = fields_of(value) if held is None else held
        yield from ((f"{path}.{shown(name)}", item) for name, item in fields)
        yield from self._named(path, [("", type(value))], of_own=True)

    def _bound(self, path: str, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, functools.partial):
            yield from ((f"{path}<partial>", item) for item in (value.func, value.args, value.keywords))
            return
        yield f"{path}.__self__", value.__self__
        function = getattr(value, "__func__", None)
        if isinstance(function, FunctionType):
            yield from self._closed_over(path, function)
        elif function is not None:
            yield f"{path}.__func__", function

    def _closed_over(self, path: str, function: FunctionType) -> Iterator[tuple[str, Any]]:
        covered = self.covered(function) if self.covered else ()
        for name, content in cells_of(function):
            if name not in covered:
                yield f"{path}<closure: {name}>", content
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        yield from ((f"{path}<default>", default) for default in defaults)
        named = ((f"<global: {name}>", value) for name, value in named_by(function))
        yield from self._named(path, named, of_own=is_own_code(function))

    def _named(self, path: str, named: Iterable[tuple[str, Any]], *, of_own: bool) -> Iterator[tuple[str, Any]]:
        """Of what code names: components that send, and objects of the application that may hold one."""
        for name, value in named:
            of = value if isinstance(value, FunctionType | type) else type(value)
            held = of_own and (_is_made(value) if of is value else may_hold(type(value).__module__))
            if held or is_own(of.__module__ or "") or isinstance(value, self.senders) or is_client(value):
                yield f"{path}{name}", value


def _is_made(value: Any) -> bool:
    """Whether a function was made by another, such as a decorator, and so may hold objects of the application."""
    return isinstance(value, FunctionType) and "<locals>" in value.__qualname__


def _items(path: str, mapping: Mapping[Any, Any]) -> Iterator[tuple[str, Any]]:
    for place, (key, item) in enumerate(mapping.items()):
        if type(item) not in PLAIN:
            yield f"{path}[{place_of(key, place)}]", item


def _current(variable: ContextVar[Any]) -> Iterator[Any]:
    try:
        yield variable.get()
    except LookupError:
        return


def unreached(findings: Collection[Finding]) -> UnsupportedContent:
    """The refusal of a component in which something that sends was found, but could not be replaced."""
    unsaid = [found for found in findings if found.kind in _ASKED]
    others = [found for found in findings if found.kind not in _ASKED]
    told = []
    if others:
        told.append(
            "these parts cannot be reached to be replaced; protect them where they are made, or give those that may "
            f"see clear text as local=[...]: {_listed(others)}"
        )
    if unsaid:
        told.append(
            "tools and retrievers of an integration may run elsewhere; give those that run here as local=[...], and "
            f'protect(..., trust="remote") or trust="block" the others: {_listed(unsaid)}'
        )
    return UnsupportedContent(". ".join(told))


def _listed(findings: Collection[Finding]) -> str:
    return "; ".join(f"{found.name} at {found.path}" for found in findings)


def cells_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a function closes over, by name."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        yield from ((name, content) for content in contents_of(cell))


def contents_of(cell: CellType) -> Iterator[Any]:
    """What a cell holds, if it has been filled."""
    try:
        yield cell.cell_contents
    except ValueError:
        return


def fields_of(value: Any) -> Iterator[tuple[str, Any]]:
    """What an object holds, by name, wherever it keeps it."""
    for holder in (value, _held(value, "__pydantic_private__")):
        fields = holder if isinstance(holder, dict) else _held(holder, "__dict__")
        if isinstance(fields, dict):
            yield from list(fields.items())
    for kind in type(value).__mro__:
        for name, slot in kind.__dict__.items():
            if isinstance(slot, MemberDescriptorType):
                try:
                    yield name, slot.__get__(value, kind)
                except AttributeError:  # not filled
                    continue


def _held(value: Any, name: str) -> Any:
    """An attribute of the object itself. A proxy is not asked, since its object may not exist yet."""
    read: Callable[[Any, str], Any] = vars(type(value)).get("__getattribute__", object.__getattribute__)
    try:
        return read(value, name)
    except (AttributeError, RuntimeError):
        return None
