"""What a message becomes does not depend on the window of history that is sent with it: any part, the same bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from privacy_chains import Key, Policy, Sanitizer, default_detector
from privacy_chains.contract.conversation import Message
from privacy_chains.ledger import MetricDP

KEY = Key.from_bytes(bytes(range(119, 151)))
POLICIES = [Policy.default(values=4), Policy.profile("finance"), Policy.profile("medical")]
SANITIZERS = [
    Sanitizer(KEY, policy=policy, detector=default_detector(entity_types=policy.entity_types, neural=False), remember=0)
    for policy in POLICIES
]

NAMES = st.sampled_from(["Alice Turner", "Robert Miller", "Maria Lopez", "James Wilson"])
AGES = st.integers(20, 69)
AMOUNTS = st.integers(1_000, 120_000)
TURNS = st.one_of(
    st.builds("Mr {} pays ${:,} and is {} years old.".format, NAMES, AMOUNTS, AGES),
    st.builds(lambda age: f"I am {age} years old. I was born in {2026 - age}.", AGES),
    st.builds(lambda name, age: f"Mrs {name} is {age} years old. She was born in {2026 - age}.", NAMES, AGES),
    st.builds("The rent of ${:,} was due on 2024-03-0{}.".format, AMOUNTS, st.integers(1, 9)),
    st.builds(lambda m: f"The salary is ${m:,} per month, so ${12 * m:,} per year.", st.integers(1_000, 9_000)),
    st.builds(
        lambda a, b: f"| item | amount |\n|---|---|\n| rent | ${a:,} |\n| food | ${b:,} |\n| total | ${a + b:,} |",
        AMOUNTS,
        AMOUNTS,
    ),
    st.builds("Change: (${:,}). My son is five months old, the other {} months.".format, AMOUNTS, st.integers(2, 40)),
    st.builds(
        "The salary is ${:,} per month.".format, st.integers(1_000, 1_009)
    ),  # a relation to the next, across turns
    st.builds(lambda m: f"The salary is ${12 * m:,} per year.", st.integers(1_000, 1_009)),
    st.builds(
        " name | salary | age\n------+--------+-----\n Ann  | {} |  {}\n Bob  | {} |  {}\n".format,
        AMOUNTS,
        AGES,
        AMOUNTS,
        AGES,
    ),
    st.builds(
        lambda m, age: json.dumps({"monthly_salary": m, "age": age}), st.integers(1_000, 1_009), AGES
    ),  # of a tool
    st.builds("Paid ${:,}, ${:,} and ${:,}, in total ${:,}.".format, AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS),
    st.builds("It went from ${}k to ${:,}.".format, st.integers(2, 99), AMOUNTS),
)
CONVERSATIONS = st.lists(TURNS, min_size=2, max_size=30)


def sent(sanitizer: Sanitizer, turns: Sequence[str]) -> list[str]:
    session = sanitizer.session("thread")
    return [session.sanitize(turn).text for turn in turns]


@settings(deadline=None)
@given(st.data(), CONVERSATIONS, st.sampled_from(SANITIZERS))
def test_any_window_of_a_conversation_gives_the_same_bytes(
    data: st.DataObject, turns: list[str], sanitizer: Sanitizer
) -> None:
    whole = sent(sanitizer, turns)
    start = data.draw(st.integers(0, len(turns) - 1))
    stop = data.draw(st.integers(start + 1, len(turns)))
    assert sent(sanitizer, turns[start:stop]) == whole[start:stop]  # a session made for each request
    session = sanitizer.session("thread")  # one that is kept, and sees other parts first
    for turn in [*turns[start:stop], *turns]:
        session.sanitize(turn)
    assert [session.sanitize(turn).text for turn in turns] == whole


@settings(deadline=None)
@given(CONVERSATIONS, st.sampled_from(SANITIZERS))
def test_every_message_is_read_back_and_nothing_is_paid_twice(turns: list[str], sanitizer: Sanitizer) -> None:
    session = sanitizer.session("thread")
    for turn in turns:
        prompt = session.sanitize(turn)
    spent = session.ledger.spent
    for turn in reversed(turns):
        session.sanitize(turn)
    assert session.ledger.spent == spent
    each = sanitizer.session("thread").sanitize(turns[-1])
    assert all(event.epsilon_each <= 1 for event in each.ledger if isinstance(event, MetricDP))
    assert prompt.text == each.text


ANSWERS = st.builds(
    "{} is {} years old and pays ${:,}. So be it, and go on with what you asked.".format, NAMES, AGES, AMOUNTS
)


def converse(sanitizer: Sanitizer, turns: Sequence[str], answers: Sequence[str]) -> list[Message]:
    """A conversation as it is stored: each answer in clear, with the proof of what the model wrote."""
    messages: list[Message] = []
    for turn, wrote in zip(turns, answers, strict=False):
        messages.append(Message((turn,)))
        session = sanitizer.session("thread")
        prompt = session.sanitize_conversation(messages).prompt
        clear = sanitizer.desanitize(wrote, prompt)
        messages.append(Message((clear,), from_model=True, kept=session.keep((wrote,), (clear,), prompt)))
    return messages


@settings(deadline=None, max_examples=15)
@given(st.data(), st.lists(TURNS, min_size=2, max_size=6), st.lists(ANSWERS, min_size=6, max_size=6))
def test_any_window_with_the_answers_in_between_gives_the_same_bytes(
    data: st.DataObject, turns: list[str], answers: list[str]
) -> None:
    messages = converse(SANITIZERS[0], turns, answers)
    whole = SANITIZERS[0].session("thread").sanitize_conversation(messages).messages
    assert whole[1::2] == tuple((wrote,) for wrote in answers[: len(turns)])
    start = 2 * data.draw(st.integers(0, len(turns) - 1))
    window = SANITIZERS[0].session("thread").sanitize_conversation(messages[start:]).messages
    assert window == whole[start:]


TELLING = (
    "Hi, I'm Mrs. Ruxtonova. My account number is 5520193, and the rent is $1,475.50.",
    "SSN 182-69-2573, card 5412 7512 3412 3456.",
    "Mr. Xochabarca is my brother.",
    "My policy number is MTR/77120934.",
    "password: Tr0ubad0ur!9",
    "My son, Mr. Okaforide, earns $84,512.37 a year.",
)
REPEATING = (
    "5520193?",
    "So 182692573 and 5412751234123456 are both mine.",
    "What about Xochabarca?",
    "MTR/77120934 again.",
    "Is 84512.37 a lot? And 1475.50?",
    "Ruxtonova and OKAFORIDE disagree: Tr0ubad0ur!9 is wrong.",
)
PLANTED = (
    r"(?<![0-9,.])(?:5520193|182-?69-?2573|5412 ?7512 ?3412 ?3456|77120934|84,?512\.37|1,?475\.50)(?![0-9])"
    r"|Tr0ubad0ur|(?i:Xochabarca|Ruxtonova|Okaforide)"
)
REPEATED = st.lists(st.sampled_from((*REPEATING, *TELLING, "Thanks.")), min_size=6, max_size=20)
ANSWERED = st.sampled_from(["kept", "text", "none"])
_KEYS = st.integers(0, 200).map(lambda first: Key.from_bytes(bytes(range(first, first + 32))))
_DETECTOR = default_detector(neural=False)


@settings(deadline=None, max_examples=30)
@given(st.data(), _KEYS, st.permutations(TELLING), REPEATED, ANSWERED, st.booleans())
def test_what_was_hidden_once_stays_hidden_in_every_window(  # noqa: PLR0917  (each is drawn)
    data: st.DataObject, key: Key, telling: list[str], repeated: list[str], answered: str, keep: bool
) -> None:
    sanitizer = Sanitizer(key, detector=_DETECTOR)
    kept, history = sanitizer.session("thread"), list[Message]()
    sent: dict[tuple[bool, str], set[object]] = {}
    for turn in [*telling, *repeated]:
        history.append(Message((turn,)))
        window = history[-data.draw(st.integers(1, len(history))) :]
        session = kept if keep else sanitizer.session("thread")
        become = session.sanitize_conversation(window)
        for message, leaves in zip(window, become.messages, strict=True):
            sent.setdefault((message.from_model, str(message.leaves[0])), set()).add(leaves)
            assert not re.search(PLANTED, str(leaves[0]))
        if answered != "none":
            wrote = f"You said: {become.messages[-1][0]}"
            clear = session.desanitize(wrote, become.prompt)
            proof = session.keep((wrote,), (clear,), become.prompt) if answered == "kept" else None
            history.append(Message((clear,), from_model=True, kept=proof))
    assert [ways for ways in sent.values() if len(ways) > 1] == []


@settings(deadline=None)
@given(st.data(), CONVERSATIONS, st.sampled_from(SANITIZERS), st.booleans())
def test_a_window_may_cut_between_messages_of_one_turn(
    data: st.DataObject, turns: list[str], sanitizer: Sanitizer, listed: bool
) -> None:
    session = sanitizer.session("thread")

    def become(part: list[str]) -> list[object]:
        if listed:
            return list(session.sanitize(part).texts)
        return [leaves[0] for leaves in session.sanitize_conversation([Message((turn,)) for turn in part]).messages]

    alone = sent(sanitizer, turns)
    for _ in range(3):
        start = data.draw(st.integers(0, len(turns) - 1))
        stop = data.draw(st.integers(start + 1, len(turns)))
        assert become(turns[start:stop]) == alone[start:stop]
        if data.draw(st.booleans()):
            session = sanitizer.session("thread")


def test_an_amount_is_one_release_however_many_numbers_stand_beside_it() -> None:
    sanitizer = SANITIZERS[0]
    alone = sanitizer.session("a").sanitize("I earn $84,310 per year.").text
    amount = alone.split()[2]
    many = "My rent is $1,210, the loan $20,500, I am 41 years old. I earn $84,310 per year."
    assert amount in sanitizer.session("a").sanitize(many).text
    assert amount not in sanitizer.session("b").sanitize(many).text
