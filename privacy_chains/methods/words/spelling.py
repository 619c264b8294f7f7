"""Words in a text: where they stand, what is the same in all spellings of one, and a surrogate in the same case."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from privacy_chains.spans import Span

__all__ = ["Token", "canonical", "in_case_of", "tokens"]

_TOKEN = re.compile(
    r"[^\W\d_]+(?=n['\u2019]t\b)|(?:n['\u2019]t|(?<=\w)['\u2019][^\W\d_]{1,2})\b()|[^\W_]+", re.IGNORECASE
)
"""A run of letters and digits; a contraction's end (n't, 's, 're) is a run of grammar, told by its empty group."""


class Token(NamedTuple):
    """A run of letters and digits.

    Attributes:
        text: The run.
        start: Its first code point.
        end: One past its last.
    """

    text: str
    start: int
    end: int

    def __repr__(self) -> str:
        return f"Token({self.start}, {self.end})"


def tokens(text: str, closed: Sequence[Span] = ()) -> Iterator[Token]:
    """The runs of a text outside of closed spans, in reading order, without the ends of contractions.

    Args:
        text: Any text.
        closed: Disjoint spans in reading order that are left as they are.
    """
    position = 0
    for start, end in (*((span.start, span.end) for span in closed), (len(text), len(text))):
        for found in _TOKEN.finditer(text, position, start):
            if found.lastindex is None:
                yield Token(found[0], *found.span())
        position = end


@lru_cache(maxsize=1 << 16)
def canonical(word: str) -> str:
    """What is the same in all spellings of a word: small letters without accents."""
    small = word.casefold()
    if small.isascii():
        return small
    bare = unicodedata.normalize("NFD", small)
    return unicodedata.normalize("NFC", "".join(char for char in bare if not unicodedata.combining(char)))


def in_case_of(word: str, model: str) -> str:
    """A word in the letter case of another: small, capitals, or a capital first."""
    if model.islower():
        return word
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word.capitalize() if model[:1].isupper() else word
