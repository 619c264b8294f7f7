from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.ages import AgeFormat

AGES = ["50", "50-year-old", "aged 50", "forty-seven", "Forty-seven years old", "18 months old", "50yo", "Age: 05"]


@given(st.sampled_from(AGES), st.integers(1, 99))
def test_a_written_age_is_read_as_that_age(text: str, age: int) -> None:
    ages = AgeFormat()
    assert ages.write(text, ages.read(text).number) == text
    assert ages.read(ages.write(text, Fraction(age))).number == age


@pytest.mark.parametrize(
    ("text", "age", "written"),
    [
        ("50-year-old", "61", "61-year-old"),
        ("forty-seven", "52", "fifty-two"),
        ("18 months old", "2.25", "27 months old"),
        ("a hundred years old", "98", "ninety-eight years old"),
    ],
)
def test_the_words_around_an_age_stay(text: str, age: str, written: str) -> None:
    assert AgeFormat().write(text, Fraction(age)) == written


@pytest.mark.parametrize("text", ["", "old", "50-64"])
def test_what_is_no_age_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        AgeFormat().read(text)
