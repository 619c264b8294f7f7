"""Ages: whose age a number of years is. The age of somebody whom the request does not mention is left.

The words of an age do not say whose it is. A name beside it does, or a relative, or people in general. A bare
``47-year-old`` stays in doubt; ``FAR`` says how far away it may still be the person of the request.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Final

from privacy_chains.desanitize.spellings.source_texts import Source
from privacy_chains.desanitize.spellings.word_forms import strip_marks
from privacy_chains.formats.word_classes import word_class
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["FAR", "FAR_AWAY", "People"]

FAR: Final = 16_384
"""How far from other surrogates an age may stand, in characters, and still belong to the request."""
FAR_AWAY: Final = "an age far from everything that was issued"
_OF_ALL: Final = "an age of people in general"
_OF_ANOTHER: Final = "an age of somebody whom the request does not name"

_BEHIND: Final = 60
_GENERAL_BEFORE = worded(
    r"(?:\b{of_anyone}[\s-]+|\b{people}\s+(?:{who_are}\s+)?{age_noun}\s+"
    r"|\b{between}\s+(?:{the:en}\s+)?{age_noun}\s+(?:{of:en}\s+)?(?:\d+\s+{and|to}\s+)?"
    r"|\b{ages}\s+\d+\s*(?:-|\u2013|{to|and})\s*"
    r"|\b{age_limit}\s+(?:{the:en}\s+)?{age_noun}\s+(?:{of:en}\s+)?"
    r"|\b{retire}\s+(?:{at_age}\s+)?(?:{the:en}\s+)?(?:{age_noun}\s+)?(?:{of:en}\s+)?"
    r"|\b{expectancy}\b[^.\n]*)\Z",
    re.IGNORECASE,
    gap=r"\s+",
)
_GENERAL_AFTER = worded(r"(?:[\s-]+{bare_year}[\s-]+{olds}\b|\+|\s+{and|or}\s+{older_or_younger}\b)", re.IGNORECASE)
_RELATED = worded(r"\b{kinship}\b", re.IGNORECASE)
_SOMEBODYS = worded(
    r"(?:\b{possessive}|['\u2019]s)\s+(?:[^\W\d_]+\s+)?{kinship}\b"
    r"(?![^.!?;\n\d]*\b{addressed}\b)[^.!?;\n\d]*\Z",
    re.IGNORECASE,
)
_PIECE = lazily(r"[^\W\d_]+|[.!?;\n\d]")
_SHORTEST_STEM: Final = 4


class People:
    """The people that the request mentions.

    Args:
        names: The words of the issued names.
    """

    def __init__(self, names: Collection[str] = ()) -> None:
        self.names = names
        self.sources: list[Source] = []

    def learn(self, sources: Sequence[Source]) -> None:
        """Take in the sanitized texts."""
        self.sources = list(sources)
        self.__dict__.pop("_relatives", None)

    def somebody_else(self, text: str, start: int, end: int) -> str:
        """Why an age belongs to nobody in the request; empty where nothing says so.

        ``every 47-year-old``, ``people aged 47``, ``47 and over``, ``my brother turned 47``, ``Gloria is 47``.
        """
        behind = text[max(0, start - _BEHIND) : start]
        if _GENERAL_BEFORE.search(behind) or _GENERAL_AFTER.match(text, end):
            return _OF_ALL
        if _SOMEBODYS.search(behind) and not self._relatives:
            return _OF_ANOTHER
        named, titled = _subject(behind)
        strange = named and not any(map(self._is_issued, named)) and not any(map(self._stands, named))
        return _OF_ANOTHER if strange and (titled or any(map(_is_name, named))) else ""

    @cached_property
    def _relatives(self) -> bool:
        return any(_RELATED.search(source.text) for source in self.sources)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the names, without marks and letter case."""
        words = (word for name in self.names for word in (name, *_PIECE.findall(name)))
        return frozenset(map(_fold, words))

    def _is_issued(self, word: str) -> bool:
        folded = _fold(word)
        return folded in self.words or any(folded[:cut] in self.words for cut in range(_SHORTEST_STEM, len(folded)))

    def _stands(self, word: str) -> bool:
        whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
        return any(whole.search(source.text) for source in self.sources)


def _subject(behind: str) -> tuple[list[str], bool]:
    """The capitalized words that are the subject at the end of a text, and whether a title stands before them."""
    words: list[str] = []
    pieces = [piece[0] for piece in _PIECE.finditer(behind)]
    for place in range(len(pieces) - 1, -1, -1):
        piece = pieces[place]
        if not piece[0].isalpha():
            titled = piece == "." and place > 0 and pieces[place - 1].lower() in word_set("honorific")
            return words, titled and bool(words)
        if piece.lower() in word_set("honorific") and words:
            return words, True
        if piece[0].isupper() and piece.lower() not in word_set("age_filler"):
            if place == len(pieces) - 1 or piece.lower() in word_set(
                "pronoun"
            ):  # with nothing in between, it is a time
                return words, False
            words.append(piece)
        elif words or piece.lower() not in word_set("age_filler"):
            return words, False
    return words, False


def _is_name(word: str) -> bool:
    listed = word_class(word.lower())
    return listed.startswith(("given", "surname")) and not listed.endswith(".word")


def _fold(word: str) -> str:
    return strip_marks(word).casefold()
