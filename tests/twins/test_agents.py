"""Agents and their tools: the model sees surrogates, and each tool what its trust allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.person import NAME, SALARY, VALUES, sanitizer
from adapter_support.sides import Play, Said, Side, ToolCall, Way, as_bytes

from privacy_chains import UnsupportedContent
from privacy_chains.testing import REDACTED, Redaction

CALLED: list[Any] = []
WORDS = ("Alice Johnson", "85000")
EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
BOTH_WAYS = pytest.mark.parametrize("way", ["whole", "async"])


@pytest.fixture(autouse=True)
def _forget() -> None:
    CALLED.clear()


def look_up(name: str, salary: int) -> str:
    """Look somebody up."""
    CALLED.append((name, salary))
    return f"Alice Johnson, known as {name}, owes 12."


def note(given: Any) -> str:
    """Note something."""
    CALLED.append(given)
    return "noted"


def calling(name: Any, salary: Any) -> Play:
    """A model that calls the tool once, and then says what it said."""

    def play(messages: Sequence[Said]) -> Said:
        if messages[-1].role == "tool":
            return Said("assistant", f"It says: {messages[-1].text}")
        return Said("assistant", "", (ToolCall("look_up", {"name": name, "salary": salary}),))

    return play


def skipping(side: Side, way: Way) -> None:
    if way not in side.ways_of_agents:
        pytest.skip("its agents are not called so")


@EVERY_WAY
@pytest.mark.parametrize(
    ("trust", "given"), [("local", ("Alice Johnson", 85000)), ("remote", ("Xqzan Wurptel", 83912))]
)
async def test_a_tool_gets_what_it_may_see(trust: Any, given: Any, way: Way, side: Side, codebook: Codebook) -> None:
    skipping(side, way)
    inner = side.model(calling("Xqzan Wurptel", 83912))
    tool = side.protect(side.tool(look_up), codebook, trust=trust) if trust == "remote" else side.tool(look_up)
    answer = await side.run(codebook, inner, [tool], "What does Alice Johnson owe?", way)
    assert answer == "It says: Alice Johnson, known as Alice Johnson, owes 12."
    assert [given] == CALLED
    first = [Said("user", "What does Xqzan Wurptel owe?")]
    call = Said("assistant", "", (ToolCall("look_up", {"name": "Xqzan Wurptel", "salary": 83912}),))
    second = [*first, call, Said("tool", "Xqzan Wurptel, known as Xqzan Wurptel, owes 12.")]
    assert side.sent(inner) == [as_bytes(first), as_bytes(second)]
    assert not [value for value in PLANTED if value in side.told(inner)]


@EVERY_WAY
@pytest.mark.parametrize("trust", ["local", "remote"])
async def test_an_agent_goes_on_with_words_that_do_not_come_back(trust: Any, way: Way, side: Side) -> None:
    skipping(side, way)
    inner, method = side.model(calling(REDACTED, 7)), Redaction(WORDS)
    tool = side.protect(side.tool(look_up), method, trust="remote") if trust == "remote" else side.tool(look_up)
    answer = await side.run(method, inner, [tool], "What does Alice Johnson owe?", way)
    assert answer == f"It says: {REDACTED}, known as {REDACTED}, owes 12."
    assert CALLED == [(REDACTED, 7)]
    assert not [word for word in WORDS if word in side.told(inner)]


@EVERY_WAY
@pytest.mark.parametrize(
    ("trust", "name", "salary", "said"),
    [("block", "Alice Johnson", 7, "must not see private values"), ("remote", "Bob", 85000, "takes a number")],
)
async def test_an_agent_goes_on_when_a_tool_is_refused(  # noqa: PLR0917
    trust: Any, name: str, salary: int, said: str, way: Way, side: Side
) -> None:
    skipping(side, way)
    inner, method = side.model(calling(name, salary)), Redaction(WORDS)
    tool = side.protect(side.tool(look_up), method, trust=trust)
    answer = await side.run(method, inner, [tool], "What does Alice Johnson owe?", way)
    assert answer.startswith("It says: ")
    assert said in answer
    assert CALLED == []


async def test_both_send_the_same_bytes_of_an_agent(sides: list[Side]) -> None:
    surrogate = sanitizer().session("thread").sanitize([f"What does {NAME} owe?"]).text.split("does ")[1][:-5]
    sent = []
    for side in sides:
        session = sanitizer().session("thread")
        inner = side.model(calling(surrogate, 100))
        tool = side.protect(side.tool(look_up), session, trust="remote")
        answer = await side.run(session, inner, [tool], f"What does {NAME} owe?", "async")
        assert NAME in answer
        sent.append(side.sent(inner))
    assert sent[0] == sent[1]
    assert not [value for value in VALUES for request in sent[0] if value.encode() in request]
    assert CALLED[0] == CALLED[1]


@BOTH_WAYS
@pytest.mark.parametrize("trust", ["remote", "user", "block"])
async def test_a_tool_gets_no_private_word_and_no_text_for_a_number(trust: Any, way: Way, side: Side) -> None:
    tool = side.protect(side.tool(look_up), Redaction(WORDS), trust=trust)
    for name in ("Alice Johnson", "anybody"):
        used = await side.use(tool, {"name": name, "salary": 85000}, way)
        assert used.refused
        assert ("must not see private values" if trust == "block" else "takes a number") in used.text
        assert not [word for word in WORDS if word in used.text]
    assert CALLED == []
    assert "known as anybody" in (await side.use(tool, {"name": "anybody", "salary": 7}, way)).text
    assert CALLED == [("anybody", 7)]


@BOTH_WAYS
async def test_a_refused_call_raises_if_it_shall(way: Way, side: Side) -> None:
    tool = side.protect(side.tool(look_up), Redaction(WORDS), trust="remote", raise_blocked=True)
    with pytest.raises(UnsupportedContent, match="'look_up' takes a number"):
        await side.use(tool, {"name": "anybody", "salary": 85000}, way)
    assert CALLED == []


@BOTH_WAYS
async def test_a_tool_that_takes_texts_gets_the_mark(way: Way, side: Side) -> None:
    await side.use(side.protect(side.tool(note), Redaction(WORDS), trust="remote"), {"given": {"a": 85000}}, way)
    assert CALLED == [{"a": REDACTED}]


@BOTH_WAYS
async def test_numbers_stay_numbers_under_a_key(way: Way, side: Side) -> None:
    tool = side.protect(side.tool(look_up), sanitizer(), trust="remote")
    assert not (await side.use(tool, {"name": NAME, "salary": SALARY}, way)).refused
    ((name, salary),) = CALLED
    assert name != NAME
    assert isinstance(salary, int)
