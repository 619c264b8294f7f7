"""Chance: what foreign prose holds as well, and how near to the rest of the request it has to stand to be read.

``David``, ``Detroit``, ``1993`` or ``Union Street`` are surrogates like any others, and many a text holds them. An
answer speaks of its request all along; other prose holds one by chance, far from everything else. So what may stand
there by chance is read only near the start of an answer, or near what was read before it. A name of two words, a word
of no list, a code hardly stand anywhere by chance, and are read wherever they stand.
"""

from __future__ import annotations

from typing import Final

from privacy_chains.desanitize.spellings.addresses import PART
from privacy_chains.desanitize.tokens import Found
from privacy_chains.formats.places import is_listed
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["ALONE", "BARE", "REACH", "YEAR_REACH", "reach_of"]

REACH: Final = 2_048
"""How far from what was read before a word or number that any text may hold is read, in characters."""
YEAR_REACH: Final = 256
"""The same for a year that nothing but its figures tells: a text that says one says more of them."""
ALONE: Final = "a word or number that any text may hold, far from everything that was issued"
BARE: Final = "value"
"""The kind of a number that is told by its figures alone."""
_WORD: Final = lazily(r"[^\W\d_]{2,}")
_LONG: Final = 5
"""So many digits hardly stand anywhere by chance."""
_YEAR: Final = lazily(r"(?:1[6-9]|20)\d\d")
_DAY: Final = worded(r"(?<!\d)\d{1,2}{ordinal_ending:en}?,?\s{1,2}\Z")
"""The day before the year of a date: the year of a date that was not issued is none that was."""


def reach_of(text: str, found: Found, entity_type: str) -> int | None:
    """How far from what was read before a find may stand and still be read; None for any distance."""
    seen = text[found.start : found.end]
    if found.kind == BARE and _YEAR.fullmatch(seen):
        return -1 if _DAY.search(text, max(0, found.start - 8), found.start) else YEAR_REACH
    return REACH if _may_be_chance(seen, found.kind, entity_type) else None


def _may_be_chance(seen: str, kind: str, entity_type: str) -> bool:
    if sum(map(str.isdecimal, seen)) >= _LONG or "@" in seen:
        return False
    if kind.startswith(PART):
        return True
    words = _WORD.findall(seen)
    if entity_type == "PERSON" and len(words) > 1:
        return False
    return is_listed(seen) or all(word_class(word.lower()) for word in words)
