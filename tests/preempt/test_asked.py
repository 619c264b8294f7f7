"""A bare answer is read with the question that it answers, and stays hidden when the question is cut off."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, Message, Sanitizer, Session, Span
from privacy_chains.contract.conversation import question_of
from privacy_chains.detect import CompositeDetector
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import Policy

SANITIZER = Sanitizer(Key.from_bytes(bytes(range(32))), remember=0)
BARE = {
    "May I have your account number?": ["5520193", "55 20 193"],
    "Please tell me your PIN.": ["7741"],
    "What is your policy number?": ["MTR/77120934"],
    "What is your ZIP code?": ["40219"],
    "What is your annual salary?": ["84512", "84,512"],
    "What is your password?": ["kartoffel99"],
    "What is your date of birth?": ["1979-11-22", "22/11/1979"],
    "Which school does your child attend?": ["Castlemore Primary"],
    "How much is your rent?": ["1,475"],
    "How old are you?": ["54", "fifty-four"],
}
CASES = [(question, answer) for question, answers in BARE.items() for answer in answers]


def sent(session: Session, *messages: Message) -> list[str]:
    return [str(leaves[0]) for leaves in session.sanitize_conversation(messages).messages]


def conversation(question: str, answer: str) -> tuple[Message, Message, Message]:
    asked = Message((f"Thank you.\n{question}",), from_model=True)
    return Message(("I need help.",)), asked, Message((answer,))


@pytest.mark.parametrize(("question", "answer"), CASES)
def test_what_was_asked_for_is_found(question: str, answer: str) -> None:
    messages = conversation(question, answer)
    releases = {sent(SANITIZER.session(f"thread {number}"), *messages)[-1] for number in range(8)}
    assert releases != {answer}  # noise may leave a number as it is once


@pytest.mark.parametrize(("question", "answer"), CASES)
def test_it_is_sent_again_as_it_was_when_the_question_is_gone(question: str, answer: str) -> None:
    session = SANITIZER.session("thread")
    first = sent(session, *conversation(question, answer))[-1]
    later = Message(("What now?",))
    assert sent(session, Message((answer,)), Message(("Fine.",), from_model=True), later)[0] == first


def test_the_last_sentence_is_the_question() -> None:
    for text in ("Sorry. How old are you?", "How old are you?", "x" * 500 + "\nHow old are you? "):
        assert question_of(Message((text,), from_model=True)) == "How old are you?"
    assert question_of(Message((7,), from_model=True)) == ""


class Fooled:
    """Finds a name, and less of it behind a question."""

    def detect(self, text: str) -> list[Span]:
        at = text.index("Alice Turner")
        return [Span(at, at + (5 if at else 12), "PERSON", 0.9, "test")]


def test_a_question_never_uncovers_what_is_found_without_it() -> None:
    engine = Engine(Key.from_bytes(bytes(range(32))), Policy.default(), CompositeDetector(Fooled()))
    assert engine.find("Alice Turner", asked="Who?") == engine.find("Alice Turner")


@given(question=st.text(max_size=30), answer=st.sampled_from([answer for _, answer in CASES]))
def test_whatever_is_asked_adds_only(question: str, answer: str) -> None:
    engine = SANITIZER._engine
    alone, asked = engine.find(answer), engine.find(answer, answer=True, asked=question.strip())
    for span in alone:
        assert any(one.start <= span.start and span.end <= one.end for one in asked)
    assert all(one.end <= other.start for one, other in pairwise(asked))
