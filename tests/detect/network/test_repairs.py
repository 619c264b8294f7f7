"""Findings of a network, made fit for formats."""

from __future__ import annotations

import pytest
from detect_support import findings_of
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.repairs.table import repaired


def tidy(text: str, *found: tuple[str, str]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.entity_type) for one in repaired(text, findings_of(text, found))]


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("Turner's", "Turner"),
        ("Turner\u2019s", "Turner"),
        ("(Turner", "Turner"),
        ("Turner)", "Turner"),
        ("Bob (Bobby)", "Bob (Bobby)"),
        ("Turner,", "Turner"),
        ("Turner.", "Turner"),
        ("Martin King Jr.", "Martin King Jr."),
        ("J. R.", "J. R."),
        (". Turner", "Turner"),
        ('"Turner"', "Turner"),
    ],
)
def test_signs_at_the_edges_are_let_go(value: str, left: str) -> None:
    assert tidy(f"It was {value} there", (value, "PERSON")) == [(left, "PERSON")]


@pytest.mark.parametrize("name", ["Wendy's", "Kim\u2019s", "7 Hills", "Cinema 21"])
def test_possessives_and_numbers_may_belong_to_the_name_of_a_firm(name: str) -> None:
    assert tidy(f"We like {name}.", (name, "ORGANIZATION")) == [(name, "ORGANIZATION")]
    assert tidy(f"We like {name}.", (name, "PERSON")) != [(name, "PERSON")]


@pytest.mark.parametrize("value", ["Sr", "Jr.", "Kundin", "Sein Gehalt", "Developer", "Caros Colegas", "Dr. med."])
def test_titles_labels_and_callings_are_no_people(value: str) -> None:
    assert not tidy(f"So {value} here", (value, "PERSON"))
    [(name, kind)] = tidy(f"So {value} Zorbin here", (f"{value} Zorbin", "PERSON"))
    assert name.endswith("Zorbin")
    assert kind == "PERSON"


@pytest.mark.parametrize("kind", ["PERSON", "LOCATION", "ORGANIZATION"])
@pytest.mark.parametrize("value", ["the", "s", "of the", "der", "dans le", "que", "del", "het", "The", "Los"])
def test_words_of_grammar_alone_name_nothing(value: str, kind: str) -> None:
    assert not tidy(f"So {value} here", (value, kind))
    assert tidy(f"So {value} zorbin here", (f"{value} zorbin", kind)) == [(f"{value} zorbin", kind)]


@pytest.mark.parametrize("value", ["Das", "Una", "om", "de vos", "deep"])
def test_people_may_be_called_like_words_of_grammar_and_of_every_day(value: str) -> None:
    assert tidy(f"So {value} came", (value, "PERSON")) == [(value, "PERSON")]


@pytest.mark.parametrize("value", ["la", "us", "ben", "dan", "will"])
def test_names_that_are_words_of_grammar_too_are_found_in_small_letters(value: str) -> None:
    assert tidy(f"So {value} here", (value, "LOCATION")) == [(value, "LOCATION")]


@pytest.mark.parametrize("value", ["government", "states", "administration", "happy hour"])
def test_words_of_everyday_language_in_small_letters_are_no_firms(value: str) -> None:
    assert not tidy(f"the {value} says", (value, "ORGANIZATION"))
    assert tidy(f"the {value} Zorbin says", (f"{value} Zorbin", "ORGANIZATION"))


def test_weekdays_are_people_only_where_they_are_names() -> None:
    assert not tidy("on JEUDIS", ("JEUDIS", "PERSON"))
    assert tidy("with Domingo", ("Domingo", "PERSON")) == [("Domingo", "PERSON")]


@pytest.mark.parametrize("zone", ["PST", "CET", "UTC"])
def test_time_zones_are_no_places(zone: str) -> None:
    assert not tidy(f"till 6am {zone}.", (zone, "LOCATION"))


def test_an_address_found_in_pieces_is_one() -> None:
    text = "at 12 Main St, Springfield, IL 62704 since"
    pieces = [
        ("12 Main St", "STREET_ADDRESS"),
        ("Springfield", "LOCATION"),
        ("IL", "LOCATION"),
        ("62704", "US_ZIP_CODE"),
    ]
    assert tidy(text, *pieces) == [("12 Main St, Springfield, IL 62704", "STREET_ADDRESS")]


def test_places_without_a_street_stay_apart() -> None:
    text = "from Paris, Texas"
    assert tidy(text, ("Paris", "LOCATION"), ("Texas", "LOCATION")) == [("Paris", "LOCATION"), ("Texas", "LOCATION")]


def test_a_street_with_a_house_number_is_an_address() -> None:
    assert tidy("at 221B Baker Street now", ("221B Baker Street", "LOCATION")) == [
        ("221B Baker Street", "STREET_ADDRESS")
    ]
    assert tidy("on Baker Street now", ("Baker Street", "LOCATION")) == [("Baker Street", "LOCATION")]
    assert tidy("in 2020 Springfield", ("2020 Springfield", "LOCATION")) == [("Springfield", "LOCATION")]


def test_a_name_ends_with_its_line() -> None:
    assert tidy("Alice Turner\nBob", ("Alice Turner\nBob", "PERSON")) == [("Alice Turner", "PERSON"), ("Bob", "PERSON")]
    assert tidy("1 Elm St\nYork", ("1 Elm St\nYork", "STREET_ADDRESS")) == [("1 Elm St\nYork", "STREET_ADDRESS")]


def test_an_address_ends_with_an_empty_line() -> None:
    text = "1 Elm St\nYork\n \n2 Oak Rd"
    assert tidy(text, (text, "STREET_ADDRESS")) == [
        ("1 Elm St\nYork", "STREET_ADDRESS"),
        ("2 Oak Rd", "STREET_ADDRESS"),
    ]


