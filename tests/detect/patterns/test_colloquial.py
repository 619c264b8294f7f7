"""Money as people call it: signs of letters and slang near words of paying, and nowhere else."""

from __future__ import annotations

import pytest

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect.patterns.colloquial import _letters
from privacy_chains.detect.patterns.detector import PatternDetector
from privacy_chains.language.lexicon import word_set

DETECTOR = PatternDetector(DEFAULT_TYPES)


def amounts(text: str) -> list[str]:
    return [text[one.start : one.end] for one in DETECTOR.detect(text) if one.entity_type == "MONEY"]


@pytest.mark.parametrize("frame", ["he owes me {} now", "il me doit {}", "er schuldet mir {}", "me debe {}"])
def test_slang_is_money_where_somebody_owes_it(frame: str) -> None:
    for word in word_set("money_slang"):
        text = frame.format(f"250 {word}")
        assert amounts(text) == [f"250 {word}"], text


def test_signs_of_letters_are_money_where_somebody_owes_it() -> None:
    single, several = _letters()
    for sign in several:
        assert amounts(f"she owes me {sign} 4,500 now") == [f"{sign} 4,500"], sign
    for sign in single:
        assert amounts(f"she owes me {sign}450,000 now") == [f"{sign}450,000"], sign


@pytest.mark.parametrize("value", ["4500:-", "3\u4e07\u5186", "1.250 Fr", "a tenner", "fifty quid", "S/ 1.250"])
def test_other_ways(value: str) -> None:
    assert amounts(f"Garrett still owes me {value} from last year.") == [value]


@pytest.mark.parametrize(
    "text",
    [
        "a flock of 200 pavos",
        "une boîte de 20 balles",
        "x[100:-1]",
        "RM 300 is a room",
        "K8s and P2,300",
        "3 Riesen und Zwerge",
    ],
)
def test_nothing_is_money_where_nobody_pays(text: str) -> None:
    assert not amounts(text)
