"""The spellings of numbers that may be amounts, ages or ids."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.quantities.candidates import candidates
from privacy_chains.language.number_rules import rule_sets, spell


def found(text: str) -> list[str]:
    return [text[one.start : one.stop] for one in candidates(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rent (1,850/mo), 17.25/h", ["1,850", "17.25"]),
        ("for 1.2M, not 900k", ["1.2M", "900k"]),
        ("3,5 Mio. Umsatz", ["3,5 Mio"]),
        ("2.3 millions, 4 Milliarden", ["2.3 millions", "4 Milliarden"]),
        ("12 450,00 und 12'450", ["12 450,00", "12'450"]),
        ("67F, 33M, 26yo, 5 y/o", ["67F", "33M", "26yo", "5"]),
        ("Name,Pay\nAda,58200", ["58200"]),
        ("zwischen 130-150k, 2.1 \u2013 2.4 Mio", ["130", "150k", "2.1", "2.4 Mio"]),
        ("she is forty-one now", ["forty-one"]),
        ("er ist zweiundvierzig", ["zweiundvierzig"]),
        ("it was once said that they seize the day", []),
        ("ticket SUP-20418, ref ZK81QW, VAT GB 291 7740 63", ["SUP-20418", "ZK81QW", "GB 291 7740 63"]),
        ("passport EJ 4410927, Vertrag VN 20 771-4", ["EJ 4410927", "VN 20 771-4"]),
        ("polis 8840.217.3, colis 6A 1907 3345 2 81", ["8840.217.3", "6A 1907 3345 2 81"]),
    ],
)
def test_numbers_are_read_with_their_magnitude_or_letters(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2024-09-02",
        "02.09.2024",
        "10:45",
        "120/80",
        "3.11.2",
        "10.20.30.40",
        "24.9% and 5 %",
        "A1C",
        "one of a kind, un homme, een dag",
        "10km in 48min, 5GB",
        "x86_64",
        "issue #42",
        "v2",
        "1st, 2nd",
        "½",
    ],
)
def test_parts_of_codes_dates_times_and_versions_are_none(text: str) -> None:
    assert found(text) == []


@given(st.text(alphabet="0123456789.,:/-' kKMFyo$%\n", max_size=60))
def test_candidates_are_numbers_of_the_text_in_reading_order(text: str) -> None:
    position = 0
    for one in candidates(text):
        assert position <= one.start < one.end <= one.stop <= len(text)
        assert text[one.start].isalnum()
        assert text[one.end - 1].isalnum()
        assert one.start == 0 or not text[one.start - 1].isalnum()
        assert "AGE" not in one.may_be or int(text[one.start : one.end]) <= 120
        position = one.stop


@given(st.sampled_from([rules for rules in rule_sets() if "verbose" not in rules[1]]), st.integers(3, 10**6))
def test_numbers_in_words_are_read_whole(rules: tuple[str, str], number: int) -> None:
    words = spell(*rules, number)
    (one,) = candidates(f"({words})")
    assert (one.start, one.end) == (1, 1 + len(words))
    assert ("AGE" in one.may_be) == (number <= 120)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    list(candidates(text))
