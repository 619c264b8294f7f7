"""Whether a word is a name of people and no word of every day, as the frozen lists have it."""

from __future__ import annotations

from privacy_chains.formats.word_classes import is_everyday, word_class

__all__ = ["is_listed_word"]


def is_listed_word(word: str) -> bool:
    """Whether a word in small letters is a listed given name or surname, and no everyday word."""
    return word_class(word).startswith(("given", "surname")) and not is_everyday(word)
