import copy
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.numbers import NumberFormat, find_numbers, read_number, write_number
from privacy_chains.formats.quantity import QuantityKey, nearest_multiple

SPELLINGS = [
    ("12", "12", "1"),
    ("1,234", "1234", "1"),
    ("3.142", "3.142", "0.001"),
    ("1.234.567,89", "1234567.89", "0.01"),
    ("12,34,567", "1234567", "1"),
    ("1 234,5", "1234.5", "0.1"),
    ("1\u202f234", "1234", "1"),
    ("1\u00a0234", "1234", "1"),
    ("1'234.50", "1234.5", "0.01"),
    ("1\u2019234", "1234", "1"),
    ("0.50", "0.5", "0.01"),
    (".5", "0.5", "0.1"),
    ("007", "7", "1"),
    ("12k", "12000", "1000"),
    ("1.2 million", "1200000", "100000"),
    ("1.5 Mio.", "1500000", "100000"),
    ("3 Mrd.", "3000000000", "1000000000"),
    ("5 lakh", "500000", "100000"),
    ("(27)", "-27", "1"),
    ("-3", "-3", "1"),
    ("\u22123", "-3", "1"),
    ("+4", "4", "1"),
    ("forty-seven", "47", "1"),
    ("twenty one", "21", "1"),
    ("Three hundred and five", "305", "1"),
    ("TWO MILLION", "2000000", "1000000"),
    ("a hundred", "100", "100"),
    ("two hundred thousand", "200000", "100000"),
    ("twelve hundred", "1200", "100"),
    ("Twenty-five hundred", "2500", "100"),
    ("nineteen hundred and fifty", "1950", "1"),
    ("1.2M", "1200000", "100000"),
    ("1,23", "1.23", "0.01"),
]


@pytest.mark.parametrize(("text", "number", "step"), SPELLINGS)
def test_every_spelling_is_read_and_written_back_as_it_was(text: str, number: str, step: str) -> None:
    quantity = NumberFormat().read(text)
    assert (quantity.number, quantity.step) == (Fraction(number), Fraction(step))
    assert NumberFormat().write(text, quantity.number) == text


@given(st.sampled_from(SPELLINGS), st.integers(0, 10**9))
def test_a_written_number_is_read_as_that_number(spelling: tuple[str, str, str], count: int) -> None:
    text, _, step = spelling
    number = count * Fraction(step)
    number = -number if text in {"(27)", "-3", "\u22123"} else number
    if number < 10**15:
        assert NumberFormat().read(NumberFormat().write(text, number)).number == number


@given(
    st.one_of(st.integers(0, 10**15 - 1), st.integers(0, 10**5)),
    st.sampled_from(["forty-seven", "Forty Seven", "one hundred and one", "twelve hundred and two"]),
)
def test_number_words_go_both_ways(number: int, like: str) -> None:
    written = write_number(like, Fraction(number))
    assert written is not None
    read = read_number(written)
    assert read is not None
    assert read.number == number


@pytest.mark.parametrize(
    ("text", "number", "written"),
    [
        ("1,234", "1234567", "1,234,567"),
        ("12,34,567", "123456789", "12,34,56,789"),
        ("1.234,50", "9999999.5", "9.999.999,50"),
        ("12k", "13000", "13k"),
        ("12k", "13400", "13k"),
        ("(27)", "31", "31"),
        ("27", "-31", "-31"),
        ("007", "12", "012"),
        ("Forty-seven", "52", "Fifty-two"),
        ("1.2 million", "1350000", "1.4 million"),
    ],
)
def test_the_style_is_kept(text: str, number: str, written: str) -> None:
    assert NumberFormat().write(text, Fraction(number)) == written


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "12-13",
        "1,2,3",
        "1,23,4",
        "twelve and",
        "hundred million hundred",
        "one thousand twelve hundred",
        "12.",
        "(5",
        "1..2",
    ],
)
def test_what_is_no_number_is_refused_without_being_quoted(text: str) -> None:
    with pytest.raises(FormatError) as error:
        NumberFormat().read(text)
    assert not text or text not in str(error.value)


def test_a_spelling_that_cannot_say_it_says_so() -> None:
    assert write_number("twelve", Fraction(1, 2)) is None
    assert write_number("12", Fraction(1, 3)) is None
    assert write_number("12k", Fraction(1, 10_000)) is None


@pytest.mark.parametrize(
    ("text", "number", "written"),
    [
        ("5,000", "4166.67", "4,166.67"),
        ("5,000", "4166.5", "4,166.50"),
        ("4.500,00", "4166.6667", "4.166,6667"),
        ("3 200", "3166.67", "3 166,67"),
        ("1'000", "999.25", "999.25"),
        ("12k", "12300", "12.3k"),
        ("1.2 million", "1234000", "1.2340 million"),
        ("20", "19.57", "19.57"),
    ],
)
def test_more_decimals_are_written_only_where_they_are_asked_for(text: str, number: str, written: str) -> None:
    quantity = NumberFormat().read(text)
    assert NumberFormat().write(text, Fraction(number), finer=True) == written
    plain = NumberFormat().write(text, Fraction(number), NumberFormat().take(text))
    assert NumberFormat().read(plain).number == nearest_multiple(Fraction(number), quantity.step)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("aged 50-64, ssn 123-45-6789 on 2024-01-15 at 3:45", ["50", "64"]),
        ("$1,234.50, \u20ac1.234,50; EUR12 and USD 13", ["1,234.50", "1.234,50", "12", "13"]),
        ("v1.2 10.0.0.1 1st A12 COVID-19 x2", []),
        ("a 50-year-old has 12k, 1.5 Mio. and 3.5 million.", ["50", "12k", "1.5 Mio.", "3.5 million"]),
        ("93.224.247 or 1 575 618 851 or 10.000.000.000", ["93.224.247", "1 575 618 851", "10.000.000.000"]),
        ("forty-seven people, no one else, two million dollars", ["forty-seven", "two million"]),
        (
            '{"age": 50, "pay": [12.5, -3]} |7|8| **9** (27) 5% 70kg',
            ["50", "12.5", "3", "7", "8", "9", "27", "5", "70"],
        ),
        ("It is 5. Then 6, and 7.", ["5", "6", "7"]),
        ("", []),
    ],
)
def test_numbers_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_numbers(text)] == found


@given(st.text(max_size=80))
def test_whatever_is_found_can_be_read(text: str) -> None:
    assert all(read_number(text[start:end]) is not None for start, end in find_numbers(text))


@given(st.fractions())
def test_a_key_is_its_number(number: Fraction) -> None:
    key = QuantityKey(number)
    assert (key, hash(key), str(key)) == (number, hash(number), str(number))
    assert {number: 1}[key] == {key: 1}[number] == 1
    assert copy.deepcopy(key) == copy.copy(key) == number
