"""Small released numbers in words: ``forty-seven`` for 47, where the sense agrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from privacy_chains.desanitize._numbers import Number
from privacy_chains.desanitize._senses import around, arrived
from privacy_chains.desanitize._window import WAIT, Found, Wait
from privacy_chains.desanitize._words import WordsForm, word_forms
from privacy_chains.formats.numbers import write_number

__all__ = ["SpelledOut", "spelled_out"]

_SMALLEST: Final = 11
_LARGEST: Final = 999


@dataclass(frozen=True, slots=True)
class SpelledOut:
    """A released number in words; it means that number where its sense agrees, as the same number in digits does."""

    words: WordsForm
    number: Number
    struck: set[tuple[int, str]]

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether the number stands at ``start`` in its own sense."""
        found = self.words.match(text, start, final=final)
        if not isinstance(found, Found):
            return found
        if not final and not arrived(text, found.end):
            return WAIT
        here = around(text, start, found.end)
        kinds = [f"in words: {kind}" for kind in self.number.evidence(here)]
        kind = next((kind for kind in kinds if (self.number.entry, kind) not in self.struck), None)
        if kind is None:
            return found._replace(doubt="the number may be meant in another sense")
        return found._replace(kind=kind)


def spelled_out(number: Number, struck: set[tuple[int, str]]) -> Iterator[SpelledOut]:
    """The spellings of a number in words; none for one that is seldom written so. English."""
    if number.released.denominator != 1 or not _SMALLEST <= number.released <= _LARGEST:
        return
    if number.true.denominator != 1 or number.true <= 0:
        return
    surrogate, original = (write_number("seventy-one", Fraction(n)) for n in (number.released, number.true))
    if surrogate and original:
        for form in word_forms(number.entry, surrogate, original):
            yield SpelledOut(form, number, struck)
