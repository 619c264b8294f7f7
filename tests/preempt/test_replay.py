"""A session made anew for each request is what one that is kept would be, and costs as little."""

from __future__ import annotations

import pickle
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Budget, BudgetExceeded, Key, KeyMaterialError, Message, PrivacyError, Sanitizer
from privacy_chains.contract.spans import Span
from privacy_chains.detect import Detector, default_detector
from privacy_chains.preempt.replay import Replays

LISTED = default_detector(neural=False)
TURNS = (
    "Alice Turner is 47 and earns $8,250.",
    "Mr. Soze owes $54,839 to Alice.",
    "And alice turner, born 3 May 1958?",
    "The total is $63,089; SSN 123-45-6789.",
    "Thank you.",
)


class Counting:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def detect(self, text: str) -> list[Span]:
        self.asked.append(text)
        return list(LISTED.detect(text))


def fresh(seed: int = 0, detector: Detector = LISTED) -> Sanitizer:
    return Sanitizer(Key.from_bytes(bytes(range(seed, seed + 32))), detector=detector)


ROWS = st.lists(st.tuples(st.sampled_from(TURNS), st.booleans()), min_size=1, max_size=6)


def agree(remembering: Sanitizer, name: str, messages: list[Message]) -> None:
    ours = remembering.session(name).sanitize_conversation(messages)
    theirs = fresh().session(name).sanitize_conversation(messages)
    assert ours.messages == theirs.messages
    assert ours.ledger == theirs.ledger
    assert ours.prompt.issued == theirs.prompt.issued


@settings(max_examples=60, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=4))
def test_what_is_remembered_changes_nothing_without_a_name(requests: list[list[tuple[str, bool]]]) -> None:
    remembering = fresh()
    for row in requests:
        agree(remembering, "", [Message((text,), from_model) for text, from_model in row])


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ab"), st.sampled_from(TURNS)), min_size=1, max_size=12))
def test_what_is_remembered_of_a_whole_history_changes_nothing(said: list[tuple[str, str]]) -> None:
    remembering = fresh()
    rows: dict[str, list[Message]] = {"a": [], "b": []}
    for name, text in said:
        rows[name].append(Message((text,), from_model=len(rows[name]) % 2 == 1))
        agree(remembering, name, rows[name])


def test_a_history_is_not_looked_through_again() -> None:
    detector = Counting()
    sanitizer = fresh(detector=detector)
    messages = [Message((text,), bool(place % 2)) for place, text in enumerate(TURNS)]
    sanitizer.session("a").sanitize_conversation(messages)
    detector.asked.clear()
    sanitizer.session("a").sanitize_conversation([*messages, Message(("Is Bob Price 30?",), from_model=True)])
    assert set(detector.asked) == {"Is Bob Price 30?"}


def test_what_a_model_wrote_and_was_kept_is_not_judged_again() -> None:
    detector = Counting()
    sanitizer = fresh(detector=detector)
    session = sanitizer.session("a")
    first = session.sanitize_conversation([Message((TURNS[0],))])
    wrote = f"So {first.messages[0][0]}"
    read = session.desanitize(wrote, first.prompt)
    kept = Message((read,), from_model=True, kept=session.keep((wrote,), (read,), first.prompt))
    conversation = [Message((TURNS[0],)), kept, Message((TURNS[4],))]
    sent = session.sanitize_conversation(conversation).messages
    detector.asked.clear()
    assert sanitizer.session("a").sanitize_conversation(conversation).messages == sent
    assert not detector.asked


@pytest.mark.parametrize("other", ["name", "key", "formulas", "message formulas", "order"])
def test_another_session_is_no_replay(other: str) -> None:
    helper = "bonus_pay = 3 * base_pay"
    texts = ["Base pay: $7,000.", "Bonus pay: $20,000."]
    sanitizer = fresh()
    sanitizer.session("a").sanitize(texts)
    ours = {
        "name": lambda it: it.session("b").sanitize(texts),
        "key": lambda it: it.session("a").sanitize(texts),
        "formulas": lambda it: it.session("a", dependencies="total = base_pay + bonus_pay").sanitize(texts),
        "message formulas": lambda it: it.session("a").sanitize(
            ["Base pay: $7,000.", "Bonus pay: $21,000."], dependencies=helper
        ),
        "order": lambda it: it.session("a").sanitize(texts[::-1]),
    }[other]
    seed = 1 if other == "key" else 0
    assert ours(fresh(1) if other == "key" else sanitizer).texts == ours(fresh(seed)).texts


def test_a_budget_is_spent_by_what_is_remembered() -> None:
    sanitizer = fresh()
    spent = sanitizer.session("a").sanitize(TURNS[0]).ledger.epsilon
    with pytest.raises(BudgetExceeded):
        sanitizer.session("a", budget=Budget(session=spent / 2)).sanitize(TURNS[0])


def test_nothing_is_remembered_once_the_key_is_destroyed() -> None:
    key = Key.generate()
    sanitizer = Sanitizer(key, detector=LISTED)
    session = sanitizer.session("a")
    session.sanitize(TURNS[0])
    assert len(sanitizer._replays)
    key.destroy()
    assert not len(sanitizer._replays)
    sanitizer._replays.put("place", "value", 1)
    assert not len(sanitizer._replays)
    with pytest.raises(KeyMaterialError):
        sanitizer.session("a").sanitize(TURNS[0])


def test_places_tell_nothing_of_texts_without_the_key() -> None:
    one, other = fresh(), fresh(1)
    for sanitizer in (one, other):
        sanitizer.session("a").sanitize(TURNS[0])
    assert not one._replays._entries.keys() & other._replays._entries.keys()
    assert not any(TURNS[0] in str(place) for place in one._replays._entries)


def test_it_is_bounded_and_forgets_the_oldest() -> None:
    replays = Replays(1000)
    for place in range(100):
        replays.put(place, "x", 50)
        assert replays.get(0) == ("x" if place < 100 else None)  # asked for, so that it stays
    assert len(replays) == 4
    assert replays.get(1) is None
    replays.put("large", "x", 1001)
    assert replays.get("large") is None


def test_what_is_known_of_a_name_is_bounded_and_forgets_the_first() -> None:
    replays = Replays(2000)
    replays.learn("name", range(4))
    replays.learn("name", range(3, 7))
    assert list(replays.get("name")) == [2, 3, 4, 5, 6]
    for place in range(20):
        replays.put(place, "x", 50)
    assert replays.get("name") is None
    replays.close()
    replays.learn("name", range(4))
    assert replays.get("name") is None


def test_it_may_be_left_out() -> None:
    sanitizer = Sanitizer(Key.generate(), detector=LISTED, remember=0)
    sanitizer.session("a").sanitize(TURNS[0])
    assert not len(sanitizer._replays)


def test_it_is_neither_shown_nor_pickled() -> None:
    sanitizer = fresh()
    sanitizer.session("a").sanitize(TURNS[0])
    assert repr(sanitizer._replays) == "Replays(2)"  # what the message became, and what is private since
    with pytest.raises(PrivacyError):
        pickle.dumps(sanitizer._replays)


def test_threads_may_share_it() -> None:
    sanitizer = fresh()
    released: list[tuple[str, ...]] = []

    def work() -> None:
        for _ in range(5):
            session = sanitizer.session("a")
            released.append(tuple(session.sanitize(text).text for text in TURNS))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(released)) == 1
