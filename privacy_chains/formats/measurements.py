"""Percentages, years, and measurements with a unit."""

from __future__ import annotations

import re
from fractions import Fraction

from privacy_chains.errors import FormatError
from privacy_chains.formats._frames import frame_number
from privacy_chains.formats.quantity import Quantity, QuantityFormat, Taken
from privacy_chains.language.lexicon import word_set
from privacy_chains.language.patterns import worded
from privacy_chains.lazy import lazily

__all__ = ["MeasurementFormat", "PercentFormat", "YearFormat"]

_YEAR = lazily(r"(?P<before>[^0-9]*)(?P<year>[12][0-9]{3})(?P<after>[^0-9]*)", re.DOTALL)
_COMPOUND = worded(
    r"(?P<major>[0-9]+)(?P<unit>\s*(?:['\u2019\u2032]|{foot|pound}\.?)\s*(?:{and:en}\s+)?)(?P<minor>[0-9]+)(?P<rest>[^0-9]*)",
    re.IGNORECASE,
)


class PercentFormat(QuantityFormat):
    """Percentages: ``12%``, ``12.5 percent``, ``(3.2)%``, ``-1,5 %``. The number is in percentage points."""

    unit = "percentage points"
    keeps = "sign, number of decimals, how percent is written"

    def read(self, text: str) -> Quantity:
        return frame_number(text, scaled=False).quantity

    def take(self, text: str) -> Taken:
        frame = frame_number(text, scaled=False)
        return frame.quantity, frame.spell

    def spell(self, text: str, number: Fraction) -> str:
        return frame_number(text, scaled=False).spell(number)


class YearFormat(QuantityFormat):
    """Years of four digits, from 1000 to 2999: ``1980``, ``FY2019``, ``in 1980``."""

    unit = "years"
    keeps = "the words around the year"

    def read(self, text: str) -> Quantity:
        return Quantity(Fraction(_year(text)["year"]), Fraction(1))

    def spell(self, text: str, number: Fraction) -> str:
        found = _year(text)
        return f"{found['before']}{int(number)}{found['after']}"


def _year(text: str) -> re.Match[str]:
    found = _YEAR.fullmatch(text)
    if found is None:
        msg = "the value is not a year of four digits"
        raise FormatError(msg)
    return found


class MeasurementFormat(QuantityFormat):
    """A number with a unit: ``70 kg``, ``1.75m``, ``98.6 F``; feet with inches and pounds with ounces.

    The unit stays, and the number counts it; ``5'11"`` counts inches, ``7 lb 3 oz`` ounces.
    """

    unit = "units as written"
    keeps = "the unit, number of decimals, grouping"

    def read(self, text: str) -> Quantity:
        compound = _COMPOUND.fullmatch(text)
        if compound is not None:
            return Quantity(Fraction(int(compound["major"]) * _base(compound) + int(compound["minor"])), Fraction(1))
        return frame_number(text, scaled=False).quantity

    def spell(self, text: str, number: Fraction) -> str:
        compound = _COMPOUND.fullmatch(text)
        if compound is None:
            return frame_number(text, scaled=False).spell(number)
        if number < 0:
            msg = "a compound measurement cannot be negative"
            raise FormatError(msg)
        major, minor = divmod(int(number), _base(compound))
        width = len(compound["minor"]) if compound["minor"].startswith("0") else 1
        return f"{major}{compound['unit']}{minor:0{width}d}{compound['rest']}"


def _base(compound: re.Match[str]) -> int:
    pounds = tuple(word_set("pound"))
    return 16 if compound["unit"].strip().lower().startswith(pounds) else 12
