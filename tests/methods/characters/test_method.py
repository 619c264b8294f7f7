import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Sanitizer
from privacy_chains.contract.conversation import Message
from privacy_chains.contract.method import Method
from privacy_chains.contract.spans import Span
from privacy_chains.errors import DesanitizeError, PolicyError, PrivacyError
from privacy_chains.keys import Key
from privacy_chains.ledger import CharacterDP, Kept
from privacy_chains.methods.characters import INSTRUCTION, CharacterNoise, Word
from privacy_chains.testing import check_method

KEY = Key.from_bytes(bytes(range(32)))
TEXT = (
    "Mr. Fenwick Osterhagen called about invoice QX204417B. He lives at 14 Larkspur Lane; see https://x.org/a and "
    "`code`.\n\nPlease summarize the letter for Dr. Osterhagen."
)
WAYS: list[dict[str, Any]] = [
    {},
    {"restore": "local"},
    {"words": "undetected"},
    {"alphabet": "printable"},
    {"repeats": "fresh"},
    {"faithful": True},
    {"faithful": True, "restore": "local"},
]


def noise(epsilon: float = 3, **how: Any) -> CharacterNoise:
    return CharacterNoise(KEY, epsilon=epsilon, **how)


@pytest.mark.parametrize("how", WAYS, ids=str)
def test_it_keeps_the_contract_of_sanitizers(how: dict[str, Any]) -> None:
    check_method(noise(1, **how), {TEXT: ["Osterhagen", "QX204417B"], "Ask Quentin Varga-Lindt!": ["Lindt"]})


@pytest.mark.parametrize("how", WAYS, ids=str)
@settings(max_examples=25)
@given(text=st.text())
def test_any_text_comes_back(how: dict[str, Any], text: str) -> None:
    method = noise(**how)
    prompt = method.sanitize(text)
    assert len(prompt.text) == len(text)
    assert prompt.texts == noise(**how).sanitize(text).texts
    assert method.reader(prompt).text(prompt.text) == text


def test_the_paper_to_the_letter_spares_nothing() -> None:
    prompt = noise(1, faithful=True).sanitize(TEXT)
    assert "https://x.org/a" not in prompt.text
    assert "`code`" not in prompt.text
    assert not any(isinstance(event, Kept) for event in prompt.ledger)
    assert [char.isspace() for char in prompt.text] == [char.isspace() for char in TEXT]


def test_what_is_left_alone_is_in_the_ledger() -> None:
    prompt = noise().sanitize(TEXT)
    assert "https://x.org/a" in prompt.text
    assert {event.entity_type for event in prompt.ledger if isinstance(event, Kept)} == {"URL", "CODE"}


def test_under_another_method_ordinary_words_stay() -> None:
    prompt = noise(1, words="undetected").sanitize(TEXT)
    for word in ("called about invoice", "He lives at 14", "summarize the letter for"):
        assert word in prompt.text
    for word in ("Fenwick", "Osterhagen", "QX204417B", "Larkspur"):
        assert word not in prompt.text


def test_closed_spans_stay() -> None:
    start = TEXT.index("Fenwick")
    prompt = noise(1).sanitize(TEXT, closed=[[Span(start, start + 18, "PERSON")]])
    assert prompt.text[start : start + 18] == "Fenwick Osterhagen"


def test_a_function_chooses_words() -> None:
    def has_digit(word: Word) -> bool:
        return any(map(str.isdigit, word.text))

    prompt = noise(1, words=has_digit).sanitize("Room 1234 of Anna")
    assert prompt.text.startswith("Room ")
    assert prompt.text.endswith(" of Anna")
    assert "1234" not in prompt.text
    assert noise(words=has_digit).scan("Room 12 of Anna") == ((Span(5, 7, "TEXT", source="characters"),),)


def test_a_repeated_word_is_paid_for_once() -> None:
    method = noise(2)
    first, second = method.sanitize("anna anna"), method.sanitize("anna bob")
    assert first.ledger.events == (
        CharacterDP("TEXT", Fraction(2), 4, first.ledger.events[0].leaks),  # type: ignore[union-attr]
    )
    assert second.ledger.characters == 6
    assert method.ledger.characters == 14
    assert method.ledger.spent == 0
    fresh = noise(2, repeats="fresh")
    assert fresh.sanitize("anna anna").ledger.characters == 16
    assert fresh.sanitize("anna anna").ledger.characters == 0


def test_sessions_and_every_parameter_have_their_own_coins() -> None:
    texts = {
        noise(3).sanitize(TEXT).text,
        noise(3).session("a").sanitize(TEXT).text,
        noise(3).session("b").sanitize(TEXT).text,
        noise(3.0001).sanitize(TEXT).text,
    }
    assert len(texts) == 4
    assert noise(3).session("a").sanitize(TEXT).text in texts


def test_numbers_in_data_stay_and_are_said_to() -> None:
    said = noise(1).sanitize_conversation([Message(("Anna Osterhagen", 41, 2.5))])
    assert said.messages[0][1:] == (41, 2.5)
    assert Kept("NUMBER", 2, "numbers in structured data stay numbers") in said.ledger.events


def test_the_instruction_is_for_a_remote_restorer() -> None:
    assert noise(restore="remote").instruction == INSTRUCTION
    assert not noise(restore="local").instruction


@pytest.mark.parametrize(
    "wrong", [{"words": "rare"}, {"alphabet": "ascii"}, {"repeats": 2}, {"restore": "model"}, {"epsilon": 0}]
)
def test_unknown_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(PolicyError):
        CharacterNoise(KEY, **{"epsilon": 3, **wrong})


def test_it_is_a_method_and_says_what_it_promises() -> None:
    method = noise()
    assert isinstance(method, Method)
    assert method.traits.stable
    assert not method.traits.reads_alone


@pytest.mark.parametrize("wrong", [b"text", 5, ["text", 5], None])
def test_what_is_no_text_is_refused(wrong: Any) -> None:
    with pytest.raises(PrivacyError, match="takes a"):
        noise().sanitize(wrong)


def test_nothing_clear_shows() -> None:
    method = noise()
    prompt = method.sanitize(TEXT)
    assert "Osterhagen" not in repr(method) + repr(prompt) + repr(prompt.reader)
    for thing in (method, prompt):
        with pytest.raises(PrivacyError):
            pickle.dumps(thing)
    with pytest.raises(DesanitizeError):
        method.reader(Sanitizer(KEY).sanitize("text"))
