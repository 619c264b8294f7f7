"""What the lists say of a word: a name of its own, a word like any other, or the ending of a name."""

from __future__ import annotations

from functools import cache
from typing import Final

from privacy_chains.desanitize.tokens import STEM
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.lexicon import word_set

__all__ = ["is_ending", "is_everyday", "is_given", "is_inflected", "is_listed", "longest_ending", "may_be_surname"]

# The endings are listed, not guessed: `-a` is left out because it makes Martina of Martin; a lone `-n` makes Martin of
# Marti, and is read after the vowel of a surname only.
_GENITIVE: Final = "n"
_VOWELS: Final = frozenset("aeiouyäöåAEIOUYÄÖÅ")


@cache
def _endings() -> frozenset[str]:
    return word_set("name_ending") | {_GENITIVE}


@cache
def _begun() -> frozenset[str]:
    return frozenset(ending[:end] for ending in _endings() for end in range(1, len(ending) + 1))


@cache
def longest_ending() -> int:
    """The letters of the longest ending."""
    return max(map(len, _endings()))


def is_ending(letters: str, *, whole: bool) -> bool:
    """Whether letters are an ending that a name may take; or, if not ``whole``, the beginning of one."""
    return letters.lower() in (_endings() if whole else _begun())


def is_inflected(name: str, ending: str) -> bool:
    """Whether letters after a name are an ending of it, and the two together no name of their own."""
    if is_listed(name + ending):
        return False
    if ending.lower() == _GENITIVE:
        return len(name) >= STEM and name[-1] in _VOWELS and not word_class(name.lower()).startswith("given")
    return is_ending(ending, whole=True)


def is_listed(word: str) -> bool:
    """Whether a word is a name of its own: ``Williams`` is not a form of ``William``."""
    return bool(word_class(word.lower()))


def is_everyday(word: str, *, of_a_place: bool = False) -> bool:
    """Whether a name, in small letters, is a word like any other: ``rose``, ``king``; of a place, ``bath``."""
    listed = word_class(word.lower())
    if of_a_place and (listed == "word-place" or word.lower() in word_set("town_and_word")):
        return word.lower() in word_set("town_and_word")  # which the lists do not mark, for no name is made of them
    return listed.endswith(".word") or listed.startswith(("word", "cue"))


def is_given(word: str) -> bool:
    """Whether a listed name is a given name."""
    return word_class(word.lower()).startswith("given")


def may_be_surname(word: str) -> bool:
    """Whether a word with a capital behind a given name may be a surname: a listed one, or a word of no list."""
    listed = word_class(word.lower())
    return not listed or (listed.startswith("surname") and not listed.endswith(".word"))
