"""What the network reads in the place of values that are already found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.stand_ins import Canonical

TYPES = st.sampled_from(sorted(ENTITY_TYPES))


def canonical(text: str, *values: tuple[str, str]) -> Canonical:
    starts = [(text.index(value), value, kind) for value, kind in values]
    return Canonical(text, [Span(start, start + len(value), kind) for start, value, kind in starts])


def drawn_spans(text: str, data: st.DataObject) -> list[Span]:
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    return [Span(a, b, data.draw(TYPES)) for a, b in zip(borders[::2], borders[1::2], strict=False)]


def test_values_are_read_as_usual_ones_of_their_types() -> None:
    text = "Ask Kaiser Soze, aged 53, at k.soze@example.org."
    values = [("Kaiser Soze", "PERSON"), ("53", "AGE"), ("k.soze@example.org", "EMAIL_ADDRESS")]
    assert canonical(text, *values).text == "Ask Alice Johnson, aged 40, at email."


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("Maria", "Alice"),
        ("Kowalski", "Johnson"),
        ("Soze", "Johnson"),
        ("MARIA", "ALICE"),
        ("maria kowalski", "alice johnson"),
        ("Dr. Anna-Maria van der Berg, Jr.", "Alice Johnson"),
        ("王小明", "Johnson"),
    ],
)
def test_of_names_words_and_letter_case_are_kept(name: str, read: str) -> None:
    assert canonical(f"({name})", (name, "PERSON")).text == f"({read})"


@pytest.mark.parametrize(("place", "read"), [("OR", "IL"), ("York", "Springfield"), ("USA", "Springfield")])
def test_of_places_it_is_kept_whether_they_are_codes_of_states(place: str, read: str) -> None:
    assert canonical(f"({place})", (place, "LOCATION")).text == f"({read})"


def test_a_stand_in_makes_no_word_with_its_neighbours() -> None:
    assert canonical("a 43yo man", ("43", "AGE")).text == "a 40 yo man"
    assert canonical("x$5", ("$5", "MONEY")).text == "x$50"
    assert Canonical("4348", [Span(0, 2, "AGE"), Span(2, 4, "AGE")]).text == "40 40"


def test_what_holds_a_stand_in_whole_holds_its_value() -> None:
    text = "at 1 Elm St, York 62704-1234, since"
    found = canonical(text, ("62704-1234", "US_ZIP_CODE"))
    place = found.original(found.text.index("1 Elm"), found.text.index(", since"))
    assert text[slice(*place)] == "1 Elm St, York 62704-1234"


def test_of_a_stand_in_that_is_held_in_part_nothing_is_taken() -> None:
    text = "Maria Lopez & Sons, of Jane Roe"
    found = canonical(text, ("Maria Lopez", "PERSON"), ("Jane Roe", "PERSON"))
    assert found.text == "Alice Johnson & Sons, of Alice Johnson"
    stretch = found.with_whole_values(found.text.index("Johnson"), found.text.rindex(" Johnson"))
    assert text[slice(*found.original(*stretch))] == "Sons, of"
    start, end = found.with_whole_values(2, 9)
    assert start >= end


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("ref 2123 45670 1 and 36574261809", "ref 5087 00824 9 and 10000000000"),
        ("(1112.22.333), 01310-100", "(8589.81.935), 98765-432"),
        ("DE136695976 L01X00T47 00192200M ab1234", "RZ115299734 W56Y26C25 47868870S xy9876"),
        ("Boston 02110", "Boston 99999"),
    ],
)
def test_of_numbers_and_codes_the_shape_is_read(text: str, other: str) -> None:
    assert Canonical(text, []).text == Canonical(other, []).text != text
    assert len(Canonical(text, []).text) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        "in 2024, the 1990s, 1939-1945",
        "2024-05-01 or 14/05/2023, 3.7.58",
        "42nd St, 10am, 100 mg, 742 Elm, 4K, B2B, COVID19",
    ],
)
def test_years_dates_and_words_are_read_as_they_are(text: str) -> None:
    assert Canonical(text, []).text == text


@pytest.mark.parametrize(
    "code", ["1" * 500 + "xxxxx", "a1" * 500, "a1b" * 200 + "ccc", "1 " * 500 + "a", "1a2b3c4d" * 99 + "_x"]
)
def test_long_codes_are_looked_at_once(code: str) -> None:
    assert len(Canonical(code, []).text) == len(code)


@given(text=st.text(min_size=1, max_size=60), data=st.data())
def test_what_is_read_depends_on_nothing_but_types_and_what_stands_between(text: str, data: st.DataObject) -> None:
    spans = [span for span in drawn_spans(text, data) if span.entity_type not in {"PERSON", "LOCATION"}]
    other, moved, position = "", [], 0
    for span in spans:
        other += text[position : span.start]
        start = len(other)
        other += data.draw(st.text(min_size=1, max_size=5))
        moved.append(Span(start, len(other), span.entity_type))
        position = span.end
    other += text[position:]
    assert Canonical(other, moved).text == Canonical(text, spans).text


@given(text=st.text(min_size=1, max_size=60), data=st.data())
def test_what_stands_between_is_found_where_it_stands(text: str, data: st.DataObject) -> None:
    spans = drawn_spans(text, data)
    found = Canonical(text, spans)
    start = data.draw(st.integers(0, len(found.text) - 1))
    end = data.draw(st.integers(start + 1, len(found.text)))
    first, last = found.original(start, end)
    assert 0 <= first <= last <= len(text)
    assert first < last or not found.text[start:end].strip()
    assert all(first <= span.start and span.end <= last for span in spans if span.start < last and first < span.end)
    if not spans:
        assert (first, last) == (start, end)
