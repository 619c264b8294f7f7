"""The words that get noise: all, those that no list knows, or those that the caller chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.lazy import lazily
from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.tokens import ENDS, token
from privacy_chains.methods.characters.words import Choice, Word, parts
from privacy_chains.methods.words.lexicon import default_lexicon

__all__ = ["WordsName", "chosen", "is_ordinary", "line_starts"]

WordsName = Literal["all", "undetected"]
_PROPER = frozenset({"name", "place", "woman", "man"})
"""Classes of the lexicon whose words are proper ones."""

_ENDINGS = frozenset({"ll", "re", "ve"})
"""Parts behind the apostrophe of a contraction that are on no list."""

_TYPES = frozenset(part for name in ENTITY_TYPES for part in name.split("_"))
"""Names of entity types, such as SSN: they say what a value is, and are not values."""

_UNIT = lazily(r"[0-9]+[a-z]{1,2}")
"""A number with its unit or ending, such as 10kg or 21st."""

_FEW_DIGITS = 4
"""A number with at most this many digits is a quantity, a year or a size such as A4, not an identifier."""


def chosen(text: str, words: Sequence[Word], choice: WordsName | Choice) -> list[bool]:
    """Whether each word of a text is noised.

    ``"undetected"`` leaves ordinary words and short numbers in clear: the other words look like identifiers or names.
    """
    if choice == "all":
        return [True] * len(words)
    if not isinstance(choice, str):
        return [choice(word) for word in words]
    begins = _begins(text, words)
    return [not _is_dull(word.text, begins=begin) for word, begin in zip(words, begins, strict=True)]


def is_ordinary(core: str) -> bool:
    """Whether a word without punctuation is listed, and written in lower case or in its usual case."""
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
    """Whether every run of letters of a word is an ordinary word, and its digits are few."""
    if sum(map(str.isdigit, text)) > _FEW_DIGITS:
        return False
    one, counts = token(text), word_counts()
    number = counts.number.get(one.core)
    if number is not None and "'" in one.core and float(counts.capital[number]) <= 0.5:  # a contraction
        return True
    runs = [run for run, is_run in parts(one.written) if is_run]
    return all(_is_dull_run(run, begins=begins and not place) for place, run in enumerate(runs))


def _is_dull_run(run: str, *, begins: bool) -> bool:
    """Whether a run is short, a number, a number with a unit, or a word that lists know and that is written so.

    A word that is mostly written with a capital, or that is a name, is a proper word where it has one.
    """
    if len(run) < 2 or run.isdigit() or _UNIT.fullmatch(run):
        return True
    small, counts = run.lower(), word_counts()
    leaf, number = default_lexicon().places.get(small), counts.number.get(small)
    if run in _TYPES:
        return True
    if leaf is None and number is None and small not in _ENDINGS:
        return False
    kind = default_lexicon().classes[leaf.kind].name if leaf else ""
    is_mostly_capital = number is None or float(counts.capital[number] + counts.upper[number]) > 0.5
    if run == small or kind == "time":
        return True
    return not is_mostly_capital if begins or kind not in _PROPER else False
