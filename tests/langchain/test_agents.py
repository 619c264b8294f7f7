from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain.agents.middleware import (
    ContextEditingMiddleware,
    HumanInTheLoopMiddleware,
    LLMToolSelectorMiddleware,
    ModelFallbackMiddleware,
    ModelRetryMiddleware,
    SummarizationMiddleware,
    TodoListMiddleware,
    wrap_model_call,
)
from langchain.agents.structured_output import ToolStrategy
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command
from pydantic import BaseModel, Field

from langchain_privacy_chains import PrivacyMiddleware, audit, protect
from privacy_chains import UnsupportedContent

QUESTION = {"messages": [HumanMessage("What does Alice Johnson owe?")]}
PAID: list[Any] = []


@tool
def balance(name: str, year: int) -> str:
    """The balance of a customer."""
    PAID.append((name, year))
    return f"{name} owes 85000; ask Renée O'Hara"


def _respond(messages: Sequence[Any], _: Any) -> AIMessage:
    """Call the tool once, then say what it said."""
    if isinstance(messages[-1], ToolMessage):
        return AIMessage(f"Answer: {messages[-1].text}")
    return AIMessage("", tool_calls=[{"name": "balance", "args": {"name": "Xqzan Wurptel", "year": 2024}, "id": "a"}])


@pytest.fixture(autouse=True)
def _forget() -> None:
    PAID.clear()


def _agent(how: str, inner: LocalChat, codebook: Codebook, **options: Any) -> Any:
    middleware = options.pop("middleware", [])
    if how == "model":
        return create_agent(protect(inner, codebook), [balance], middleware=middleware, **options)
    return create_agent(inner, [balance], middleware=[*middleware, PrivacyMiddleware(codebook)], **options)


def _assert_clean(*models: LocalChat) -> None:
    for model in models:
        assert model.seen
        assert not [value for value in PLANTED if value in model.wire]


HOW = pytest.mark.parametrize("how", ["model", "middleware"])
ANSWER = "Answer: Alice Johnson owes 85000; ask Renée O'Hara"


@HOW
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_tools_and_state_are_clear_and_the_model_sees_surrogates(
    how: str, asynchronous: bool, codebook: Codebook
) -> None:
    inner = LocalChat(respond=_respond)
    agent = _agent(how, inner, codebook)
    state = await agent.ainvoke(QUESTION) if asynchronous else agent.invoke(QUESTION)
    assert PAID == [("Alice Johnson", 2024)]
    assert state["messages"][-1].text == ANSWER
    assert state["messages"][1].tool_calls[0]["args"] == {"name": "Alice Johnson", "year": 2024}
    _assert_clean(inner)


@HOW
async def test_streamed_messages_are_clear(how: str, codebook: Codebook) -> None:
    inner = LocalChat(respond=_respond)
    agent = _agent(how, inner, codebook)
    streams = (
        list(agent.stream(QUESTION, stream_mode="messages")),
        [part async for part in agent.astream(QUESTION, stream_mode="messages")],
    )
    for parts in streams:
        text = "".join(str(part.text) for part, _ in parts if isinstance(part, AIMessageChunk))
        assert text == ANSWER
        assert not [surrogate for surrogate in PLANTED.values() if surrogate in text]
    _assert_clean(inner)


