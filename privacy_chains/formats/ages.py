"""Ages in years, or in months, weeks and days, as people give the ages of children."""

from __future__ import annotations

import re
from fractions import Fraction

from privacy_chains.formats._frames import frame_number
from privacy_chains.formats.quantity import Quantity, QuantityFormat, Taken
from privacy_chains.language.patterns import worded

__all__ = ["AgeFormat"]

_PARTS = worded(r"\b(?:({age_month})|({age_week})|({age_day}))\b", re.IGNORECASE)
_ORDINAL = worded(r"([0-9]+){ordinal_ending:en}\b")
_ONE = Fraction(1)
_LENGTHS = (Fraction(1, 12), Fraction(7, 365), Fraction(1, 365))


class AgeFormat(QuantityFormat):
    """Ages: ``50``, ``50 years old``, ``50-year-old``, ``aged 50``, ``forty-seven``, ``18 months old``, ``90th``."""

    unit = "years"
    keeps = "the words around the number, years or months or days, leading zeros"

    def read(self, text: str) -> Quantity:
        return self.take(text)[0]

    def spell(self, text: str, number: Fraction) -> str:
        return self.take(text)[1](number)

    def take(self, text: str) -> Taken:
        frame = frame_number(text)
        quantity = frame.quantity
        step = quantity.step if quantity.step < 1 else _ONE
        year = _year(frame.after)
        if year == 1:
            return Quantity(quantity.number, step), lambda number: _as_ordinal(frame.spell(number))
        return Quantity(quantity.number * year, step * year), lambda number: frame.spell(number / year)


def _as_ordinal(text: str) -> str:
    """Correct the ending of an ordinal: ``92th`` becomes ``92nd``."""
    return _ORDINAL.sub(lambda found: f"{found[1]}{_suffix(int(found[1]))}", text)


def _suffix(number: int) -> str:
    return "th" if 11 <= number % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _year(after: str) -> Fraction:
    """The length in years of the unit after the number."""
    part = _PARTS.search(after) if after else None
    return _LENGTHS[(part.lastindex or 1) - 1] if part else _ONE
