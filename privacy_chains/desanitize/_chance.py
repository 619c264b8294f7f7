"""Chance: what stands in foreign prose as well, and how near to the rest of the request it has to stand to be read.

``David``, ``Detroit``, ``1993`` or ``Union Street`` are surrogates like any others, and words that half the texts in the world
hold. An answer to the request speaks of it all along; other prose holds one by chance, far from everything else. So what may
stand there by chance is read only near the start of an answer, or near something that was read before it. A name of
two words, a word of no list, a code: these hardly stand anywhere by chance, and are read wherever they stand.
"""

from __future__ import annotations

import re
from typing import Final

from privacy_chains.desanitize._addresses import PART
from privacy_chains.desanitize._window import Found
from privacy_chains.formats._words import word_class

__all__ = ["ALONE", "REACH", "may_be_chance"]

REACH: Final = 2_048
"""How far from what was read before, in characters."""
ALONE: Final = "a word or number that any text may hold, far from everything that was issued"
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_LONG: Final = 5
"""So many digits hardly stand anywhere by chance."""
_OF_PEOPLE: Final = "PERSON"


def may_be_chance(text: str, found: Found, entity_type: str) -> bool:
    """Whether what was found may stand in a text that has nothing to do with the request."""
    seen = text[found.start : found.end]
    if sum(map(str.isdecimal, seen)) >= _LONG or "@" in seen:
        return False
    words = _WORD.findall(seen)
    if found.kind.startswith(PART):
        return True
    if entity_type == _OF_PEOPLE and len(words) > 1:
        return False
    return all(word_class(word.lower()) for word in words)
