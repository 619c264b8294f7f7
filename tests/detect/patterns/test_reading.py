from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.detect import PatternDetector
from privacy_chains.detect.patterns import ages, ages_of_people, births, dates, labels, money, places, secrets, sums
from privacy_chains.detect.patterns.label_table import LABELS
from privacy_chains.detect.patterns.numerals import SMALL_NUMBER_WORDS
from privacy_chains.detect.patterns.openings import Opening, first_letters
from privacy_chains.detect.patterns.reading import ValueReading, matches
from privacy_chains.language.patterns import spelled_out

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
    reading = ValueReading("12 34567 kg, 1-2; .5 km; 12345678.")
    assert reading.numbers == [0, 3, 13, 15, 19, 25]
    assert reading.five_digits == [3]
    assert reading.small == [0, 13, 15, 19]
    assert reading.grouped == [0, 13, 25]
    assert reading.amounts == [0, 3, 13, 18, 19]


ANNOUNCING = (
    *(
        (opening, pattern)
        for family in (ages, ages_of_people, births, dates, labels, money, places, secrets, sums)
        for opening in vars(family).values()
        if isinstance(opening, Opening)
        for pattern in opening.patterns
    ),
)


def test_every_expression_that_is_tried_at_words_has_an_opening() -> None:
    assert {pattern.pattern for _, pattern in ANNOUNCING} >= {pattern.pattern for pattern in TRIED} - {
        secrets._PASSWORD_LABEL.pattern  # tried where a candidate stands
    }


TABLES = {
    "kin": (spelled_out("{aged_person}", gap=r"\s"), ages_of_people._OPENING_KIN),
    "label": (r"|".join(e for label in LABELS for e in label.expressions()), labels._OPENING),
    "earn": (spelled_out("{earn}"), sums._OPENING),
    "spend": (spelled_out("{spend}"), sums._OPENING),
    "sum": (spelled_out("(?:{which_sum}[ ]?)?{sum_word:en}"), sums._OPENING),
    "sum abroad": (spelled_out("{sum_word:-en}"), sums._OPENING_ABROAD),
    "earn abroad": (spelled_out("{earns_sum:-en}"), sums._OPENING_ABROAD),
    "field": (spelled_out("{amount_field|booking_field}"), sums._OPENING),
    "month": (dates._NAME, dates._OPENING),
    "number": (SMALL_NUMBER_WORDS, ages._OPENING),
    "age": (spelled_out(ages._ANNOUNCED, gap=r"\s"), ages._OPENING),
    "am": (spelled_out(ages._AM, gap=r"\s"), ages._OPENING),
    "born": (spelled_out("{birth_label|born}", gap=r"\s"), births._OPENING),
    "password": (spelled_out(secrets._WORDS), secrets._OPENING),
}


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=12, deadline=None)
@given(st.data())
def test_every_word_of_a_table_that_announces_is_tried(table: str, data: st.DataObject) -> None:
    expression, opening = TABLES[table]
    word = data.draw(st.from_regex(re.compile(expression, re.ASCII), fullmatch=True)).lower()
    reading = ValueReading(f"{word} 5")
    assert word[0] not in ascii_lowercase or 0 in reading.words(opening), word


@pytest.mark.parametrize(
    ("expression", "letters"),
    [
        ("(?:abc|de)f", {"abc", "def"}),
        (r"(?<![^\W_])(?:brutto|netto)?gehalt", {"bru", "net", "geh"}),
        (r"a/c|[ln]o(?:[.]|\b)x?", {"a", "lo", "lox", "no", "nox"}),
        (r"e[\s_]{0,2}tkt(?!\w)", {"e", "etk"}),
        (r"[a-c]{2}\s|[0-9]ab", {"aa", "ab", "ac", "ba", "bb", "bc", "ca", "cb", "cc"}),
        (r"(?P<n>x)(?=y)y{1,2}z", {"xyy", "xyz"}),
        (r"\u00e9t\u00e9\w+|d['\u2019]or", {"été", "d"}),
        (r"a\W|ab(?:cd)*", {"a", "ab", "abc"}),
    ],
)
def test_first_letters_are_those_of_the_expression(expression: str, letters: set[str]) -> None:
    assert first_letters(expression) == letters


@pytest.mark.parametrize("expression", [r"\w+", r"a[^b]c", ".", r"[\w.]x"])
def test_an_expression_that_may_begin_with_any_letter_is_refused(expression: str) -> None:
    with pytest.raises(ValueError, match="any letter"):
        first_letters(expression)


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
