"""Days of the week end to end: asked for like other types, hidden, read back, and left where a date holds them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Encipher, Key, Policy, Sanitizer
from privacy_chains.formats.weekdays import DAYS, weekday

POLICY = replace(Policy.default(), entity_types=frozenset({"WEEKDAY"}))
KEYS = [Key.from_bytes(bytes([number, 255]) * 16) for number in range(14)]
CHANGING = next(key for key in KEYS if Sanitizer(key, policy=POLICY).sanitize("Tuesday").text != "Tuesday")
SANITIZER = Sanitizer(CHANGING, policy=POLICY)
VISITS = (
    "Visits on Tuesday and Friday, on TUESDAYS, am Dienstagabend, los martes, Mon-Fri 9:00; \u00e0s quartas-feiras."
)


def test_it_is_off_by_default_and_asked_for_like_other_types(tmp_path: Path) -> None:
    assert Sanitizer(CHANGING).sanitize("on Tuesday").text == "on Tuesday"
    ruled = Policy.default().with_rule("WEEKDAY", Policy.default().rules["WEEKDAY"])
    (tmp_path / "policy.toml").write_text('detect = ["WEEKDAY"]')
    for policy in (ruled, Policy.load(tmp_path / "policy.toml")):
        assert Sanitizer(CHANGING, policy=policy).sanitize("on Tuesday").text == SANITIZER.sanitize("on Tuesday").text


@pytest.mark.parametrize("key", KEYS, ids=range(len(KEYS)))
def test_texts_come_back_with_the_prompt_and_with_the_key_alone(key: Key) -> None:
    sanitizer = Sanitizer(key, policy=POLICY)
    prompt = sanitizer.sanitize(VISITS)
    assert sanitizer.desanitize(prompt.text, prompt) == VISITS
    assert sanitizer.desanitize(prompt.text) == VISITS
    assert len(prompt.text.split()) == len(VISITS.split())


def test_a_day_is_the_same_in_every_language_message_and_session() -> None:
    session = SANITIZER.session("a")
    texts = [session.sanitize(text).texts[-1] for text in ("Tuesday", "Dienstag", "mardi", "TUESDAY")]
    ranks = {weekday(text).rank for text in texts}
    assert len(ranks) == 1
    everywhere = Sanitizer(CHANGING, policy=POLICY.with_scope("user"))
    assert len({everywhere.session(name).sanitize("Tuesday").text for name in "abcdef"}) == 1


def test_in_session_scope_sessions_differ() -> None:
    rule = Encipher(Policy.default().rules["WEEKDAY"].format, scope="session")  # type: ignore[union-attr]
    sanitizer = Sanitizer(CHANGING, policy=POLICY.with_rule("WEEKDAY", rule))
    assert len({sanitizer.session(str(number)).sanitize("Tuesday").text for number in range(30)}) > 3


@given(st.sampled_from(KEYS), st.integers(0, 6), st.integers(0, 13))
@settings(max_examples=60)
def test_what_a_model_counts_is_right(key: Key, day: int, later: int) -> None:
    sanitizer = Sanitizer(key, policy=POLICY)
    prompt = sanitizer.sanitize(f"I come on {DAYS[0][day]}. Which day is {later} days later?")
    released = weekday(prompt.text.removeprefix("I come on ").split(".")[0]).rank
    answer = f"It is {DAYS[0][(released + later) % 7]}."
    assert sanitizer.desanitize(answer, prompt) == f"It is {DAYS[0][(day + later) % 7]}."
    assert sanitizer.desanitize(answer) == f"It is {DAYS[0][(day + later) % 7]}."


def test_a_date_in_clear_does_not_tell_the_rotation() -> None:
    text = "On Tuesday. It is Tuesday, 14 May 2024, so come on Tuesday or Friday."
    prompt = SANITIZER.sanitize(text)
    assert "Tuesday, 14 May 2024" in prompt.text
    assert prompt.text.count("Tuesday") == 1
    assert SANITIZER.desanitize(prompt.text, prompt) == text
    assert SANITIZER.desanitize(prompt.text) == text
    answer = f"{prompt.text} Tuesday, 14 May 2024, it is."
    assert SANITIZER.desanitize(answer, prompt) == f"{text} Tuesday, 14 May 2024, it is."


def test_with_noise_in_dates_the_day_in_one_follows_the_date() -> None:
    sanitizer = Sanitizer(CHANGING, policy=replace(POLICY, entity_types=frozenset({"WEEKDAY", "DATE_TIME"})))
    prompt = sanitizer.sanitize("On Tuesday, 14 May 2024, and on a Tuesday.")
    assert {span.entity_type for span in prompt.spans[0]} == {"WEEKDAY", "DATE_TIME"}
    assert sanitizer.desanitize(prompt.text, prompt) == "On Tuesday, 14 May 2024, and on a Tuesday."


def test_the_ledger_claims_no_more_than_a_rotation() -> None:
    (event,) = SANITIZER.sanitize("on Tuesday").ledger
    assert "one learned pair tells all" in event.explain()
    assert "how many days lie between" in event.explain()


def test_history_goes_out_again_as_it_was_sent() -> None:
    session = SANITIZER.session("chat")
    sent = session.sanitize("I come on Tuesday.").texts[-1]
    day = DAYS[0][(weekday(sent.split()[-1].strip(".")).rank + 2) % 7]
    clear = session.desanitize(f"Then come again on {day}.", session.sanitize("I come on Tuesday."))
    assert clear == "Then come again on Thursday."
    assert SANITIZER.session("chat").sanitize(["I come on Tuesday.", clear]).texts == (
        sent,
        f"Then come again on {day}.",
    )
