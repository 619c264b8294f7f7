"""Plurals and genitives in -s of words that may be names: Fenwicks is read as Fenwick, and its ending is kept.

So if Fenwick becomes Talmer, Fenwicks becomes Talmers; Jones and Joneses belong together in the same way. A word that
is listed itself (Roberts) is not a plural; nor is a word whose stem ends in -y and is unlisted.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field

from privacy_chains.formats._avoided import holds_avoided
from privacy_chains.formats._clusters import Shape
from privacy_chains.formats._spelling import OTHER_SCRIPTS, plural_of_listed, unrank_word
from privacy_chains.formats._unlisted import is_plain, rank_plain
from privacy_chains.formats.name_lists import lexicon

__all__ = ["ReadOtherwise", "Unread", "plural_of", "stem_of"]


def plural_of(word: str) -> str:
    """A folded word with its ending."""
    return plural_of_listed(word) if lexicon().find(word) else f"{word}s"


def stem_of(word: str) -> str | None:
    """The word without its ending; None if it has none. Listed and kept words have none."""
    if word[-1:] != "s" or holds_avoided(word):
        return None
    stem = word[:-2] if lexicon().find(word[:-2]) and plural_of_listed(word[:-2]) == word else word[:-1]
    if lexicon().find(stem):
        return stem if stem[0] < OTHER_SCRIPTS and plural_of_listed(stem) == word else None
    return stem if is_plain(stem) and stem[-1] != "y" and stem not in lexicon().kept else None


@dataclass(frozen=True)
class Unread(Container[int]):
    """The ranks of words whose plural reads as another word: Robert, because Roberts is listed.

    Attributes:
        domain: Names the set to which the ranks belong.
        word_of: Returns the word of a rank.
        others: Words that are looked up before plurals.
    """

    domain: str
    word_of: Callable[[int], str] = field(compare=False)
    others: Container[str] = field(compare=False)

    def __contains__(self, rank: object) -> bool:
        word = self.word_of(rank) if isinstance(rank, int) else ""
        plural = plural_of(word)
        known = lexicon().find(plural) or plural in lexicon().kept or plural in self.others
        return bool(known) or stem_of(plural) != word


@dataclass(frozen=True)
class ReadOtherwise(Container[int]):
    """The ranks of a shape's words that are read as plain words, or as plurals of plain words.

    Attributes:
        shape: The shape.
    """

    shape: Shape

    def __contains__(self, rank: object) -> bool:
        word = unrank_word(self.shape, rank) if isinstance(rank, int) else ""
        return rank_plain(word) is not None or stem_of(word) is not None
