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
from privacy_chains.contract.conversation import Message

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
        ("Anna Koch came. A. Koch signed.", "Anna Koch came. B. Koch signed."),
        ("Anna Koch met Alice Weber.", "Anna Koch met Betty Weber."),
        ("Anna Koch: anna.koch@gmail.com", "Anna Koch: betty.koch@gmail.com"),
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


PAIRS = (
    ("Patricia Wilson", "Jennifer Hughes"),
    ("account number 48291736", "account number 59302847"),
    ("Mrs. Wilson", "Mrs. Hughes"),
    ("patricia.wilson@gmail.com", "jennifer.hughes@gmail.com"),
    ("SSN 536-22-8154", "SSN 536-22-8155"),
    ("P. Wilson", "J. Hughes"),
    ("Mary Clark", "Mary Clark"),
)
"""What the user may say, in either world."""
WRITTEN = st.one_of(
    st.integers(0, 9),
    st.sampled_from([*(value for pair in PAIRS for value in pair), "Clark", "Dear", "47", "$85,000", "[PERSON]", "\n"]),
    st.text("aJP.@ \n0138-", max_size=6),
)
"""What the model may write: what it saw as one of the first surrogates, or words of its choice."""
TURNS = st.lists(
    st.tuples(st.lists(st.sampled_from(PAIRS), min_size=1, max_size=3), st.lists(WRITTEN, min_size=1, max_size=6)),
    min_size=1,
    max_size=3,
)


def transcript(user: int, world: int, turns: list[tuple[list[tuple[str, str]], list[int | str]]]) -> list[object]:
    """What a provider sees request by request, surrogates told by their order alone; it answers by what it saw."""
    session, history, seen = SETTING.session(user, "law"), list[Message](), list[str]()
    shown, wrote_before = list[object](), dict[int, str]()
    for said, answer in turns:
        history.append(Message((" met ".join(pair[world] for pair in said) + ".",)))
        sanitized = session.sanitize_conversation(history)
        for place, texts in enumerate(sanitized.messages):
            if place in wrote_before:
                assert texts == (wrote_before[place],)  # byte for byte
                shown.append(place)
                continue
            (text,), (alone,) = texts, session.sanitize_conversation([history[place]]).prompt.spans
            surrogates = [text[span.start : span.end] for span in alone]
            seen += [one for one in surrogates if one not in seen]
            for one in sorted(set(surrogates), key=len, reverse=True):
                text = text.replace(one, f"<{seen.index(one)}>")
            shown.append(text)
        wrote = " ".join(seen[one % len(seen)] if isinstance(one, int) else one for one in answer)
        prompt = sanitized.prompt
        clear = session.desanitize(wrote, prompt)
        kept = session.keep((wrote,), (clear,), prompt)
        wrote_before[len(history)] = wrote
        history.append(Message((clear,), from_model=True, kept=kept))
    return shown


@settings(max_examples=20, deadline=None)
@given(TURNS, st.integers(0, 50), st.integers(51, 99))
def test_a_transcript_is_the_same_under_two_keys_and_in_both_worlds_up_to_surrogates(
    turns: list[tuple[list[tuple[str, str]], list[int | str]]], one: int, other: int
) -> None:
    told = [
        leakage(SETTING.session(0, "x").sanitize([pair[world] for said, _ in turns for pair in said]), SETTING.policy)
        for world in (0, 1)
    ]
    worlds = (0, 1) if told[0] == told[1] else (0, 0)
    assert transcript(one, worlds[0], turns) == transcript(other, worlds[1], turns)
