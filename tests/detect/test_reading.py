from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from privacy_chains.detect import PatternDetector
from privacy_chains.detect import reading as module
from privacy_chains.detect.reading import Reading, matches

TESTS = Path(__file__).parent
WORDS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("test_*.py"))).split()
SEPARATORS = [*" " * 6, ", ", ". ", ": ", "-", "\n", "  ", "/", "'s ", ""]
FAMILIES = ("ages", "dates", "ids", "labels", "measures", "money", "phones", "secrets")


def texts() -> Iterator[str]:
    chance = random.Random(20)
    for _ in range(400):
        yield "".join(chance.choice(WORDS) + chance.choice(SEPARATORS) for _ in range(chance.randint(3, 30)))


def everywhere(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    assert sorted(starts := list(starts)) == starts
    return pattern.finditer(text)


def test_trying_patterns_where_they_can_begin_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    detect = PatternDetector().detect
    quick = [detect(text) for text in texts()]
    assert sum(map(len, quick)) > 500
    for family in FAMILIES:
        monkeypatch.setattr(f"privacy_chains.detect.{family}.matches", everywhere)
    assert [detect(text) for text in texts()] == quick


def test_matches_do_not_overlap_and_are_in_order() -> None:
    pattern = re.compile("a+")
    assert [found.span() for found in matches(pattern, "aaa baa", [0, 1, 5, 6])] == [(0, 3), (5, 7)]


def test_numbers_are_told_apart_by_what_follows() -> None:
    reading = Reading("12 34567 kg, 1-2; .5 km; 12345678.")
    assert reading.numbers == [0, 3, 13, 15, 19, 25]
    assert reading.five_digits == [3]
    assert reading.small == [0, 13, 15, 19]
    assert reading.grouped == [0, 13, 25]
    assert reading.amounts == [0, 3, 13, 18, 19]


def test_every_first_letters_are_lower_case_and_at_most_three() -> None:
    heads = [head for heads in module._HEADS.values() for head in heads.split()]
    assert all(head == head.lower() and len(head) <= 3 for head in heads)
