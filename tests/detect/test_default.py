from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.contract.spans import Span, check_spans
from privacy_chains.detect import (
    PATTERN_TYPES,
    CompositeDetector,
    Detector,
    PatternDetector,
    StructuredDetector,
    default_detector,
)
from privacy_chains.detect.network.graph import Places
from privacy_chains.detect.network.in_context import InContext
from privacy_chains.errors import DetectionError

DETECTOR = default_detector()
PATTERNS = default_detector(neural=False)
ANY_SCRIPT = [default_detector(neural=neural, scripts={"*"}) for neural in (True, False)]
"""The same, of texts in scripts that none reads; others refuse them."""


_NAMES = ("Bert Frazier", "Alice", "Ann", "Barnes", "Bill", "Frazier", "Turner")


def types(text: str, detector: Detector = DETECTOR) -> list[tuple[str, str]]:
    return [(text[s.start : s.end], s.entity_type) for s in detector.detect(text)]


def test_the_papers_prompts_are_read() -> None:
    assert types("Kaiser Soze is 50 years old and earns 500,000 per year. What is his ideal retirement plan?") == [
        ("Kaiser Soze", "PERSON"),
        ("50", "AGE"),
        ("500,000", "MONEY"),
    ]
    assert types("My age is 53 years.") == [("53", "AGE")]
    assert types("I stay at 53 Broadway Street.") == [("53 Broadway Street", "STREET_ADDRESS")]
    assert types("I stay at 53 Broadway Street.", PATTERNS) == []
    assert types("Please return all bank accounts with balance greater than $2000.") == [("$2000", "MONEY")]


SPINE = ("PERSON", "US_SSN", "CREDIT_CARD", "PHONE_NUMBER", "EMAIL_ADDRESS", "IP_ADDRESS", "AGE", "MONEY")


def test_only_catalogued_types_are_reported_unless_asked() -> None:
    text = "on 2024-05-01 the IBAN DE89 3704 0044 0532 0130 00 paid $5 via https://x.example.com?mail=a@b.com"
    assert {name for _, name in types(text)} <= set(ENTITY_TYPES)
    assert types(text, default_detector(entity_types=SPINE)) == [("$5", "MONEY"), ("a@b.com", "EMAIL_ADDRESS")]
    everything = {name for _, name in types(text, default_detector(entity_types=PATTERN_TYPES))}
    assert everything == {"DATE_TIME", "IBAN_CODE", "MONEY", "URL"}


def test_values_of_types_that_are_not_asked_for_are_not_misread() -> None:
    detector = PatternDetector(["PHONE_NUMBER", "US_SSN", "CREDIT_CARD", "IP_ADDRESS"])
    assert types("550e8400-e29b-41d4-a716-446655440000 at 00:1A:2B:3C:4D:5E on 2024-05-01", detector) == []


def test_an_unwanted_type_does_not_cover_a_wanted_one() -> None:
    text = "account number 4111111111111111"
    assert types(text, default_detector(entity_types=SPINE)) == [("4111111111111111", "CREDIT_CARD")]
    both = default_detector(entity_types=(*SPINE, "US_BANK_NUMBER"))
    assert types(text, both) == [("4111111111111111", "US_BANK_NUMBER")]


def test_other_regions_are_refused() -> None:
    with pytest.raises(DetectionError, match="'FR'"):
        default_detector("FR")


def test_without_persons_there_is_no_name_detector() -> None:
    assert types("Kaiser Soze, aged 50", default_detector(entity_types=["AGE"])) == [("50", "AGE")]


VALUES = ["123-45-6789", "$5", "aged 43", "a@b.com", "10.0.0.1", "(202) 555-0143", "TX 78701", "4111111111111111"]


@given(st.lists(st.one_of(st.text(), st.sampled_from(VALUES))).map(" ".join))
def test_spans_fit_any_text_and_do_not_overlap(text: str) -> None:
    spans = list(ANY_SCRIPT[0].detect(text))
    check_spans(text, spans)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert spans == list(ANY_SCRIPT[0].detect(text))


