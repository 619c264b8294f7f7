"""A year of birth comes back from a released date of birth, which an answer may state by its year alone."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued, Reader

FORMS = (
    "Ann was born in {}.", "born {}", "birth year: {}", '{{"birth_year": {}}}', "Sie ist {} geboren.", "n\u00e9e en {}",
    "Ann, nata {}, ...", "nacida en {}",
)  # fmt: skip
YEARS = st.integers(1900, 2020)


def born(true: date, released: date) -> Issued:
    days = (Fraction(day.toordinal()) for day in (true, released))
    return Issued("DATE_OF_BIRTH", f"{true:%d.%m.%Y}", f"{released:%d.%m.%Y}", "number", *days)


@given(st.sampled_from(FORMS), YEARS, YEARS, st.integers(1, 12))
def test_the_year_alone_is_read(form: str, true: int, released: int, month: int) -> None:
    reader = Reader([born(date(true, 3, 14), date(released, month, 2))])
    assert reader.text(form.format(released)) == form.format(true)


@pytest.mark.parametrize("text", ["In 1980 the bridge was opened.", "version 1980", "1980 people came."])
def test_other_numbers_are_no_births(text: str) -> None:
    assert Reader([born(date(1978, 3, 14), date(1980, 2, 2))]).text(text) == text


def test_the_year_of_two_people_is_not_guessed() -> None:
    reader = Reader([born(date(1978, 3, 14), date(1980, 2, 2)), born(date(1983, 3, 14), date(1980, 5, 2))])
    assert reader.text("Somebody was born in 1980.") == "Somebody was born in 1980."
