"""Words with noise as a method: replay, splits, streams, ledger, read-back."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains.contract.conversation import Message
from privacy_chains.contract.method import Method
from privacy_chains.contract.roles import Keeper
from privacy_chains.contract.spans import Span
from privacy_chains.errors import BudgetExceeded, DesanitizeError, KeyMaterialError, PolicyError, PrivacyError
from privacy_chains.keys import Key
from privacy_chains.ledger import Budget, Enciphered, Event, Kept, WordDP
from privacy_chains.methods.words import Vectors, WordNoise
from privacy_chains.testing import check_method

KEY = Key.from_bytes(bytes(range(32)))
TEXT = (
    "Dr. Smith's patient, a 54-year-old nurse from Berlin named Zorblat McFizz, couldn't stop smoking; diabetes was "
    "found in April. DIABETES runs in the family of Caf\u00e9 Jos\u00e9's owner."
)
NOISE = WordNoise(KEY, epsilon="1/2")
TREE = "levels of the word tree"


def spent(noise: WordNoise, text: str) -> Fraction:
    return noise.sanitize(text).ledger.spent_in(noise.unit_name)


def test_is_a_method() -> None:
    assert isinstance(NOISE, Method)
    assert isinstance(NOISE.session("a"), Method)
    assert isinstance(NOISE, Keeper)


def test_keeps_the_contract() -> None:
    """Words that the trees do not know always change, so all of the contract holds for them."""
    check_method(NOISE, {TEXT: ["Zorblat", "McFizz"], "Is Qwxlm in room B1207?": ["Qwxlm", "1207"]})


def test_grammar_and_punctuation_stay_other_words_change() -> None:
    sent = NOISE.sanitize(TEXT).text
    for kept in ("'s ", ", a ", "couldn't", " in the ", " of ", " was ", "-", ". "):
        assert kept in sent
    assert not any(word in sent for word in ("Zorblat", "McFizz", "54"))
    assert sent.count(" ") == TEXT.count(" ")


def test_letter_case_is_kept() -> None:
    sent = NOISE.sanitize("Diabetes and DIABETES and diabetes").text.split(" and ")
    assert sent == [sent[2].capitalize(), sent[2].upper(), sent[2].lower()]


@pytest.mark.parametrize("repeats", ["same", "fresh"])
def test_same_call_same_prompt(repeats: str) -> None:
    noise, again = (WordNoise(KEY, epsilon=1, repeats=repeats) for _ in range(2))  # type: ignore[arg-type]
    assert noise.sanitize(TEXT).text == again.sanitize(TEXT).text == again.session("").sanitize(TEXT).text
    assert noise.session("a").sanitize(TEXT).text != noise.session("b").sanitize(TEXT).text


def test_every_parameter_gives_other_coins() -> None:
    other = Key.from_bytes(bytes(range(1, 33)))
    noises = [WordNoise(KEY, epsilon=1), WordNoise(KEY, epsilon="1.001"), WordNoise(other, epsilon=1)]
    noises.append(WordNoise(KEY, epsilon=1, repeats="fresh"))
    assert len({noise.sanitize(TEXT).text for noise in noises}) == 4


def test_the_choice_of_words_changes_no_coins() -> None:
    """What is drawn depends on key, session, word and parameters; which words are drawn does not change it."""
    chosen = (
        WordNoise(KEY, epsilon="1/2", words=lambda word: word == "diabetes").sanitize("the diabetes of nurses").text
    )
    assert chosen.split()[1] == NOISE.sanitize("diabetes").text
    assert chosen.split()[3] == "nurses"


def test_same_words_once_fresh_words_each_time() -> None:
    text = " ".join(["diabetes"] * 40)
    assert len(set(NOISE.sanitize(text).text.split())) == 1
    fresh = WordNoise(KEY, epsilon="1/2", repeats="fresh")
    assert len(set(fresh.sanitize(text).text.split())) > 10
    assert fresh.sanitize(text).ledger.spent_in(TREE) == 40 * spent(NOISE, text)


@given(st.text())
@settings(max_examples=60)
def test_any_text_comes_back_whole_and_in_chunks(text: str) -> None:
    prompt = NOISE.sanitize(text)
    reader = NOISE.reader(prompt)
    assert reader.text(prompt.text) == text
    stream = reader.stream()
    assert "".join(map(stream.feed, prompt.text)) + stream.flush() == text
    assert reader.value([prompt.text, 3, None]) == [text, 3, None]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_every_split_gives_the_same(size: int) -> None:
    prompt = NOISE.sanitize(TEXT)
    surrogate = prompt.text.split("from ")[1].split()[0]
    answer = f"About {surrogate}: {surrogate}'s nurse, {surrogate.upper()}. {prompt.text[:50]}"
    stream = NOISE.reader(prompt).stream()
    shown = [stream.feed(answer[start : start + size]) for start in range(0, len(answer), size)]
    assert "".join(shown) + stream.flush() == NOISE.reader(prompt).text(answer)


def _noise_for(pairs: dict[str, str]) -> WordNoise:
    """A method that draws what it is told to: a tree is replaced by letters for words that it does not know."""

    class Told:
        def replaced(self, key: bytes, words: Sequence[str]) -> list[str]:
            return [pairs[word] for word in words]

        def event(self, count: int) -> Event:
            return Enciphered("UNKNOWN_WORD", count, "nothing")

    return WordNoise(KEY, words=lambda word: word in pairs, unknown=Told())


def test_unique_surrogates_are_read_back_in_other_forms() -> None:
    noise = _noise_for({"Qxberlin": "Qxdresden", "qxdiabetes": "qxsmoking"})
    prompt = noise.sanitize("Qxberlin has qxdiabetes")
    answer = noise.reader(prompt).text("Qxdresden's report: QXDRESDEN, Qxsmoking.")
    assert answer == "Qxberlin's report: QXBERLIN, Qxdiabetes."
    assert prompt.ambiguous == 0


def test_ambiguous_surrogates_are_left_and_counted() -> None:
    noise = _noise_for({"qxone": "qxshared", "qxtwo": "qxshared", "qxthree": "stays", "qxfour": "qxalone"})
    prompt = noise.sanitize("qxone qxtwo qxthree stays qxfour")
    assert prompt.ambiguous == 2
    assert prompt.surrogates == {"qxalone": "qxfour"}
    assert noise.reader(prompt).text("So qxshared, stays and qxalone.") == "So qxshared, stays and qxfour."
    assert noise.reader(prompt).text(prompt.text) == "qxone qxtwo qxthree stays qxfour"


def test_unknown_words_never_stay() -> None:
    words = [f"zq{letter}xv{number}" for letter in "abcdef" for number in range(10)]
    sent = NOISE.sanitize(" ".join(words)).text.split()
    assert all(one != two and len(one) == len(two) for one, two in zip(words, sent, strict=True))
    assert all([c.isdigit() for c in one] == [c.isdigit() for c in two] for one, two in zip(words, sent, strict=True))


def test_ledger_says_what_was_spent_and_kept() -> None:
    ledger = NOISE.sanitize(TEXT).ledger
    (word,) = (event for event in ledger if isinstance(event, WordDP))
    (unknown,) = (event for event in ledger if isinstance(event, Enciphered))
    (kept,) = (event for event in ledger if isinstance(event, Kept))
    assert (word.epsilon_each, word.unit_name) == (Fraction(1, 2), TREE)
    assert ledger.spent_in(TREE) == word.epsilon == word.count * Fraction(1, 2)
    assert ledger.spent == 0
    assert unknown.count >= 3
    assert kept.count >= 5
    told = ledger.explain()
    assert "factor <= 1.65" in told
    assert "order and number of words" in told
    assert "class" in told
    assert not any(value in told for value in ("Smith", "diabetes", "Zorblat"))


def test_a_replay_is_free() -> None:
    session = NOISE.session("s")
    first = session.sanitize(TEXT)
    again = session.sanitize(TEXT.upper())
    assert first.ledger.spent_in(TREE) > 0 == again.ledger.spent_in(TREE)
    assert session.ledger.spent_in(TREE) == first.ledger.spent_in(TREE)


def test_budgets_stop_before_anything_is_sent() -> None:
    budget = Budget(session=5, unit_name=TREE)  # type: ignore[arg-type]
    session = WordNoise(KEY, epsilon=1, budget=budget).session("s")
    session.sanitize("doctor nurse patient")
    with pytest.raises(BudgetExceeded, match="session"):
        session.sanitize("diabetes april berlin")
    assert session.ledger.spent_in(TREE) == 3
    session.sanitize("doctor diabetes april")
    others = session.ledger
    user = WordNoise(KEY, epsilon=1, budget=Budget(user=6, unit_name=TREE))  # type: ignore[arg-type]
    with pytest.raises(BudgetExceeded, match="user"):
        user.session("t", other_sessions=others).sanitize("doctor nurse")


def test_conversation_replays_byte_for_byte() -> None:
    noise, history = NOISE, [Message((TEXT, 7))]
    said = noise.sanitize_conversation(history)
    wrote = f"I see {said.messages[0][0]}"
    kept = noise.keep((wrote,), (f"I see {TEXT}",), said.prompt)
    history += [Message((f"I see {TEXT}",), from_model=True, kept=kept), Message(("And the nurse?",))]
    later = noise.sanitize_conversation(history)
    assert later.messages[:2] == (said.messages[0], (wrote,))
    assert later.messages[0][1] == 7
    changed = [history[0], Message((f"You see {TEXT}",), from_model=True, kept=kept), history[2]]
    assert "Zorblat" not in str(noise.sanitize_conversation(changed).messages[1][0])
    other = WordNoise(KEY, epsilon="1/2").session("other").sanitize_conversation(history)
    assert "Zorblat" not in str(other.messages[1][0])


def test_closed_spans_stay() -> None:
    noise = WordNoise(KEY, epsilon="1/2", words="undetected")
    start = TEXT.index("Berlin")
    sent = noise.sanitize(TEXT, closed=[[Span(start, start + 6, "LOCATION")]])
    assert " from Berlin " in sent.text
    assert noise.reader(sent).text(sent.text) == TEXT
    with pytest.raises(PolicyError, match="closed"):
        noise.sanitize(TEXT)


def test_scan_says_what_may_not_leave() -> None:
    (spans,) = NOISE.scan("The nurse isn't in Zorblat's house.")
    assert [(span.start, span.end) for span in spans] == [(4, 9), (19, 26), (29, 34)]


@pytest.mark.parametrize(("words", "stay"), [("rare", ["time", "people"]), ("all", []), ("content", ["the", "of"])])
def test_choices(words: str, stay: list[str]) -> None:
    noise = WordNoise(KEY, epsilon="1/1000", words=words)  # type: ignore[arg-type]
    text = "time of the people leukemia"
    sent = noise.sanitize(text).text.split()
    assert sent[4] != "leukemia"
    kept = {word for word, new in zip(text.split(), sent, strict=True) if word == new}
    assert set(stay) <= kept
    assert (len(noise.scan(text)[0]) == 5) == (words == "all")


@pytest.mark.parametrize("mechanism", ["laplace", "exponential"])
def test_mechanisms_on_vectors(mechanism: str) -> None:
    words = ["doctor", "nurse", "patient", "house", "berlin"]
    vectors = Vectors(words, np.random.default_rng(1).standard_normal((5, 8)).astype(np.float32))
    noise = WordNoise(KEY, epsilon=1, mechanism=mechanism, vectors=vectors, rank_constant="0.1")  # type: ignore[arg-type]
    prompt = noise.sanitize("The Doctor of the nurse isn't a zebra in Berlin")
    assert prompt.text.split()[1] in {word.capitalize() for word in words}
    assert "zebra" not in prompt.text
    assert noise.reader(prompt).text(prompt.text) == "The Doctor of the nurse isn't a zebra in Berlin"
    (event,) = (event for event in prompt.ledger if isinstance(event, WordDP))
    assert event.exact == (mechanism == "exponential")
    assert event.unit_name == noise.unit_name != TREE


def test_what_is_refused() -> None:
    for wrong in (
        {"mechanism": "ann"},
        {"mechanism": "laplace"},
        {"mechanism": "laplace", "vectors": object()},
        {"epsilon": 0},
        {"words": "some"},
        {"repeats": "often"},
    ):
        with pytest.raises(PolicyError):
            WordNoise(KEY, **wrong)
    with pytest.raises(KeyMaterialError):
        WordNoise(None)
    with pytest.raises(PrivacyError):
        NOISE.sanitize([b"bytes"])  # type: ignore[list-item]
    with pytest.raises(DesanitizeError):
        NOISE.reader("prompt")  # type: ignore[arg-type]
    other = WordNoise(Key.from_bytes(bytes(range(1, 33))))
    with pytest.raises(KeyMaterialError):
        other.reader(NOISE.sanitize(TEXT))


def test_nothing_shows_and_nothing_is_pickled() -> None:
    session = NOISE.session("s")
    prompt = session.sanitize(TEXT)
    shown = repr(NOISE) + repr(session) + repr(prompt) + repr(prompt.released)
    assert not any(word in shown for word in ("Smith", "diabetes", "Zorblat"))
    for thing in (NOISE, session, prompt):
        with pytest.raises(PrivacyError):
            pickle.dumps(thing)
