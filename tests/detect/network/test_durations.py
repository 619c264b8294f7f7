"""Lengths of time are no dates, whatever is asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.detect import default_detector
from privacy_chains.detect.network.durations import is_duration

EVERYTHING = default_detector(entity_types=frozenset(ENTITY_TYPES) - {"NUMBER"})
UNITS = [
    "days",
    "weeks",
    "months",
    "years",
    "hours",
    "Monate",
    "Jahre",
    "mois",
    "semaines",
    "meses",
    "mesi",
    "maanden",
    "anos",
]


@given(st.integers(1, 999), st.sampled_from(UNITS), st.sampled_from(["", "the last ", "within "]))
def test_a_number_and_a_unit_of_time_are_a_duration(number: int, unit: str, before: str) -> None:
    text = f"{before}{number} {unit} of it"
    assert is_duration(text, 0, len(f"{before}{number} {unit}"))
    assert is_duration(text, len(before), len(f"{before}{number}"))


@pytest.mark.parametrize(
    "text", ["3 May 2024", "14.05.2023", "3 months from 3 May 2024", "May", "2 Dayton Road", "10 Weeks Street 4"]
)
def test_dates_are_none(text: str) -> None:
    assert not is_duration(text, 0, len(text))


@pytest.mark.parametrize("sentence", ["Give me a plan for the next {}.", "The contract ends after {}.", "Duration: {}"])
@pytest.mark.parametrize("length", ["3 months", "2 weeks", "10 days", "6 years"])
def test_no_duration_is_replaced(sentence: str, length: str) -> None:
    assert not EVERYTHING.detect(sentence.format(length))
