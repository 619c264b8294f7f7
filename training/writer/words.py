"""Texts as words, each of one word piece or more, the way that the writer is taught and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privacy_chains.detect.network.looks import looks

__all__ = ["Words", "vocabulary", "words_of"]


class Words(NamedTuple):
    """The words of texts.

    Attributes:
        pieces: Their word pieces, behind each other.
        looks: The look of each piece.
        borders: Shape (words + 1,): where the pieces of each word begin.
        wholes: The look of each word.
    """

    pieces: NDArray[np.uint16]
    looks: NDArray[np.uint8]
    borders: NDArray[np.int64]
    wholes: NDArray[np.uint8]


def words_of(text: str, tokenizer: Tokenizer) -> tuple[Words, list[tuple[int, int]]]:
    """The words of a text, and start and end of each."""
    encoding = tokenizer.encode(text, add_special_tokens=False)
    firsts = [index for index, piece in enumerate(encoding.tokens) if not index or not piece.startswith("##")]
    borders = [*firsts, len(encoding.tokens)] if firsts else [0]
    offsets: Sequence[tuple[int, int]] = encoding.offsets
    spans = [(offsets[first][0], offsets[last - 1][1]) for first, last in zip(borders, borders[1:], strict=False)]
    words = Words(
        np.array(encoding.ids, np.uint16),
        np.array(looks(text, offsets), np.uint8),
        np.array(borders, np.int64),
        np.array(looks(text, spans), np.uint8),
    )
    return words, spans


def vocabulary(tokenizer: Tokenizer) -> NDArray[np.int64]:
    """The pieces that are words by themselves: of Latin letters, and no part of a longer word."""
    known: dict[str, int] = tokenizer.get_vocab()
    return np.array(sorted(number for piece, number in known.items() if piece.isalpha() and _is_latin(piece)), np.int64)


def _is_latin(piece: str) -> bool:
    return all(ord(letter) < 0x250 for letter in piece)
