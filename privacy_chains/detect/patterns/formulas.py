"""Amounts in formulas of sheets that name a person: ``=ALS(A3="Hoogerwerf, J.P.";2999,95;0)``.

Nothing labels them. But a formula that asks for somebody's name says of the numbers in it that they are this person's.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.names_in_code import is_name_in_quotes
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.lazy import lazily

__all__ = ["find_in_formulas"]

_FORMULA = lazily(r"=(?=[A-Z\u00c0-\u00dc.]{2,24}\()[^\n]{4,400}")
_QUOTED = lazily(r"\"(?P<value>[^\"\n]{1,64})\"")
_NUMBER = lazily(r"(?<![\w.,$!\"])[0-9]+(?:[.,][0-9]{1,4})?(?![\w!\"(]|[.,][0-9])")
_FEWEST_DIGITS = 3


def find_in_formulas(reading: ValueReading) -> Iterator[FoundValue]:
    """The names in such formulas, and the numbers of three digits and more."""
    text = reading.text
    for formula in _FORMULA.finditer(text) if "=" in text and '"' in text else ():
        quoted = list(_QUOTED.finditer(text, *formula.span()))
        names = [one.span("value") for one in quoted if is_name_in_quotes(text, *one.span("value"))]
        yield from (FoundValue(*name, "PERSON", 0.6) for name in names)
        for number in _NUMBER.finditer(text, *formula.span()) if names else ():
            inside = any(one.start() < number.start() < one.end() for one in quoted)
            if not inside and sum(map(str.isdigit, number[0])) >= _FEWEST_DIGITS:
                yield FoundValue(*number.span(), "MONEY", 0.6)