def test_an_address_that_says_only_what_it_is_is_none() -> None:
    assert not tidy("name; street", ("street", "STREET_ADDRESS"))
    assert not tidy("Calle:", ("Calle", "STREET_ADDRESS"))
    assert tidy("Calle Mayor:", ("Calle Mayor", "STREET_ADDRESS")) == [("Calle Mayor", "STREET_ADDRESS")]


@pytest.mark.parametrize("form", ["LLP", "GmbH", "S.p.A.", "Co. Ltd."])
def test_a_legal_form_belongs_to_the_name_before_it(form: str) -> None:
    text = f"with Kestrel Partners {form} today"
    found = ("Kestrel Partners", "ORGANIZATION"), (form, "ORGANIZATION")
    assert [value.rstrip(".") for value, _ in tidy(text, *found)] == [f"Kestrel Partners {form}".rstrip(".")]
    assert len(tidy("with Kestrel, Google", ("Kestrel", "ORGANIZATION"), ("Google", "ORGANIZATION"))) == 2


@pytest.mark.parametrize("kinds", [("LOCATION", "ORGANIZATION"), ("ORGANIZATION", "LOCATION"), ("ORGANIZATION",) * 2])
def test_names_side_by_side_of_which_one_is_a_firm_are_one_firm(kinds: tuple[str, str]) -> None:
    found = tuple(zip(("Dallas", "Philharmonic"), kinds, strict=True))
    assert tidy("the Dallas Philharmonic plays", *found) == [("Dallas Philharmonic", "ORGANIZATION")]
    assert len(tidy("in Dallas, Philharmonic", *found)) == 2
    assert len(tidy("Dallas\nPhilharmonic", *found)) == 2
    assert len(tidy("Paris Texas", ("Paris", "LOCATION"), ("Texas", "LOCATION"))) == 2


def test_pieces_of_one_word_are_one_name() -> None:
    found = ("U", "LOCATION"), (".", "ORGANIZATION"), ("K", "LOCATION"), (".", "ORGANIZATION")
    assert tidy("the U.K. Treasury", *found) == [("U.K.", "LOCATION")]


@pytest.mark.parametrize(
    ("value", "kind", "left"),
    [
        ("47 years", "AGE", [("47", "AGE")]),
        ("forty-seven", "AGE", [("forty-seven", "AGE")]),
        ("very old", "AGE", []),
        ("$12,000", "MONEY", [("$12,000", "MONEY")]),
        ("some dollars", "MONEY", []),
        ("5 March 2020", "DATE_TIME", [("5 March 2020", "DATE_TIME")]),
        ("1984", "DATE_TIME", [("1984", "YEAR")]),
        ("10:30", "DATE_TIME", [("10:30", "TIME")]),
        ("Friday", "DATE_TIME", []),
    ],
)
def test_of_quantities_what_states_a_number_is_kept(value: str, kind: str, left: list[tuple[str, str]]) -> None:
    assert tidy(f"It said {value} there", (value, kind)) == left


@pytest.mark.parametrize("part", ["-feira", "segunda-", "segunda", "segunda-feira"])
def test_a_part_of_a_weekday_is_no_place(part: str) -> None:
    assert not tidy("weekday: segunda-feira\n", (part, "LOCATION"))
    assert tidy("weekday: mar-feiras\n", ("mar-feiras", "LOCATION"))


KINDS = st.sampled_from(["PERSON", "STREET_ADDRESS", "LOCATION", "AGE", "MONEY", "DATE_TIME", "PASSWORD", "TITLE"])


@given(text=st.text(min_size=1, max_size=60), data=st.data())
def test_findings_stay_disjoint_and_inside_the_text(text: str, data: st.DataObject) -> None:
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    findings = [NetworkFinding(a, b, data.draw(KINDS), 0.5) for a, b in zip(borders[::2], borders[1::2], strict=False)]
    end = 0
    for found in repaired(text, findings):
        assert end <= found.start < found.end <= len(text)
        assert any(map(str.isalnum, text[found.start : found.end]))
        end = found.end


@pytest.mark.parametrize("label", ["Aadhaar", "PESEL", "cnpj", "Steuer-", "NINO"])
def test_a_word_that_announces_a_value_is_none(label: str) -> None:
    assert not tidy(f"her {label} is here", (label, "PERSON"))


def test_a_name_that_announces_nothing_is_one() -> None:
    assert tidy("her Nino is here", ("Nino", "PERSON")) == [("Nino", "PERSON")]


@pytest.mark.parametrize("word", ["Iraqi", "Palestinians", "Sunni Arab", "African-American", "shiite", "Jews"])
def test_a_nationality_is_no_place_and_no_organization(word: str) -> None:
    for kind in ("LOCATION", "ORGANIZATION"):
        assert tidy(f"the {word} leader", (word, kind)) == [(word, "NRP")]
    assert tidy(f"Ms. {word} called", (word, "PERSON")) == [(word, "PERSON")]


@pytest.mark.parametrize("place", ["Iraq", "Bank of America", "American Airlines", "Germantown"])
def test_what_is_named_after_a_people_is_itself(place: str) -> None:
    assert tidy(f"at {place} today", (place, "ORGANIZATION")) == [(place, "ORGANIZATION")]


def test_what_has_neither_a_number_nor_a_street_is_a_place() -> None:
    assert tidy("in Vellmar, Hesse now", ("Vellmar, Hesse", "STREET_ADDRESS")) == [("Vellmar, Hesse", "LOCATION")]
    for address in ("Long Acre 7", "Rua da Prata", "Zorbinstra\u00dfe"):
        assert tidy(f"at {address} now", (address, "STREET_ADDRESS")) == [(address, "STREET_ADDRESS")]
