"""Pieces of addresses: which are joined, where addresses begin and end, and that every one can be enciphered."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from detect_support import findings_of
from hypothesis import given, settings
from hypothesis import strategies as st
from steps import grows_linearly

from privacy_chains.detect.network.addresses import after_owner
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.repairs.table import ADDRESSES, repaired
from privacy_chains.formats.addresses import StreetAddressFormat
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.names import PersonFormat
from privacy_chains.language.lexicon import words
from privacy_chains.testing import AffineCipher

STREET, PLACE, ZIP, PERSON = "STREET_ADDRESS", "LOCATION", "US_ZIP_CODE", "PERSON"


def whole(text: str, *found: tuple[str, str]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.entity_type) for one in repaired(text, findings_of(text, found), ADDRESSES)]


@pytest.mark.parametrize(
    ("address", "pieces"),
    [
        ("12 Main St, Springfield, IL 62704", [("12 Main St", STREET), ("Springfield", PLACE), ("62704", ZIP)]),
        ("Paseo Calixta 19\nMadrid", [("Paseo", PERSON), ("Calixta 19\nMadrid", STREET)]),
        ("Glorieta Losa, 36, 41496 Sevilla", [("Glorieta Losa", PERSON), ("36, 41496 Sevilla", STREET)]),
        ("Praia Costa, 22; Olaria", [("Praia Costa", PERSON), ("22; Olaria", STREET)]),
        ("Anna Jansen straat 3, Delft", [("Anna Jansen", PERSON), ("straat 3, Delft", STREET)]),
        ("Jana-Schmidt-Gasse 15", [("Jana-Schmidt", "ORGANIZATION"), ("Gasse 15", STREET)]),
        ("Rua Silva, S/N, Lagos", [("Rua Silva", PERSON), ("S/N, Lagos", STREET)]),
        ("1 Elm St, Leeds, LS1 4AP", [("1 Elm St", STREET), ("Leeds", PERSON), ("LS1 4AP", ZIP)]),
        ("Rua Sol 2, 9232-166 Vila Nova", [("Rua Sol 2, 9232-166 Vila", STREET), ("Nova", PERSON)]),
        ("18 Tolin Street D17 AC2C Caleb", [("18 Tolin Street D17 AC2C", STREET), ("Caleb", PERSON)]),
        ("Via Po 5, Torino (TO)", [("Via Po 5, Torino", STREET), ("TO", "ORGANIZATION")]),
        ("Rua Sol 2, 87943955 Serra / PB", [("Rua Sol 2, 87943955", STREET), ("Serra", PERSON), ("PB", STREET)]),
        ("1 Elm St, Perth\n NSW\n 99999", [("1 Elm St, Perth\n NSW", STREET), ("99999", "PHONE_NUMBER")]),
        ("Loop 34168-587 Lagos", [("Loop", STREET), ("34168-", "PHONE_NUMBER"), ("587 Lagos", STREET)]),
        ("1768 Weaver Vista, York", [("1768", "YEAR"), ("Weaver Vista, York", STREET)]),
        ("Musterbaan 2 5283WV", [("Musterbaan", PLACE), ("2 5283WV", ZIP)]),
        ("USS Tern\nFPO AE 09356", [("USS Tern", "ORGANIZATION"), ("FPO AE 09356", STREET)]),
        ("USNV Turner\nFPO AA 34091", [("Turner", PERSON), ("FPO AA 34091", STREET)]),
        ("USCGC Tern, FPO AP 96672", [("USCGC Tern", PLACE), ("FPO AP", PLACE), ("96672", ZIP)]),
        ("Macherstr. 2, Bruck an der Mur", [("Macherstr. 2, Bruck", STREET), ("Mur", STREET)]),
    ],
)
def test_pieces_of_one_address_are_joined(address: str, pieces: list[tuple[str, str]]) -> None:
    assert whole(f"is at {address}", *pieces) == [(address, STREET)]


def test_without_such_words_streets_stay_apart() -> None:
    pieces = [("Main Street", PLACE), ("Wall Street", PLACE)]
    assert whole("Main Street and Wall Street", *pieces) == pieces
    assert whole("corner of the page, Main Street", pieces[0]) == pieces[:1]


@pytest.mark.parametrize("crossing", words("crossing"))
@pytest.mark.parametrize("streets", ["Elm Street and Oak Road", "Hauptstra\u00dfe 5 und Am Ring"])
def test_where_streets_meet_the_words_that_say_so_belong_to_them(crossing: str, streets: str) -> None:
    assert whole(f"wait at {crossing} {streets}, please", (streets, STREET)) == [(f"{crossing} {streets}", STREET)]
    alone = streets.partition(" und ")[0].partition(" and ")[0]
    assert whole(f"wait at {crossing} {alone}, please", (alone, STREET)) == [(alone, STREET)]


@pytest.mark.parametrize("unit", words("unit_of_house"))
@pytest.mark.parametrize("kind", [PERSON, PLACE, "ORGANIZATION"])
def test_a_part_of_a_house_and_its_number_are_an_address_whatever_it_was_taken_for(unit: str, kind: str) -> None:
    name = unit.capitalize()
    assert whole(f"Bring it to {name} 735.", (name, kind)) == [(f"{name} 735", STREET)]
    assert whole(f"Bring it to {name}. 12b, at six", (name, kind)) == [(f"{name}. 12b", STREET)]
    assert whole(f"{name} has 735.50 left", (name, kind)) == [(name, kind)]


@pytest.mark.parametrize(
    ("address", "found", "kind"),
    [
        ("221B Baker Street", "221B Baker Street", PLACE),
        ("12/34 Smith Street", "Smith Street", STREET),
        ("Flat 3, 12 High Street", "12 High Street", STREET),
        ("9999 99 Smith Street", "99 Smith Street", STREET),
        ("18, boulevard Texier", "boulevard Texier", STREET),
        ("Hauptstra\u00dfe 12a", "Hauptstra\u00dfe", PLACE),
        ("Hauptstra\u00dfe 12a", "Hauptstra\u00dfe 12a", PLACE),
        ("Calle Mayor 5", "Calle Mayor", PERSON),
        ("V\u00e1ci utca 6", "V\u00e1ci", PERSON),
        ("Via Roma 5/B", "Via Roma", STREET),
        ("Dlouh\u00e1 \u010d. 99", "Dlouh\u00e1", STREET),
        ("1 Elm St, NSW\n 2000", "1 Elm St", STREET),
        ("Domstraat 1, 1234 AB", "Domstraat 1", STREET),
        ("Via Po 5, Torino (TO)", "Via Po 5, Torino", STREET),
        ("Via Po 5, Torino (TO)", "Via Po 5, Torino (", STREET),
    ],
)
def test_numbers_beside_a_street_belong_to_it(address: str, found: str, kind: str) -> None:
    assert whole(f"is at {address}.", (found, kind)) == [(address, STREET)]


@pytest.mark.parametrize(
    ("behind", "counts"), [("a Lecce", False), ("in Leipzig", False), ("in all", True), ("people died", True)]
)
def test_a_number_before_a_word_for_a_place_is_that_of_a_house(behind: str, counts: bool) -> None:
    address = "Via Mazzini" if counts else "Via Mazzini 8"
    assert whole(f"is in Via Mazzini 8 {behind}", ("Via Mazzini", STREET)) == [(address, STREET)]


@pytest.mark.parametrize(
    ("behind", "counts"), [("before noon", False), ("moved", False), ("people moved", True), ("%", True)]
)
def test_a_number_behind_a_compound_street_is_that_of_a_house(behind: str, counts: bool) -> None:
    address = "Casparallee" if counts else "Casparallee 60"
    assert whole(f"to Casparallee 60 {behind}", ("Casparallee", STREET)) == [(address, STREET)]


@pytest.mark.parametrize("after", ["36000 people", "3600 km", "10115 inhabitants live"])
def test_a_count_behind_a_town_stays(after: str) -> None:
    found = [("12 rue Noire", STREET), ("Paris", "LOCATION")]
    assert whole(f"12 rue Noire is in Paris with {after}, Paris {after}", *found) == found


@pytest.mark.parametrize("street", ["Lindenstra\u00dfe 12", "Kirchgasse 3a"])
def test_a_compound_street_with_a_number_is_an_address(street: str) -> None:
    assert whole(f"near {street} and", (street, "ORGANIZATION")) == [(street, STREET)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("from Paris, Texas", [("Paris", PLACE), ("Texas", PLACE)]),
        ("on the USS Tern in May", [("USS Tern", "ORGANIZATION")]),
        ("on Baker Street now", [("Baker Street", PLACE)]),
        ("In 2019 Smith Street burned", [("Smith Street", STREET)]),
        ("Alice Turner, 12 Main St", [("Alice Turner", PERSON), ("12 Main St", STREET)]),
        ("Alice Turner 12 Main St", [("Alice Turner", PERSON), ("12 Main St", STREET)]),
        ("Alice Turner, 47, 80819 Elm St", [("Alice Turner", PERSON), ("47, 80819 Elm St", STREET)]),
        ("St Mary's, 12 Main St", [("St Mary's", "ORGANIZATION"), ("12 Main St", STREET)]),
        ("1 Elm St, York, PA 17401 Alice Turner", [("1 Elm St, York, PA 17401", STREET), ("Alice Turner", PERSON)]),
        (
            "1 Elm St, York 17401\nAlice\n30327 Oak St",
            [("1 Elm St, York 17401", STREET), ("Alice", PERSON), ("30327 Oak St", STREET)],
        ),
        ("- Home: 1 Elm St\n- Work: 2 Oak St", [("1 Elm St", STREET), ("2 Oak St", STREET)]),
        ("from 1 Elm St to 2 Oak St", [("1 Elm St", STREET), ("2 Oak St", STREET)]),
        ("1 Elm St\n\n2 Oak St", [("1 Elm St", STREET), ("2 Oak St", STREET)]),
        ("1 Elm St, 2020", [("1 Elm St", STREET), ("2020", "YEAR")]),
        ("the Hauptstra\u00dfe 12 people saw", [("Hauptstra\u00dfe", PLACE)]),
    ],
)
def test_what_belongs_to_no_address_stays_apart(text: str, found: list[tuple[str, str]]) -> None:
    assert whole(text, *found) == found


@pytest.mark.parametrize(
    ("between", "apart"), [(", ", True), ("\n", True), (" (", True), (" ", False), (", 12, ", False), ("-", False)]
)
def test_a_name_before_an_address_is_another_value(between: str, apart: bool) -> None:
    text = f"Alice Turner{between}Hauptstr. 5"
    assert after_owner(text, len("Alice Turner")) == len("Alice Turner") + (len(between) if apart else 0)


KINDS = st.sampled_from([STREET, PLACE, ZIP, PERSON, "ORGANIZATION", "YEAR", "PHONE_NUMBER", "TITLE"])
TOKENS = st.sampled_from(
    [
        "Rua",
        "Calle",
        "utca",
        "Hauptstraße",
        "Alice",
        "Silva",
        "Main",
        "Street",
        "12",
        "5/B",
        "62704",
        "SW1A",
        "1AA",
        "IL",
        "NSW",
        "(",
        ")",
        "/",
        ",",
        ";",
        ".",
        "-",
        "\n",
        "ul.",
        "Apt.",
        "S/N",
        "bis",
        "de",
    ]
)


@settings(max_examples=300, deadline=None)
@given(tokens=st.lists(TOKENS, min_size=1, max_size=14), data=st.data())
def test_whatever_is_joined_is_disjoint_holds_all_and_can_be_enciphered(tokens: list[str], data: st.DataObject) -> None:
    text = " ".join(tokens)
    borders = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    findings = [NetworkFinding(a, b, data.draw(KINDS), 0.5) for a, b in zip(borders[::2], borders[1::2], strict=False)]
    found = list(repaired(text, findings, ADDRESSES))
    assert all(one.end <= two.start for one, two in pairwise(found))
    assert all(any(one.start <= f.start and f.end <= one.end for one in found) for f in findings)
    assert all(0 <= one.start < one.end <= len(text) for one in found)


def test_found_addresses_come_back_byte_for_byte() -> None:
    chance, fmt = random.Random(7), StreetAddressFormat(PersonFormat())
    words = [
        "Rua",
        "Calle",
        "utca",
        "ulica",
        "Hauptstraße",
        "Alice",
        "Turner",
        "Main",
        "Street",
        "Kovács",
        "Apt.",
        "Flat",
        "12",
        "5/B",
        "62704",
        "SW1A",
        "1AA",
        "IL",
        "bis",
    ]
    for number in range(2000):
        address = chance.choice([" ", ", ", "\n"]).join(["Silva", *chance.sample(words, 4)])
        surrogate = encipher(fmt, address, AffineCipher(number))
        assert decipher(fmt, surrogate, AffineCipher(number)) == address


@pytest.mark.parametrize("unit", ["12 Elm St, ", "12 Elm St Alice, 62704 ", "York, "])
def test_cost_grows_linearly(unit: str) -> None:
    def joining(count: int) -> Callable[[], object]:
        text = unit * count
        kinds = {"12": STREET, "Alice": PERSON, "62704": ZIP, "York": PLACE, "Elm": STREET, "St": STREET}
        findings, position = [], 0
        for word in text.replace(",", " ").split(" "):
            if word:
                findings.append(NetworkFinding(position, position + len(word), kinds[word], 0.9))
            position += len(word) + 1
        return lambda: list(repaired(text, findings, ADDRESSES))

    assert grows_linearly(joining, 100)