@given(st.text(), st.sampled_from(VALUES), st.text())
def test_a_value_between_lines_is_found_whatever_stands_around(before: str, value: str, after: str) -> None:
    text = f"{before}\n\n{value}\n\n{after}"
    start = len(before) + 2
    spans = list(ANY_SCRIPT[1].detect(text))
    assert any(start <= s.start < s.end <= start + len(value) for s in spans)


def test_countries_are_private_on_request() -> None:
    text = "She moved from Lyon to Germany."
    assert types(text) == [("Lyon", "LOCATION")]
    assert types(text, default_detector(countries=True)) == [("Lyon", "LOCATION"), ("Germany", "LOCATION")]


@pytest.mark.parametrize("name", ["US", "U.S.", "UK", "USA", "America", "North Korea", "Middle East"])
def test_countries_are_left_by_their_short_names_too(name: str) -> None:
    assert types(f"She moved from Lyon to the {name} in spring.") == [("Lyon", "LOCATION")]


def test_labels_of_values_are_no_firms_and_no_places() -> None:
    text = "The imei is 49-015420-323751-8, and the br cpf is 390.533.447-06."
    assert types(text) == [("49-015420-323751-8", "IMEI"), ("390.533.447-06", "BR_CPF")]


def test_the_country_of_a_place_is_left_beside_it() -> None:
    assert types("The location is Metz, Belarus today.") == [("Metz", "LOCATION")]


class Finds:
    """Finds given values as given types."""

    def __init__(self, *values: tuple[str, str]) -> None:
        self.values = values

    def detect(self, text: str) -> list[Span]:
        return [Span(text.index(v), text.index(v) + len(v), kind, 0.9, "test") for v, kind in self.values]

    def detect_beside(self, text: str, _: Places) -> list[Span]:
        return self.detect(text)


def test_the_network_yields_to_patterns_unless_it_holds_what_they_found() -> None:
    patterns = Finds(("62704", "US_ZIP_CODE"), ("555 0100", "PHONE_NUMBER"), ("$5", "MONEY"))
    network = Finds(  # it reads "1 Elm St, York 1000, call 555 for a $50 Bob"
        ("1 Elm St, York 1000", "STREET_ADDRESS"), ("call 555", "ORDER_ID"), ("a $50", "PERSON"), ("0 Bob", "PERSON")
    )
    detector = CompositeDetector(InContext([patterns], network, countries=False))
    text = "1 Elm St, York 62704, call 555 0100 for a $5 Bob"
    assert types(text, detector) == [
        ("1 Elm St, York 62704", "STREET_ADDRESS"),
        ("555 0100", "PHONE_NUMBER"),
        ("a $5", "PERSON"),
        ("Bob", "PERSON"),
    ]


def test_an_address_holds_what_others_found_of_it() -> None:
    others = Finds(("Steven Green", "PERSON"), ("35997", "US_ZIP_CODE"))
    network = Finds(("York, AZ", "STREET_ADDRESS"))  # it reads "at 4684 Alice Johnson, York, AZ 1000 since"
    detector = CompositeDetector(InContext([others], network, countries=False))
    text = "at 4684 Steven Green, York, AZ 35997 since"
    assert types(text, detector) == [("4684 Steven Green, York, AZ 35997", "STREET_ADDRESS")]


@pytest.mark.parametrize("title", ["", "Mme ", "Dr. "])
@pytest.mark.parametrize("between", ["\n", ", ", " ("])
def test_a_full_name_before_an_address_stays_a_person(between: str, title: str) -> None:
    others = Finds(("Steven Green", "PERSON"))
    network = Finds((f"{title}Alice Johnson{between}12 Elm St", "STREET_ADDRESS"))
    detector = CompositeDetector(InContext([others], network, countries=False))
    assert types(f"to {title}Steven Green{between}12 Elm St", detector) == [
        ("Steven Green", "PERSON"),
        ("12 Elm St", "STREET_ADDRESS"),
    ]


