from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from model_support.scripted import SCRIPTED

from privacy_chains import (
    Budget,
    BudgetExceeded,
    Key,
    Message,
    Method,
    Policy,
    PolicyError,
    Sanitizer,
    UnsupportedContent,
)
from privacy_chains.contract.roles import Keeper
from privacy_chains.errors import DesanitizeError, KeyMaterialError, MissingPart, ModelError, PrivacyError
from privacy_chains.ledger import Enciphered, Kept, MetricDP, Rewritten, WordDP
from privacy_chains.methods.importance import ImportanceSanitizer, WordRewriter
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.stacking import Stackable
from privacy_chains.methods.words.spelling import canonical, cut
from privacy_chains.models import LocalModel, TokenSurprisal
from privacy_chains.testing import check_method

KEY = Key.from_bytes(bytes(range(32)))
TEXT = "Zorblat, a baker from Dresden, told the carpenter McFizz that his brother has anaemia."
HIDDEN = ["Zorblat", "McFizz", "baker", "carpenter"]


def words(**how: Any) -> ImportanceSanitizer:
    return ImportanceSanitizer(KEY, **({"model": SCRIPTED, "entities": None} | how))


def test_it_keeps_the_contract_of_a_method() -> None:
    examples = {TEXT: HIDDEN, "Is Qwxlm a baker?": ["Qwxlm", "baker"]}
    assert isinstance(words(), Method)
    assert isinstance(words(), Stackable)
    assert isinstance(words(), Keeper)
    check_method(words(), examples)
    check_method(words().session("thread"), examples)
    check_method(words(entities="default").session("thread"), {TEXT: ["Zorblat", "McFizz"]})
    check_method(words(private=True, epsilon="1/4"), {TEXT: ["Zorblat", "McFizz"]})


def test_what_was_chosen_is_replaced_and_read_back() -> None:
    prompt = words().sanitize(TEXT)
    assert not [word for word in HIDDEN if word.casefold() in prompt.text.casefold()]
    new = cut(prompt.text).words
    assert len(new) == len(cut(TEXT).words)
    assert words().reader(prompt).text(prompt.text) == TEXT
    told = {span.start: prompt.text[span.start : span.end] for span in prompt.spans[0]}
    answer = f"Yes, {' and '.join(told.values())}."
    assert words().reader(prompt).text(answer) == f"Yes, {' and '.join(prompt.originals[0])}."


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([*cut(TEXT).words, "bakers", "berlin", "dentist", "42", "1999", "A4"]), min_size=1))
def test_replacements_are_injective_new_and_no_word_of_the_session(said: Sequence[str]) -> None:
    session = words().session("thread")
    texts = [" ".join(said), TEXT, " ".join(reversed(said))]
    prompts = [session.sanitize(text) for text in texts]
    pairs = {
        (canonical(old), canonical(prompt.texts[0][span.start : span.end]))
        for prompt in prompts
        for span, old in zip(prompt.spans[0], prompt.originals[0], strict=True)
    }
    letters = [(old, new) for old, new in pairs if not old.isdigit()]
    assert len({old for old, _ in letters}) == len(letters) == len({new for _, new in letters})
    first = set(map(canonical, cut(texts[0]).words))
    assert not first & {new for old, new in letters if old in first}
    for text, prompt in zip(texts, prompts, strict=True):
        assert session.reader(prompt).text(prompt.text) == text


def test_a_replay_is_the_same_byte_for_byte_and_another_session_or_key_is_not() -> None:
    texts = [TEXT, "The baker Zorblat is ill.", "Who is McFizz?"]

    def replayed(method: ImportanceSanitizer, name: str = "thread") -> list[str]:
        session = method.session(name)
        return [session.sanitize(text).text for text in texts]

    sent = replayed(words())
    assert replayed(words()) == sent
    assert replayed(words(), "other") != sent
    assert replayed(ImportanceSanitizer(Key.from_bytes(bytes(range(1, 33))), model=SCRIPTED, entities=None)) != sent
    assert replayed(words(strength=0.5)) != sent
    session = words().session("thread")
    said = session.sanitize_conversation([Message((text,)) for text in texts])
    assert [leaf for (leaf,) in said.messages] == sent
    again = session.sanitize_conversation([Message((text,)) for text in texts])
    assert again.messages == said.messages


def test_a_word_that_was_issued_is_replaced_where_a_text_holds_it() -> None:
    session = words().session("thread")
    first = session.sanitize(TEXT)
    issued = first.text[first.spans[0][0].start : first.spans[0][0].end]
    second = session.sanitize(f"Do you know {issued}?")
    assert issued not in second.text
    assert session.reader(second).text(second.text) == f"Do you know {issued}?"


def test_code_addresses_tool_calls_and_keys_of_json_stay() -> None:
    stays = ["```\nbaker = 1\n```", "`carpenter`", "https://a.example/baker", "call_bakerbaker", '"baker": ']
    prompt = words().sanitize(f"{TEXT} {' and '.join(stays)}")
    assert not [word for word in ("Zorblat", "a baker", "the carpenter") if word in prompt.text]
    assert all(one in prompt.text for one in stays)


def test_entities_go_first_and_words_leave_them_alone() -> None:
    text = f"{TEXT} Mail alice.johnson@corp-mail.com about $85,000."
    method = words(entities=Policy.default())
    prompt = method.sanitize(text)
    assert "alice" not in prompt.text
    assert "85,000" not in prompt.text
    assert method.reader(prompt).text(prompt.text) == text
    kinds = {type(event) for event in prompt.ledger}
    assert {Enciphered, MetricDP, Rewritten} <= kinds
    assert isinstance(method.session("thread"), Layers)
    assert isinstance(words().session("thread"), WordRewriter)


