r"""Regular expressions that name kinds of words: ``worded(r"\b{greeting}[ ,]")``, read and compiled at first use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import cast

from privacy_chains.language import lexicon
from privacy_chains.language.kinds import KINDS, Kind
from privacy_chains.language.lexicon import alternation_of, languages, words
from privacy_chains.lazy import lazily
from privacy_chains.precomputed import precomputed, versions_of

__all__ = ["spelled_out", "worded"]

_PLACE = lazily(r"\{(begun:|behind:|ended:)?([a-z_]+(?:\|[a-z_]+)*)(?::(-?[a-z]{2}))?\}")
_WORDS = Path(__file__).parent / "data" / "words"
_BLANK = r"[\s_]"
_LOOKING_BACK = {"behind:": _BLANK, "ended:": ""}


def worded(template: str, flags: int = 0, *, gap: str = " ") -> re.Pattern[str]:
    """A pattern whose template names kinds of words in braces; it is compiled at first use.

    Args:
        template: ``{greeting}`` is any word of that kind in any language, as a group; ``{and|or}`` is one of two kinds,
            ``{greeting:de}`` a German one, ``{greeting:-en}`` one of all languages but English, ``{begun:greeting}``
            the start of one, or all of it, and ``{ended:greeting}`` the place where one ends, ``{behind:greeting}``
            that behind a blank or an underscore more.
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
    """The expression of a template, with words in place of the names of kinds; kept for the next process."""
    return precomputed(("spelled out", *_versions(), gap, template), partial(_spelled_out, template, gap))


@cache
def _versions() -> tuple[str | int, ...]:
    """What tells whether the words have changed, or what makes expressions of them."""
    return versions_of(__file__, lexicon.__file__, *(str(path) for path in sorted(_WORDS.iterdir())))


def _spelled_out(template: str, gap: str) -> str:
    return _PLACE.sub(lambda place: f"(?:{_branches(place, gap)})", template)


def _languages(code: str) -> tuple[str, ...]:
    return tuple(one for one in languages() if f"-{one}" != code) if code.startswith("-") else (code,) * bool(code)


def _branches(place: re.Match[str], gap: str) -> str:
    kinds = cast("list[Kind]", place[2].split("|"))
    forms = [form for kind in kinds for form in words(kind, *_languages(place[3] or ""))]
    if place[1] in _LOOKING_BACK:
        behind = _LOOKING_BACK[place[1]]
        return "|".join(rf"(?<=\b{alternation_of([form], gap=_BLANK)}{behind})" for form in forms) or alternation_of([])
    begun = (form[:end] for form in forms for end in range(1, len(form) + 1))
    return "|".join(_letter_by_letter(set(begun if place[1] else forms), gap)) or alternation_of([])


def _letter_by_letter(forms: Iterable[str], gap: str) -> list[str]:
    """Words as branches that part where their letters do, so that one look at each letter rules most of them out.

    What they match is what :func:`alternation_of` matches: of two words, of which one begins the other, the longer.
    """
    heads: dict[str, list[str]] = {}
    for form in sorted(forms):
        heads.setdefault(form[:1], []).append(form[1:])
    ends = [""] if heads.pop("", None) else []
    return [(gap if head == " " else re.escape(head)) + _rest(rest, gap) for head, rest in heads.items()] + ends


def _rest(forms: Sequence[str], gap: str) -> str:
    branches = _letter_by_letter(forms, gap)
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"