def test_names_without_an_address_are_left_to_the_lists() -> None:
    others = Finds(("Steven Green", "PERSON"), ("35997", "US_ZIP_CODE"))
    detector = CompositeDetector(InContext([others], Finds(), countries=False))
    assert types("Steven Green 35997", detector) == [("Steven Green", "PERSON"), ("35997", "US_ZIP_CODE")]


def test_of_the_place_of_an_identifier_the_network_is_asked_nothing() -> None:
    asked: list[str] = []

    class Asked(Finds):
        def detect_beside(self, text: str, settled: Places) -> list[Span]:
            asked.extend(text[start:end] for start, end in settled)
            return []

    others = Finds(("Ann Lee", "PERSON"), ("62704", "US_ZIP_CODE"), ("030 901820", "PHONE_NUMBER"), ("$5", "MONEY"))
    list(InContext([others], Asked(), countries=False).detect("Ann Lee, York 62704, tel. 030 901820, owes $5"))
    assert asked == ["555", "$50"]


def test_an_identifier_inside_an_address_is_a_value_of_its_own() -> None:
    others = Finds(("DE89 3704 0044 0532 0130 00", "IBAN_CODE"), ("030 901820", "PHONE_NUMBER"))
    network = Finds(("IBAN A1, 5 Elm St, York 555", "STREET_ADDRESS"))
    detector = CompositeDetector(InContext([others], network, countries=False))
    text = "to IBAN DE89 3704 0044 0532 0130 00, 5 Elm St, York 030 901820"
    assert types(text, detector) == [
        ("DE89 3704 0044 0532 0130 00", "IBAN_CODE"),
        ("5 Elm St, York", "STREET_ADDRESS"),
        ("030 901820", "PHONE_NUMBER"),
    ]


@pytest.mark.parametrize(
    ("text", "read", "kind", "expected"),
    [
        ("Ann, Rod and Bob", "Alice, Rod and Bob", "ORGANIZATION", ["Ann", "Rod", "Bob"]),
        ("Bert Frazier (3-50)", "Alice Johnson (3-50)", "STREET_ADDRESS", ["Bert Frazier"]),
        ("Bert Frazier 12", "Alice Johnson 12", "STREET_ADDRESS", ["Bert Frazier 12"]),
        ("Frazier and Turner", "Johnson and Johnson", "ORGANIZATION", ["Frazier", "Turner"]),
        ("Turner, Barnes and Frazier", "Johnson, Johnson and Johnson", "ORGANIZATION", ["Turner, Barnes and Frazier"]),
        ("Alice, Barnes and Frazier", "Alice, Johnson and Johnson", "ORGANIZATION", ["Alice, Barnes and Frazier"]),
        ("Alice, Bill and Frazier", "Alice, Alice and Johnson", "ORGANIZATION", ["Alice", "Bill", "Frazier"]),
        ("USS Frazier\nFPO AE 09356", "USS Johnson\nFPO AE 47209", "STREET_ADDRESS", ["USS Frazier\nFPO AE 09356"]),
        ("Frazier & Turner", "Johnson & Johnson", "ORGANIZATION", ["Frazier & Turner"]),
        ("Frazier's", "Johnson's", "ORGANIZATION", ["Frazier's"]),
        ("Frazier's", "Johnson's", "LOCATION", ["Frazier"]),
        ("Bert Frazier Ltd", "Alice Johnson Ltd", "ORGANIZATION", ["Bert Frazier Ltd"]),
        ("Bert Frazier M", "Alice Johnson M", "PERSON", ["Bert Frazier M"]),
    ],
)
def test_what_holds_names_has_to_say_more_than_they_do(text: str, read: str, kind: str, expected: list[str]) -> None:
    names = [(name, "PERSON") for name in _NAMES if name in text]
    others = Finds(*(names[:1] if names[0][0] == "Bert Frazier" else names))
    detector = CompositeDetector(InContext([others], Finds((read, kind)), countries=False))
    assert [value for value, _ in types(text, detector)] == expected


def test_the_fiscal_code_of_italy_is_known_by_its_shape() -> None:
    assert ("FRRMTT80A01L219X", "IT_FISCAL_CODE") in types("C.F. FRRMTT80A01L219X, nato", StructuredDetector())
