"""The judge of public names, what it is told of words, and names that are made of others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.network.graph import FOLDER, network_of
from privacy_chains.detect.requests.judge import LONGEST, judged
from privacy_chains.detect.requests.made_names import made_names
from privacy_chains.detect.requests.traits import words_in
from privacy_chains.detect.requests.words import is_term, known_in


def odds_of(text: str, word: str) -> float:
    start = text.index(word)
    return next(one.odds for one in judged(text, 0, len(text)) if one.start == start)


@pytest.mark.parametrize(
    ("word", "public", "private"),
    [
        ("Hamlet", "Who wrote Hamlet?", "Ask Hamlet Perez about the rent."),
        ("Mark", "Mark the file as read.", "Mark is late again."),
        ("Grant", "Grant Alice Johnson access to the files.", "Grant said that he will be late."),
        ("Voltaire", "What did Voltaire write about religion?", "What did Voltaire order for lunch?"),
        ("Oracle", "Does Oracle run on Linux?", "Oracle owes us two months of rent."),
        ("Athens", "What was the population of ancient Athens?", "My cousin lives in Athens."),
        ("Brahms", "Explain Brahms's style of composing.", "Explain Brahms's sick note to the boss."),
    ],
)
def test_the_same_word_is_public_in_one_sense_and_private_in_the_other(word: str, public: str, private: str) -> None:
    assert odds_of(public, word) > 2.0 + odds_of(private, word)
    assert odds_of(private, word) < 0


@given(st.text(max_size=80), st.text(max_size=10), st.text(max_size=10))
def test_words_stand_in_their_sentence(sentence: str, before: str, behind: str) -> None:
    text, begin = before + sentence + behind, len(before)
    words = judged(text, begin, begin + len(sentence))
    assert all(begin <= one.start < one.end <= begin + len(sentence) for one in words)
    assert all(one.end <= other.start for one, other in pairwise(words))


@given(st.text(alphabet="abAB .'?", max_size=40))
def test_what_is_around_a_sentence_tells_nothing(sentence: str) -> None:
    alone = judged(sentence, 0, len(sentence))
    within = judged(f"Who? {sentence} And so on.", 5, 5 + len(sentence))
    assert [(one.start + 5, one.end + 5, one.odds) for one in alone] == within


def test_of_a_long_sentence_the_beginning_is_read() -> None:
    text = "Who wrote Hamlet and " + "never " * 4_000 + "Einstein?"
    words = judged(text, 0, len(text))
    assert words
    assert words[-1].end <= LONGEST


def test_the_network_has_a_state_for_each_piece() -> None:
    for text in ("", "Hi", "Ask Tamsin Okafor whether Kubernetes restarts."):
        offsets, states = network_of(FOLDER).states(text)
        assert states.shape == (len(offsets), 384)
        assert all(start < end for start, end in offsets)


@pytest.mark.parametrize(
    ("text", "word", "traits"),
    [
        ("Ask Alice.", "Alice", {"kind=given-f", "shape=title", "first=False"}),
        ("Ask Alice.", "Ask", {"verb", "first=True,True", "opens=verb"}),
        ("Why did Messi leave?", "Messi", {"ends=titles", "asks=True"}),
        ("What is Ohm's law?", "Ohm", {"row=things", "owns=True"}),
        ("Call Mr Hobbes.", "Hobbes", {"titled", "row=people"}),
        ("the GDPR", "GDPR", {"term", "shape=capitals"}),
    ],
)
def test_what_is_known_of_a_word(text: str, word: str, traits: set[str]) -> None:
    found = {text[one.start : one.end]: one.traits for one in words_in(text, 0, len(text))}
    assert traits <= set(found[word])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("What did the battle of Agincourt decide?", "battle of Agincourt"),
        ("What did Brown v. Board of Education change?", "Brown v. Board of Education"),
        ("What was the Dreyfus affair?", "Dreyfus"),
    ],
)
def test_laws_and_battles_are_called_after_others(text: str, name: str) -> None:
    names = [*made_names(text, 0, len(text)), *known_in(text, 0, len(text))]
    assert name in {text[one.start : one.end] for one in names}


def test_no_person_makes_the_name_of_a_law() -> None:
    for text in ("Call Antony Tudor before five.", "Has Grey signed?", "Is Mrs Berlin Wall here?"):
        assert not list(made_names(text, 0, len(text)))


def test_agencies_are_terms_and_short_initials_are_not() -> None:
    assert is_term("IRS")
    assert not is_term("JB")
