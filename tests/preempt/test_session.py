"""A session: released values never change, and a replay gives the same state."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise

import pytest

from privacy_chains import (
    AddNoise,
    Budget,
    BudgetExceeded,
    DependencyError,
    Keep,
    Key,
    Message,
    Policy,
    PrivacyError,
    Refuse,
    Sanitizer,
    Session,
    UnsupportedContent,
)
from privacy_chains.contract.conversation import SanitizedConversation
from privacy_chains.contract.unproven import Unproven
from privacy_chains.detect import default_detector
from privacy_chains.ledger import MetricDP

KEY = Key.from_bytes(bytes(range(32)))
TURNS = [
    "Alice Turner is 41 years old and earns $85,000 per year.",
    "Her SSN is 123-45-6780. She has $1,200 in savings.",
    "What does Ms. Turner earn? And is $85,000 more than $60,000?",
]


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer(KEY)


def answered(
    sanitizer: Sanitizer | Session, said: SanitizedConversation, *wrote: str | float, read: tuple[str | float, ...] = ()
) -> Message:
    """The model's answer as an adapter returns it: clear, with the proof of what the model wrote."""
    clear = read or tuple(sanitizer.desanitize_value(list(wrote), said.prompt))
    return Message(clear, from_model=True, kept=sanitizer.keep(wrote, clear, said.prompt))


@pytest.fixture(scope="module")
def as_caller() -> Sanitizer:
    return Sanitizer(KEY, unproven="caller")


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


