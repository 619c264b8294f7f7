from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.times import TimeFormat

TIMES = [
    ("3:45 pm", 945, "12:07 am"),
    ("03:45 PM", 945, "12:07 AM"),
    ("15:45", 945, "00:07"),
    ("9:05", 545, "0:07"),
    ("15h30", 930, "00h07"),
    ("at 9.30 a.m.", 570, "at 12.07 a.m."),
    ("12:00 am", 0, "12:07 am"),
]


@pytest.mark.parametrize(("text", "number", "written"), TIMES)
def test_times_keep_their_clock(text: str, number: int, written: str) -> None:
    times = TimeFormat()
    assert times.read(text).number == number
    assert times.write(text, Fraction(number)) == text
    assert times.write(text, Fraction(7)) == written


@given(st.sampled_from(TIMES), st.integers(0, 1439))
def test_a_written_time_is_read_as_that_time(time: tuple[str, int, str], minute: int) -> None:
    assert TimeFormat().read(TimeFormat().write(time[0], Fraction(minute))).number == minute


def test_parts_of_a_second_are_part_of_the_time() -> None:
    assert TimeFormat().read("07:05:30.250").number == 425 + Fraction(1, 2) + Fraction(1, 240)
    assert TimeFormat().write("07:05:30.250", Fraction(1, 120)) == "00:00:00.500"


def test_seconds_and_lone_hours_have_their_own_precision() -> None:
    assert TimeFormat().read("07:05:30").step == Fraction(1, 60)
    assert TimeFormat().write("07:05:30", Fraction(61, 60)) == "00:01:01"
    assert TimeFormat().read("3pm").step == 60
    assert TimeFormat().write("3pm", Fraction(130)) == "2am"


@pytest.mark.parametrize("text", ["", "25:00", "13 pm", "0 am", "12", "3:60", "1:2:3:4"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        TimeFormat().read(text)


def test_a_time_beyond_midnight_is_refused() -> None:
    with pytest.raises(FormatError):
        TimeFormat().write("15:45", Fraction(1440))
