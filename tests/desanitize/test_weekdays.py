"""Days of the week in answers: those that were released, and those that a model counts from them."""

from __future__ import annotations

import json
from itertools import accumulate

import pytest
from desanitize.requests import streamed
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.desanitize import Issued, Reader
from privacy_chains.formats.weekdays import DAYS

TURNED = Issued("WEEKDAY", "Tuesday", "Saturday", "day")  # four days on
ANSWERS = [
    ("On Saturday.", "On Tuesday."),
    ("SATURDAYS, saturday and Saturday's", "TUESDAYS, tuesday and Tuesday's"),
    ("Two days later is Monday", "Two days later is Thursday"),
    ("Samstagabend, samedi, zaterdag, s\u00e1bado, domenica", "Dienstagabend, mardi, dinsdag, martes, mercoled\u00ec"),
    ("na sexta-feira, \u00e0s QUINTA-FEIRA", "na segunda-feira, \u00e0s S\u00c1BADO".replace("S\u00c1BADO", "DOMINGO")),
    ("open Sat-Mon, Sat 10:00 and Sa/So", "open Tue-Thu, Tue 10:00 and Di/Mi"),
    ("Saturday, 18 May 2024, is no Saturday", "Saturday, 18 May 2024, is no Tuesday"),
    ("| Sat | Sun |\nx,Mon,y\n", "| Tue | Wed |\nx,Thu,y\n"),
    ("Saturday the 18th", "Tuesday the 18th"),
    ("He sat in the Sun, so on Good Friday", "He sat in the Sun, so on Good Friday"),
    ("snake_Saturday xSaturday Saturdayish", "snake_Saturday xSaturday Saturdayish"),
    ("**Saturday**|Saturday|\nSaturday\n", "**Tuesday**|Tuesday|\nTuesday\n"),
]


@pytest.mark.parametrize(("answer", "read"), ANSWERS)
def test_days_are_turned_back(answer: str, read: str) -> None:
    assert Reader([TURNED]).restore(answer).text == read


@given(st.sampled_from(ANSWERS), st.integers(1, 7))
def test_any_chunking_gives_the_same(pair: tuple[str, str], size: int) -> None:
    answer, read = pair
    reader = Reader([TURNED])
    assert streamed(reader, answer, range(size, len(answer), size)) == read


PIECES = (
    "Sat",
    "Saturday",
    "s",
    "urday",
    ", ",
    ". ",
    "\n10:",
    " 10",
    "00",
    " May ",
    " 18",
    " 2024",
    "-",
    "Mo",
    "n",
    " ",
    " bis ",
    "|",
    "\t",
    "x",
    "(",
)


@given(st.lists(st.sampled_from(PIECES), max_size=24))
@settings(max_examples=400)
def test_any_text_reads_as_its_chunks_do(chunks: list[str]) -> None:
    text, reader = "".join(chunks), Reader([TURNED])
    assert streamed(reader, text, list(accumulate(map(len, chunks)))) == reader.restore(text).text


def test_a_stream_waits_no_longer_than_it_must() -> None:
    stream = Reader([TURNED]).stream()
    assert stream.feed("See you on Saturday evening ") == "See you on Tuesday evening "


@given(st.integers(0, 6), st.integers(1, 6), st.integers(0, 6), st.sampled_from(DAYS[:1] + DAYS[2:7]))
def test_a_day_so_many_later_is_read_in_any_language(day: int, turn: int, later: int, names: tuple[str, ...]) -> None:
    released = Issued("WEEKDAY", DAYS[0][day], DAYS[0][(day + turn) % 7], "day")
    answer = names[(day + turn + later) % 7]
    assert Reader([released]).restore(answer).text == names[(day + later) % 7]


def test_a_name_in_a_ring_of_its_own_is_read_by_it() -> None:
    reader = Reader([TURNED, Issued("WEEKDAY", "quarta-feira", "sexta-feira", "day")])
    assert reader.restore("sexta-feira, segunda-feira, Saturday").text == "quarta-feira, quinta-feira, Tuesday"
    assert Reader([Issued("WEEKDAY", "Tues", "Weds", "day")]).restore("Weds 9:00 or Wednesday").text == (
        "Tues 9:00 or Wednesday"
    )


def test_days_that_were_turned_by_different_distances_are_read_as_issued_alone() -> None:
    reader = Reader([TURNED, Issued("WEEKDAY", "Friday", "Sunday", "day")])
    assert reader.restore("Saturday, Sunday, Monday").text == "Tuesday, Friday, Monday"


def test_a_value_that_is_no_day_is_read_as_issued() -> None:
    reader = Reader([Issued("WEEKDAY", "Tuesday evening", "Qhdkwcm xaplrke", "day")])
    assert reader.restore("On Qhdkwcm xaplrke.").text == "On Tuesday evening."


def test_escapes_and_values() -> None:
    reader = Reader([Issued("WEEKDAY", "lunes", "mi\u00e9rcoles", "day")])
    assert reader.restore(json.dumps({"d": "mi\u00e9rcoles"})).text == '{"d": "lunes"}'
    assert Reader([TURNED]).restore("a\\nSaturday").text == "a\\nTuesday"
    assert reader.value({"day": "VIERNES"}) == {"day": "MI\u00c9RCOLES"}
    assert reader.map("lunes y martes") == "mi\u00e9rcoles y jueves"