def test_each_number_costs_what_the_policy_declares(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42")
    costs = [session.sanitize(turn).ledger for turn in TURNS[:2]]
    assert all(ledger.epsilon == sum(e.count for e in ledger if isinstance(e, MetricDP)) > 0 for ledger in costs)
    assert session.ledger.epsilon == costs[0].spent + costs[1].spent


def test_sessions_draw_independent_noise(sanitizer: Sanitizer) -> None:
    released = {sanitizer.session(f"thread-{number}").sanitize(TURNS[0]).text for number in range(20)}
    assert len(released) > 10


def test_a_message_beyond_the_budget_leaves_no_trace(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42", budget=Budget(session=2))
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


def test_a_message_may_bring_formulas_of_its_own(sanitizer: Sanitizer) -> None:
    texts = ("Base pay: $7,000.", "Bonus pay: $21,000.", "Total pay: $42,000.")
    session = sanitizer.session("thread-42", dependencies="total_pay = 2 * bonus_pay")
    with pytest.raises(DependencyError):
        session.sanitize(texts, dependencies="bonus_pay = 4 * base_pay")
    first = session.sanitize(texts, dependencies="bonus_pay = 3 * base_pay")
    base, bonus, total = (int(text.split("$")[1].rstrip(".").replace(",", "")) for text in first.texts)
    assert (3 * base, 2 * bonus) == (bonus, total)
    assert base != 7_000
    assert session.sanitize(texts).texts == first.texts
    joined = session.sanitize_conversation([Message((" ".join(texts),))]).messages
    assert joined == ((" ".join(first.texts),),)


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
    answer = answered(sanitizer, first, f"{name.upper()} it is")
    assert "TURNER" in str(answer.leaves[0])
    kept = sanitizer.sanitize_conversation([*CONVERSATION[:2], answer])
    assert kept.messages[2] == (f"{name.upper()} it is",)
    edited = sanitizer.sanitize_conversation([*CONVERSATION[:2], replace(answer, leaves=("Edited.",))])
    assert edited.messages[2] == ("Edited.",)


def test_an_address_in_a_layout_of_the_models_own_is_sent_again(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("letters")
    opening = Message(("Write to Alice Turner, 12 Oak Street, Springfield, IL 62704.",))
    first = session.sanitize_conversation([opening])
    address = next(item.surrogate for item in first.prompt.issued if item.entity_type == "STREET_ADDRESS")
    wrote = address.replace(", ", "\n", 1).replace("Street", "St")
    answer, more = answered(session, first, wrote), Message(("Thank you. Now shorter.",))
    assert answer.leaves == ("12 Oak St\nSpringfield, IL 62704",)
    assert session.sanitize_conversation([opening, answer, more]).messages[1] == (wrote,)


@pytest.mark.parametrize("kept", [None, "", "k1.v1.0123456789abcdef.AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Something else."])
@pytest.mark.parametrize("unproven", ["hide", "caller"])
def test_true_numbers_in_the_models_name_are_not_sent_when_the_question_is_gone(
    kept: str | None, unproven: Unproven
) -> None:
    read_back = Message(("She earns $85,000, is aged 57 and was born on 3 May 1964.",), from_model=True, kept=kept)
    sanitizer = Sanitizer(KEY, unproven=unproven)
    said = str(sanitizer.sanitize_conversation([read_back, Message(("Go on.",))]).messages[0])
    assert not re.search(r"85,000|57|3 May 1964", said)


def test_a_trimmed_history_holds_what_the_model_wrote_and_nothing_that_was_read_back(sanitizer: Sanitizer) -> None:
    question = Message(("Alice Turner earns $145,000.",))
    first = sanitizer.sanitize_conversation([question])
    wrote = f"Noted: {first.messages[0][0]} In ten years $250,000."
    answer = answered(sanitizer, first, wrote)
    assert sanitizer.sanitize_conversation([answer, Message(("Go on.",))]).messages[0] == (wrote,)


def test_what_was_read_back_in_a_trimmed_history_is_read_back_again_and_stays_hidden(sanitizer: Sanitizer) -> None:
    first = sanitizer.sanitize_conversation([Message(("Alice Turner earns $145,000.",))])
    answer = answered(sanitizer, first, f"Noted: {first.messages[0][0]}")
    later = sanitizer.sanitize_conversation([answer, Message(("Is TURNER rich?",))])
    assert "TURNER" not in str(later.messages[1][0])
    assert sanitizer.desanitize(str(first.messages[0][0]), later.prompt) == "Alice Turner earns $145,000."


def test_a_number_in_tool_arguments_that_cannot_be_told_is_the_one_that_the_model_wrote(sanitizer: Sanitizer) -> None:
    said = sanitizer.sanitize_conversation([Message(("Go on.",))])
    call = answered(sanitizer, said, "tax", 84_200, 3, read=("tax", 85_000, 3))
    assert sanitizer.sanitize_conversation([call, Message(("done",))]).messages[0] == ("tax", 84_200, 3)


def test_numbers_in_tool_arguments_are_mapped(as_caller: Sanitizer) -> None:
    conversation = as_caller.sanitize_conversation(
        [*CONVERSATION[:2], Message(("tax", 85_000, 3), from_model=True), Message(("done",))]
    )
    question = str(conversation.messages[1][0])
    _, salary, other = conversation.messages[2]
    assert f"${salary:,}" in question
    assert other == 3
    assert as_caller.desanitize_value({"salary": salary}, conversation.prompt) == {"salary": 85_000}


def test_a_code_in_tool_arguments_is_restored_as_an_integer_and_never_sent_in_clear(as_caller: Sanitizer) -> None:
    asked = Message(("Her phone is (415) 555-2671, her account number: 12345678.",))
    prompt = as_caller.sanitize_conversation([asked]).prompt
    issued = [int("".join(filter(str.isdecimal, item.surrogate))) for item in prompt.issued]
    assert as_caller.desanitize_value(issued, prompt) == [4155552671, 12345678]
    called = Message((4155552671, 12345678, 14155552671, 7), from_model=True)
    sent = as_caller.sanitize_conversation([asked, called, Message(("Go on.",))]).messages[1]
    assert sent == (*issued, int(f"1{issued[0]}"), 7)


def test_a_failing_message_stops_the_conversation(sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread-42", budget=Budget(message="0.5"))
    with pytest.raises(PrivacyError):
        session.sanitize_conversation(CONVERSATION)


NAMES = ("Alice Turner", "Bob Fisher", "Carla Jensen", "Dieter Kohl", "Emma Stone", "Frank Miller", "Grace Kelly")


# What stands in the model's name without a proof.


def after_opening(sanitizer: Sanitizer, *leaves: str | float) -> tuple[str | float, ...]:
    """What is sent for a model's message with these leaves, after a system prompt and a question."""
    said = Message(leaves, from_model=True)
    return sanitizer.sanitize_conversation([*CONVERSATION[:2], said, Message(("Go on.",))]).messages[2]


@pytest.mark.parametrize(
    ("clear", "value"),
    [
        ("Alice Turner it is.", "Alice Turner"),  # known: the system prompt names her
        ("TURNER it is.", "TURNER"),
        ("Bob Fisher it is.", "Bob Fisher"),  # known to nothing but the detector
        ("Write to bob@fisher.example.com.", "fisher"),
        ("Her SSN is 123-45-6780.", "123-45-6780"),
        ("It is $85,000.", "85,000"),  # the question holds this number
    ],
)
def test_a_clear_value_without_a_proof_is_not_sent(
    sanitizer: Sanitizer, as_caller: Sanitizer, clear: str, value: str
) -> None:
    assert value not in str(after_opening(as_caller, clear)[0])
    hidden = str(after_opening(sanitizer, clear)[0])
    assert value not in hidden
    assert re.search(r"\[[A-Z_]+\]", hidden)
    other = Sanitizer(Key.from_bytes(bytes(range(1, 33))))
    assert str(after_opening(other, clear)[0]) == hidden  # it does not depend on the key


def test_a_known_number_in_tool_arguments_without_a_proof_is_not_sent(sanitizer: Sanitizer) -> None:
    assert after_opening(sanitizer, "tax", 85_000) == ("tax", 0)
    assert after_opening(sanitizer, "tax", -85_000) == ("tax", 0)
    assert after_opening(sanitizer, "tax", 77_123) == ("tax", 77_123)


@pytest.mark.parametrize("clear", ["Yes.", "", "See chapter 4, section 2.1: `x = 17`."])
def test_a_message_without_private_values_is_sent_as_it_is(sanitizer: Sanitizer, clear: str) -> None:
    assert after_opening(sanitizer, clear) == (clear,)


def test_a_message_in_the_models_name_may_hold_what_the_policy_keeps() -> None:
    policy = Policy.default().with_rule("EMAIL_ADDRESS", Keep())
    text = "Write to help@example.com."
    assert after_opening(Sanitizer(KEY, policy=policy), text) == (text,)


def test_a_refused_type_in_the_models_name_stops_the_conversation() -> None:
    policy = Policy.default().with_rule("US_SSN", Refuse())
    with pytest.raises(PrivacyError):
        after_opening(Sanitizer(KEY, policy=policy), "It is 123-45-6780.")


def test_messages_without_a_proof_may_be_refused() -> None:
    with pytest.raises(UnsupportedContent, match="does not prove"):
        after_opening(Sanitizer(KEY, unproven="refuse"), "Yes.")
    with pytest.raises(PrivacyError, match="unproven"):
        Sanitizer(KEY, unproven="whatever")  # type: ignore[arg-type]


def test_a_clear_answer_by_formula_is_not_sent(sanitizer: Sanitizer) -> None:
    def sent_for(form: str) -> object:
        session = sanitizer.session("thread-42", dependencies="answer: total = 3 * fee")
        conversation = [Message(("The fee is $1,234. What is the total?",))]
        return session.sanitize_conversation([*conversation, Message((form,), from_model=True)]).messages[1]

    assert sent_for("The total is $3,702.") != ("The total is $3,702.",)
    assert sent_for("Hard to say.") == ("Hard to say.",)


def test_fifty_turns_are_replayed_byte_for_byte(sanitizer: Sanitizer) -> None:
    spellings = (str, str.upper, lambda text: text.replace(",", " "), lambda text: f"**{text}**")
    conversation = [Message(("You are a careful clerk.",))]
    session = sanitizer.session("thread-42")
    before: tuple[tuple[str | float, ...], ...] = ()
    for turn in range(50):
        name, salary = NAMES[turn % len(NAMES)], 1037 + 911 * turn
        question = f"{name} earns ${salary:,}, is {20 + turn} years old; SSN 123-45-{6000 + turn}."
        conversation.append(Message((question,)))
        sanitized = session.sanitize_conversation(conversation)
        assert sanitized.messages[: len(before)] == before
        if turn % 10 == 9:  # another process, which remembers nothing
            assert sanitizer.session("thread-42").sanitize_conversation(conversation).messages == sanitized.messages
        assert question not in str(sanitized.messages)
        before = sanitized.messages
        echo = spellings[turn % len(spellings)](str(before[-1][0]))
        wrote = f"Noted: {echo} At {30 + turn} years of age ${2000 + turn * 911:,} is little."
        conversation.append(answered(session, sanitized, wrote))
        before += ((wrote,),)
    assert sanitizer.session("thread-42").sanitize_conversation(conversation).messages == before


def test_a_number_that_comes_up_later_changes_nothing_that_was_sent(sanitizer: Sanitizer) -> None:
    text = "At 47 years of age that is little."
    said = sanitizer.sanitize_conversation(CONVERSATION[:2])
    conversation = [*CONVERSATION[:2], answered(sanitizer, said, text)]
    later = [*conversation, Message(("I am 47 years old.",))]
    assert sanitizer.sanitize_conversation(later).messages[2] == (text,)


def test_a_message_without_a_proof_is_sent_again_as_it_was(sanitizer: Sanitizer) -> None:
    text = "Bob Fisher is 47 years old."
    conversation = [*CONVERSATION[:2], Message((text,), from_model=True), Message(("Go on.",))]
    session = sanitizer.session("thread-42")
    first = session.sanitize_conversation(conversation).messages
    longer = [*conversation, Message(("Fine.",), from_model=True), Message(("I am 47; ask bob fisher.",))]
    assert session.sanitize_conversation(longer).messages[:4] == first
    assert sanitizer.session("thread-42").sanitize_conversation(longer).messages[:4] == first


STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[.,]\d{3})?")


def dated(*, in_order: bool = False, times: bool = False, unproven: Unproven = "hide") -> Sanitizer:
    policy = Policy.default()
    if times:
        policy = policy.with_rule("TIME", policy.rules["TIME"])
    rule = Policy.profile("medical").rules["DATE_TIME"]
    assert isinstance(rule, AddNoise)
    policy = policy.with_rule("DATE_TIME", replace(rule, noise=replace(rule.noise, preserve_order=in_order)))
    detector = default_detector(neural=False, entity_types=policy.entity_types)
    return Sanitizer(KEY, policy=policy, detector=detector, unproven=unproven)


def stamps(text: str) -> list[datetime]:
    return [datetime.fromisoformat(found.replace(",", ".")) for found in STAMP.findall(text)]


def test_timestamps_of_one_day_keep_their_order_through_a_session() -> None:
    session = dated(in_order=True).session("log")
    texts = [
        "2024-05-01 12:33:21 start, 2024-05-01 12:33:20 boot, 2024-05-01 18:00:00 stop",
        "2024-05-01 12:33:22 and 2024-05-01 00:00:00, 2024-05-01 18:00:01",
    ]
    prompts = [session.sanitize(text) for text in texts]
    true, released = (stamps("\n".join(each)) for each in (texts, [one.text for one in prompts]))
    assert [time for _, time in sorted(zip(true, released, strict=True))] == sorted(set(released))
    assert [prompt.reader.restore(prompt.text).text for prompt in prompts] == texts


def test_a_timestamp_is_one_value_with_one_epsilon_and_nothing_of_it_stays() -> None:
    prompt = dated().sanitize("Logged in at 2024-05-01T12:33:21.123Z.")
    (event,) = prompt.ledger.events
    assert (event.entity_type, event.count, prompt.ledger.epsilon) == ("DATE_TIME", 1, 1)
    (span,) = prompt.spans[0]
    assert prompt.text[span.start : span.end].endswith("Z")
    assert "12:33" not in prompt.text
    assert ".123" not in prompt.text


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("Started 2024-05-01 22:33:21, finished 2024-05-02 01:33:21.", "finished = started + 3/24"),
        ("Started 2024-05-01 22:33:21, 3 hours later, at 2024-05-02 01:33:21, it was done.", None),
    ],
)
def test_a_duration_between_timestamps_stays(text: str, formula: str | None) -> None:
    prompt = dated().session("job", dependencies=formula).sanitize(text)
    start, end = stamps(prompt.text)
    assert end - start == timedelta(hours=3)
    assert start != stamps(text)[0]
    assert prompt.ledger.epsilon == 1


def test_an_answer_may_ask_for_a_duration() -> None:
    text = "Started 2024-05-01 22:33:21, finished 2024-05-02 01:33:21. How many hours did it take?"
    session = dated().session("a", dependencies="answer: hours = 24 * (finished - started)")
    prompt = session.sanitize(text)
    start, end = stamps(prompt.text)
    assert start != end
    assert (
        session.desanitize(f"It took {(end - start) / timedelta(hours=1):.2f} hours.", prompt) == "It took 3.00 hours."
    )


def test_a_date_beside_a_timestamp_of_that_day_is_the_day_of_its_release() -> None:
    session = dated().session("log")
    first = session.sanitize("Log of May 1, 2024\n2024-05-01 23:33:21 start\n2024-05-01 00:00:01 stop\n")
    day = stamps(first.text)[1]
    assert f"Log of {day:%B} {day.day}, {day.year}\n" in first.text
    assert session.desanitize(f"On {day.day} {day:%B %Y} at {day:%H:%M}", first) == "On 1 May 2024 at 00:00"
    again = session.sanitize("What happened on 2024-05-01?")  # alone it is a release of its own, and paid for
    assert again.text == dated().session("log").sanitize("What happened on 2024-05-01?").text
    assert session.desanitize(again.text, again) == "What happened on 2024-05-01?"


def test_a_model_that_quotes_parts_of_a_timestamp_is_sent_what_it_wrote() -> None:
    sanitizer = dated(unproven="caller")
    text = "2024-05-01 12:33:21 start"
    first = sanitizer.session("log").sanitize(text)
    stamp = stamps(first.text)[0]
    answer = (
        f"It began on {stamp:%B} {stamp.day}, {stamp.year}, at {stamp} or {stamp:%d.%m.%Y um %H:%M} Uhr, that is at "
        f"{stamp:%H:%M:%S} or {stamp:%H:%M}."
    )
    clear = sanitizer.session("log").desanitize(answer, first)
    assert clear == (
        "It began on May 1, 2024, at 2024-05-01 12:33:21 or 01.05.2024 um 12:33 Uhr, that is at 12:33:21 or 12:33."
    )
    messages = [Message((text,)), Message((clear,), from_model=True), Message(("Thank you.",))]
    conversation = sanitizer.session("log").sanitize_conversation(messages)
    assert conversation.messages[1] == (answer,)
    assert conversation.prompt.ledger.epsilon == 1


@pytest.mark.parametrize("times", [False, True])
def test_the_time_of_a_timestamp_is_not_sent_in_the_models_name(times: bool) -> None:
    sanitizer = dated(times=times)
    messages = [
        Message(("2024-05-01 12:33:21 start; 2024-05-03 12:33:50 stop; 2024-05-02, May 9 at 2 pm",)),
        Message(
            ("At 12:33, 12:33 pm, 12:33:21, 14:00, at 2 pm, at 12:00 and at 12:34.",),
            from_model=True,
        ),
    ]
    said = str(sanitizer.session("log").sanitize_conversation(messages).messages[1][0])
    assert not re.search("12:33|14:00|2 pm", said)
    assert times or said.endswith(", at 12:00 and at 12:34.")


@pytest.mark.parametrize("in_order", [False, True])
def test_a_log_is_read_back_byte_for_byte(in_order: bool) -> None:
    time, lines = datetime.fromisoformat("2024-05-01 23:50"), list[str]()
    for at in range(200):
        time += timedelta(milliseconds=7 + 997 * (at % 13))
        lines.append(f"{time:%Y-%m-%d %H:%M:%S},{time.microsecond // 1000:03} INFO worker-{at % 7} done")
    prompt = dated(in_order=in_order).sanitize("\n".join(lines))
    released = stamps(prompt.text)
    assert len(set(released)) == 200
    assert not in_order or all(one < other for one, other in pairwise(released))
    assert not set(lines) & set(prompt.text.splitlines())
    assert prompt.reader.restore(prompt.text).text == "\n".join(lines)
    quoted = [f"| {line} |" for line in prompt.text.splitlines()]
    assert prompt.reader.restore("\n".join(quoted[::-1])).text == "\n".join(f"| {line} |" for line in lines[::-1])


@pytest.mark.parametrize(
    "text", ["harborline.example is down", "https://harborline.example/login", "HARBORLINE.EXAMPLE?"]
)
def test_a_host_that_an_address_tells_is_hidden_wherever_it_stands(text: str) -> None:
    session = Sanitizer(KEY, detector=default_detector(neural=False)).session("hosts")
    host = session.sanitize("Mail f.ruxton@harborline.example!").text.partition("@")[2][:-1]
    sent = session.sanitize(text)
    assert host in sent.text.lower()
    assert "harborline" not in sent.text.lower()
    assert session.desanitize(sent.text, sent) == text


@pytest.mark.parametrize("number", range(12))
def test_a_scan_says_where_values_stand_and_releases_nothing(number: int) -> None:
    texts = [
        "I am Alice Turner, 41, SSN 536-22-8154, and earn $85,000.",
        "Ask Ms. Turner about the $85,000.",
        "Nothing.",
    ]
    session = Sanitizer(Key.from_bytes(bytes([number]) * 31 + b"k")).session("scan")
    found = session.scan(texts)
    assert len(session.ledger) == 0
    assert [[text[span.start : span.end] for span in spans] for text, spans in zip(texts, found, strict=True)] == [
        ["Alice Turner", "41", "536-22-8154", "$85,000"],
        ["Turner", "$85,000"],
        [],
    ]
    prompt = session.sanitize(texts)
    assert [[span.entity_type for span in spans] for spans in prompt.spans] == [
        [span.entity_type for span in spans] for spans in found
    ]
    assert session.scan(texts) == found
    assert len(session.ledger) == len(prompt.ledger)
