"""Telephone numbers, by shape: country code, trunk zero, the North American grouping, an extension.

Numbers whose shape says nothing (ten bare digits, ``555-0143``) need a word such as "call" near them; see
:mod:`privacy_chains.detect.ids`. No numbering plan is consulted: whether a string is a telephone number may not
depend on its digits, for a surrogate has others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from privacy_chains.detect.numerals import AFTER, BEFORE
from privacy_chains.spans import Span

__all__ = ["EXTENSION", "PHONE_IN_CONTEXT", "find_phones"]

EXTENSION = r"(?:(?:\s{0,2},?\s{0,2}(?:ext(?:ension|n)?\.?|x)\s{0,2}|\s{0,2}#)[0-9]{1,6})?"
"""An extension after a number: ``x123``, ``ext. 45``."""

_INTERNATIONAL = (
    r"\(?\+[ ]?[0-9]{1,3}\)?(?:[ \u00a0.\-/]{0,2}\(0?[0-9]{1,5}\))?(?:[ \u00a0.\-/]{0,2}[0-9]{1,12}){1,6}"
    r"|00[1-9][0-9]{0,2}(?:[ \u00a0.\-/]{1,2}\(?[0-9]{1,5}\)?){2,5}"
)
_NORTH_AMERICAN = (
    r"(?:1[ .\-])?\([0-9]{3}\)[ ]{0,2}[0-9]{3}[ .\-][0-9]{4}"
    r"|(?:1[ .\-])?[0-9]{3}(?P<sep>[.\- ])[0-9]{3}(?P=sep)[0-9]{4}"
    r"|[0-9]{3}/[0-9]{3}-[0-9]{4}|[0-9]{3} [0-9]{3}-[0-9]{4}|[0-9]{3}-[0-9]{3}\.[0-9]{4}"
)
_TRUNK = (
    r"\(0[0-9]{1,5}\)[ \-/]{0,2}[0-9]{2,8}(?:[ \-][0-9]{2,6}){0,3}"
    r"|0[0-9]{1,4}[ ./\-][0-9]{2,8}(?:[ .\-][0-9]{2,6}){1,4}"
    r"|0[0-9]{2,4}[ /\-][0-9]{5,8}"
    r"|\([0-9]{2}\)[ ]?9?[0-9]{4}[ \-][0-9]{4}"
)
_PHONE = re.compile(
    rf"(?<![0-9][.,:/\-])(?<![+$€£¥])(?:{BEFORE}(?:{_INTERNATIONAL}|{_NORTH_AMERICAN}|{_TRUNK}))"
    rf"{EXTENSION}{AFTER}(?![.,:/\-]?[0-9])"
)
_DIGITS = re.compile(r"[0-9]")

PHONE_IN_CONTEXT = rf"\+?\(?[0-9](?:[ .\-/()\u00a0]{{0,2}}[0-9]){{6,14}}{EXTENSION}"
"""What may be a telephone number right after a word that announces one."""


def find_phones(text: str) -> Iterator[Span]:
    """The telephone numbers in ``text`` whose shape alone says so: 7 to 18 digits without the extension."""
    for found in _PHONE.finditer(text):
        if 8 <= len(_DIGITS.findall(found.group())) <= 21:
            yield Span(found.start(), found.end(), "PHONE_NUMBER", 0.7, "patterns")
