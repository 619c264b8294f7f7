"""Ages beside people: whoever the person is, and nowhere else."""

from __future__ import annotations

import pytest

from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.beside_people import ages_beside

NAMES = ["Saoirse", "Temi", "Wilhelmina Jaworski", "Kwabena", "Xquvi", "Jade", "Rémi"]
FRAMES = [
    "{}, 29, nurse",
    "{} (née Stroud), 88, of Ashtabula",
    "our {} - 52 - driver",
    "{} is 9.",
    "{} turned 15 in May",
    "{}, 74 Jahre, gestürzt",
    "{} (43 ans)",
    "{} tem 59",
    "{} werd 50 in mei",
    "{} W/F 62.",
    "{}, M/41, seen",
    "{}, J.M., 15)",
    "({}), 76, fell",
    "kids: {} (6) and another",
]


def ages(text: str, name: str) -> list[str]:
    start = text.index(name)
    found = ages_beside(text, [Span(start, start + len(name), "PERSON", 0.9, "neural")])
    return [text[one.start : one.end] for one in found]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("name", NAMES)
def test_what_stands_behind_a_person_is_an_age(frame: str, name: str) -> None:
    (digits,) = ["".join(filter(str.isdigit, frame))]
    assert ages(frame.format(name), name) == [digits]


@pytest.mark.parametrize(
    "text",
    [
        "Smith, 12, 13 and 15",
        "Smith (12)",
        "Smith, 2019, p. 3",
        "Smith is 9 km away",
        "Smith, 300, of",
        "Smith has 4 cats",
    ],
)
def test_other_numbers_are_none(text: str) -> None:
    assert not ages(text, "Smith")


def test_only_people_have_ages() -> None:
    assert not list(ages_beside("Leeds, 29, nurse", [Span(0, 5, "LOCATION", 0.9, "neural")]))
