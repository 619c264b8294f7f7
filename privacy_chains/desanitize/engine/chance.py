"""Chance: surrogates that any prose may contain, and how near to others they must stand to be restored.

``David``, ``Detroit``, ``1993`` and ``Union Street`` may be surrogates, but many texts contain them. An answer keeps
speaking of its request; unrelated prose contains such a word by chance, far from any other surrogate. So these are
restored only near the start of an answer, or near a surrogate that was restored before. A name of two words, a word
of no list and a code hardly ever occur by chance, and are restored anywhere.
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
"""How far from the last restored surrogate a common word or number is still restored, in characters."""
YEAR_REACH: Final = 256
"""The same for a year without other evidence: a text with one year has more of them."""
ALONE: Final = "a word or number that any text may hold, far from everything that was issued"
BARE: Final = "value"
"""The kind of a number that only its figures identify."""
_WORD: Final = lazily(r"[^\W\d_]{2,}")
_LONG: Final = 5
"""So many digits hardly ever occur by chance."""
_YEAR: Final = lazily(r"(?:1[6-9]|20)\d\d")
_DAY: Final = worded(r"(?<!\d)\d{1,2}{ordinal_ending:en}?,?\s{1,2}\Z")
"""A day before a year: the year belongs to a date that was not issued."""


def reach_of(text: str, found: Found, entity_type: str) -> int | None:
    """How far from the last restored surrogate a find is still restored; None for any distance."""
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
