"""Dates in words: what is written is read as the same day, in the same order and letter case."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.entities import LAST_YEAR_OF_BIRTH
from privacy_chains.errors import FormatError
from privacy_chains.formats.dates import DateFormat
from privacy_chains.formats.spoken_dates import spoken_date

FORMAT = DateFormat(LAST_YEAR_OF_BIRTH)
SAID = {
    "fifth of june nineteen forty eight": date(1948, 6, 5),
    "June fifth, forty-eight": date(1948, 6, 5),
    "the twenty first of March two thousand and three": date(2003, 3, 21),
    "December thirty-first, twenty twelve": date(2012, 12, 31),
    "FIRST OF MAY NINETEEN OH SEVEN": date(1907, 5, 1),
}


@pytest.mark.parametrize(("text", "day"), SAID.items())
def test_they_are_read(text: str, day: date) -> None:
    assert FORMAT.read(text).number == day.toordinal()


@given(text=st.sampled_from(sorted(SAID)), day=st.dates(date(1900, 1, 1), date(LAST_YEAR_OF_BIRTH, 12, 31)))
def test_what_is_written_is_read_as_the_same_day(text: str, day: date) -> None:
    least, most = FORMAT.read(text).limits or (Fraction(1), Fraction(date.max.toordinal()))
    number = min(max(Fraction(day.toordinal()), least), most)
    written = FORMAT.write(text, number)
    assert FORMAT.read(written).number == number
    assert written.isupper() == text.isupper()
    assert text.lower().startswith(("june", "december")) == (written.split()[0].strip(",").lower() in _MONTHS)


_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)


@pytest.mark.parametrize("text", ["the fifth element", "thirty-first of june nineteen forty", "june nineteen"])
def test_what_is_no_day_is_not_read(text: str) -> None:
    with pytest.raises(FormatError):
        FORMAT.read(text)
    assert spoken_date("fifth of") is None
