"""Small released numbers in words: ``forty-seven`` for 47, where the sense agrees."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from privacy_chains.desanitize.spellings.number import Number
from privacy_chains.desanitize.spellings.number_context import around, arrived, awaits_name
from privacy_chains.desanitize.spellings.numbers import ANOTHER_SENSE, Numbers
from privacy_chains.desanitize.spellings.words import WordsForm, word_forms
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.formats.numbers import write_number
from privacy_chains.language.lexicon import form_of
from privacy_chains.language.patterns import worded

__all__ = ["SpelledOut", "first_number_word", "spelled_out"]

_SMALLEST: Final = 11
_LARGEST: Final = 999
_GOES_ON = worded(r"[\s\u2010\u2011-]+(?:{and:en}\s+)?{number_word|hundred|scale}\b", re.IGNORECASE)
_GOES_BACK = worded(r"\b{hundred|scale}[\s-]+(?:{and:en}\s+)?\Z", re.IGNORECASE)
_LONGEST_PIECE: Final = 24
_BETWEEN: Final = tuple(" \n\t\u00a0\u2010\u2011-")


@dataclass(frozen=True, slots=True)
class SpelledOut:
    """A released number in words; it means that number where its sense agrees, as the same number in digits does."""

    words: WordsForm
    number: Number
    numbers: Numbers

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """Whether the number stands at ``start`` in its own sense."""
        found = self.words.match(text, start, final=final)
        if not isinstance(found, Found):
            return found
        if not final and (not arrived(text, found.end) or awaits_name(text, start, found.end)):
            return WAIT
        if text[found.end : found.end + 1] in _BETWEEN and not final and len(text) - found.end < _LONGEST_PIECE:
            return WAIT
        ahead, behind = text[found.end : found.end + _LONGEST_PIECE], text[max(0, start - _LONGEST_PIECE) : start]
        if _GOES_ON.match(ahead) or _GOES_BACK.search(behind):
            return None
        kind, place = None, (start, found.end)
        for evidence in self.numbers.evidence(text, place, self.number, around(text, *place)):
            if (self.number.entry, f"in words: {evidence}") not in self.numbers.struck:
                kind = evidence
                break
        doubt = self.numbers.doubt(text, place, self.number, kind)
        if kind is None or doubt:
            return found._replace(doubt=doubt or ANOTHER_SENSE)
        return found._replace(kind=f"in words: {kind}")


def _is_spelled_out(number: Number) -> bool:
    """Whether a number is one that is often written in words."""
    whole = number.released.denominator == number.true.denominator == 1
    return whole and _SMALLEST <= number.released.numerator <= _LARGEST and number.true.numerator > 0


def first_number_word(number: Number) -> str:
    """The word that the number starts with when it is written in words; empty where it is seldom written so."""
    if not _is_spelled_out(number):
        return ""
    value = number.released.numerator
    first = value if value < 20 else value // 10 * 10 if value < 100 else value // 100
    return form_of("number_word", str(first), "en")


def spelled_out(number: Number, numbers: Numbers) -> Iterator[SpelledOut]:
    """The spellings of a number in words; none for one that is seldom written so. English."""
    if not _is_spelled_out(number):
        return
    surrogate, original = (write_number("seventy-one", Fraction(n)) for n in (number.released, number.true))
    if surrogate and original:
        for form in word_forms(number.entry, surrogate, original):
            yield SpelledOut(form, number, numbers)
