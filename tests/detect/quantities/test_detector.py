"""Amounts and ages that no pattern reads: what a learned judge adds, and what it leaves."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Key, Sanitizer, Span, default_detector
from privacy_chains.detect.quantities.detector import WithQuantities
from privacy_chains.detect.quantities.judge import KINDS, Spelled, chances
from privacy_chains.detect.quantities.reading import windows_of

DETECTOR = default_detector()


def found(text: str) -> dict[str, str]:
    return {text[one.start : one.end]: one.entity_type for one in DETECTOR.detect(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The landlord put the rent up (1,975/mo) and the flat has 2 rooms.", {"1,975": "MONEY"}),
        ("Her lawyer said 750k would be fine, his said 1.4M.", {"750k": "MONEY", "1.4M": "MONEY"}),
        ("71F w/ COPD, 3 days of cough, SpO2 91.", {"71": "AGE"}),
        ("I (28F) moved in with my boyfriend (31M) after 8 months.", {"28": "AGE", "31": "AGE"}),
        ("My uncle passed away at 84 after 12 years in the home.", {"84": "AGE"}),
        ("They pay me 17.25/h for 30 hours.", {"17.25": "MONEY"}),
        ("Die Miete liegt bei 940, dazu 3 Zimmer im zweiten Stock.", {"940": "MONEY"}),
        ("Elle gagne 2150, moi 2300, après 6 mois.", {"2150": "MONEY", "2300": "MONEY"}),
        ("El piso cuesta 890 al mes y tiene 2 baños.", {"890": "MONEY"}),
        ("name;dept;salary\nOduya;7;48300\nBrandt;9;51200", {"48300": "MONEY", "51200": "MONEY"}),
    ],
)
def test_amounts_and_ages_without_a_sign_or_word_are_found(text: str, expected: dict[str, str]) -> None:
    read = {value: kind for value, kind in found(text).items() if kind in KINDS}
    assert read == expected


@pytest.mark.parametrize(
    "text",
    [
        "Chapter 12 has 31 pages and 4 figures.",
        "The town has 48,300 inhabitants and 2 stations.",
        "He ran 10 km in 48 minutes at 152 bpm.",
        "She has 20 years of experience and speaks 4 languages.",
        "You must be 18 to vote and 35 to run.",
        "Take 500 mg twice a day for 7 days.",
        "batch_size=64, epochs=30, seed=1234",
        "timeout: 600\nlimit: 250\noffset: 120",
        "Seat 14C on the A320neo; error E11000 on the RTX 4090 under kernel 6.8.0-45-generic, ISO 9001:2015.",
        "What is 17 plus 4850?",
        "Die Stadt hat 12.450 Einwohner und 31 Schulen.",
        "La salle 31 est au 2e étage, page 84.",
        "name,score,room\nAda,84,12\nBob,71,9",
    ],
)
def test_numbers_of_the_same_looks_are_left(text: str) -> None:
    assert [kind for kind in found(text).values() if kind in KINDS] == []


@settings(max_examples=40, deadline=None)
@given(st.text(alphabet="Rent is 1850 or 67F, k.M\n(", max_size=80))
def test_it_only_adds(text: str) -> None:
    (remembered,) = DETECTOR.detectors
    judge = remembered.detector
    assert isinstance(judge, WithQuantities)
    known = list(judge.known.detect(text))
    spans = sorted(judge.detect(text))
    assert set(known) <= set(spans)
    added = [one for one in spans if one not in set(known)]
    assert all(text[one.start].isalnum() for one in added)
    assert all(not one.overlaps(other) for one in added for other in known)
    assert all(one.end <= other.start for one, other in pairwise(sorted(added)))


def test_types_that_nobody_asked_for_are_not_added() -> None:
    detector = default_detector(entity_types={"PERSON", "AGE"})
    text = "71F, rent (1,975/mo)"
    assert {text[one.start : one.end] for one in detector.detect(text)} == {"71"}


@pytest.mark.parametrize(
    "text",
    [
        "They offered me 85 for the old bike, then 60.",
        "Groceries 85, utilities 60, what is left?",
        "rent: 90\nphone: 45",
    ],
)
def test_an_amount_is_no_age_where_only_ages_are_asked_for(text: str) -> None:
    assert any(span.entity_type == "MONEY" for span in DETECTOR.detect(text))
    asked = default_detector(entity_types={"PERSON", "AGE"}).detect(text)
    assert [span for span in asked if span.entity_type == "AGE"] == []


def test_a_number_hangs_on_no_value_that_was_found() -> None:
    texts = ("Ana Ruiz wants 750k for it.", "Wilhelmina Featherstone wants 750k for it.")
    said = []
    for text in texts:
        spans = [Span(0, text.index(" wants"), "PERSON")]
        (window,) = windows_of(text, spans)
        (number,) = window.numbers
        said.append(chances(window.states(), [Spelled(number.first, number.last, number.traits)]))
    assert said[0] == said[1]


def test_numbers_of_a_long_text_are_found_where_they_stand() -> None:
    line = "The landlord put the rent up (1,975/mo) and the flat has 2 rooms. "
    text = line * 300
    spans = [one for one in DETECTOR.detect(text) if one.entity_type == "MONEY"]
    assert [one.start for one in spans] == [number * len(line) + line.index("1,975") for number in range(300)]
    assert {text[one.start : one.end] for one in spans} == {"1,975"}


def test_they_are_released_with_noise_and_read_back() -> None:
    text = "The landlord put the rent up (1,975/mo); his lawyer said 750k."
    released = []
    for number in range(8):
        sanitizer = Sanitizer(Key.from_bytes(bytes([number]) * 31 + b"k"))
        prompt = sanitizer.sanitize(text)
        assert sanitizer.desanitize(prompt.text, prompt) == text
        released.append(prompt.text)
    assert len(set(released)) > 1
