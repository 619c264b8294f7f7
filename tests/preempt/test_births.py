"""Dates and years of birth: noise by default, once for each, read back, and in keeping with ages and other dates."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from privacy_chains import Keep, Key, Policy, Sanitizer, default_detector
from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.ledger import Kept, MetricDP, PostProcessed
from privacy_chains.preempt.prompt import SanitizedPrompt

KEYS = [Key.from_bytes(bytes([seed, 255]) * 16) for seed in range(1, 5)]
MEDICAL = Policy.profile("medical")


def sanitizer(key: Key, policy: Policy | None = None) -> Sanitizer:
    """One that asks no network: what is tested here hangs on words."""
    policy = policy or Policy.default()
    return Sanitizer(key, policy=policy, detector=default_detector(entity_types=policy.entity_types, neural=False))


def values(prompt: SanitizedPrompt, *kinds: str) -> list[str]:
    return [prompt.text[span.start : span.end] for span in prompt.spans[0] if span.entity_type in kinds]


def test_they_are_looked_for_by_default_and_other_dates_are_not() -> None:
    assert {"DATE_OF_BIRTH", "YEAR_OF_BIRTH"} <= DEFAULT_TYPES
    assert not {"DATE_TIME", "YEAR"} & DEFAULT_TYPES


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Patient Jürgen Oberhuber, geb. 03.07.1958, kommt am 15.01.2024", "DATE_OF_BIRTH"),
        ('{"dob": "1965-11-21", "seen": "2024-01-15"}', "DATE_OF_BIRTH"),
        ("Date of birth: 1965-11-21", "DATE_OF_BIRTH"),
        ("DOB 3.7.58", "DATE_OF_BIRTH"),
        ("She was born in 1965.", "YEAR_OF_BIRTH"),
    ],
)
def test_the_default_policy_adds_noise_says_so_and_reads_it_back(text: str, kind: str, key: Key) -> None:
    engine = sanitizer(key)
    prompt = engine.sanitize(text)
    (event,) = [event for event in prompt.ledger if isinstance(event, MetricDP)]
    assert (event.entity_type, event.epsilon, event.count) == (kind, 1, 1)
    assert (event.unit, event.unit_name) == ((365, "days") if kind == "DATE_OF_BIRTH" else (1, "years"))
    assert engine.desanitize(prompt.text, prompt) == text
    assert [span.entity_type for span in engine.sanitize(prompt.text).spans[0]] == [
        span.entity_type for span in prompt.spans[0]
    ]


def test_most_dates_and_years_of_birth_change() -> None:
    released = [
        sanitizer(Key.from_bytes(bytes([seed, 255]) * 16)).sanitize("dob 1958-07-03, born in 1958").text
        for seed in range(40)
    ]
    days = [date.fromisoformat(found) for text in released for found in re.findall(r"[0-9-]{10}", text)]
    assert len(set(days)) > 30
    assert all(date(1900, 1, 1) <= day <= date(2029, 12, 31) for day in days)
    apart = sorted(abs((day - date(1958, 7, 3)).days) for day in days)
    assert 60 < apart[20] < 1500


@pytest.mark.parametrize("key", KEYS)
def test_the_answer_may_write_a_date_of_birth_in_another_way(key: Key) -> None:
    engine = sanitizer(key)
    for text in ("DOB 03.07.1958", "DOB 03.07.58"):
        prompt = engine.sanitize(text)
        (issued,) = prompt.issued
        day = date.fromordinal(int(issued.released or 0))
        assert engine.desanitize(f"born on {day.isoformat()}", prompt) == "born on 1958-07-03"
        assert engine.desanitize(f"born {day.day} {day:%B %Y}", prompt) == "born 3 July 1958"
    prompt = engine.sanitize("She was born in 1965.")
    assert engine.desanitize(f"In {prompt.text[-5:-1]}, then", prompt) == "In 1965, then"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("policy", [Policy.default(), MEDICAL], ids=["default", "medical"])
def test_an_age_goes_with_the_date_of_birth_beside_it(policy: Policy, key: Key) -> None:
    prompt = sanitizer(key, policy).sanitize(
        "Ann was born 3 May 1958, aged 65. Bob is aged 33, born on 1 January 1990."
    )
    born = [int(value[-4:]) for value in values(prompt, "DATE_OF_BIRTH")]
    ages = list(map(int, values(prompt, "AGE")))
    assert [year + age for year, age in zip(born, ages, strict=True)] == [2023, 2023]
    assert {event.entity_type for event in prompt.ledger if isinstance(event, MetricDP)} == {"DATE_OF_BIRTH"}
    assert {event.entity_type for event in prompt.ledger if isinstance(event, PostProcessed)} == {"AGE"}


@pytest.mark.parametrize("key", KEYS)
def test_the_age_is_counted_to_a_date_of_the_text_where_dates_are_asked_for(key: Key) -> None:
    prompt = sanitizer(key, MEDICAL).sanitize("Born 1980-06-02, aged 43, seen on 2024-05-01.")
    (birth,), (seen,), (age,) = (values(prompt, kind) for kind in ("DATE_OF_BIRTH", "DATE_TIME", "AGE"))
    born, day = date.fromisoformat(birth), date.fromisoformat(seen)
    assert int(age) == day.year - born.year - ((day.month, day.day) < (born.month, born.day))


@pytest.mark.parametrize("key", KEYS)
def test_ages_and_years_of_birth_of_several_people_are_not_mixed_up(key: Key) -> None:
    prompt = sanitizer(key).sanitize("Ann is 46 years old, born in 1980. Bob is 30 years old, born in 1996.")
    pairs = zip(values(prompt, "AGE"), values(prompt, "YEAR_OF_BIRTH"), strict=True)
    assert [int(age) + int(year) for age, year in pairs] == [2026, 2026]


@pytest.mark.parametrize("key", KEYS)
def test_a_year_of_birth_is_the_year_of_the_date_of_birth(key: Key) -> None:
    prompt = sanitizer(key).sanitize("Ann, born in 1958 (date of birth: 1958-07-03)")
    (year,), (day,) = values(prompt, "YEAR_OF_BIRTH"), values(prompt, "DATE_OF_BIRTH")
    assert day.startswith(year)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "messages",
    [["dob: 1958-07-03. Form of 3 July 1958, signed 2024-01-15."]],
    ids=["one message"],
)
def test_the_same_day_elsewhere_is_the_same_day(messages: list[str], key: Key) -> None:
    engine = sanitizer(key, MEDICAL)
    session = engine.session("a")
    prompts = [session.sanitize(text) for text in messages]
    sent = " ".join(prompt.text for prompt in prompts)
    (birth,), (form,) = re.findall(r"dob: ([0-9-]{10})", sent), re.findall(r"Form of (\d+ \w+ \d{4})", sent)
    day = date.fromisoformat(birth)
    assert form == f"{day.day} {day:%B %Y}"
    ledger = session.ledger
    assert sum(event.count for event in ledger if isinstance(event, MetricDP)) == 2
    assert engine.desanitize(prompts[-1].text, prompts[-1]) == messages[-1]


def test_a_policy_may_keep_them_or_change_their_noise(tmp_path: Path) -> None:
    text = "Ann, dob 1958-07-03, was born in 1958."
    kept = Policy.default().with_rule("DATE_OF_BIRTH", Keep()).with_rule("YEAR_OF_BIRTH", Keep())
    prompt = sanitizer(KEYS[0], kept).sanitize(text)
    assert prompt.text.endswith("dob 1958-07-03, was born in 1958.")
    kinds = {event.entity_type for event in prompt.ledger if isinstance(event, Kept)}
    assert kinds == {"DATE_OF_BIRTH", "YEAR_OF_BIRTH"}
    path = tmp_path / "policy.toml"
    path.write_text("[noise.DATE_OF_BIRTH]\nunit = 30\nupper = 2020-12-31\n", encoding="utf-8")
    rule = Policy.load(path).rules["DATE_OF_BIRTH"]
    assert rule.noise.unit == 30  # type: ignore[union-attr]
    assert rule.noise.upper == Fraction(date(2020, 12, 31).toordinal())  # type: ignore[union-attr]


def test_years_of_two_digits_stay_in_their_century_in_every_message() -> None:
    for key in KEYS:
        engine = sanitizer(key)
        session = engine.session("a")
        for text in (
            "dob 01.01.30, dob 02.01.30, dob 1930-01-03, dob 31.12.29",
            "dob 03.01.30",
            "dob 1931-01-01",
            "dob 01.01.31",
        ):
            prompt = session.sanitize(text)
            assert engine.desanitize(prompt.text, prompt) == text
