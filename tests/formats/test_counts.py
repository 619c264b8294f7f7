"""Numbers, dates and years enciphered as others of their kind."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.counts import DayFormat, YearsFormat, counted
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.measurements import YearFormat
from privacy_chains.formats.money import MoneyFormat
from privacy_chains.testing import AffineCipher

BIRTHS = DateFormat(2029)
DAYS = DayFormat("DATE_OF_BIRTH", BIRTHS, 1900, 2029)
YEARS = YearsFormat("YEAR_OF_BIRTH", YearFormat(), 1900, 2029)
SPELLINGS = (
    "1958-07-03",
    "03.07.1958",
    "3.7.58",
    "25/04/1958",
    "July 3rd, 1958",
    "Thursday, 3 July 1958",
    "3 July",
    "05/1958",
    "May 1958",
    "19580703",
    "5-Mar-58",
    "1958-07-03 10:30",
    "1958-07-03T10:30:00.250Z",
)


@given(st.sampled_from(SPELLINGS), st.dates(date(1930, 1, 1), date(2029, 12, 31)), st.integers(0, 1000))
@settings(max_examples=300)
def test_a_date_becomes_another_in_its_spelling_and_back(spelling: str, day: date, key: int) -> None:
    text = BIRTHS.write(spelling, Fraction(day.toordinal()))
    surrogate = encipher(DAYS, text, AffineCipher(key))
    assert decipher(DAYS, surrogate, AffineCipher(key)) == text
    assert BIRTHS.parts(surrogate) == BIRTHS.parts(text)
    year = date.fromordinal(int(BIRTHS.read(surrogate).number + Fraction(1, 2))).year
    assert 1900 <= year <= 2029


@given(st.integers(1900, 2029), st.integers(0, 1000))
def test_a_year_becomes_another_within_the_bounds_and_back(year: int, key: int) -> None:
    surrogate = encipher(YEARS, str(year), AffineCipher(key))
    assert decipher(YEARS, surrogate, AffineCipher(key)) == str(year)
    assert 1900 <= int(surrogate) <= 2029


@pytest.mark.parametrize("text", ["1899-12-31", "2030-01-01", "12/1899"])
def test_what_lies_beyond_the_bounds_is_no_member(text: str) -> None:
    with pytest.raises(FormatError):
        DAYS.split(text)
    with pytest.raises(FormatError):
        YEARS.split(text[:4] if text[4] == "-" else text[-4:])


def test_other_numbers_have_as_many_digits() -> None:
    (money,) = counted("MONEY", MoneyFormat(), None, None)
    surrogate = encipher(money, "$2,000.50", AffineCipher(3))
    assert len(surrogate) == len("$2,000.50")
    assert decipher(money, surrogate, AffineCipher(3)) == "$2,000.50"
