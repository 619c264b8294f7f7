from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.money import MoneyFormat

AMOUNTS = [
    ("$2,000", "2000", "1"),
    ("$1,000,000", "1000000", "1"),
    ("71_500", "71500", "1"),
    ("$1_250_000.50", "1250000.5", "0.01"),
    ("$145,000", "145000", "1"),
    ("\u20ac1.234,50", "1234.5", "0.01"),
    ("1.234 \u20ac", "1234", "1"),
    ("$1.234", "1.234", "0.001"),
    ("12k USD", "12000", "1000"),
    ("$1.2 million", "1200000", "100000"),
    ("($27)", "-27", "1"),
    ("$(27)", "-27", "1"),
    ("$ (1,234)", "-1234", "1"),
    ("-$50.00", "-50", "0.01"),
    ("$-50", "-50", "1"),
    ("\u2212\u20ac50", "-50", "1"),
    ("two million dollars", "2000000", "1000000"),
    ("US$ 1,000.50", "1000.5", "0.01"),
    ("\u20b912,34,567", "1234567", "1"),
    ("1.5 Mio. EUR", "1500000", "100000"),
    ("2.000 Mio. \u20ac", "2000000000", "1000000"),
    ("3 Mrd. EUR", "3000000000", "1000000000"),
    ("450 Tsd. Euro", "450000", "1000"),
    ("2 Billionen Euro", "2000000000000", "1000000000000"),
    ("1,2 milliard d'euros", "1200000000", "100000000"),
    ("12 k\u20ac", "12000", "1000"),
    ("2,5 Md\u20ac", "2500000000", "100000000"),
    ("3 Mds \u20ac", "3000000000", "1000000000"),
    ("5 M\u20ac", "5000000", "1000000"),
    ("2 mil millones de euros", "2000000000", "1000000000"),
    ("2.000 millones de euros", "2000000000", "1000000"),
    ("450 mil euros", "450000", "1000"),
    ("1,2 miliardi di euro", "1200000000", "100000000"),
    ("450 mila euro", "450000", "1000"),
    ("3 mln. euro", "3000000", "1000000"),
    ("\u20ac 1,5 miljoen", "1500000", "100000"),
    ("450 duizend euro", "450000", "1000"),
    ("1,2 miljard euro", "1200000000", "100000000"),
    ("R$ 5 bilh\u00f5es", "5000000000", "1000000000"),
    ("2 mil milh\u00f5es de euros", "2000000000", "1000000000"),
    ("1 milh\u00e3o de reais", "1000000", "1000000"),
    ("450 tys. z\u0142", "450000", "1000"),
    ("3 miljoner kronor", "3000000", "1000000"),
    ("5 mia. kr", "5000000000", "1000000000"),
    ("500,000", "500000", "1"),
    ("1'234.50 CHF", "1234.5", "0.01"),
    ("one hundred and five pounds", "105", "1"),
    ("$.50", "0.5", "0.01"),
]


@pytest.mark.parametrize(("text", "number", "step"), AMOUNTS)
def test_amounts_are_read_and_written_back_as_they_were(text: str, number: str, step: str) -> None:
    quantity = MoneyFormat().read(text)
    assert (quantity.number, quantity.step) == (Fraction(number), Fraction(step))
    assert MoneyFormat().write(text, quantity.number) == text


@given(st.sampled_from(AMOUNTS), st.integers(-(10**6), 10**6))
def test_a_written_amount_is_read_as_that_amount(amount: tuple[str, str, str], count: int) -> None:
    text, _, step = amount
    number = count * Fraction(step)
    assert MoneyFormat().read(MoneyFormat().write(text, number)).number == number


@pytest.mark.parametrize(
    ("text", "number", "written"),
    [
        ("$2,000", 2143, "$2,143"),
        ("2.000 \u20ac", 12143, "12.143 \u20ac"),
        ("($27)", 31, "$31"),
        ("$27", -31, "-$31"),
        ("-$27", -31, "-$31"),
        ("two million dollars", 3_000_000, "three million dollars"),
    ],
)
def test_the_spelling_is_kept(text: str, number: int, written: str) -> None:
    assert MoneyFormat().write(text, Fraction(number)) == written


@pytest.mark.parametrize("text", ["", "$", "$1-2", "$1,2,3", "12 and 13", "dollars"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as error:
        MoneyFormat().read(text)
    assert not text or text not in str(error.value)


@pytest.mark.parametrize(
    ("text", "number", "written"),
    [
        ("two thousand dollars", 1970, "one thousand nine hundred seventy dollars"),
        ("douze mille euros", 12300, "douze mille trois cents euros"),
        ("zwei Millionen Euro", 2_010_000, "zwei Millionen zehntausend Euro"),
    ],
)
def test_a_round_amount_in_words_takes_more_words(text: str, number: int, written: str) -> None:
    assert MoneyFormat().write(text, Fraction(number), finer=True) == written
