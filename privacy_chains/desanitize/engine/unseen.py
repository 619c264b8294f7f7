"""Invisible signs: a word with soft hyphens or zero-width spaces in it is read as if they were not there.

The joiners of Persian and Indic scripts do not belong to them: in these scripts they are part of a word.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from privacy_chains.desanitize.tokens import TOKEN, Found, in_word
from privacy_chains.lazy import lazily

__all__ = ["Bared", "bared", "goes_on", "is_broken"]

_SIGNS: Final = "\u00ad\u200b\u2060\ufeff"
_TIES: Final = "\u00ad\u2060"
"""Those that never end a word."""
_NEAR: Final = 64
_SIGN: Final = lazily(f"[{_SIGNS}]")
_BEHIND: Final = 96
_AHEAD: Final = 1_024
"""More than any spelling looks ahead."""


class Bared(NamedTuple):
    """A stretch of a text without invisible signs.

    Attributes:
        text: The stretch.
        token: Its token in question.
        places: Where each of its characters stands in the whole text, and where the stretch ends.
        is_cut: Whether the text goes on behind it.
    """

    text: str
    token: re.Match[str]
    places: list[int]
    is_cut: bool

    def floor(self, floor: int) -> int:
        """A place of the whole text in the stretch."""
        return bisect_left(self.places, floor)

    def found(self, found: Found) -> Found:
        """A find with its positions in the whole text."""
        return found._replace(start=self.places[found.start], end=self.places[found.end - 1] + 1)


def is_broken(text: str, end: int) -> bool:
    """Whether an invisible sign breaks the word that ends at ``end``."""
    return end < len(text) and text[end] in _SIGNS


def goes_on(text: str, start: int) -> bool:
    """Whether a sign before ``start`` ties the word there to the word before."""
    return start > 1 and text[start - 1] in _TIES and in_word(text[start - 2])


def bared(text: str, token: re.Match[str]) -> Bared | None:
    """The stretch around a token with an invisible sign in it or shortly after it; None where there is none."""
    start, end = token.span()
    if _SIGN.search(text, end, end + _NEAR) is None:
        return None
    stop = min(len(text), start + _AHEAD)
    behind = max(0, start - _BEHIND)
    places = [*range(behind, start), *(at for at in range(start, stop) if text[at] not in _SIGNS)]
    plain = text[behind:start] + _SIGN.sub("", text[start:stop])
    whole = TOKEN.match(plain, start - behind)
    return Bared(plain, whole, [*places, stop], stop < len(text)) if whole else None
