"""Engines built on engines, chat engines and agents that route, and what becomes of a refusal inside them."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.chat_engine import CondenseQuestionChatEngine, ContextChatEngine, SimpleChatEngine
from llama_index.core.query_engine import RouterQueryEngine, SubQuestionQueryEngine
from llama_index.core.question_gen import LLMQuestionGenerator
from llama_index.core.selectors import LLMSingleSelector
from llama_index.core.tools import QueryEngineTool
from llama_index.core.workflow import Context

from llama_index_privacy_chains import audit, protect
from privacy_chains import PrivacyError, UnsupportedContent

QUESTION = "What does Alice Johnson owe?"
FACT = "Alice Johnson owes 85000; ask Renée O'Hara"


@pytest.fixture
def index(codebook: Codebook) -> VectorStoreIndex:
    return VectorStoreIndex.from_documents([Document(text=FACT)], embed_model=protect(Letters(), codebook))


def _say(text: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=text)


def _read(messages: Sequence[ChatMessage]) -> str:
    return "\n".join(message.content or "" for message in messages)


def _assert_clean(inner: LocalLLM) -> None:
    assert inner.wire
    assert not [value for value in PLANTED if value in inner.wire]


def test_a_condensed_question_is_asked_and_remembered_in_clear(index: VectorStoreIndex, codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        text = _read(messages)
        return _say("What does Xqzan Wurptel owe?" if "Standalone question" in text else f"I read: {text}")

    inner = LocalLLM(respond)
    chat: Any = CondenseQuestionChatEngine.from_defaults(index.as_query_engine(llm=inner), llm=inner)
    engine = protect(chat, codebook)
    for question in (QUESTION, "And whom do I ask?", "Sure?"):
        answer = engine.chat(question)
        assert "Renée O'Hara" in str(answer)
        assert answer.source_nodes[0].node.get_content() == FACT
    assert "Query: What does Alice Johnson owe?" in str(answer)
    assert [message.content for message in engine.chat_history][::2] == [QUESTION, "And whom do I ask?", "Sure?"]
    _assert_clean(inner)


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_router_chooses_and_answers(asynchronous: bool, index: VectorStoreIndex, codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        text = _read(messages)
        return _say(
            json.dumps([{"choice": 2, "reason": "of Xqzan Wurptel"}]) if "choices" in text else f"I read: {text}"
        )

    inner = LocalLLM(respond)
    engine = index.as_query_engine(llm=inner)
    tools = [
        QueryEngineTool.from_defaults(engine, name=name, description=f"about {name} and Alice Johnson")
        for name in ("weather", "debts")
    ]
    router = protect(RouterQueryEngine(LLMSingleSelector.from_defaults(llm=inner), tools, llm=inner), codebook)
    assert audit(router) == ()
    answer = await router.aquery(QUESTION) if asynchronous else router.query(QUESTION)
    assert FACT in str(answer)
    selected = answer.metadata["selector_result"].selections[0]  # type: ignore[index]
    assert (selected.index, selected.reason) == (1, "of Alice Johnson")
    _assert_clean(inner)


def _sub_questions(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    text = _read(messages)
    asked = [{"sub_question": SECRET if "refuse" in text else "What?", "tool_name": "records"}]
    return _say(json.dumps({"items": asked}) if "sub_question" in text else f"I read: {text}")


@pytest.mark.parametrize("use_async", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_inside_a_sub_question_reaches_the_caller(
    use_async: bool, asynchronous: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_sub_questions)
    tool = QueryEngineTool.from_defaults(index.as_query_engine(llm=inner), name="records", description="records")
    generator = LLMQuestionGenerator.from_defaults(llm=inner)
    plain = SubQuestionQueryEngine.from_defaults(
        [tool], llm=inner, question_gen=generator, use_async=use_async, verbose=False
    )
    engine = protect(plain, codebook)
    assert isinstance(engine, SubQuestionQueryEngine)
    assert protect(engine, codebook).query(QUESTION)

    async def ask() -> None:
        _ = await engine.aquery("refuse") if asynchronous else engine.query("refuse")

    with pytest.raises(PrivacyError):
        await ask()
    assert engine.query(QUESTION)
    assert SECRET not in inner.wire


@pytest.mark.parametrize("kind", ["simple", "context", "condense"])
def test_a_refusal_inside_a_chat_engine_reaches_the_caller(
    kind: str, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM()
    engines: dict[str, Any] = {
        "simple": SimpleChatEngine.from_defaults(llm=inner),
        "context": ContextChatEngine.from_defaults(index.as_retriever(), llm=inner),
        "condense": CondenseQuestionChatEngine.from_defaults(index.as_query_engine(llm=inner), llm=inner),
    }
    engine = protect(engines[kind], codebook)
    with pytest.raises(PrivacyError):
        engine.chat(SECRET)
    with pytest.raises(PrivacyError):
        list(engine.stream_chat(SECRET).response_gen)
    assert SECRET not in inner.wire


def balance(name: str) -> str:
    """The balance of a customer."""
    if name == "nobody":
        msg = "no customer Alice Johnson"
        raise ValueError(msg)
    return f"{name} owes 85000; ask Renée O'Hara"


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_react_agent_reasons_over_surrogates(streaming: bool, codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        seen = re.findall(r"^Observation: (.*)", messages[-1].content or "")
        if not seen:
            wrote = 'Thought: I look up Xqzan Wurptel.\nAction: balance\nAction Input: {"name": "Xqzan Wurptel"}'
            return _say(wrote)
        return _say(f"Thought: I can answer without using any more tools.\nAnswer: {seen[-1]}")

    inner = LocalLLM(respond)
    agent = protect(ReActAgent(tools=[balance], llm=inner, streaming=streaming), codebook)
    assert str(await agent.run(QUESTION)) == FACT
    _assert_clean(inner)


async def test_agents_hand_over_to_each_other(codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], arguments: Any) -> ChatMessage:
        tools = {tool["function"]["name"] for tool in arguments["tools"]}
        done = [message.content or "" for message in messages if message.role == MessageRole.TOOL]
        if "balance" not in tools:
            handed = {"to_agent": "accountant", "reason": "Xqzan Wurptel asks"}
            return calling("handoff", handed)
        owed = [text for text in done if "owes" in text]
        return _say(owed[-1]) if owed else calling("balance", {"name": "Xqzan Wurptel"})

    inner = LocalLLM(respond)
    front = FunctionAgent(
        name="front", description="hears Alice Johnson", tools=[], llm=inner, can_handoff_to=["accountant"]
    )
    accountant = FunctionAgent(name="accountant", description="knows debts", tools=[balance], llm=inner)
    workflow = protect(AgentWorkflow(agents=[front, accountant], root_agent="front"), codebook)
    assert audit(workflow) == ()
    context = Context(workflow)
    assert str(await workflow.run(QUESTION, ctx=context)) == FACT
    memory = await context.store.get("memory")
    assert QUESTION in [message.content for message in memory.get_all()]
    _assert_clean(inner)


async def test_an_error_of_a_tool_is_sent_in_surrogates(codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        if messages[-1].role == MessageRole.TOOL:
            return _say(f"It said: {messages[-1].content}")
        return calling("balance", {"name": "nobody"})

    inner = LocalLLM(respond)
    answer = await protect(FunctionAgent(tools=[balance], llm=inner), codebook).run("Who is nobody?")
    assert "no customer Alice Johnson" in str(answer)
    _assert_clean(inner)


@pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent])
async def test_a_refusal_inside_an_agent_reaches_the_caller(kind: Any, codebook: Codebook) -> None:
    inner = LocalLLM()
    agent = protect(kind(tools=[balance], llm=inner), codebook)
    with pytest.raises(PrivacyError):
        await agent.run(SECRET)
    assert SECRET not in inner.wire


ENGINE: Any = None


def ask_records(question: str) -> str:
    """Ask the records."""
    return str(ENGINE.query(question))


async def test_an_agent_whose_tool_hides_an_engine_is_refused(
    index: VectorStoreIndex, codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "ENGINE", index.as_query_engine(llm=LocalLLM()))
    agent = FunctionAgent(tools=[ask_records], llm=LocalLLM())
    with pytest.raises(UnsupportedContent, match=r"LocalLLM at .*global: ENGINE"):
        protect(agent, codebook)
    monkeypatch.setitem(globals(), "ENGINE", protect(ENGINE, codebook))
    assert audit(protect(agent, codebook)) == ()
