"""The joint release of numbers that a recognised relation ties, and of those that none may tie, under many keys."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from math import exp, sqrt

import pytest

from privacy_chains import Key, Policy, Sanitizer, default_detector
from privacy_chains.dependencies.identities import RECOGNISERS
from privacy_chains.ledger import PostProcessed

KEYS = 250
POLICIES = {name: Policy.profile(name) for name in ("default", "finance", "medical")}
DETECTORS = {
    name: default_detector(entity_types=policy.entity_types, neural=False) for name, policy in POLICIES.items()
}

TABLE = "| item | amount |\n|---|---|\n| rent | ${:,} |\n| food | ${:,} |\n| total | ${:,} |"
TIED: Mapping[str, tuple[str, str, str, float]] = {
    "repeats": (
        "finance",
        f"| change | -{2460:,} ( {2460:,} ) |",
        f"| change | -{2480:,} ( {2480:,} ) |",
        1,
    ),
    "tables": ("finance", TABLE.format(1200, 300, 1500), TABLE.format(1220, 300, 1520), 1),
    "written out": ("finance", "We paid $1,200 + $3,000 = $4,200.", "We paid $1,220 + $3,000 = $4,220.", 1),
    "identities": ("finance", "$2,000 per month, so $24,000 per year.", "$2,020 per month, so $24,240 per year.", 1),
    "shares": (
        "default",
        "We sold 30 licences at $1,200 each, $36,000 in all.",
        "We sold 30 licences at $1,220 each, $36,600 in all.",
        1,
    ),
    "ages and years of birth": ("medical", "I am 36 years old, born in 1990.", "I am 35 years old, born in 1991.", 1),
    "ages and dates of birth": ("medical", "I was born 3 May 1990, aged 35.", "I was born 3 May 1991, aged 34.", 1),
    "years and dates of birth": (
        "medical",
        "Born in 1990 (date of birth: 1990-07-03)",
        "Born in 1991 (date of birth: 1991-07-03)",
        1,
    ),
    "totals": ("finance", "Rent $1,200, food $300. Total: $1,500", "Rent $1,220, food $300. Total: $1,520", 1),
}
"""For each recogniser a profile, two neighbouring texts in which the relation holds, and how many units apart."""

APART = [
    ("medical", "Ann is {} years old. Bob was born in {}.", (36, 1990), (37, 1990)),
    ("medical", "I'm {}. My husband Jorge (born 3 July {})", (36, 1990), (37, 1990)),
    ("medical", "Mr Paul Martin is {} years old. Mrs Ann Lee was born on 3 May {}.", (36, 1990), (37, 1990)),
    ("medical", "She is {}. Her brother was born in {}.", (36, 1990), (37, 1990)),
    ("medical", "One patient is {} years old. Another patient was born in {}.", (36, 1990), (37, 1990)),
    ("finance", "Ann earns ${:,} per month. My brother earns ${:,} per year.", (2000, 24000), (2020, 24000)),
]
"""Texts of two people: whatever their numbers are, nothing ties them."""


def releases(profile: str, text: str) -> list[tuple[list[int], bool]]:
    """The released numbers of a text under many keys, and whether a relation was recognised."""
    found = []
    for seed in range(KEYS):
        key = Key.from_bytes((seed + 256).to_bytes(32, "big"))
        prompt = Sanitizer(key, policy=POLICIES[profile], detector=DETECTORS[profile]).session("s").sanitize(text)
        numbers = [int(re.sub(r"\D", "", figures)) for figures in re.findall(r"\d[\d,]*", prompt.text)]
        tied = any(isinstance(event, PostProcessed) and "relation" in event.reason for event in prompt.ledger)
        found.append((numbers, tied))
    return found


def meets(one: Counter[object], other: Counter[object], epsilon: float) -> bool:
    """Whether counts are within the bound, but for five standard deviations."""
    return all(
        count <= exp(epsilon) * other[event] + 5 * sqrt(max(count, exp(2 * epsilon) * other[event], 1))
        for event, count in one.items()
    )


def test_every_recogniser_has_neighbours() -> None:
    assert set(TIED) == set(RECOGNISERS)


@pytest.mark.parametrize("name", TIED)
def test_a_public_relation_costs_what_its_root_costs(name: str) -> None:
    profile, first, second, units = TIED[name]
    one, other = releases(profile, first), releases(profile, second)
    assert all(tied for _, tied in (*one, *other)), "that the relation is recognised tells nothing apart"
    for place in range(len(one[0][0])):
        middle = sorted(numbers[place] for numbers, _ in one)[KEYS // 2]
        counts = [Counter[object](numbers[place] > middle for numbers, _ in found) for found in (one, other)]
        assert meets(counts[0], counts[1], units)
        assert meets(counts[1], counts[0], units)


@pytest.mark.parametrize(("profile", "template", "first", "second"), APART)
def test_numbers_of_two_people_are_released_apart(
    profile: str, template: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    one, other = (releases(profile, template.format(*numbers)) for numbers in (first, second))
    assert not any(tied for _, tied in (*one, *other))
    ratio = 12 if profile == "finance" else -1
    counts = [Counter[object](ratio * numbers[0] - numbers[-1] for numbers, _ in found) for found in (one, other)]
    if profile == "medical" and "3 " not in template:
        assert meets(counts[0], counts[1], 1)
        assert meets(counts[1], counts[0], 1)
    assert max(counts[0].values()) < KEYS / 2, "what the two come to together is not certain"
