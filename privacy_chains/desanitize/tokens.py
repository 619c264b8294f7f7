"""Tokens, edges and finds: where a surrogate can start and end in a text of which only a part may have arrived.

Every function that looks to the right says ``WAIT`` when characters that have not arrived could change its
answer. What it says otherwise holds for every continuation: that is why any chunking reads as one piece.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from privacy_chains.lazy import lazily

__all__ = [
    "CAPITALIZED",
    "CONTINUED",
    "DASHES",
    "FIGURES",
    "SPACES",
    "STEM",
    "TOKEN",
    "WAIT",
    "Found",
    "ScannedText",
    "Wait",
    "cut_escape",
    "ends_clean",
    "in_word",
    "is_cjk",
    "is_run",
    "starts_clean",
    "token_around",
]

_CJK = r"\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
_RAISED = (
    "\u00aa\u00b2\u00b3\u00b9\u00ba\u00bc-\u00be\u2070-\u209c\u2150-\u215f\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793"
)
"""Marks of footnotes, exponents and fractions: they follow a word or number and are not part of it."""
STEM: Final = 4
"""The fewest letters of a name that is recognized with an ending."""

_LETTER = rf"[^\W\d_{_CJK}{_RAISED}]"
SPACES: Final = " \t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
DASHES: Final = "\\-\u2010-\u2015\u2212\uff0d"

ESCAPE: Final = r"\\(?:[nrtbfv]|u[0-9a-fA-F]{4})|%[0-9A-Fa-f]{2}|&(?:\#\w{1,7}|[A-Za-z]{2,8});"
_CAPITAL: Final = rf"[^\W\d_a-z{_CJK}{_RAISED}]"
TOKEN: Final = lazily(
    rf"[a-z]++(?:{_LETTER}++)?|([A-Z][a-z]*+{_LETTER}*+|{_CAPITAL}{_LETTER}*+)|(\d(?:\d|{_LETTER})*+)|[{_CJK}]|{ESCAPE}"
)
"""A run of letters (group 1: with a capital first), a run after a digit (group 2), a CJK character, or an escape."""
CAPITALIZED: Final = 1
FIGURES: Final = 2

CONTINUED: Final = (lazily(rf"{_LETTER}*"), lazily(rf"(?:\d|{_LETTER})*"))
"""The rest of a run of letters, and of a run that a digit leads."""

_ESCAPE_CUT = lazily(r"(?:\\(?:u[0-9a-fA-F]{0,3})?|%[0-9A-Fa-f]?|&(?:#\w{0,7}|[A-Za-z]{0,8}))\Z")
_ESCAPE_BEFORE = lazily(r"(?:\\(?:[nrtbfv]|u([0-9a-fA-F]{4}))|%(?:[02][0-9A-Fa-f]|3[A-Fa-f]|40|[57][B-Fb-f]|60))\Z")
_LONGEST_ESCAPE: Final = 6
_CJK_ONE = lazily(rf"[{_CJK}]")
_RAISED_ONE = lazily(f"[{_RAISED}]")


class Wait(Enum):
    """More characters are needed before anything can be said."""

    MORE = "more"


WAIT: Final = Wait.MORE


class Found(NamedTuple):
    """A place where an issued surrogate may stand, and what would be written there.

    A ``doubt`` says why it is not replaced.
    """

    start: int
    end: int
    text: str
    entry: int
    kind: str
    doubt: str = ""

    def moved(self, distance: int) -> Found:
        """The same find, ``distance`` further on."""
        start, end, text, entry, kind, doubt = self
        return Found(start + distance, end + distance, text, entry, kind, doubt) if distance else self


def in_word(char: str) -> bool:
    """Whether a character is part of a word or number: a letter, a digit, a combining mark."""
    if char.isascii():
        return char.isalnum()
    if char.isalnum():
        return _RAISED_ONE.match(char) is None
    return char >= "\u0300" and unicodedata.category(char)[0] == "M"


def is_run(token: str) -> bool:
    """Whether more characters may make a token longer: it is a run of letters or digits."""
    return token[0].isalnum() and not is_cjk(token[0])


def is_cjk(char: str) -> bool:
    """Whether a character belongs to a script that does not separate words."""
    return char >= "\u1100" and _CJK_ONE.match(char) is not None


def cut_escape(text: str, start: int) -> int:
    """Where an escape starts that the end of the text may have cut in two; else the length of the text."""
    cut = _ESCAPE_CUT.search(text, max(start, len(text) - 11))
    return cut.start() if cut else len(text)


def token_around(text: str, start: int, place: int) -> re.Match[str] | None:
    """The token from ``start`` on that begins before a place and reaches behind it, or to the end of the text."""
    for token in TOKEN.finditer(text, start):
        if token.start() >= place:
            return None
        if token.end() > place or token.end() == len(text):
            return token
    return None


def starts_clean(text: str, start: int, *, identifier: bool = False) -> bool:
    """Whether a word or number may start here. ``identifier``: a leading underscore makes it a name in code."""
    if start == 0 or not in_word(text[start]):
        return True
    before = text[start - 1]
    if before == "_":
        stripped = text[max(0, start - 4) : start].rstrip("_")
        return not identifier and bool(not stripped or not in_word(stripped[-1]))
    if not in_word(before) or is_cjk(before) or is_cjk(text[start]):
        return True
    escape = _ESCAPE_BEFORE.search(text, max(0, start - _LONGEST_ESCAPE), start)
    return escape is not None and not (escape[1] and in_word(chr(int(escape[1], 16))))


def ends_clean(text: str, end: int, *, final: bool, identifier: bool = False) -> bool | Wait:
    """Whether a word or number may end here."""
    if not in_word(text[end - 1]):
        return True
    if end == len(text):
        return True if final else WAIT
    after = text[end]
    if after == "_":
        at = end
        while at < len(text) and text[at] == "_" and at < end + 4:
            at += 1
        if at == len(text):
            return not identifier if final else WAIT
        return not identifier and not in_word(text[at])
    return not in_word(after) or is_cjk(after) or is_cjk(text[end - 1])


@dataclass(frozen=True, slots=True)
class ScannedText:
    """A stretch of the answer that is decided, and what was found in it (positions count from its start)."""

    source: str
    found: tuple[Found, ...]

    def text(self) -> str:
        """The stretch with originals in place of surrogates."""
        if not self.found:
            return self.source
        pieces: list[str] = []
        at = 0
        for found in self.found:
            pieces += (self.source[at : found.start], found.text)
            at = found.end
        pieces.append(self.source[at:])
        return "".join(pieces)

    @property
    def written(self) -> list[tuple[int, int, str]]:
        """What was written where, in reading order."""
        return [(found.start, found.end, found.text) for found in self.found]