@HOW
def test_a_second_turn_sends_the_first_as_it_was(how: str, codebook: Codebook) -> None:
    inner = LocalChat(respond=_respond)
    agent = _agent(how, inner, codebook, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    agent.invoke(QUESTION, config)
    agent.invoke({"messages": [HumanMessage("And San Francisco?")]}, config)
    before, after = inner.seen[1][0], inner.seen[2][0]
    assert [(message.content, message.additional_kwargs) for message in after[: len(before)]] == [
        (message.content, message.additional_kwargs) for message in before
    ]
    assert "Alice Johnson owes 85000" in agent.get_state(config).values["messages"][2].text
    _assert_clean(inner)


@HOW
def test_human_review_shows_true_values(how: str, codebook: Codebook) -> None:
    inner = LocalChat(respond=_respond)
    review = HumanInTheLoopMiddleware(interrupt_on={"balance": True})
    agent = _agent(how, inner, codebook, middleware=[review], checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    state = agent.invoke(QUESTION, config)
    (request,) = state["__interrupt__"][0].value["action_requests"]
    assert request["args"] == {"name": "Alice Johnson", "year": 2024}
    edit = {"type": "edit", "edited_action": {"name": "balance", "args": {"name": "Renée O'Hara", "year": 2025}}}
    state = agent.invoke(Command(resume={"decisions": [edit]}), config)
    assert PAID == [("Renée O'Hara", 2025)]
    _assert_clean(inner)


class Debt(BaseModel):
    """A debt."""

    name: str = Field(pattern="^Alice")
    amount: int


@HOW
def test_structured_answers_are_validated_on_true_values(how: str, codebook: Codebook) -> None:
    wrote = {"name": "Debt", "args": {"name": "Xqzan Wurptel", "amount": 83912}, "id": "a"}
    inner = LocalChat(respond=lambda *_: AIMessage("", tool_calls=[wrote]))
    agent = _agent(how, inner, codebook, response_format=ToolStrategy(Debt))
    assert agent.invoke(QUESTION)["structured_response"] == Debt(name="Alice Johnson", amount=85000)
    _assert_clean(inner)


def test_fallback_models_are_protected_by_the_middleware(codebook: Codebook) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "down"
        raise RuntimeError(msg)

    broken, spare = LocalChat(respond=fail), LocalChat(respond=_respond)
    middleware = [ModelFallbackMiddleware(spare), PrivacyMiddleware(codebook)]
    agent = create_agent(broken, [balance], middleware=middleware)
    assert agent.invoke(QUESTION)["messages"][-1].text == ANSWER
    _assert_clean(broken, spare)


def test_an_audit_finds_models_inside_an_agent(codebook: Codebook) -> None:
    summarizer = LocalChat()
    protected = protect(LocalChat(), codebook)
    agent = create_agent(protected, [balance], middleware=[SummarizationMiddleware(summarizer, trigger=("tokens", 9))])
    findings = audit(agent)
    assert {finding.name for finding in findings} == {"LocalChat"}
    clean = create_agent(protected, [balance], middleware=[ModelFallbackMiddleware(protected)])
    assert audit(clean) == ()
    assert audit(create_agent(LocalChat(), [balance])) != ()


def test_an_audit_finds_a_sub_agent_in_a_tool(codebook: Codebook) -> None:
    sub = create_agent(LocalChat(), [balance])

    @tool
    def ask(question: str) -> str:
        """Ask another agent."""
        return str(sub.invoke({"messages": [HumanMessage(question)]})["messages"][-1].text)

    agent = create_agent(protect(LocalChat(), codebook), [ask])
    assert [finding.kind for finding in audit(agent)][:1] == ["model"]


@HOW
def test_a_checkpoint_can_be_encrypted_at_rest(how: str, codebook: Codebook) -> None:
    pytest.importorskip("Crypto")
    from langgraph.checkpoint.serde.encrypted import EncryptedSerializer  # noqa: PLC0415  (needs an optional package)

    saver = InMemorySaver(serde=EncryptedSerializer.from_pycryptodome_aes(key=bytes(32)))
    agent = _agent(how, LocalChat(respond=_respond), codebook, checkpointer=saver)
    config = {"configurable": {"thread_id": "1"}}
    agent.invoke(QUESTION, config)
    kept = repr((saver.storage, saver.writes, saver.blobs))
    assert kept
    assert not [value for value in PLANTED if value in kept]
    assert agent.get_state(config).values["messages"][-1].text == ANSWER


@HOW
def test_time_travel_replays_the_same_bytes(how: str, codebook: Codebook) -> None:
    inner = LocalChat(respond=_respond)
    agent = _agent(how, inner, codebook, checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "1"}}
    agent.invoke(QUESTION, config)
    (before,) = [
        state
        for state in agent.get_state_history(config)
        if state.next == ("model",) and len(state.values["messages"]) == 3
    ]
    assert agent.invoke(None, before.config)["messages"][-1].text == ANSWER
    last, again = ([message.content for message in messages] for messages, _ in inner.seen[-2:])
    assert last == again
    _assert_clean(inner)


@pytest.mark.parametrize("how", ["invoke", "ainvoke", "stream", "astream"])
async def test_a_whole_agent_is_protected(how: str, codebook: Codebook) -> None:
    def fail(*_: Any) -> AIMessage:
        msg = "down"
        raise RuntimeError(msg)

    broken, spare, summarizer = LocalChat(respond=fail), LocalChat(respond=_respond), LocalChat()
    summary = SummarizationMiddleware(summarizer, trigger=("messages", 3), keep=("messages", 1))
    agent = create_agent(broken, [balance], middleware=[summary, ModelFallbackMiddleware(spare)])
    protected = protect(agent, codebook)
    assert audit(protected) == ()
    assert type(protected) is type(agent)
    asked = {"messages": [HumanMessage("Hello"), AIMessage("Alice Johnson?"), *QUESTION["messages"]]}
    match how:
        case "invoke":
            messages = protected.invoke(asked)["messages"]
        case "ainvoke":
            messages = (await protected.ainvoke(asked))["messages"]
        case "stream":
            messages = list(protected.stream(asked, stream_mode="values"))[-1]["messages"]
        case _:
            messages = [state async for state in protected.astream(asked, stream_mode="values")][-1]["messages"]
    assert messages[-1].text == ANSWER
    assert PAID == [("Alice Johnson", 2024)]
    _assert_clean(broken, spare, summarizer)


def test_the_given_agent_is_left_as_it_was(codebook: Codebook) -> None:
    inner = LocalChat()
    agent = create_agent(inner, [balance])
    protect(agent, codebook)
    assert [finding.name for finding in audit(agent)] == ["LocalChat"]


def test_an_agents_remote_tools_get_surrogates(codebook: Codebook) -> None:
    inner = LocalChat(respond=_respond)
    agent = protect(create_agent(inner, [balance]), codebook, trust="remote")
    assert agent.invoke(QUESTION)["messages"][-1].text == ANSWER
    assert PAID == [("Xqzan Wurptel", 2024)]
    _assert_clean(inner)


def test_an_agent_whose_tool_hides_a_model_is_refused(codebook: Codebook) -> None:
    hidden = create_agent(LocalChat(), [balance])

    @tool
    def ask(question: str) -> str:
        """Ask another agent."""
        return str(hidden.invoke({"messages": [HumanMessage(question)]})["messages"][-1].text)

    agent = create_agent(LocalChat(), [ask])
    with pytest.raises(UnsupportedContent, match=r"LocalChat at .*closure: hidden"):
        protect(agent, codebook)
    hidden = protect(hidden, codebook)
    assert audit(protect(agent, codebook)) == ()


def test_an_audit_knows_the_middleware(codebook: Codebook) -> None:
    middleware = [PrivacyMiddleware(codebook)]
    assert audit(create_agent(LocalChat(), [balance], middleware=middleware)) == ()
    other = SummarizationMiddleware(LocalChat(), trigger=("tokens", 9))
    assert len(audit(create_agent(LocalChat(), [balance], middleware=[other, *middleware]))) == 1


class Selecting(LocalChat):
    """Names the one tool there is, and counts tokens at its provider."""

    def with_structured_output(self, *_: Any, **__: Any) -> Runnable[Any, Any]:
        return self | RunnableLambda(lambda _: {"tools": ["balance"]})

    def get_num_tokens_from_messages(self, messages: Any, tools: Any = None) -> int:
        self.seen.append((messages, {"tools": tools}))
        return 1


@wrap_model_call
def _routing(request: Any, handler: Any) -> Any:
    request.model.invoke(request.messages)
    return handler(request)


OUTSIDE = pytest.mark.parametrize(
    "outer",
    [LLMToolSelectorMiddleware(), ContextEditingMiddleware(token_count_method="model"), _routing],  # noqa: S106  (a method)
    ids=["selector", "counting", "own"],
)


@OUTSIDE
def test_a_middleware_outside_that_calls_the_model_is_found_and_protected(outer: Any, codebook: Codebook) -> None:
    inner = Selecting()
    agent = create_agent(inner, [balance], middleware=[outer, PrivacyMiddleware(codebook)])
    assert [(finding.kind, finding.name) for finding in audit(agent)] == [("model", "Selecting")]
    protect(agent, codebook).invoke(QUESTION)
    assert len(inner.seen) > 1
    _assert_clean(inner)


@OUTSIDE
def test_a_protected_model_is_safe_outside_too(outer: Any, codebook: Codebook) -> None:
    inner = Selecting()
    agent = create_agent(protect(inner, codebook), [balance], middleware=[outer, PrivacyMiddleware(codebook)])
    assert audit(agent) == ()
    agent.invoke(QUESTION)
    _assert_clean(inner)


def test_middlewares_that_only_hand_the_model_on_may_stand_outside(codebook: Codebook) -> None:
    outer = [ModelRetryMiddleware(), TodoListMiddleware(), ModelFallbackMiddleware(protect(LocalChat(), codebook))]
    assert audit(create_agent(LocalChat(), [balance], middleware=[*outer, PrivacyMiddleware(codebook)])) == ()
    assert audit(create_agent(LocalChat(), [balance], middleware=[PrivacyMiddleware(codebook), _routing])) == ()
    assert audit(create_agent(LocalChat(), [balance], middleware=outer))


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("bound", [True, False], ids=["bound", "with fallbacks"])
async def test_the_middleware_protects_what_stands_in_a_models_place(
    bound: bool, asynchronous: bool, codebook: Codebook
) -> None:
    inner = LocalChat(respond=_respond)
    model: Any = inner.bind(user="Alice Johnson") if bound else inner.with_fallbacks([LocalChat()])
    agent = create_agent(model, [balance], middleware=[PrivacyMiddleware(codebook)])
    state = await agent.ainvoke(QUESTION) if asynchronous else agent.invoke(QUESTION)
    assert state["messages"][-1].text == ANSWER
    _assert_clean(inner)


def test_the_middleware_refuses_what_it_does_not_know(codebook: Codebook) -> None:
    inner = LocalChat()
    model: Any = inner.with_fallbacks([RunnableLambda(lambda _: AIMessage("x"))])
    with pytest.raises(UnsupportedContent, match="RunnableLambda"):
        create_agent(model, [], middleware=[PrivacyMiddleware(codebook)]).invoke(QUESTION)
    assert not inner.seen


async def test_an_agent_goes_on_when_a_tool_is_blocked(codebook: Codebook) -> None:
    @tool
    def publish(text: str) -> str:
        """Publish a text."""
        return text

    def respond(messages: list[Any], _: Any) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(f"It said: {messages[-1].text}")
        return AIMessage("", tool_calls=[{"name": "publish", "args": {"text": "Xqzan Wurptel"}, "id": "a"}])

    agent: Any = create_agent(LocalChat(respond=respond), [protect(publish, codebook, trust="block")])
    state = await protect(agent, codebook).ainvoke({"messages": [HumanMessage("Publish Alice Johnson")]})
    assert "must not see" in state["messages"][-1].text
