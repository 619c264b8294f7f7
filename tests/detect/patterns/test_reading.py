from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns import ages, births, dates, labels, money, places, secrets, sums
from privacy_chains.detect.patterns import reading as module
from privacy_chains.detect.patterns.label_table import LABELS
from privacy_chains.detect.patterns.reading import Reading, matches

TESTS = Path(__file__).parent
LINES = "\n".join(path.read_text(encoding="utf-8") for path in sorted(TESTS.glob("test_*.py"))).splitlines()
WORDS = " ".join(LINES).split()
SEPARATORS = [*" " * 6, ", ", ". ", ": ", "-", "\n", "  ", "/", "'s ", ""]
FAMILIES = ("ages", "dates", "ids", "labels", "measures", "money", "phones", "secrets")


def texts() -> Iterator[str]:
    yield from (line.replace("«", "").replace("»", "") for line in LINES)
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
        monkeypatch.setattr(f"privacy_chains.detect.patterns.{family}.matches", everywhere)
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


def test_the_first_letters_of_every_label_are_known() -> None:
    known = set(module._HEADS["label"].split())
    for label in LABELS:
        for words in label.words.split():
            letters = re.match(r"[^\W\d_]{1,3}", words)
            assert letters is not None
            assert letters[0] in known, words


IN_OTHER_LANGUAGES = "edad: 43, alter 43, âge: 43, età 43, leeftijd 43, idade 43"


@pytest.mark.parametrize("number", ["zero", "two", "nine", "eleven", "thirteen", "twenty", "forty-three", "a hundred"])
def test_numbers_in_words_are_tried(number: str) -> None:
    ages = [
        span
        for span in PatternDetector().detect(f"{number} years old; {IN_OTHER_LANGUAGES}")
        if span.entity_type == "AGE"
    ]
    assert [span.start for span in ages][:1] == [0]
    assert len(ages) == 7


@pytest.mark.parametrize(
    "number", ["zero", "three", "ten", "fifty", "hundred", "a thousand", "half a million", "trillion"]
)
def test_amounts_in_words_are_tried(number: str) -> None:
    text = f"{number} dollars"
    assert [(span.start, span.end) for span in PatternDetector({"MONEY"}).detect(text)] == [(0, len(text))]


MONTHS = (
    "jan feb mar apr may jun jul aug sep oct nov dec januar jänner märz mai dezember février avril août décembre enero"
    " abril agosto diciembre gennaio maggio giugno luglio settembre ottobre maart mei fevereiro outubro"
)


@pytest.mark.parametrize("month", MONTHS.split())
def test_every_month_is_tried(month: str) -> None:
    for text in (f"{month.title()} 5, 2020", f"2.\u00ba \u2013 31.  del {month.title()} 2020", f"5-{month}-2020"):
        assert [(span.start, span.end) for span in PatternDetector({"DATE_TIME"}).detect(text)] == [(0, len(text))]


MONTHS_IN_SHORT = "ene fev abr mag giu lug ago set ott out dic gen"


@pytest.mark.parametrize("month", MONTHS_IN_SHORT.split())
def test_months_that_are_other_words_too_are_tried_behind_a_day(month: str) -> None:
    text = f"5 {month} 2020"
    assert [(span.start, span.end) for span in PatternDetector({"DATE_TIME"}).detect(text)] == [(0, len(text))]


TRIED = (
    ages._AGE,
    births._CUE,
    dates._OTHER_YEAR,
    dates._WRITTEN,
    labels._LABEL,
    money._SPELLED,
    places._CUE,
    secrets._KEY_LABEL,
    secrets._PASSWORD_LABEL,
    secrets._USER_LABEL,
    sums._BETWEEN,
    sums._CONTEXT,
    sums._CONTEXT_ABROAD,
)


@pytest.mark.parametrize("word", sorted(module._PLAIN))
def test_no_expression_begins_with_a_word_that_is_not_tried(word: str) -> None:
    assert word[:3] in module._WORDS_OF
    for rest in ("", " 5", " number 5", ": 5", "-5", " is 5", " of birth", " rate", " amount", " dollars", " age"):
        assert not any(pattern.match(word + rest) for pattern in TRIED)
