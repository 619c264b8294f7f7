"""Seams: what may stand between two words of a name in an answer, escaped or not."""

from __future__ import annotations

import re
from typing import Final

from privacy_chains.desanitize.tokens import DASHES, SPACES
from privacy_chains.lazy import lazily

__all__ = [
    "COMMA_SEAM",
    "DOTTED_SEAMS",
    "INITIAL_SEAM",
    "KNOWN_SEAMS",
    "LONGEST_ESCAPE",
    "LONGEST_QUOTE",
    "NO_SEAM",
    "QUOTE_SEAMS",
    "SEAM_STARTS",
    "seam_of",
]

_SPACE = rf"(?:[{SPACES}*_\u00ad\u200b]|\r?\n|\\[nrt]|&nbsp;|&#160;|&thinsp;|%20|%C2%A0|\+|\\u00a0){{1,4}}"
_APOSTROPHE = (
    r"(?:''|\\?['\u2019\u02bc\u2018`\u00b4\u2032]"
    r"|&\#0?39;|&\#[xX]27;|&(?:apos|rsquo|lsquo);|&\#8217;|%27|%E2%80%99|\\u0027|\\u2019)"
)
_DASH = rf"(?:[{DASHES}\u00ad ]\n?|%2D|&\#45;|&ndash;|\\u2011|\\u2010)"
COMMA_SEAM: Final = lazily(rf"(?:,(?:{_SPACE})?|{_SPACE})")
NO_SEAM: Final = lazily(rf"(?:{_SPACE})?")
INITIAL_SEAM: Final = lazily(rf"(?:\.(?:{_SPACE})?|{_SPACE})")
SEAM_STARTS: Final = frozenset(
    " \t\r\n\u00ad\u200b\\&%+*_.'\u2019\u02bc\u2018`\u00b4\u2032-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
    + SPACES[1:]
)
LONGEST_ESCAPE: Final = 10

_SEAMS: Final = {
    " ": lazily(_SPACE),
    "-": lazily(_DASH),
    "'": lazily(_APOSTROPHE),
    "\u2019": lazily(_APOSTROPHE),
    ".": lazily(rf"\.?(?:{_SPACE})?"),
}

_QUOTES: Final = ('"', "\u201c", "\u201d", "\u201e")
_QUOTE: Final = (
    r"(?:\\{0,7}[\"\u201c\u201d\u201e]|&(?:quot|ldquo|rdquo|bdquo|\#0?34|\#[xX]22);|%22|\\{1,4}u(?:0022|201[cdCDeE]))"
)
QUOTE_SEAMS: Final = {
    (before, behind): lazily((_SPACE if before else "") + _QUOTE + (_SPACE if behind else ""))
    for before in (True, False)
    for behind in (True, False)
}
"""A quote around a nickname, escaped for up to three literals, one in the other."""
LONGEST_QUOTE: Final = 48

KNOWN_SEAMS: Final = (*_SEAMS.values(), COMMA_SEAM, NO_SEAM, INITIAL_SEAM)
DOTTED_SEAMS: Final = (_SEAMS["."], INITIAL_SEAM)
"""Seams of which what they may start with is known, and those that may start with a dot."""


def seam_of(between: str) -> re.Pattern[str]:
    """What may stand where ``between`` stood."""
    if between.isspace():
        return _SEAMS[" "]
    plain = between.strip()
    if plain in _QUOTES and plain:
        return QUOTE_SEAMS[between[:1].isspace(), between[-1:].isspace()]
    if plain in _SEAMS:
        return _SEAMS[plain]
    return re.compile(r"\s{0,3}".join(map(re.escape, between.split())) + r"\s{0,3}" if plain else re.escape(between))
