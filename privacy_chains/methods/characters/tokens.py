"""Tokens: a word in the form of the word list, with the punctuation before and after it."""

from __future__ import annotations

import re
from typing import NamedTuple

from privacy_chains.lazy import lazily

__all__ = ["ENDS", "START", "UNKNOWN", "Token", "token"]

START, UNKNOWN = "<start>", "<unknown>"
"""What stands in the list for the start of a line, and for numbers, names and what else is no word."""

ENDS = frozenset({".", "?", "!", ":", '."', '?"', '!"', ".)", "...", ".."})
"""Punctuation behind which a sentence begins."""

_PARTS = lazily(r"([^\w]*)(.*?)([^\w]*)\Z", re.DOTALL)


class Token(NamedTuple):
    """A word in its parts.

    Attributes:
        lead: Punctuation before it.
        core: The word in small letters; ``UNKNOWN`` where it holds a digit or a character beyond ASCII, or nothing.
        written: The word as it is written.
        trail: Punctuation behind it.
    """

    lead: str
    core: str
    written: str
    trail: str


def token(word: str) -> Token:
    """A word cut into its parts."""
    found = _PARTS.match(word)
    lead, written, trail = found.groups() if found else ("", word, "")
    is_word = written.isascii() and not any(char.isdigit() for char in written) and bool(written)
    return Token(lead, written.lower() if is_word else UNKNOWN, written, trail)
