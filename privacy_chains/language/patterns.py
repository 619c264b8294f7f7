r"""Regular expressions that name kinds of words: ``worded(r"\b{greeting}[ ,]")``, read and compiled at first use."""

from __future__ import annotations

import re
from typing import cast

from privacy_chains.language.kinds import KINDS, Kind
from privacy_chains.language.lexicon import alternation_of, words
from privacy_chains.lazy import lazily

__all__ = ["spelled_out", "worded"]

_PLACE = lazily(r"\{(begun:|behind:)?([a-z_]+(?:\|[a-z_]+)*)(?::([a-z]{2}))?\}")
_BLANK = r"[\s_]"


def worded(template: str, flags: int = 0, *, gap: str = " ") -> re.Pattern[str]:
    """A pattern whose template names kinds of words in braces; it is compiled at first use.

    Args:
        template: ``{greeting}`` is any word of that kind in any language, as a group; ``{and|or}`` is one of two kinds,
            ``{greeting:de}`` a German one, ``{begun:greeting}`` the start of one, or all of it, and
            ``{behind:greeting}`` the place right behind one and a blank or an underscore.
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
    if place[1] == "behind:":
        return "|".join(rf"(?<=\b{alternation_of([form], gap=_BLANK)}{_BLANK})" for form in forms) or alternation_of([])
    begun = (form[:end] for form in forms for end in range(1, len(form) + 1))
    return alternation_of(begun if place[1] else forms, gap=gap)
