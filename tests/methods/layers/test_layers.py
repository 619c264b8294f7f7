"""Methods one under the other."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import DesanitizeError, Key, Message, Method, Policy, PolicyError, PrivacyError, Sanitizer
from privacy_chains.contract.prompt import SpannedPrompt
from privacy_chains.contract.roles import Indexing, Keeper
from privacy_chains.ledger import CharacterDP, Enciphered, WordDP
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers
from privacy_chains.methods.words import WordNoise
from privacy_chains.testing import check_method

KEY = Key.from_bytes(bytes(range(32)))
SANITIZER = Sanitizer(KEY)
TEXT = "My gnurfle hurts, says Alice Turner (alice.turner@gmail.com) of Berlin, who pays $62,000."
HIDDEN = ["Turner", "alice.turner", "Berlin"]
CODE = "gnurfle"
"""What no detector finds."""


def characters(**how: Any) -> CharacterNoise:
    return CharacterNoise(KEY, **{"epsilon": 1, "words": "undetected", **how})


def drawn() -> WordNoise:
    return WordNoise(KEY, epsilon="1/2", words="undetected")


STACKS: list[list[Method]] = [
    [SANITIZER, characters()],
    [SANITIZER, characters(restore="local")],
    [SANITIZER, drawn()],
    [SANITIZER, characters(), drawn()],
    [characters(words="all")],
]
STACKED = pytest.mark.parametrize("methods", STACKS, ids=str)


@STACKED
def test_layers_keep_the_contract(methods: list[Method]) -> None:
    check_method(Layers(methods), {TEXT: [*HIDDEN, CODE], "Ask Quentin Varga-Lindt!": ["Lindt"]})
    check_method(Layers(methods).session("thread"), {TEXT: [*HIDDEN, CODE]})


@STACKED
@settings(max_examples=15, deadline=None)
@given(text=st.text() | st.lists(st.sampled_from([TEXT, CODE, "Berlin", "the", "\n", "Zorblat's"])).map(" ".join))
def test_any_text_comes_back_and_spans_tell_what_stands_where(methods: list[Method], text: str) -> None:
    layers = Layers(methods)
    try:
        prompt = layers.sanitize([text, text])
    except PrivacyError:
        return
    assert isinstance(prompt, SpannedPrompt)
    for sent, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True):
        assert list(spans) == sorted(spans)
        pieces, position = [], 0
        for span, original in zip(spans, originals, strict=True):
            pieces += [sent[position : span.start], original]
            position = span.end
        assert "".join([*pieces, sent[position:]]) == text
        assert layers.reader(prompt).text(sent) == text


def test_what_the_first_method_settled_is_closed_to_the_next() -> None:
    first = SANITIZER.sanitize(TEXT)
    (sent,) = Layers([SANITIZER, characters()]).sanitize(TEXT).texts
    for span in first.spans[0]:
        assert first.text[span.start : span.end] in sent
    assert CODE in first.text
    assert CODE not in sent
    assert "hurts" in sent


def test_ledgers_add_up_and_units_stay_apart() -> None:
    layers = Layers([SANITIZER, characters(), drawn()])
    ledger = layers.sanitize(TEXT).ledger
    assert {Enciphered, CharacterDP, WordDP} <= {type(event) for event in ledger}
    assert ledger.spent == SANITIZER.sanitize(TEXT).ledger.spent
    assert ledger.characters > 0
    assert layers.ledger == ledger
    layers.sanitize("The wobbleqat hurts.")
    assert layers.ledger.characters > ledger.characters


def test_traits_are_those_that_all_methods_have() -> None:
    traits = Layers([SANITIZER, characters()]).traits
    assert traits.stable
    assert traits.exact
    assert traits.keeps_numbers
    assert not traits.reads_alone


def test_values_in_data_are_read_back() -> None:
    layers = Layers([SANITIZER, characters()])
    prompt = layers.sanitize([TEXT, CODE])
    data = {"who": prompt.texts[0], "codes": [prompt.texts[1], 5, None]}
    assert layers.reader(prompt).value(data) == {"who": TEXT, "codes": [CODE, 5, None]}


def conversation(layers: Layers, wrote: str) -> list[Message]:
    said = layers.sanitize_conversation([Message((TEXT,))])
    read = layers.reader(said.prompt).text(wrote)
    kept = layers.keep((wrote,), (read,), said.prompt)
    return [Message((TEXT,)), Message((read,), from_model=True, kept=kept), Message((f"And {CODE}?",))]


@pytest.mark.parametrize("methods", STACKS[:4], ids=str)
def test_what_the_model_wrote_goes_back_byte_for_byte(methods: list[Method]) -> None:
    layers = Layers(methods).session("thread")
    (sent,) = layers.sanitize(TEXT).texts
    wrote = f"{sent} Zorblat, Maria Lopez, aaaa qqq7, $12."
    said = Layers(methods).session("thread").sanitize_conversation(conversation(layers, wrote))
    assert said.messages[:2] == ((sent,), (wrote,))
    assert layers.reader(said.prompt).text(str(said.messages[2][0])) == f"And {CODE}?"


def test_a_message_without_a_proof_meets_no_key() -> None:
    history = [Message((TEXT,)), Message(("Zorblat met Alice Turner and said qqq7.",), from_model=True)]
    keys = KEY, Key.from_bytes(bytes(range(1, 33)))
    sent = [
        Layers([Sanitizer(key), CharacterNoise(key, epsilon=1, words="undetected")]).sanitize_conversation(history)
        for key in keys
    ]
    assert sent[0].messages[1] == sent[1].messages[1]


def test_sessions_have_surrogates_of_their_own() -> None:
    layers = Layers([SANITIZER, characters()])
    texts = {layers.session(name).sanitize(TEXT).text for name in ("a", "b", "b")}
    assert len(texts) == 2
    assert isinstance(layers, Keeper)
    assert isinstance(layers, Indexing)
    first, second = layers.index("notes").sanitize(TEXT), layers.index("notes").sanitize(TEXT)
    assert first.text == second.text != layers.index("others").sanitize(TEXT).text


def test_what_cannot_be_stacked_is_refused() -> None:
    for methods in ([], [SANITIZER, SANITIZER], [SANITIZER, "text"]):
        with pytest.raises(PolicyError):
            Layers(methods)  # type: ignore[arg-type]


def test_nothing_clear_shows() -> None:
    layers = Layers([SANITIZER, characters()])
    prompt = layers.sanitize(TEXT)
    shown = repr(layers) + repr(prompt) + repr(layers.reader(prompt)) + repr(prompt.places)
    assert not any(value in shown for value in (*HIDDEN, CODE))
    for thing in (layers, prompt):
        with pytest.raises(PrivacyError):
            pickle.dumps(thing)
    with pytest.raises(DesanitizeError):
        layers.reader(SANITIZER.sanitize(TEXT))
    with pytest.raises(DesanitizeError):
        Layers([SANITIZER]).reader(prompt)


def test_every_method_tells_the_model_what_it_has_to_know() -> None:
    under = characters(restore="remote")
    assert Layers([SANITIZER, under]).instruction == under.instruction
    assert not Layers([SANITIZER, characters()]).instruction


def test_a_policy_asks_for_noise_on_what_no_detector_finds() -> None:
    policy = replace(Policy.default(), undetected="noise")
    assert CODE not in Layers.of_policy(KEY, policy).sanitize(TEXT).text
    assert Layers.of_policy(KEY).sanitize(TEXT).text == Layers.of_policy(KEY, policy).sanitize(TEXT).text
    assert Layers.of_policy(KEY, Policy.default()).sanitize(TEXT).text == SANITIZER.sanitize(TEXT).text
    with pytest.raises(PolicyError, match="Layers"):
        Sanitizer(KEY, policy=policy)
    with pytest.raises(PolicyError, match="undetected"):
        replace(policy, undetected="drop")  # type: ignore[arg-type]


def test_a_policy_file_asks_for_it(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text('undetected = "noise"\n', encoding="utf-8")
    assert Policy.load(tmp_path / "policy.toml").undetected == "noise"
