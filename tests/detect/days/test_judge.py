"""The judge of dates: what it reads, and what it says."""

from __future__ import annotations

import pytest

from privacy_chains.contract.spans import Span
from privacy_chains.detect.days.judge import KINDS, chances
from privacy_chains.detect.days.reading import windows_of
from privacy_chains.detect.days.traits import Company, is_readable
from privacy_chains.detect.quantities.judge import Spelled

TEXT = "Ms Okafor, your visit is on Monday, 3 March 2025 at 10:40. Which day was 9 May 1945?"


def span(value: str, kind: str = "DATE_TIME", text: str = TEXT) -> Span:
    start = text.index(value)
    return Span(start, start + len(value), kind)


SPANS = [span("Okafor", "PERSON"), span("Monday, 3 March 2025 at 10:40"), span("9 May 1945")]


def test_each_date_is_read_once_in_a_short_text_and_gets_a_chance() -> None:
    (window,) = windows_of(TEXT, SPANS)
    assert [one.span for one in window.dates] == SPANS[1:]
    said = chances(window.states(), [Spelled(one.first, one.last, one.traits) for one in window.dates])
    assert len(said) == len(KINDS)
    assert 0 <= min(said) < max(said) <= 1


def test_what_is_read_holds_no_value() -> None:
    (window,) = windows_of(TEXT, SPANS)
    assert not {"Okafor", "March", "1945", "10:40"} & set(window.text.replace(",", " ").split())


def test_traits_tell_the_spelling_and_the_company() -> None:
    company = Company(TEXT, SPANS)
    first, second = map(company.traits, SPANS[1:])
    assert first == ("era recent", "name", "day", "clock", "text PERSON", "sentence PERSON")
    assert second == ("era past", "name", "day", "asks", "text PERSON")
    assert Company(TEXT, [span("Okafor", "EMAIL_ADDRESS")]).kinds == {"ID"}


@pytest.mark.parametrize(("value", "readable"), [("3 May", True), ("2024-05-01T10:00Z", True), ("9 years", False)])
def test_a_date_is_what_the_format_reads(value: str, *, readable: bool) -> None:
    assert is_readable(value) == readable


def test_a_date_far_inside_a_long_text_is_read() -> None:
    text = "Nothing happened here. " * 400 + "My visit is on 3 March 2025. " + "Nothing happened here. " * 400
    date = span("3 March 2025", text=text)
    assert any(one.span == date for window in windows_of(text, [date]) for one in window.dates)
