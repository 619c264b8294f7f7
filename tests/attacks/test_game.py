"""The paper's game: nobody wins beyond the bound, whoever may win does, and only equal leakage is admitted."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Keep, Key, Policy, Sanitizer
from privacy_chains.attacks import (
    IDENTIFIERS,
    NUMBERS,
    InadmissibleError,
    Setting,
    Turn,
    game_of_numbers,
    play,
)
from privacy_chains.attacks.game import View
from privacy_chains.attacks.leakage import leakage

SETTING = Setting(secret=bytes(range(32)))
Moves = Generator[Turn, View, int]


def once(left: str, right: str) -> Moves:
    seen = yield Turn((left,), (right,))
    return len(seen) % 2


@pytest.mark.parametrize("name", ["replayed history"])
def test_a_history_without_defence_is_won(name: str) -> None:
    open_ = replace(SETTING, unproven="caller", proof=False)
    assert play(open_, IDENTIFIERS[name], 12) == 12
    assert play(replace(SETTING, proof=False), IDENTIFIERS[name], 40) <= 30


def test_whoever_has_the_key_wins() -> None:
    key = Key.from_bytes(bytes(range(1, 33)))
    known = Setting(policy=Policy.default(scope="user"), key=key)
    own = Sanitizer(key, policy=known.policy, detector=known.detector)
    left, right = "My name is Patricia Wilson.", "My name is Jennifer Hughes."

    def insider(_: Random) -> Moves:
        seen = yield Turn((left,), (right,))
        return int(seen[0] == own.sanitize(right).text)

    assert play(known, insider, 10) == 10


def test_numbers_with_less_noise_are_won_beyond_the_bound_of_more() -> None:
    pair = NUMBERS["ages 40 and 41"]
    loud = replace(SETTING, policy=Policy.default(epsilon=20))
    games = 40
    assert play(loud, pair.play, games) > games * pair.bound(SETTING) + 8
    assert pair.bound(loud) > pair.bound(SETTING) > 0.5


def test_the_border_between_powers_of_ten_is_none() -> None:
    assert NUMBERS["$9,999 and $10,001"].bound(SETTING) < 0.55
    (border,) = [one for one in game_of_numbers(SETTING.of(30)) if one.name == "game: $9,999 and $10,001"]
    assert not border.beyond


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Mary Wilson met Mary Hughes.", "Mary Wilson met Susan Hughes."),
        ("My name is Mary Wilson.", "My name is John Wilson."),
        ("I am 40 years old, he is 40 years old.", "I am 40 years old, he is 41 years old."),
        ("He is fond of tea.", "He is fond of wine."),
        ("My card is 4574 2472 0401 3705.", "My card is 4574-2472-0401-3705."),
    ],
)
def test_worlds_of_different_leakage_are_not_admitted(left: str, right: str) -> None:
    with pytest.raises(InadmissibleError):
        play(SETTING, lambda _: once(left, right), 1)


def test_a_document_that_holds_one_of_the_two_is_not_admitted() -> None:
    def planted(_: Random) -> Moves:
        seen = yield Turn(("I am Mary Wilson.", "Susan Wilson"), ("I am Susan Wilson.", "Susan Wilson"))
        return len(seen) % 2

    with pytest.raises(InadmissibleError):
        play(SETTING, planted, 1)


def test_what_is_kept_in_clear_is_leakage() -> None:
    kept = replace(SETTING, policy=Policy.default().with_rule("PERSON", Keep()))
    with pytest.raises(InadmissibleError):
        play(kept, lambda _: once("My name is Mary Wilson.", "My name is Susan Wilson."), 1)


VALUES = st.sampled_from(
    ["Mary Wilson", "Susan Hughes", "$85,000", "47 years old", "536-22-8154", "mary.wilson@gmail.com", "Rahul Mehta"]
)


@settings(max_examples=25, deadline=None)
@given(st.lists(VALUES, min_size=1, max_size=5), st.integers(0, 50), st.integers(51, 99))
def test_declared_leakage_is_the_same_under_every_key(values: list[str], one: int, other: int) -> None:
    texts = [f"The record says {value} there." for value in values]
    found = {leakage(SETTING.session(user, "x").sanitize(texts), SETTING.policy) for user in (one, other)}
    assert len(found) == 1
