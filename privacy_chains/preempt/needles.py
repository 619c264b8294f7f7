"""Needles: values to look for in texts, by their tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from privacy_chains.lazy import lazily

__all__ = ["SOURCE", "SURE", "TOKEN", "Looks", "Needle", "first_token", "folded", "is_sure", "matches", "tokens_in"]

TOKEN = lazily(r"[^\W_]+")
_BLANKS = bytes(code if chr(code).isalnum() else 32 for code in range(128)) + bytes(range(128, 256))
"""Blanks in place of every ASCII character that is in no token."""
_CODE_GAP = lazily(r"[ .\-/\u00a0\u2009\u202f\u2010\u2011]?")
_JOINS = str.maketrans("_-", "  ")
SOURCE = "sweep"
"""The source that spans of the sweep name."""
SURE = 6
"""So many digits of a code never occur by chance: letters may touch them, as in ``acct_5520193`` and ``5520193L``."""

Looks = Literal["words", "code", "exact"]


class Needle(NamedTuple):
    """A value to look for.

    Attributes:
        text: The value; never shown.
        entity_type: The type of the spans it gives.
        looks: ``"words"`` matches in any letter case where it has several words, whatever spaces, underscores and
            hyphens are between them, and capitalised or in capitals where it is a single word; ``"code"`` matches
            whatever separators stand in it; ``"exact"`` as it is.
    """

    text: str
    entity_type: str
    looks: Looks

    def __repr__(self) -> str:
        return f"Needle(entity_type={self.entity_type!r}, looks={self.looks!r})"


def tokens_in(text: str) -> Sequence[str]:
    """The tokens of a text in one case."""
    if text.isascii():
        return folded(text).split()
    return (text.casefold(),) if text.isalnum() else TOKEN.findall(text.casefold())


def folded(text: str) -> str:
    """A text of ASCII characters in small letters, with blanks in place of what is in no token."""
    return text.lower().encode().translate(_BLANKS).decode()


def first_token(text: str) -> str:
    """The first token of a text as it stands; empty where there is none."""
    found = TOKEN.search(text)
    return found[0] if found else ""


def matches(needle: Needle, candidate: str) -> bool:
    """Whether a run of tokens in a text is a needle that has the same letters and digits in one case."""
    inner = _trim(needle.text)
    if candidate == inner:
        return True
    if needle.looks == "exact":
        return False
    if needle.looks == "code":
        return all(_CODE_GAP.fullmatch(gap) for gap in TOKEN.split(candidate))
    if _spaced(candidate) != _spaced(inner):
        return False
    several = TOKEN.fullmatch(inner) is None
    return several or candidate[:1].isupper()


def _spaced(words: str) -> str:
    """Words in one case, whatever joins them: a name may be part of a file's name."""
    return " ".join(words.casefold().translate(_JOINS).split())


def _trim(value: str) -> str:
    tokens = [match.span() for match in TOKEN.finditer(value)]
    return value[tokens[0][0] : tokens[-1][1]] if tokens else ""


def is_sure(needle: Needle) -> bool:
    """Whether it is a code that no identifier contains by chance."""
    return needle.looks == "code" and sum(map(str.isdigit, needle.text)) >= SURE
