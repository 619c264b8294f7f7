"""Amounts in words are found in each language that numbers are spelled in."""

from __future__ import annotations

import pytest

from privacy_chains.detect.patterns.reading import ValueReading
from privacy_chains.detect.patterns.spoken_money import find_spoken_money


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("chiedo il rimborso di centoventi euro per la mensa", "centoventi euro"),
        ("me doit deux mille trois cents euros ; garante", "deux mille trois cents euros"),
        ("gerade mal zweitausend Euro.", "zweitausend Euro"),
        ("factura de mil ochenta euros", "mil ochenta euros"),
        ("J'ai vers\u00e9 six cents euros d'acompte", "six cents euros"),
        ("een boete van tweehonderd euro", "tweehonderd euro"),
    ],
)
def test_an_amount_in_words_is_found(text: str, amount: str) -> None:
    assert [text[one.start : one.end] for one in find_spoken_money(ValueReading(text))] == [amount]


@pytest.mark.parametrize("text", ["the euro is strong", "un euro", "pay in Yen", "one hundred-year-old pound"])
def test_a_currency_alone_is_no_amount(text: str) -> None:
    assert not list(find_spoken_money(ValueReading(text)))
