"""Texts with figures in place of number words: what shows the sense of ``47`` also shows that of ``quarante-sept``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from privacy_chains.language.lexicon import word_set
from privacy_chains.language.number_rules import folded
from privacy_chains.language.spellout import SpokenNumber, Uttered, find_spoken, is_ordinal, said_beside
from privacy_chains.lazy import lazily

__all__ = ["Figured", "Figures", "in_figures", "is_birthday"]

_WORD = lazily(r"[^\W\d_]+")
_SHORT = 6
"""Number words of up to so many letters are also words of other languages: ``once``, ``six``, ``seize``."""


class Figured(NamedTuple):
    """A number that was written in words: its place in the text, and the place of its figures."""

    start: int
    end: int
    first: int
    last: int
    number: int
    ordinal: bool


class Figures(NamedTuple):
    """A text with figures in place of words, and where they are."""

    text: str
    numbers: tuple[Figured, ...]


def in_figures(text: str, gaps: Iterable[tuple[int, int]]) -> Figures | None:
    """A text whose numbers in words are figures in some stretches of it; None where there are none.

    A short word counts as a number only in a language of the text, as far as the text's function words show it.
    """
    found = [(one, said) for gap in gaps for one in find_spoken(text, *gap) if (said := _meant(text, one))]
    if not found:
        return None
    pieces, numbers, at, length = list[str](), list[Figured](), 0, 0
    for one, said in found:
        figures = str(said.number)
        pieces += (text[at : one.start], figures)
        first = length + one.start - at
        length = first + len(figures)
        numbers.append(Figured(one.start, one.end, first, length, said.number, is_ordinal(said)))
        at = one.end
    return Figures("".join((*pieces, text[at:])), tuple(numbers))


def _meant(text: str, one: Uttered) -> SpokenNumber | None:
    """What words say: a short one in a language of the text, or nothing."""
    if len(folded(text[one.start : one.end])) > _SHORT:
        return one.said[0]
    return next(iter(said_beside(text, one.said)), None)


def is_birthday(text: str, end: int) -> bool:
    """Whether a word for a birthday follows a number."""
    word = _WORD.match(text, end + 1) if text[end : end + 1].isspace() else None
    return word is not None and word[0].lower() in word_set("birthday")
