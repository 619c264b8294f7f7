r"""Regular expressions that name kinds of words: ``worded(r"\b{greeting}[ ,]")``, read and compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import RLock
from typing import Any, Final, cast

from privacy_chains.language.kinds import KINDS, Kind
from privacy_chains.language.lexicon import alternation_of, words

__all__ = ["lazily", "spelled_out", "worded"]

_METHODS: Final = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub", "subn")
_LOCK = RLock()
_PLACE = re.compile(r"\{(begun:)?([a-z_]+(?:\|[a-z_]+)*)(?::([a-z]{2}))?\}")


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


def lazily(write: Callable[[], str], flags: int = 0) -> re.Pattern[str]:
    """The pattern of the expression that ``write`` gives; it is written and compiled at first use."""
    return cast("re.Pattern[str]", _Lazy(write, flags))


def worded(template: str, flags: int = 0, *, gap: str = " ") -> re.Pattern[str]:
    """A pattern whose template names kinds of words in braces; it is compiled at first use.

    Args:
        template: ``{greeting}`` is any word of that kind in any language, as a group; ``{and|or}`` is one of two kinds,
            ``{greeting:de}`` a German one, and ``{begun:greeting}`` the start of one, or all of it.
        flags: Those of ``re.compile``.
        gap: The expression for the space inside a phrase.

    Raises:
        ValueError: The template names a kind that is none.
    """
    named = {kind for place in _PLACE.finditer(template) for kind in place[2].split("|")}
    if not named <= KINDS:
        raise ValueError(f"no kinds of words: {', '.join(sorted(named - KINDS))}")
    return lazily(lambda: spelled_out(template, gap=gap), flags)


def spelled_out(template: str, *, gap: str = " ") -> str:
    """The expression of a template, with words in place of the names of kinds."""
    return _PLACE.sub(lambda place: f"(?:{_branches(place, gap)})", template)


def _branches(place: re.Match[str], gap: str) -> str:
    kinds = cast("list[Kind]", place[2].split("|"))
    forms = [form for kind in kinds for form in words(kind, *filter(None, [place[3]]))]
    begun = (form[:end] for form in forms for end in range(1, len(form) + 1))
    return alternation_of(begun if place[1] else forms, gap=gap)
