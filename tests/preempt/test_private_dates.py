"""Dates of somebody's affairs, where a policy moves them together."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Keep, Key, Policy, Sanitizer
from privacy_chains.adapting.filters import sanitize_filter
from privacy_chains.errors import PolicyError, UnsupportedContent
from privacy_chains.ledger import MetricDP
from privacy_chains.mechanisms import DEFAULT_NOISE

KEYS = [Key.from_bytes(bytes(range(first, first + 32))) for first in (3, 40, 77)]
POLICY = Policy.default().with_dates("shift")
LETTER = (
    "Dear Ms Okafor, you were admitted on Monday, 3 March 2025 and discharged on 7 March. "
    "Invoice date: 2025-03-10, due on 9 April 2025, 30 days later."
)
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October"),
    *("November", "December"),
)
DAYS = st.lists(st.dates(date(1990, 1, 1), date(2030, 1, 1)), min_size=2, max_size=4, unique=True)


def sanitizer(key: Key = KEYS[0], policy: Policy = POLICY) -> Sanitizer:
    return Sanitizer(key, policy=policy)


@pytest.mark.parametrize("key", KEYS)
def test_a_letter_keeps_its_weekday_its_intervals_and_comes_back(key: Key) -> None:
    prompt = sanitizer(key).sanitize(LETTER)
    first, left, billed, due = re.findall(
        r"Monday, (\d+ \w+ \d+) and discharged on (\d+ \w+)\..*date: ([\d-]+), due on (\d+ \w+ \d+),", prompt.text
    )[0]
    admitted = _day(first)
    assert admitted.weekday() == 0
    assert _day(f"{left} {admitted.year}") in {_later(admitted, 4), _later(admitted, 4).replace(year=admitted.year)}
    assert (date.fromisoformat(billed) - admitted).days == 7
    assert (_day(due) - date.fromisoformat(billed)).days == 30
    assert sanitizer(key).desanitize(prompt.text, prompt) == LETTER
    told = date.fromisoformat(billed)
    assert sanitizer(key).desanitize(f"It is due 30 days after {told:%B} {told.day}, {told.year}.", prompt) == (
        "It is due 30 days after March 10, 2025."
    )


def _day(text: str) -> date:
    day, month, year = text.split()
    return date(int(year), _MONTHS.index(month) + 1, int(day))


def _later(day: date, days: int) -> date:
    return date.fromordinal(day.toordinal() + days)


@settings(max_examples=25, deadline=None)
@given(DAYS, st.integers(0, 9))
def test_dates_without_a_year_move_like_those_with_one(days: list[date], session: int) -> None:
    year = days[0].year
    days = [day.replace(year=year, day=min(day.day, 28)) for day in days]
    shown = [f"{day.day} {_MONTHS[day.month - 1]}" for day in days]
    text = f"Your visits, Ms Okafor: {shown[0]} {year}" + "".join(f", then {one}" for one in shown[1:])
    prompt = sanitizer().session(str(session)).sanitize(text)
    _, *moved = re.split(r": |, then ", prompt.text)
    first = _day(moved[0])
    for day, sent in zip(days[1:], moved[1:], strict=True):
        expected = _later(first, (day - days[0]).days)
        assert sent == f"{expected.day} {_MONTHS[expected.month - 1]}"


def test_a_session_pays_once_and_the_ledger_says_what_stays() -> None:
    session = sanitizer().session("paid")
    first, second = (session.sanitize(f"Ms Okafor, your visit was on {day} May 2024.") for day in (3, 17))
    (event,) = [one for one in first.ledger if isinstance(one, MetricDP)]
    assert (event.entity_type, event.epsilon_each, event.unit, event.unit_name) == (
        "PRIVATE_DATE",
        Fraction(1),
        Fraction(182),
        "days",
    )
    assert second.ledger.epsilon == 0
    assert "weekday" in first.ledger.explain()


def test_public_dates_and_dates_by_default_stay() -> None:
    asked = "What happened on 6 June 1944 in Normandy?"
    assert sanitizer().sanitize(asked).text == asked
    kept = sanitizer(policy=Policy.default()).sanitize(LETTER).text
    assert "Monday, 3 March 2025" in kept


def test_a_policy_that_names_dates_is_as_it_was() -> None:
    for policy in (Policy.profile("hipaa"), Policy.profile("medical"), Policy.read('detect = ["DATE_TIME"]')):
        shifted = policy.with_dates("shift")
        for text in (LETTER, "What happened on 6 June 1944 in Normandy?"):
            assert sanitizer(policy=shifted).sanitize(text).text == sanitizer(policy=policy).sanitize(text).text
    kept = Policy.default().with_dates("shift").with_rule("DATE_TIME", Keep())
    assert "3 March 2025" in sanitizer(policy=kept).sanitize(LETTER).text


def test_a_file_turns_it_on_and_off() -> None:
    assert Policy.read('dates = "shift"').entity_types == POLICY.entity_types
    assert Policy.read('dates = "keep"').entity_types == Policy.default().entity_types
    with pytest.raises(PolicyError, match="dates is one of keep, shift"):
        Policy.read('dates = "year"')


def test_the_noise_is_that_of_hipaa() -> None:
    (rule,) = [Policy.profile("hipaa").rules["DATE_TIME"]]
    assert rule.noise == DEFAULT_NOISE["PRIVATE_DATE"]  # type: ignore[union-attr]


def test_a_filter_finds_equal_dates_and_refuses_ranges() -> None:
    index = sanitizer().index("visits")
    value = "2025-03-03"
    (stored,) = index.sanitize([value]).texts
    assert stored != value
    assert sanitize_filter(index, {"day": {"$eq": value}}) == {"day": {"$eq": stored}}
    with pytest.raises(UnsupportedContent, match="range"):
        sanitize_filter(index, {"day": {"$gte": value}})
