"""What a network takes for names and is none, and what it takes in beside them."""

from __future__ import annotations

import pytest
from detect_support import findings_of
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect import default_detector
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.repairs.table import ON_PIECES, repaired
from privacy_chains.detect.rules.tables import listed
from privacy_chains.formats.word_classes import word_class

DETECTOR = default_detector()


def shorn(text: str, kind: str) -> tuple[int, int]:
    """Where a value of nothing but this text begins and ends, once labels are cut off."""
    whole = [NetworkFinding(0, len(text), kind, 0.5)]
    return next(((one.start, one.end) for one in repaired(text, whole, ON_PIECES)), (0, 0))


def tidy(text: str, *found: tuple[str, str]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.entity_type) for one in repaired(text, findings_of(text, found))]


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("Kontoauszug", "LOCATION"),
        ("Experiencia", "PERSON"),
        ("Jefe de", "PERSON"),
        ("Service client", "ORGANIZATION"),
        ("125k", "ORGANIZATION"),
        ("mw. drs", "LOCATION"),
        ("K", "ORGANIZATION"),
        ("med", "PERSON"),
        ("shard", "PERSON"),
    ],
)
def test_headings_amounts_and_words_of_letters_are_no_names(value: str, kind: str) -> None:
    assert not tidy(f"so {value} here", (value, kind))


@pytest.mark.parametrize("value", ["CPA", "Exxon Mobil", "MBA"])
def test_firms_may_be_called_like_titles_and_labels(value: str) -> None:
    assert tidy(f"the {value} said", (value, "ORGANIZATION")) == [(value, "ORGANIZATION")]


@pytest.mark.parametrize("value", ["Osterloh", "J. R.", "jean-luc", "Antonia", "Tania", "Rose", "X", "Zorbin Notaire"])
def test_names_stay_names(value: str) -> None:
    assert tidy(f"so {value} came", (value, "PERSON")) == [(value, "PERSON")]


def test_no_ordinary_word_is_a_listed_name() -> None:
    assert not [word for word in listed("words_of_letters") if word_class(word).startswith(("given", "surname"))]


@pytest.mark.parametrize(
    ("value", "kind", "left"),
    [
        ("Miete Zorbin Kalt", "PERSON", "Zorbin Kalt"),
        ("wonende Zorbstraat 12a", "STREET_ADDRESS", "Zorbstraat 12a"),
        ("Am Markt 5", "STREET_ADDRESS", "Am Markt 5"),
        ("Luciana Zorbin, CPF", "PERSON", "Luciana Zorbin"),
        ("Menzis (polisnr.", "ORGANIZATION", "Menzis"),
        ("Nonna Zorbin", "PERSON", "Zorbin"),
        ("thuiswerkadres Zorblaan 9", "STREET_ADDRESS", "Zorblaan 9"),
        ("Fa. Zorbin Bau", "ORGANIZATION", "Zorbin Bau"),
        ("Miete", "PERSON", "Miete"),
    ],
)
def test_words_of_forms_and_letters_at_the_edges_are_let_go(value: str, kind: str, left: str) -> None:
    assert value[slice(*shorn(value, kind))] == left


@given(st.text("aAbMi .,;(mietCPF12\u00e9", max_size=24), st.sampled_from(["PERSON", "STREET_ADDRESS", "LOCATION"]))
def test_what_is_left_is_a_part_of_it(text: str, kind: str) -> None:
    start, end = shorn(text, kind)
    assert 0 <= start <= end <= len(text)
    assert end > start or not text


@pytest.mark.parametrize(
    ("text", "value", "kind", "expected"),
    [
        ("x = maria.email", "maria", "PERSON", ("maria", "PERSON")),
        ("at last Paris", "Paris", "LOCATION", ("Paris", "LOCATION")),
        ("da Edil Rossi Srl", "Edil Rossi Srl", "PERSON", ("Edil Rossi Srl", "ORGANIZATION")),
        ("Smith, PC | 206", "Smith, PC", "ORGANIZATION", ("Smith, PC", "ORGANIZATION")),
    ],
)
def test_what_is_a_firm_is_no_person(text: str, value: str, kind: str, expected: tuple[str, str]) -> None:
    assert tidy(text, (value, kind)) == [expected]


def test_diseases_in_short_are_no_firms_but_may_be_people() -> None:
    assert not tidy("46F with HTN, DM2.", ("HTN", "ORGANIZATION"), ("DM2", "ORGANIZATION"))
    assert tidy("So Anna Tia came", ("Anna Tia", "PERSON")) == [("Anna Tia", "PERSON")]
    assert tidy("So Tia came", ("Tia", "PERSON")) == [("Tia", "PERSON")]


PERHAPS = [
    name
    for name in ("Linda", "Daniel", "Patricia", "Johanna", "Giulia")
    if word_class(name.lower()).startswith("given")
]


@given(st.sampled_from(PERHAPS), st.sampled_from(["Work", "Battle", "Health", "Early", "Finish"]))
def test_a_given_name_and_an_everyday_word_are_a_person(given_name: str, word: str) -> None:
    """As a firm it would keep the word."""
    name = f"{given_name} {word}"
    for kind in ("ORGANIZATION", "LOCATION"):
        assert tidy(f"The value is {name}.", (name, kind)) == [(name, "PERSON")]


@pytest.mark.parametrize("name", ["Daniel Bank", "Charlotte Airport", "Linda Work Ltd", "Harbour Work", "Linda work"])
def test_other_firms_and_places_stay(name: str) -> None:
    assert tidy(f"We saw {name}.", (name, "ORGANIZATION")) == [(name, "ORGANIZATION")]


@pytest.mark.parametrize("words", ["czterdziestu", "siedmiu", "czterdziestu siedmiu"])
def test_numbers_in_words_are_no_names(words: str) -> None:
    text = "Jest w wieku czterdziestu siedmiu lat."
    assert tidy(text, (words, "PERSON")) == []


@pytest.mark.parametrize(
    ("text", "found", "whole"),
    [
        ("subject 0417-22-B enrolled", "0417-22-", "0417-22-B"),
        ("subject 0417-22-B enrolled", "0417", "0417-22-B"),
        ("subject AB12_9 enrolled", "AB1", "AB12_9"),
        ("subject 0417-22, then", "0417-22", "0417-22"),
        ("subject 0417-22- then", "0417-22", "0417-22"),
        ("subject Room-B", "Room", "Room"),
    ],
)
def test_an_identifier_goes_to_the_end_of_its_code(text: str, found: str, whole: str) -> None:
    assert tidy(text, (found, "ID_NUMBER")) in ([(whole, "ID_NUMBER")], [])
