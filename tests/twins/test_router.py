"""A router behind the adapters: what is decided for a message is what happens to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.person import NAME, RECORD, VALUES, sanitizer
from adapter_support.sides import Said, Side, ToolCall, Way
from router_support import KEY, asking

from privacy_chains import PrivacyError
from privacy_chains.errors import NotWorthSending
from privacy_chains.methods.router import NOT_SENT, Router
from privacy_chains.methods.words import WordNoise
from privacy_chains.models import LocalModel

EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
ALWAYS = asking("identity", -1, 0.9, 0.9)
NEVER = asking("identity", 2, 0.1, 0.1)
SHORT = asking("length", 3.2, 0.9, 0.1)
"""Holds texts of up to eight words for good."""


def rungs() -> list[Any]:
    return [sanitizer(), sanitizer(1)]


def at_home(prompt: str, *_: object, **__: object) -> str:
    return f"At home I read: {prompt}"


LOCAL = LocalModel(name="at home", generate=at_home)


@EVERY_WAY
async def test_a_sent_message_goes_by_its_rung_and_says_so(way: Way, side: Side) -> None:
    inner = side.model()
    model = side.protect(inner, Router(rungs(), assessor=ALWAYS).session("t"))
    (answer,) = await side.talk(model, [RECORD], way)
    assert answer == f"I read: {RECORD}"
    assert not [value for value in VALUES if value in side.told(inner)]
    report = await side.report(model, RECORD, way)
    assert report["decision"] == {
        "action": "send",
        "reason": "rung 0 is the most private that is likely good enough",
        "number": 0,
        "rung": 0,
        "method": "Sanitizer",
        "predicted": 0.9,
        "interval": pytest.approx([0.85, 0.95]),
    }
    assert report["found"]["PERSON"] == 1


@EVERY_WAY
async def test_what_stays_is_answered_here_and_nothing_is_sent(way: Way, side: Side) -> None:
    inner = side.model()
    model = side.protect(inner, Router(rungs(), assessor=NEVER, local=LOCAL).session("t"))
    assert await side.talk(model, [RECORD], way) == [f"At home I read: {RECORD}"]
    report = await side.report(model, RECORD, way)
    assert report["decision"]["action"] == "local"
    assert "rung" not in report["decision"]
    assert side.sent(inner) == []


@EVERY_WAY
async def test_a_chat_model_of_the_framework_answers_here(way: Way, side: Side) -> None:
    inner, here = side.model(), side.model(lambda said: Said("assistant", f"Here: {said[-1].text}"))
    model = side.protect(inner, Router(rungs(), assessor=NEVER, local=here).session("t"))
    assert await side.talk(model, [RECORD], way, system="Be brief.") == [f"Here: {RECORD}"]
    assert side.sent(inner) == []
    assert NAME in side.told(here)


@EVERY_WAY
async def test_what_stayed_is_not_sent_later_either(way: Way, side: Side) -> None:
    inner = side.model()
    model = side.protect(inner, Router(rungs(), assessor=SHORT, local=LOCAL).session("t"))
    long = f"{RECORD} And there is more to say of this than fits into eight words."
    first, second = await side.talk(model, [long, f"Greet {NAME}."], way)
    assert first == f"At home I read: {long}"
    assert second == f"I read: {NOT_SENT} | {NOT_SENT} | Greet {NAME}."
    assert len(side.sent(inner)) == 1
    assert not [value for value in VALUES if value in side.told(inner)]


@EVERY_WAY
async def test_nothing_is_sent_of_what_is_not_worth_it(way: Way, side: Side) -> None:
    inner = side.model()
    with pytest.raises(NotWorthSending, match="nothing was sent") as raised:
        await side.talk(side.protect(inner, Router(rungs(), assessor=NEVER).session("t")), [RECORD], way)
    assert not [value for value in VALUES if value in str(raised.value)]
    assert side.sent(inner) == []


@EVERY_WAY
async def test_both_send_the_same_and_decide_the_same(way: Way, sides: list[Side]) -> None:
    sent, reports = [], []
    ladder = [WordNoise(KEY, epsilon=1), *rungs()]
    for side in sides:
        inner = side.model()
        model = side.protect(inner, Router(ladder, assessor=asking("identity", 0.6, 0.1, 0.9)).session("t"))
        await side.talk(model, [RECORD, f"Greet {NAME}."], way)
        reports.append(await side.report(model, RECORD, way))
        sent.append(side.sent(inner))
    assert sent[0] == sent[1]
    assert reports[0]["decision"] == reports[1]["decision"]
    assert reports[0]["decision"]["rung"] == 1


async def test_what_does_not_answer_here_is_refused(side: Side) -> None:
    model = side.protect(side.model(), Router(rungs(), assessor=NEVER, local="a name").session("t"))
    with pytest.raises(PrivacyError, match="not str"):
        await side.talk(model, [RECORD], "whole")


def owes(name: str) -> str:
    """What somebody owes."""
    return f"{name} owes 12."


@EVERY_WAY
async def test_an_agent_calls_its_tools_with_true_values(way: Way, side: Side) -> None:
    if way not in side.ways_of_agents:
        pytest.skip("its agents are not called so")

    def play(messages: Sequence[Said]) -> Said:
        if messages[-1].role == "tool":
            return Said("assistant", f"It says: {messages[-1].text}")
        name = messages[-1].text.removeprefix("What does ").removesuffix(" owe?")
        return Said("assistant", "", (ToolCall("owes", {"name": name}),))

    inner = side.model(play)
    method = Router(rungs(), assessor=ALWAYS).session("t")
    answer = await side.run(method, inner, [side.tool(owes)], f"What does {NAME} owe?", way)
    assert answer == f"It says: {NAME} owes 12."
    assert not [value for value in VALUES if value in side.told(inner)]


@pytest.mark.parametrize("way", ["whole", "async"])
async def test_a_place_of_public_texts_is_asked_by_the_rung(way: Way, side: Side) -> None:
    inner = side.searching(["A page."])
    question = f"What did {NAME} write?"
    for assessor, rung in ((ALWAYS, 0), (NEVER, None)):
        retriever = side.protect(inner, Router(rungs(), assessor=assessor, local=LOCAL).session("t"), trust="query")
        if rung is None:
            with pytest.raises(NotWorthSending):
                await side.search(retriever, question, way)
        else:
            assert await side.search(retriever, question, way) == ["A page.", f"You asked: {question}"]
    assert not [value for value in VALUES if value in repr(inner.asked)]
    assert len(inner.asked) == 1


def test_a_store_takes_one_rung_alone(side: Side) -> None:
    for name, make in side.hosted().items():
        if name != "rewrapped":
            with pytest.raises(PrivacyError, match="another form in every call"):
                make(Router(rungs(), assessor=ALWAYS).session("t"))
