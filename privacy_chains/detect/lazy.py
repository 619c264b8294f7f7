"""Regular expressions that are compiled when a text first needs them: importing the package compiles none of them."""

from __future__ import annotations

import re
from threading import Lock
from typing import Any, cast

__all__ = ["lazily", "source_of"]

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn")
_LOCK = Lock()


class _Lazy:
    """Stands for a pattern until a method of it is asked for; from then on it has the pattern's own methods."""

    def __init__(self, source: str, flags: int) -> None:
        self.source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name.startswith("__"):
            raise AttributeError(name)
        with _LOCK:
            compiled = re.compile(self.source, self._flags)
            for method in _METHODS:
                self.__dict__.setdefault(method, getattr(compiled, method))
        return getattr(compiled, name)


def source_of(pattern: re.Pattern[str]) -> str:
    """The expression of a pattern, without compiling one that was not used yet."""
    return pattern.source if isinstance(pattern, _Lazy) else pattern.pattern


def lazily(source: str, flags: int = 0) -> re.Pattern[str]:
    """``re.compile`` at first use, once, whichever thread comes first."""
    return cast("re.Pattern[str]", _Lazy(source, flags))
