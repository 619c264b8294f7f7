"""The choice of the words that are released with noise; the others leave as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from privacy_chains.errors import PolicyError
from privacy_chains.methods.words.lexicon import Lexicon

__all__ = ["Choice", "Words", "choice_of"]

Words = Literal["content", "all", "rare", "undetected"] | Callable[[str], bool]
"""The choices: all words except those of grammar, all words, rare words, words that no earlier method found, or a
function's choice."""

_COMMON = 15
"""Frequencies below this are those of the 1,023 most frequent words."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of words.

    Attributes:
        chooses: Whether a word is released with noise, given as written and in lower case.
        kept: Why the others stay, for the ledger.
        name: What the choice is called; it enters no coins.
    """

    chooses: Callable[[str, str], bool]
    kept: str
    name: str


def choice_of(words: Words, lexicon: Lexicon) -> Choice:
    """The choice of a name or of a function.

    Raises:
        PolicyError: There is no such choice.
    """
    if callable(words):
        chosen = words
        return Choice(lambda word, _: bool(chosen(word)), "the function given does not choose them", "function")
    places = lexicon.places
    function = {kind for kind, one in enumerate(lexicon.classes) if one.name == "function"}
    if words in ("content", "undetected"):
        grammar = frozenset(word for word, leaf in places.items() if leaf.kind in function)
        return Choice(lambda _, word: word not in grammar, "words of grammar; that they are some is told", words)
    if words == "all":
        return Choice(lambda _word, _small: True, "", words)
    if words == "rare":
        common = frozenset(word for word, leaf in places.items() if leaf.frequency < _COMMON or leaf.kind in function)
        return Choice(lambda _, word: word not in common, "frequent words; that they are frequent is told", words)
    msg = f"words are 'content', 'all', 'rare', 'undetected' or a function of a word, not {words!r}"
    raise PolicyError(msg)
