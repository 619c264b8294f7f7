"""Which words are noised: all, those that no list knows, or those of the caller's choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.tokens import ENDS, UNKNOWN, token
from privacy_chains.methods.characters.words import Choice, Word, parts

__all__ = ["WordsName", "chosen", "is_ordinary", "line_starts"]

WordsName = Literal["all", "undetected"]
_FEW_DIGITS = 4
"""A number of so many digits or fewer is a quantity, a year or a size such as A4, and no identifier."""


def chosen(text: str, words: Sequence[Word], choice: WordsName | Choice) -> list[bool]:
    """Whether each word of a text is noised.

    ``"undetected"`` leaves ordinary words and short numbers in clear: what remains looks like an identifier or a name.
    """
    if choice == "all":
        return [True] * len(words)
    if not isinstance(choice, str):
        return [choice(word) for word in words]
    begins = _begins(text, words)
    return [not _is_dull(word.text, begins=begin) for word, begin in zip(words, begins, strict=True)]


def is_ordinary(core: str) -> bool:
    """Whether a word without punctuation is one of the list, written in small letters or as mostly."""
    return len(core) < 2 or word_counts().is_ordinary(core.lower(), capital=core[:1].isupper())


def line_starts(text: str, words: Sequence[Word]) -> list[int]:
    """The positions of words that begin a line."""
    found, end = list[int](), -1
    for position, word in enumerate(words):
        if end < 0 or "\n" in text[end : word.start]:
            found.append(position)
        end = word.end
    return found


def _begins(text: str, words: Sequence[Word]) -> list[bool]:
    """Whether a sentence begins with each word."""
    lines = set(line_starts(text, words))
    behind = [False, *(token(word.text).trail in ENDS for word in words)]
    return [position in lines or behind[position] for position in range(len(words))]


def _is_dull(text: str, *, begins: bool) -> bool:
    one = token(text)
    if one.core != UNKNOWN:
        return word_counts().is_ordinary(one.core, capital=one.written[:1].isupper() and not begins)
    digits = sum(map(str.isdigit, text))
    return digits <= _FEW_DIGITS and all(len(run) < 2 or run.isdigit() for run, is_run in parts(text) if is_run)