def test_it_stands_under_another_method() -> None:
    layers = Layers([Sanitizer(KEY), words()])
    prompt = layers.sanitize(TEXT)
    assert layers.reader(prompt).text(prompt.text) == TEXT
    with pytest.raises(PolicyError, match="entities=None"):
        Layers([Sanitizer(KEY), words(entities="default")]).sanitize("Alice Johnson is a baker.")


def test_the_ledger_says_that_there_is_no_guarantee() -> None:
    session = words().session("thread")
    ledger = session.sanitize(f"{TEXT} 1234 cakes, a zebra").ledger
    (event,) = (event for event in ledger if isinstance(event, Rewritten))
    assert event.count >= len(HIDDEN)
    assert "no formal guarantee" in ledger.explain()
    assert ledger.epsilon == float("inf")
    assert any(isinstance(event, Kept) for event in ledger)
    assert not session.sanitize(TEXT).ledger.events


def test_a_number_that_is_chosen_gets_noise_and_as_many_digits() -> None:
    text = "Bring 1234 bagels and 7 cakes to 0042."
    method = words(strength=1.0)
    prompt = method.sanitize(text)
    numbers = [word for word in cut(prompt.text).words if word.isdigit()]
    assert [len(one) for one in numbers] == [4, 1, 4]
    assert {event.unit for event in prompt.ledger if isinstance(event, MetricDP)} == {1, 1000}
    assert method.reader(prompt).text(prompt.text) == text


@settings(max_examples=40, deadline=None)
@given(st.text(st.characters(codec=None), max_size=60), st.booleans())
def test_no_text_raises_and_every_text_comes_back(text: str, private: bool) -> None:
    method = words(private=private)
    prompt = method.sanitize(text)
    assert method.reader(prompt).text(prompt.text) == text


@pytest.mark.parametrize(
    "text", ["'" * 50, "a'" * 300, '"' * 99 + ":", "İ" * 20, "ß ẞ ﬁ", "\ud800x", "x" * 5000, "1" * 400]
)
def test_hostile_texts_raise_nothing(text: str) -> None:
    for method in (words(), words(private=True), words(entities="default")):
        assert method.reader(prompt := method.sanitize(text)).text(prompt.text) == text


def test_a_failed_message_leaves_no_trace() -> None:
    fails = [False]

    def surprisal(text: str, /) -> Sequence[TokenSurprisal]:
        if fails[0]:
            msg = "out of order"
            raise ModelError(msg)
        assert SCRIPTED.surprisal is not None
        return SCRIPTED.surprisal(text)

    method = words(model=LocalModel(name="fragile", surprisal=surprisal).beside(SCRIPTED))
    session, other = method.session("thread"), method.session("thread")
    fails[0] = True
    with pytest.raises(ModelError, match="out of order"):
        session.sanitize("Is Qwxlm a baker?")
    fails[0] = False
    assert session.sanitize(TEXT).text == other.sanitize(TEXT).text
    assert session.ledger == other.ledger


def test_unproven_messages_are_hidden_or_refused() -> None:
    messages = [Message((TEXT,)), Message(("McFizz the baker",), from_model=True)]
    said = words().session("thread").sanitize_conversation(messages)
    assert said.messages[1] == ("[WORD] the [WORD]",)
    with pytest.raises(UnsupportedContent):
        words(unproven="refuse").session("thread").sanitize_conversation(messages)


def test_a_budget_stops_private_words() -> None:
    method = words(private=True, epsilon=1, budget=Budget(message=3, unit_name=words().unit_name))
    assert method.sanitize("The baker and the carpenter.").ledger
    with pytest.raises(BudgetExceeded):
        method.sanitize(TEXT)
    (event,) = (event for event in words(private=True).sanitize(TEXT).ledger if isinstance(event, WordDP))
    assert event.unit_name == words().unit_name


@pytest.mark.parametrize(
    "how",
    [
        {"strength": 0.0},
        {"strength": 1.5},
        {"faithful": "paper"},
        {"faithful": True, "private": True},
        {"budget": Budget(message=1)},
        {"unproven": "maybe"},
    ],
)
def test_settings_that_make_no_sense_are_refused(how: dict[str, Any]) -> None:
    with pytest.raises(PrivacyError):
        words(**how)


def test_a_missing_part_and_a_missing_key_are_named() -> None:
    with pytest.raises(MissingPart, match="'fill'"):
        words(model=LocalModel(name="half", surprisal=SCRIPTED.surprisal, importance=SCRIPTED.importance))
    with pytest.raises(KeyMaterialError, match=r"Key\.generate"):
        ImportanceSanitizer(model=SCRIPTED)


def test_it_shows_and_pickles_nothing() -> None:
    method = words()
    session = method.session("thread")
    prompt = session.sanitize(TEXT)
    for one in (method, session, prompt, session.reader(prompt)):
        assert not [word for word in HIDDEN if word in repr(one)]
        with pytest.raises((PrivacyError, DesanitizeError)):
            pickle.dumps(one)


def test_another_methods_prompt_is_refused() -> None:
    with pytest.raises(DesanitizeError):
        words().reader(Sanitizer(KEY).sanitize(TEXT))
    with pytest.raises(KeyMaterialError):
        words().reader(ImportanceSanitizer(Key.generate(), model=SCRIPTED, entities=None).sanitize(TEXT))
