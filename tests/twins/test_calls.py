"""Calls of models: what reaches the wire, and what comes back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.person import EMAIL, NAME, RECORD, SSN, VALUES, sanitizer
from adapter_support.sides import Said, Side, Way, as_bytes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from privacy_chains import UnsupportedContent
from privacy_chains.testing import REDACTED, Redaction

EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
QUESTIONS = ("I am Alice Johnson of San Francisco, alice@corp.example.", "What does Renée O'Hara owe me?")
REAL = (
    f"I am {NAME}. Here is my record: {RECORD}",
    f"Write to {EMAIL}, and say that {NAME} was born on 4 March 1980.",
    f"Is {SSN} mine, and what are 85,000 dollars a month?",
)


def the_same(text: str) -> str:
    """What a table's surrogates are for."""
    for value, surrogate in PLANTED.items():
        text = text.replace(value, surrogate)
    return text


@EVERY_WAY
async def test_the_wire_is_exact_and_the_answer_is_clear(way: Way, side: Side, codebook: Codebook) -> None:
    inner = side.model()
    answers = await side.talk(side.protect(inner, codebook), QUESTIONS, way, system="Help Alice Johnson.")
    first = [Said("system", "Help Alice Johnson."), Said("user", QUESTIONS[0])]
    second = [*first, Said("assistant", answers[0]), Said("user", QUESTIONS[1])]
    assert answers[0] == f"I read: Help Alice Johnson. | {QUESTIONS[0]}"
    sent = [as_bytes([Said(one.role, the_same(one.text)) for one in said]) for said in (first, second)]
    assert side.sent(inner) == sent
    assert not [value for value in PLANTED if value in side.told(inner)]


@EVERY_WAY
async def test_both_send_the_same_bytes_under_one_key_and_session(way: Way, sides: list[Side]) -> None:
    sent, answers = [], []
    for side in sides:
        inner = side.model()
        model = side.protect(inner, sanitizer().session("thread"))
        answers.append(await side.talk(model, REAL, way, system=f"You help {NAME}."))
        sent.append(side.sent(inner))
    assert sent[0] == sent[1]
    assert answers[0] == answers[1]
    assert len(sent[0]) == len(REAL)
    assert not [value for value in VALUES for request in sent[0] if value.encode() in request]
    assert NAME in answers[0][0]


@EVERY_WAY
async def test_what_was_sent_once_is_sent_again_byte_for_byte(way: Way, side: Side) -> None:
    inner = side.model()
    await side.talk(side.protect(inner, sanitizer()), REAL, way)
    first, second, third = side.sent(inner)
    assert second.startswith(first[:-1])
    assert third.startswith(second[:-1])


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(pieces=st.lists(st.sampled_from([*PLANTED.values(), " ", "and ", "Xqzan", "Wurp"]), min_size=1, max_size=6))
async def test_any_answer_is_read_the_same_whole_and_streamed(pieces: list[str], sides: list[Side]) -> None:
    def play(_: Sequence[Said]) -> Said:
        return Said("assistant", "".join(pieces))

    read = set()
    for side in sides:
        model = side.protect(side.model(play), Codebook())
        for way in ("whole", "async", "stream", "astream"):
            read.add(*await side.talk(model, ["Hello"], way))  # type: ignore[arg-type]
    assert len(read) == 1


@EVERY_WAY
async def test_nothing_is_sent_when_sanitizing_fails(way: Way, side: Side, codebook: Codebook) -> None:
    inner = side.model()
    with pytest.raises(UnsupportedContent):
        await side.talk(side.protect(inner, codebook), [f"Tell {SECRET} things."], way)
    assert side.sent(inner) == []


@EVERY_WAY
async def test_a_models_error_is_read_back(way: Way, side: Side, codebook: Codebook) -> None:
    def fail(messages: Sequence[Said]) -> Said:
        raise ConnectionError(messages[-1].text)

    with pytest.raises(ConnectionError, match="I am Alice Johnson"):
        await side.talk(side.protect(side.model(fail), codebook), ["I am Alice Johnson"], way)


@EVERY_WAY
async def test_words_that_do_not_come_back_stay_marks(way: Way, side: Side) -> None:
    inner = side.model()
    model = side.protect(inner, Redaction(["Alice Johnson"]))
    first, second = await side.talk(model, ["I am alice johnson.", "Who is Alice Johnson?"], way)
    assert first == f"I read: I am {REDACTED}."
    assert second == f"I read: I am {REDACTED}. | {first} | Who is {REDACTED}?"
    assert side.sent(inner)[0] == as_bytes([Said("user", f"I am {REDACTED}.")])
