"""A session: released values never change, and a replay gives the same state."""

from __future__ import annotations

import threading

import pytest

from privacy_chains import Budget, BudgetExceeded, Key, Message, PrivacyError, Sanitizer

KEY = Key.from_bytes(bytes(range(32)))
TURNS = [
    "Alice Turner is 41 years old and earns $85,000 per year.",
    "Her SSN is 123-45-6780. She has $1,200 in savings.",
    "What does Ms. Turner earn? And is $85,000 more than $60,000?",
]


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer(KEY)


def test_a_released_amount_never_changes(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    first = session.sanitize(TURNS[0]).text
    released = first.split("$")[1].split()[0]
    assert f"${released} more than" in session.sanitize(TURNS[2]).text


def test_a_replay_gives_the_same_bytes(sanitizer: Sanitizer) -> None:
    one, other = sanitizer.session("thread-42"), sanitizer.session("thread-42")
    assert [one.sanitize(turn).text for turn in TURNS] == [other.sanitize(turn).text for turn in TURNS]


def test_repeats_are_free(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    session.sanitize(TURNS[0])
    spent = session.ledger.epsilon
    assert session.sanitize(TURNS[0]).ledger.epsilon == 0
    assert session.sanitize("I repeat: $85,000").ledger.epsilon == 0
    assert session.ledger.epsilon == spent > 0


def test_each_message_has_its_own_budget(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    assert session.sanitize(TURNS[0]).ledger.epsilon == 1
    assert session.sanitize(TURNS[1]).ledger.epsilon == 1
    assert session.ledger.epsilon == 2


def test_sessions_draw_independent_noise(sanitizer: Sanitizer) -> None:
    released = {sanitizer.session(f"thread-{number}").sanitize(TURNS[0]).text for number in range(20)}
    assert len(released) > 10


def test_a_message_beyond_the_budget_leaves_no_trace(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42", budget=Budget(session=1))
    session.sanitize(TURNS[0])
    before = session.ledger
    with pytest.raises(BudgetExceeded) as error:
        session.sanitize(TURNS[1])
    assert "1,200" not in str(error.value)
    assert session.ledger == before
    assert session.sanitize(TURNS[0]).text


def test_a_later_answer_may_name_earlier_values(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    first = session.sanitize(TURNS[0])
    last = session.sanitize("And now?")
    assert session.desanitize(first.text, last) == TURNS[0]


def test_threads_do_not_disturb_each_other(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(session.sanitize(TURNS[0]).text)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(texts)) == 1


def test_numbers_that_follow_from_others_may_be_repeated(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42", dependencies="yearly_salary = 12 * monthly_salary")
    text = "A monthly salary of $7,000 and a yearly salary of $84,000."
    first = session.sanitize(text)
    assert session.sanitize(f"{text} Why?").text == f"{first.text} Why?"


# Conversations.

CONVERSATION = [
    Message(("You help Alice Turner.",)),
    Message(("What does she earn? $85,000 or $60,000?",)),
    Message(("Alice Turner earns $85,000.",), from_model=True),
    Message(("And her card, 4111 1111 1111 1111?",)),
]


def test_what_was_sent_is_sent_again_byte_for_byte(sanitizer: Sanitizer) -> None:
    short = sanitizer.sanitize_conversation(CONVERSATION[:2])
    long = sanitizer.sanitize_conversation(CONVERSATION)
    assert long.messages[:2] == short.messages


def test_system_and_question_are_annotated_jointly(sanitizer: Sanitizer) -> None:
    conversation = sanitizer.sanitize_conversation(
        [Message(("ask about turner records",)), Message(("Who is Alice Turner? TURNER?",))]
    )
    assert "TURNER" not in str(conversation.messages)


def test_the_models_own_form_is_kept_while_it_reads_the_same(sanitizer: Sanitizer) -> None:
    first = sanitizer.sanitize_conversation(CONVERSATION[:2])
    name = str(first.messages[0][0]).removeprefix("You help ").removesuffix(".")
    sent = (f"{name.upper()} it is",)
    clear = (sanitizer.desanitize(sent[0], first.prompt),)
    kept = sanitizer.sanitize_conversation([*CONVERSATION[:2], Message(clear, from_model=True, sent=sent)])
    assert kept.messages[2] == sent
    edited = sanitizer.sanitize_conversation([*CONVERSATION[:2], Message(("Edited.",), from_model=True, sent=sent)])
    assert edited.messages[2] == ("Edited.",)


def test_new_numbers_of_the_model_are_left_alone(sanitizer: Sanitizer) -> None:
    conversation = sanitizer.sanitize_conversation(
        [*CONVERSATION[:2], Message(("She could earn $99,999, not $85,000.",), from_model=True)]
    )
    text = str(conversation.messages[2][0])
    assert "$99,999" in text
    assert "$85,000" not in text or conversation.messages[1][0] == CONVERSATION[1].leaves[0]


def test_numbers_in_tool_arguments_are_mapped(sanitizer: Sanitizer) -> None:
    conversation = sanitizer.sanitize_conversation(
        [*CONVERSATION[:2], Message(("tax", 85_000, 3), from_model=True), Message(("done",))]
    )
    question = str(conversation.messages[1][0])
    _, salary, other = conversation.messages[2]
    assert f"${salary:,}" in question
    assert other == 3
    assert sanitizer.desanitize_value({"salary": salary}, conversation.prompt) == {"salary": 85_000}


def test_a_failing_message_stops_the_conversation(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42", budget=Budget(message="0.5"))
    with pytest.raises(PrivacyError):
        session.sanitize_conversation(CONVERSATION)
