"""Numbers and ordinals in words of several languages: parsed, and written in the same style."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.language.marks import without_marks
from privacy_chains.language.number_rules import LARGEST, spell
from privacy_chains.language.spellout import SpokenNumber, find_spoken, is_ordinal

__all__ = ["SpokenWords", "spoken_in"]

_THOUSAND = 1000


class SpokenWords(NamedTuple):
    """A number in words, and how it is spelled.

    Attributes:
        spoken: The number, its language, and the rules that spell it.
        like: The original words, whose style is kept.
    """

    spoken: SpokenNumber
    like: str

    @property
    def number(self) -> int:
        """Its value."""
        return self.spoken.number

    @property
    def step(self) -> int:
        """Its last word of magnitude: 1 for ``quarante-sept``, 1000000 for ``deux millions``."""
        step = 1
        while not is_ordinal(self.spoken) and self.number and not self.number % (step * _THOUSAND):
            step *= _THOUSAND
        return step

    def spell(self, number: int) -> str:
        """A number in words, in the same style.

        Raises:
            FormatError: There are no words for it.
        """
        _, locale, rules = self.spoken
        if not 0 <= number < LARGEST:
            msg = "the number has no words in the language of the original"
            raise FormatError(msg)
        plain = spell(locale, rules, self.number)
        style = next((place for place, form in enumerate(_styles(plain)) if form == self.like.lower()), 0)
        written = [*_styles(spell(locale, rules, number))][style]
        return _cased(written, self.like)


def spoken_in(text: str) -> tuple[int, int, SpokenWords] | None:
    """The start and end of the only number in words of a text, and its value; None if there is none, or several."""
    found = list(find_spoken(text, 0, len(text)))
    if len(found) != 1:
        return None
    ((start, end, said),) = found
    return start, end, SpokenWords(said[0], text[start:end])


def _styles(words: str) -> Iterator[str]:
    """The ways in which people write number words: with or without hyphens and accents."""
    for plain in (words, without_marks(words, "NFKD")):
        yield from (plain, plain.replace("-", " "), plain.replace(" ", "-"))


def _cased(words: str, like: str) -> str:
    if like.isupper():
        return words.upper()
    if like.istitle() and len(like.split()) > 1:
        return words.title()
    return words[:1].upper() + words[1:] if like[:1].isupper() else words
