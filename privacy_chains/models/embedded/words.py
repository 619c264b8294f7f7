"""Texts as words, each of one word piece or more, the way that the writer is taught and read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from privacy_chains.lazy import lazily
from privacy_chains.models.looks import looks

if TYPE_CHECKING:
    from tokenizers import Tokenizer

__all__ = ["GAP", "WordPieces", "vocabulary", "words_of"]

GAP = 4
"""The look of a gap in which nothing stood: a word in small letters after a space."""
_LONE_SURROGATES = lazily("[\ud800-\udfff]")  # no text of Unicode; tokenizers refuse them
_GOES_ON = "##"
_LATIN = 0x250  # where the letters of Latin scripts end


class WordPieces(NamedTuple):
    """The words of a text, and the pieces that they consist of.

    Attributes:
        spans: Start and end of each word in the text, in code points.
        borders: Where the pieces of each word begin, and where the last one's end.
        pieces: The numbers of the pieces.
        looks: The look of each piece.
        offsets: Start and end of each piece in the text.
    """

    spans: list[tuple[int, int]]
    borders: list[int]
    pieces: list[int]
    looks: list[int]
    offsets: Sequence[tuple[int, int]]


def words_of(text: str, tokenizer: Tokenizer) -> WordPieces:
    """The words of a text: runs of letters and digits, and signs each by itself."""
    encoding = tokenizer.encode(_LONE_SURROGATES.sub("\ufffd", text), add_special_tokens=False)
    offsets: Sequence[tuple[int, int]] = encoding.offsets
    borders = [*_firsts(encoding.tokens), len(offsets)]
    spans = [(offsets[first][0], offsets[last - 1][1]) for first, last in pairwise(borders)]
    return WordPieces(spans, borders, encoding.ids, looks(text, offsets), offsets)


def _firsts(tokens: Sequence[str]) -> Iterator[int]:
    for index, piece in enumerate(tokens):
        if not index or not piece.startswith(_GOES_ON):
            yield index


def vocabulary(known: Mapping[str, int]) -> list[tuple[int, str]]:
    """The pieces that are words by themselves, with their numbers, in order: of Latin letters, and no part of a word.

    Args:
        known: All pieces of the tokenizer, and their numbers.
    """
    return sorted((number, piece) for piece, number in known.items() if piece.isalpha() and max(piece) < chr(_LATIN))
