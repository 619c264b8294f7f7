"""Regular expressions that are compiled when a text first needs them: importing the package compiles none of them.

What one is compiled to is kept for the next process (:mod:`privacy_chains.precomputed`): compiling the expressions that
a letter needs takes longer than all else in it.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import RLock
from typing import Any, NamedTuple, cast

from privacy_chains.precomputed import precomputed

__all__ = ["lazily"]

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn")
_LOCK = RLock()
_CODE = "I"
"""The type of ``re``'s instructions in an array."""


class _Lazy:
    """Stands for a pattern until a method of it is asked for; from then on it has the pattern's own methods."""

    def __init__(self, source: str | Callable[[], str], flags: int) -> None:
        self._source = source
        self._flags = flags

    @property
    def pattern(self) -> str:
        """The expression."""
        return self._source if isinstance(self._source, str) else self._source()

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name.startswith("__"):
            raise AttributeError(name)
        with _LOCK:
            compiled = _compiled(self.pattern, self._flags)
            for method in _METHODS:
                self.__dict__.setdefault(method, getattr(compiled, method))
        return getattr(compiled, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return lazily, (self.pattern, self._flags)


class _Instructions(NamedTuple):
    """What ``re`` makes of an expression.

    Attributes:
        code: The instructions of its machine, as bytes.
        flags: The flags given and those in the expression.
        groups: How many groups there are.
        names: The groups' numbers by their names.
    """

    code: bytes
    flags: int
    groups: int
    names: dict[str, int]


def lazily(source: str | Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """``re.compile`` at first use, once, whichever thread comes first.

    Args:
        source: The expression, or what writes it when it is needed first.
        flags: Those of ``re.compile``.

    **Warning.** What it is compiled to is kept on disk. For an expression that holds a user's words there is
    ``re.compile``.
    """
    return cast("re.Pattern[str]", _Lazy(source, flags))


def _compiled(source: str, flags: int) -> re.Pattern[str]:
    """The pattern from instructions, which ``re``'s machine checks; it is compiled anew if they are not right."""
    name = ("expression", int(flags), source)
    try:
        made = _Instructions(*precomputed(name, partial(_instructions, source, int(flags))))
        return _pattern(source, made)
    except (AttributeError, ImportError, OverflowError, RuntimeError, TypeError, ValueError):  # of another Python
        return re.compile(source, flags)


def _pattern(source: str, made: _Instructions) -> re.Pattern[str]:
    names = {number: name for name, number in made.names.items()}
    groups = tuple(names.get(number) for number in range(made.groups + 1))
    code = array(_CODE, made.code).tolist()
    return cast(
        "re.Pattern[str]", import_module("_sre").compile(source, made.flags, code, made.groups, made.names, groups)
    )


def _instructions(source: str, flags: int) -> tuple[bytes, int, int, dict[str, int]]:
    parsed = import_module("re._parser").parse(source, flags)
    code = import_module("re._compiler")._code(parsed, flags)  # noqa: SLF001  # there is no other way to them
    state = parsed.state
    return array(_CODE, code).tobytes(), flags | state.flags, state.groups - 1, dict(state.groupdict)
