"""The tables of currencies and magnitudes."""

from __future__ import annotations

import pytest

from privacy_chains.language import currencies, magnitudes

CURRENCIES = currencies.currencies()


def test_every_currency_has_a_name_in_every_language() -> None:
    nameless = {
        code: sorted(language for language, names in currency.names.items() if not names)
        for code, currency in CURRENCIES.items()
        if code not in {"BTC", "ETH", "RMB"} and any(not names for names in currency.names.values())
    }
    assert sum(map(len, nameless.values())) <= 0.02 * 12 * len(CURRENCIES)


@pytest.mark.parametrize(
    "word", ["pound", "real", "won", "crown", "rand", "lei", "som", "lat", "miles", "bill", "sons"]
)
def test_an_ordinary_word_is_no_currency_by_itself(word: str) -> None:
    assert word not in currencies.words()
    assert word not in magnitudes.plain()


@pytest.mark.parametrize("code", ["ALL", "TOP", "CUP", "CVE", "SDG"])
def test_a_code_that_is_a_word_is_one_to_be_careful_with(code: str) -> None:
    assert code in currencies.careful_codes()
    assert code not in currencies.codes()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("€45", "EUR"),
        ("MXN 473", "MXN"),
        ("MX$473", "MXN"),
        ("500 kr", "SEK"),
        ("30 euros", "EUR"),
        ("45 pounds", "GBP"),
    ],
)
def test_an_amount_names_its_currency(text: str, code: str) -> None:
    assert code in currencies.codes_in(text)


def test_a_word_of_two_meanings_keeps_both() -> None:
    assert magnitudes.factors()["billion"] == (10**9, 10**12)
    assert magnitudes.meaning()["billion"] == 10**9
    assert set(magnitudes.factors()["tn"]) == {10**3, 10**12}
