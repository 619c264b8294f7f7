"""Texts as arrays of words, to learn from."""

from __future__ import annotations

from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from privacy_chains.models.embedded import words as read
from privacy_chains.models.looks import looks
from privacy_chains.models.parts import Tag

__all__ = ["TAGS", "Words", "vocabulary", "words_of"]

TAGS: tuple[str, ...] = get_args(Tag)
"""The parts of speech that the writer tells apart."""


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
    found = read.words_of(text, tokenizer)
    words = Words(
        np.array(found.pieces, np.uint16),
        np.array(found.looks, np.uint8),
        np.array(found.borders, np.int64),
        np.array(looks(text, found.spans), np.uint8),
    )
    return words, found.spans


def vocabulary(tokenizer: Tokenizer) -> NDArray[np.int64]:
    """The pieces that masked words are chosen from."""
    return np.array([number for number, _ in read.vocabulary(tokenizer.get_vocab())], np.int64)
