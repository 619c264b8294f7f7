"""What code refers to by name: globals of functions, and what stands in classes.

Only code of one's own is followed, that is, of modules that are not installed as packages: what frameworks refer to is
theirs, and there is no end to it.
"""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

__all__ = ["class_parts", "is_own", "named_by"]

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_STANDARD = Path(sysconfig.get_path("stdlib"))


def named_by(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function refers to, or a function inside it; also ``models.hosted`` of an own module."""
    names = _names(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            parts = vars(value) if is_own(value.__name__) else {}
            yield from ((f"{name}.{inner}", parts[inner]) for inner in names if inner in parts)
        else:
            yield name, value


def class_parts(kind: type) -> Iterator[tuple[str, Any]]:
    """What stands in a class of one's own, and in those that it inherits from: functions and other values, by name."""
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


@cache
def is_own(module: str) -> bool:
    """Whether a module is code of one's own: neither installed as a package, nor Python's, nor this package."""
    root = module.partition(".")[0]
    if root in sys.stdlib_module_names or root.endswith("privacy_chains"):
        return False
    file = getattr(sys.modules.get(module), "__file__", None)
    if file is None:
        return root in sys.modules
    path = Path(file)
    return _INSTALLED.isdisjoint(path.parts) and not path.is_relative_to(_STANDARD)
