"""What a network takes for names and is none, and what it takes in beside them."""

from __future__ import annotations

import pytest
from detect_support import findings_of
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect import default_detector
from privacy_chains.detect.network.findings import NetworkFinding
from privacy_chains.detect.network.repairs.kinds import names_a_person
from privacy_chains.detect.network.repairs.no_names import _ordinary
from privacy_chains.detect.network.repairs.table import ON_PIECES, repaired
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
        ("B.S.", "PERSON"),
        ("125k", "ORGANIZATION"),
        ("dyspnoea", "LOCATION"),
        ("Arterielle Hypertonie", "ORGANIZATION"),
        ("Diabetes mellitus", "ORGANIZATION"),
        ("warfarin", "LOCATION"),
        ("mw. drs", "LOCATION"),
        ("cache-3", "PERSON"),
        ("K", "ORGANIZATION"),
        ("med", "PERSON"),
        ("shard", "PERSON"),
        ("Satan", "PERSON"),
        ("Hell", "LOCATION"),
        ("renova-se", "ORGANIZATION"),
    ],
)
def test_headings_diseases_amounts_and_words_of_programs_are_no_names(value: str, kind: str) -> None:
    assert not tidy(f"so {value} here", (value, kind))


@pytest.mark.parametrize("value", ["CPA", "Exxon Mobil", "MBA"])
def test_firms_may_be_called_like_titles_and_labels(value: str) -> None:
    assert tidy(f"the {value} said", (value, "ORGANIZATION")) == [(value, "ORGANIZATION")]


@pytest.mark.parametrize("value", ["Osterloh", "J. R.", "jean-luc", "Antonia", "Tania", "Rose", "X", "Zorbin Notaire"])
def test_names_stay_names(value: str) -> None:
    assert tidy(f"so {value} came", (value, "PERSON")) == [(value, "PERSON")]


def test_no_ordinary_word_is_a_listed_name() -> None:
    assert not [word for word in _ordinary() if word_class(word).startswith(("given", "surname"))]


@pytest.mark.parametrize(
    ("value", "kind", "left"),
    [
        ("Miete Zorbin Kalt", "PERSON", "Zorbin Kalt"),
        ("wonende Zorbstraat 12a", "STREET_ADDRESS", "Zorbstraat 12a"),
        ("aan de Oudegracht 201", "STREET_ADDRESS", "Oudegracht 201"),
        ("Am Markt 5", "STREET_ADDRESS", "Am Markt 5"),
        ("Luciana Zorbin, CPF", "PERSON", "Luciana Zorbin"),
        ("Menzis (polisnr.", "ORGANIZATION", "Menzis"),
        ("Nonna Zorbin", "PERSON", "Zorbin"),
        ("thuiswerkadres Zorblaan 9", "STREET_ADDRESS", "Zorblaan 9"),
        ("Fa. Zorbin Bau", "ORGANIZATION", "Zorbin Bau"),
        ("Ramiro mi nuevo", "LOCATION", "Ramiro"),
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
    "value", ["Frau Nele Zorbin", "Mme Xelo Kervel", "Sabine Gro\u00dfmann (PL)", "Luciana Figueiredo"]
)
def test_a_place_that_is_a_person_is_one(value: str) -> None:
    assert names_a_person(value)
    assert tidy(f"so {value} came", (value, "LOCATION"))[0][1] == "PERSON"


@pytest.mark.parametrize("value", ["San Juan", "Lake Victoria", "Austin, Texas", "Paris", "Frau", "Sydney Opera House"])
def test_other_places_stay(value: str) -> None:
    assert not names_a_person(value)


@pytest.mark.parametrize(
    ("text", "value", "kind", "expected"),
    [
        ("[10:02] maria.lopes: hi", "maria", "PERSON", ("maria.lopes", "PERSON")),
        ("x = maria.email", "maria", "PERSON", ("maria", "PERSON")),
        ('{"last": "Battaglia"}', "Battaglia", "LOCATION", ("Battaglia", "PERSON")),
        ("family_name=Nilsen", "Nilsen", "ORGANIZATION", ("Nilsen", "PERSON")),
        ("the last: Paris", "Paris", "LOCATION", ("Paris", "PERSON")),
        ("at last Paris", "Paris", "LOCATION", ("Paris", "LOCATION")),
        ("von Frau Xela Petrov auf", "Frau Xela Petrov", "ORGANIZATION", ("Frau Xela Petrov", "PERSON")),
        ("da Edil Rossi Srl", "Edil Rossi Srl", "PERSON", ("Edil Rossi Srl", "ORGANIZATION")),
        (
            "gegen Construtora Zorbin Ltda",
            "Construtora Zorbin Ltda",
            "STREET_ADDRESS",
            ("Construtora Zorbin Ltda", "ORGANIZATION"),
        ),
        ("Seattle, WA | 206", "Seattle, WA", "ORGANIZATION", ("Seattle, WA", "LOCATION")),
        ("Smith, PC | 206", "Smith, PC", "ORGANIZATION", ("Smith, PC", "ORGANIZATION")),
        ("bei Sparkasse Zorbin", "Sparkasse Zorbin", "LOCATION", ("Sparkasse Zorbin", "ORGANIZATION")),
    ],
)
def test_types_and_borders_are_set_right(text: str, value: str, kind: str, expected: tuple[str, str]) -> None:
    assert tidy(text, (value, kind)) == [expected]


def test_an_amount_behind_a_firm_is_one() -> None:
    assert tidy("quote from Zorbin 215k now", ("Zorbin 215k", "ORGANIZATION")) == [
        ("Zorbin", "ORGANIZATION"),
        ("215k", "MONEY"),
    ]


def test_the_number_of_a_process_is_none_of_a_person() -> None:
    assert not tidy("sshd[2931]: failed", ("2931", "US_SSN"))
    assert tidy("last four 2931", ("2931", "US_SSN")) == [("2931", "US_SSN")]


def test_a_french_title_is_no_initial() -> None:
    text = (
        "Bonjour, votre dossier est chez M. Zorbin Rousselot, t\u00e9moin Mme Ma\u00eblle Zorbella, 06 55 50 12 34, "
        "29200 Brest."
    )
    found = [(text[span.start : span.end], span.entity_type) for span in DETECTOR.detect(text)]
    assert ("Zorbin Rousselot", "PERSON") in found
    assert not [value for value, kind in found if kind == "STREET_ADDRESS" and "Zorb" in value]


def test_diseases_in_short_are_no_firms_but_may_be_people() -> None:
    assert not tidy("46F with HTN, DM2.", ("HTN", "ORGANIZATION"), ("DM2", "ORGANIZATION"))
    assert tidy("So Anna Tia came", ("Anna Tia", "PERSON")) == [("Anna Tia", "PERSON")]
    assert tidy("So Tia came", ("Tia", "PERSON")) == [("Tia", "PERSON")]


@pytest.mark.parametrize("name", ["Nikos Politis", "Politis", "Maria Kostatin", "xiu-ying"])
def test_names_that_end_like_diseases_or_hold_a_dash_are_people(name: str) -> None:
    assert tidy(f"So {name} came", (name, "PERSON")) == [(name, "PERSON")]
