r"""Regular expressions that name kinds of words: ``worded(r"\b{greeting}[ ,]")``, read and compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import RLock
from typing import Any, Final, cast

from privacy_chains.language.kinds import KINDS, Kind
from privacy_chains.language.lexicon import alternation, alternation_of, words

__all__ = ["spelled_out", "worded"]

_METHODS: Final = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn")
_LOCK = RLock()
_PLACE = re.compile(r"\{(begun:)?([a-z]\w*)\}")


class _Lazy:
    """Stands for a pattern until a method of it is asked for; from then on it has the pattern's own methods."""

    def __init__(self, write: Callable[[], str], flags: int) -> None:
        self._write, self._flags = write, flags

    def __getattr__(self, name: str) -> Any:
        """Called for what is not there yet."""
        if name.startswith("__"):
            raise AttributeError(name)
        with _LOCK:
            compiled = re.compile(self._write(), self._flags)
            for method in _METHODS:
                self.__dict__.setdefault(method, getattr(compiled, method))
        return getattr(compiled, name)


def worded(template: str, flags: int = 0, *, gap: str = " ") -> re.Pattern[str]:
    """A pattern whose template names kinds of words in braces; it is compiled at first use.

    Args:
        template: ``{greeting}`` is any word of that kind in any language, as a group; ``{begun:greeting}`` is the start
            of one, or all of it.
        flags: Those of ``re.compile``.
        gap: The expression for the space inside a phrase.

    Raises:
        ValueError: The template names a kind that is none.
    """
    unknown = sorted({place[2] for place in _PLACE.finditer(template)} - KINDS)
    if unknown:
        raise ValueError(f"no kinds of words: {', '.join(unknown)}")
    return cast("re.Pattern[str]", _Lazy(lambda: spelled_out(template, gap=gap), flags))


def spelled_out(template: str, *, gap: str = " ") -> str:
    """The expression of a template, with words in place of the names of kinds."""
    return _PLACE.sub(lambda place: f"(?:{_branches(cast('Kind', place[2]), gap, begun=bool(place[1]))})", template)


def _branches(kind: Kind, gap: str, *, begun: bool) -> str:
    if not begun:
        return alternation(kind, gap=gap)
    return alternation_of((word[:end] for word in words(kind) for end in range(1, len(word) + 1)), gap=gap)
