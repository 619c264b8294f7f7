"""What a small uncased encoder does not see of a text by itself: letter case, digits, signs, and what stands before.

Training and reading share this file, so that a model is fed the way it was taught.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

__all__ = ["LOOKS", "looks"]

_LOWER, _CAPITAL, _UPPER, _TITLE, _CASELESS, _MIXED = range(1, 7)
_DIGITS = 6  # and the number of digits, at most five
_LONGEST = 5
_ALPHANUMERIC, _SYMBOL, _STOP, _SIGN = range(12, 16)
_KINDS = 16
_GLUED, _SPACED, _FIRST = range(3)

LOOKS = _KINDS * 3
"""How many looks there are: 16 kinds of piece, each glued to the piece before, after a space, or first in its line."""


def looks(text: str, offsets: Sequence[tuple[int, int]]) -> list[int]:
    """The look of every piece of a text: the token types that are fed to the encoder.

    Args:
        text: The text.
        offsets: Start and end of each piece in code points; an empty one is a special piece.

    Returns:
        Numbers in ``[0, LOOKS)``, one for each piece; 0 for special pieces.
    """
    found = []
    before = 0
    for start, end in offsets:
        if start == end:
            found.append(0)
            continue
        gap = text[before:start]
        place = _FIRST if start == 0 or "\n" in gap else _SPACED if gap else _GLUED
        found.append(_kind(text[start:end]) * 3 + place)
        before = end
    return found


def _kind(piece: str) -> int:
    if piece.isalpha():
        return _letters(piece)
    if piece.isdigit():
        return _DIGITS + min(len(piece), _LONGEST)
    if piece.isalnum():
        return _ALPHANUMERIC
    if piece[0] in ".!?":
        return _STOP
    return _SYMBOL if unicodedata.category(piece[0]).startswith("S") else _SIGN


def _letters(piece: str) -> int:
    if piece.islower():
        return _LOWER
    if piece.isupper():
        return _CAPITAL if len(piece) == 1 else _UPPER
    if piece[0].isupper() and piece[1:].islower():
        return _TITLE
    return _MIXED if piece.lower() != piece.upper() else _CASELESS
