"""The class of a word in the lists of names: given name, surname, everyday word and others."""

from __future__ import annotations

from unicodedata import normalize

from privacy_chains.formats.name_lists import lexicon
from privacy_chains.language.ordinary import languages_of

__all__ = ["is_everyday", "is_word", "listed_form", "word_class", "word_kind"]


def listed_form(word: str) -> tuple[str, bool]:
    """The spelling under which a folded word would be listed, and whether the text has it in decomposed form."""
    if word.isascii():
        return word, False
    composed = normalize("NFC", word)
    if composed == word:
        return word, False
    return (composed, True) if normalize("NFD", composed) == word else ("", False)


def word_class(word: str) -> str:
    """The class that lists a folded word; empty for an unlisted one."""
    place = lexicon().find(word if word.isascii() else listed_form(word)[0])
    return place[0] if place else ""


def word_kind(word: str) -> str:
    """The kind in the class of a lower-case word: ``given-f``, ``surname``, ``word``, ``word-place``."""
    return word_class(word).partition(".")[0]


def is_everyday(word: str) -> bool:
    """Whether a lower-case word is an everyday word, even if it may be a name: ``mark``, ``judge``."""
    return any(part.startswith(("word", "cue-")) for part in word_class(word).split("."))


def is_word(word: str) -> bool:
    """Whether a word, in any letter case, is one of a language that is read: an everyday or an ordinary one."""
    small = word.lower()
    return bool(is_everyday(small) or languages_of(small) or languages_of(small.capitalize()))
