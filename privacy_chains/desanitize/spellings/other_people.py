"""Words of a name in doubt: beside others, they may name somebody who was not issued."""

from __future__ import annotations

import re
from typing import Final

from privacy_chains.desanitize.spellings.evidence import is_introduced
from privacy_chains.desanitize.spellings.listed_names import is_everyday, is_given, is_listed, may_be_surname
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = ["beside_another", "middle_initial"]

_NEXT_WORD: Final = r"[ \u00a0]([A-Z][a-z]{1,23})(?![\w'\u2019-])"
_AHEAD: Final = lazily(rf"(?:[ \u00a0][A-Z]\.?)?{_NEXT_WORD}(?:{_NEXT_WORD})?")
_ARRIVING: Final = lazily(r"[ \u00a0]?(?:[A-Z][a-z]{0,23}['\u2019.-]?[ \u00a0]?){0,3}\Z")
_BEHIND: Final = lazily(r"(?<![\w'\u2019-])([A-Z][a-z]{3,23})(?:[ \u00a0][A-Z]\.?)?[ \u00a0]\Z")
_BEFORE_INITIAL: Final = lazily(r"(?<![\w'\u2019-])([^\W\d_]{2,24})[ \u00a0]\Z")
_INITIAL: Final = lazily(r"[^\W\d_](?![^\W\d_])")
_AFTER_INITIAL: Final = lazily(r"[ \u00a0]([^\W\d_]{2,24})")
_COMING: Final = lazily(r"(?:[ \u00a0][^\W\d_]{0,24})?\Z")
_MIDDLE: Final = "a middle initial, which stands for no name that was issued"
_ANOTHER: Final = "part of a name beside one that was not issued"


def _is_foreign(other: re.Match[str], names: frozenset[str]) -> bool:
    """Whether the words behind a given name make it that of somebody else: ``Martin Luther King``."""
    word, further = other[1], other[2]
    if word.lower() in names:
        return False
    if may_be_surname(word) or (is_given(word) and not is_everyday(word)):
        return True
    return bool(is_given(word) and further and further.lower() not in names and is_listed(further))


def beside_another(text: str, found: Found, given: bool, names: frozenset[str], *, final: bool) -> str | Wait:  # noqa: FBT001
    """Why one word of a name is left: a surname behind it, or a given name before it, that nobody was given."""
    if given:
        if not final and _ARRIVING.match(text, found.end):
            return WAIT
        ahead = _AHEAD.match(text, found.end)
        return _ANOTHER if ahead is not None and _is_foreign(ahead, names) else ""
    other = _BEHIND.search(text, max(0, found.start - 29), found.start)
    is_foreign = other is not None and is_given(other[1]) and not is_everyday(other[1])
    return _ANOTHER if other is not None and is_foreign and other[1].lower() not in names else ""


def middle_initial(text: str, found: Found, names: frozenset[str], *, final: bool) -> str | Wait:
    """Why an initial is left: the name that it would stand for is there in full, ``Jade J. Ojqemurkie``."""
    if _INITIAL.match(text, found.start):
        behind = text[max(0, found.start - 64) : found.start]
        before = _BEFORE_INITIAL.search(behind)
        middle = before is not None and before[1].lower() in names and before[1][0].isupper()
        return _MIDDLE if middle and not is_introduced(behind) else ""
    if text[found.end - 1] != ".":
        return ""
    if not final and _COMING.match(text, found.end):
        return WAIT
    after = _AFTER_INITIAL.match(text, found.end)
    return _MIDDLE if after is not None and after[1].lower() in names and after[1][0].isupper() else ""
