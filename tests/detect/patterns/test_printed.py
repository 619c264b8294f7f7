"""Whatever prints records, their values are found by the heads and keys that they stand under."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from printed_support import TYPES, Record, every_print

from privacy_chains.detect import PATTERN_TYPES, PatternDetector
from privacy_chains.detect.patterns import literals
from privacy_chains.detect.patterns.literals import values_of_literals

DETECT = PatternDetector(TYPES.values()).detect
RECORDS = st.lists(
    st.tuples(
        st.sampled_from(["Ann Lee", "Bob Roy", "Cleo Ash", "Dan Mott"]),
        st.integers(1, 99),
        st.dates(date(1930, 1, 1), date(2019, 12, 31)),
        st.decimals(Decimal(1000), Decimal(999_999), places=2),
        st.integers(10_000, 99_999).map("W-{}".format),
    ),
    min_size=2,
    max_size=4,
)


@settings(max_examples=8, deadline=None)
@given(RECORDS)
def test_ages_births_amounts_and_ids_are_found_in_every_print(records: list[Record]) -> None:
    for program, text in every_print(records).items():
        kinds = Counter(span.entity_type for span in DETECT(text))
        assert kinds == dict.fromkeys(TYPES.values(), len(records)), program


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{'at': datetime.date(2024, 7, 3)}", ["DATE_TIME"]),
        ("[('Ann', datetime.date(1988, 7, 3), Decimal('91733.20'))]", ["DATE_TIME", "MONEY"]),
        ("ages=[34, 51]", ["AGE", "AGE"]),
        ("{'age': [34, 51], 'x': [1, 2]}", ["AGE", "AGE"]),
        ("columns = ['name', 'age']\nrows = [('Ann', 34)]", ["AGE"]),
        ("[('name', 'age'), ('Ann', 34), ('Bo", ["AGE"]),  # cut off
        ('{"salary": 91733.199999999997}', ["MONEY"]),
        ("f(age, [1, 2, 3]); a = [[1, 2], [3, 4]]; b = {'rooms': [3, 4]}", []),
    ],
)
def test_values_of_literals_are_what_their_keys_say(text: str, expected: list[str]) -> None:
    assert [span.entity_type for span in PatternDetector(PATTERN_TYPES - {"NUMBER", "PERSON"}).detect(text)] == expected


@settings(max_examples=60)
@given(st.text("[({])}'\"a1,:= .\n", max_size=60))
def test_values_of_literals_are_stretches_of_the_text(text: str) -> None:
    assert all(0 <= start <= end <= len(text) for _, (start, end) in values_of_literals(text))


@pytest.mark.parametrize("piece", ["[[1, ", "{'a': [1, ", "((((", "x=D(1,", "'a': {'b': "])
def test_hostile_literals_are_read_once(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    original, steps = literals._past_space, Counter[int]()

    def counting(text: str, at: int) -> int:
        steps[len(text)] += 1
        return original(text, at)

    monkeypatch.setattr(literals, "_past_space", counting)
    for copies in (200, 400):
        list(values_of_literals(piece * copies))
    assert steps[400 * len(piece)] <= 2 * steps[200 * len(piece)] + 40
