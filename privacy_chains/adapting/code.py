"""What code refers to by name: globals of functions, and members of classes.

Only the application's own code is followed, that is, modules that are not installed as packages. What frameworks refer
to is their own, and there is no end to it.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator, Mapping
from dis import get_instructions
from functools import cache, lru_cache
from importlib.util import resolve_name
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

__all__ = ["class_parts", "is_own", "is_own_code", "may_hold", "named_by"]

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_READS = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"})
_STANDARD = Path(sysconfig.get_path("stdlib"))


_HOLDERS = frozenset({"builtins", "types", "functools", "collections", "_contextvars", "_thread"})
"""Where Python's own classes come from whose objects hold others; for example, a logger leads to every other logger."""


def named_by(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function, or one inside it, refers to; also ``models.hosted`` of an own module."""
    if not is_own_code(function):
        yield from ((name, function.__globals__.get(name)) for name in _names(function.__code__))
        return
    names = _names(function.__code__)
    used = _used(function.__code__)
    for name in used.globals:
        yield from _opened(name, function.__globals__.get(name), names, set())
    for imported in used.imports:
        for name, value in _imported(imported, function.__globals__):
            yield from _opened(name, value, names, set())


def is_own_code(function: FunctionType) -> bool:
    """Whether a function was written in a module of the application, whatever it claims to wrap."""
    return is_own(function.__globals__.get("__name__") or "")


@lru_cache(maxsize=4096)
def may_hold(module: str) -> bool:
    """Whether an object of a class of this foreign module may hold objects that the application's code uses."""
    root = module.partition(".")[0]
    return root in _HOLDERS or not (root in sys.stdlib_module_names or root.endswith("privacy_chains"))


def _opened(name: str, value: Any, names: tuple[str, ...], met: set[str]) -> Iterator[tuple[str, Any]]:
    """A value by its name; of a module of the application, the parts that are named, at any depth."""
    if not isinstance(value, ModuleType):
        yield name, value
    elif is_own(value.__name__) and value.__name__ not in met:
        met.add(value.__name__)
        parts = vars(value)
        for inner in names:
            if inner in parts:
                yield from _opened(f"{name}.{inner}", parts[inner], names, met)


def _imported(imported: _Import, around: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What an import inside a function returns, if it has been imported before."""
    name = "." * imported.level + imported.module
    try:
        module = resolve_name(name, around.get("__package__") or "")
    except ImportError:
        return
    parts = [module.partition(".")[0], module] if imported.names is None else []
    for part in imported.names or ():
        yield f"{module}.{part}", getattr(sys.modules.get(module), part, sys.modules.get(f"{module}.{part}"))
    yield from ((part, sys.modules.get(part)) for part in parts)


def class_parts(kind: type) -> Iterator[tuple[str, Any]]:
    """The members of a class of the application and of those that it inherits from: functions and values, by name."""
    for one in kind.__mro__:
        if is_own(one.__module__):
            for name, part in list(vars(one).items()):
                yield name, getattr(part, "__func__", getattr(part, "fget", part))


@lru_cache(maxsize=4096)
def _names(code: CodeType) -> tuple[str, ...]:
    """The names of globals and attributes in a piece of code, and in those inside it, such as a comprehension."""
    names = dict.fromkeys(code.co_names)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= dict.fromkeys(_names(inner))
    return tuple(names)


class _Import(NamedTuple):
    module: str
    names: tuple[str, ...] | None
    level: int


class _Used(NamedTuple):
    globals: tuple[str, ...]
    imports: tuple[_Import, ...]


@lru_cache(maxsize=4096)
def _used(code: CodeType) -> _Used:
    """The globals that a piece of code reads, and its imports, with those of the code inside it."""
    names: dict[str, None] = {}
    imports: dict[_Import, None] = {}
    before: tuple[Any, Any] = (0, None)
    for step in get_instructions(code):
        if step.opname in _READS:
            names[step.argval] = None
        elif step.opname == "IMPORT_NAME":
            level, brought = before
            imports[_Import(step.argval, brought, level if isinstance(level, int) else 0)] = None
        before = before[1], step.argval
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names |= dict.fromkeys(_used(inner).globals)
            imports |= dict.fromkeys(_used(inner).imports)
    return _Used(tuple(names), tuple(imports))


@cache
def is_own(module: str) -> bool:
    """Whether a module is the application's own: neither an installed package, nor Python's, nor this package."""
    root = module.partition(".")[0]
    if root in sys.stdlib_module_names or root.endswith("privacy_chains"):
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return root in sys.modules
    path = Path(file)
    return _INSTALLED.isdisjoint(path.parts) and not path.is_relative_to(_STANDARD)
