"""A privacy failure reaches whoever asked, also where LlamaIndex would swallow it; and its logs quote nothing."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM
from llama_index.core import Document, VectorStoreIndex, get_response_synthesizer
from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent, ReActAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.llms.types import ChatMessage, MessageRole, ToolCallBlock
from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.query_engine import BaseQueryEngine, SubQuestionQueryEngine
from llama_index.core.question_gen import LLMQuestionGenerator
from llama_index.core.response_synthesizers import ResponseMode
from llama_index.core.schema import NodeWithScore, QueryBundle
from llama_index.core.tools import FunctionTool, QueryEngineTool

from llama_index_privacy_chains import protect
from privacy_chains import PrivacyError, UnsupportedContent

QUESTION = "What does Alice Johnson owe?"
FACT = "Alice Johnson owes 85000."


@pytest.fixture
def index(codebook: Codebook) -> VectorStoreIndex:
    return VectorStoreIndex.from_documents([Document(text=FACT)], embed_model=protect(Letters(), codebook))


def _say(text: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=text)


def _text(messages: Sequence[ChatMessage]) -> str:
    return "\n".join(message.content or "" for message in messages)


def _ask(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    """Asks a sub-question that is refused, or fails."""
    text = _text(messages)
    if "sub_question" in text:
        asked = "Fail!" if "fail" in text else SECRET
        return _say(json.dumps({"items": [{"sub_question": asked, "tool_name": "records"}]}))
    if "Fail!" in text:
        msg = f"the provider cannot read {QUESTION}"
        raise RuntimeError(msg)
    return _say(f"I read: {text}")


def _sub_questions(
    engine: BaseQueryEngine, inner: LocalLLM, *, use_async: bool = False, streaming: bool = False
) -> SubQuestionQueryEngine:
    tool = QueryEngineTool.from_defaults(engine, name="records", description="records")
    return SubQuestionQueryEngine.from_defaults(
        [tool],
        llm=inner,
        response_synthesizer=get_response_synthesizer(inner, streaming=streaming),
        question_gen=LLMQuestionGenerator.from_defaults(llm=inner),
        use_async=use_async,
        verbose=False,
    )


@pytest.mark.parametrize("mode", [mode for mode in ResponseMode if mode.name not in {"NO_TEXT", "CONTEXT_ONLY"}])
@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_is_never_an_empty_response(
    mode: ResponseMode, streaming: bool, asynchronous: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    if streaming and mode in {ResponseMode.ACCUMULATE, ResponseMode.COMPACT_ACCUMULATE}:
        pytest.skip("LlamaIndex does not stream these")
    inner = LocalLLM()
    options: dict[str, Any] = {}
    if mode in {ResponseMode.REFINE, ResponseMode.COMPACT} and not streaming:
        options["structured_answer_filtering"] = True  # then answers are parsed, and errors of parsing swallowed
    engine = protect(index.as_query_engine(llm=inner, response_mode=mode, streaming=streaming, **options), codebook)
    nodes = index.as_retriever().retrieve("?")

    async def ask() -> None:
        if asynchronous:
            answer: Any = await engine.asynthesize(QueryBundle(SECRET), nodes)
            _ = [token async for token in answer.async_response_gen()] if streaming else None
        else:
            answer = engine.synthesize(QueryBundle(SECRET), nodes)
            list(answer.response_gen) if streaming else None

    with pytest.raises(PrivacyError):
        await ask()
    assert not inner.messages


@pytest.mark.parametrize("call", ["chat", "achat", "stream_chat", "astream_chat"])
async def test_a_refusal_in_an_engine_inside_a_chat_engine(
    call: str, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_ask)
    engine = _sub_questions(index.as_query_engine(llm=inner), inner, streaming="stream" in call)
    plain = CondenseQuestionChatEngine.from_defaults(engine, llm=inner)
    chat = protect(plain, codebook)
    assert isinstance(chat, CondenseQuestionChatEngine)
    assert type(plain) is CondenseQuestionChatEngine

    async def ask() -> None:
        answer = getattr(chat, call)(QUESTION)
        _ = await answer if call.startswith("a") else answer

    with pytest.raises(PrivacyError):
        await ask()
    assert SECRET not in inner.wire


@pytest.mark.parametrize("use_async", [False, True])
def test_a_refusal_in_an_engine_that_was_protected_before(
    use_async: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_ask)
    within = protect(_sub_questions(index.as_query_engine(llm=inner), inner), codebook)
    engine = protect(_sub_questions(within, inner, use_async=use_async), codebook)
    with pytest.raises(PrivacyError):
        engine.query(QUESTION)
    assert type(protect(engine, codebook)) is type(engine)


class Swallowing(BaseRetriever):
    """Retrieves nothing when its model fails, as some of LlamaIndex's retrievers do."""

    __module__ = "llama_index.core.imagined"

    def __init__(self, llm: Any) -> None:
        self._llm = llm
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        with suppress(Exception):
            self._llm.complete(query_bundle.query_str)
        return []


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_inside_a_retriever(asynchronous: bool, codebook: Codebook) -> None:
    retriever = protect(Swallowing(LocalLLM()), codebook)
    assert isinstance(retriever, Swallowing)
    assert retriever.retrieve("?") == []
    with pytest.raises(PrivacyError):
        _ = await retriever.aretrieve(SECRET) if asynchronous else retriever.retrieve(SECRET)
    assert retriever.retrieve("?") == []


def _calls(name: str, /, **kwargs: Any) -> Any:
    """Calls a tool, and then says what it said."""

    def respond(messages: Sequence[ChatMessage], arguments: Any) -> ChatMessage:
        text = _text(messages)
        if "sub_question" in text:
            return _ask(messages, arguments)
        if messages[-1].role == MessageRole.TOOL:
            return _say(f"It said: {messages[-1].content}")
        if "tools" in arguments:
            return ChatMessage(
                role="assistant", blocks=[ToolCallBlock(tool_call_id="a", tool_name=name, tool_kwargs=kwargs)]
            )
        seen = (messages[-1].content or "").partition("Observation: ")[2]
        if seen:
            return _say(f"Thought: I can answer without using any more tools.\nAnswer: {seen}")
        return _say(f"Thought: I look it up.\nAction: {name}\nAction Input: {json.dumps(kwargs)}")

    return respond


def _agent(kind: Any, tools: list[Any], inner: LocalLLM) -> Any:
    if kind is AgentWorkflow:
        return AgentWorkflow(agents=[FunctionAgent(name="one", tools=tools, llm=inner)])
    return kind(tools=tools, llm=inner)


AGENTS = pytest.mark.parametrize("kind", [FunctionAgent, ReActAgent, AgentWorkflow])


@AGENTS
async def test_a_refusal_in_an_engine_that_an_agent_asks(
    kind: Any, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM(_calls("debts", input="What?"))
    engine = _sub_questions(index.as_query_engine(llm=inner), inner)
    tool = QueryEngineTool.from_defaults(engine, name="debts", description="debts")
    plain = _agent(kind, [tool], inner)
    agent = protect(plain, codebook)
    assert isinstance(agent, kind)
    assert type(plain) is kind
    with pytest.raises(PrivacyError):
        await agent.run(QUESTION)
    assert SECRET not in inner.wire


@AGENTS
async def test_a_tool_that_must_not_see_what_it_is_given(kind: Any, codebook: Codebook) -> None:
    def publish(text: str) -> str:
        """Publish a text."""
        return text

    inner = LocalLLM(_calls("publish", text="Xqzan Wurptel"))
    tool = protect(FunctionTool.from_defaults(publish), codebook, trust="block")
    with pytest.raises(UnsupportedContent, match="must not see"):
        await protect(_agent(kind, [tool], inner), codebook).run(QUESTION)


@AGENTS
async def test_a_tool_of_the_users_own_may_deal_with_a_refusal(
    kind: Any, index: VectorStoreIndex, codebook: Codebook
) -> None:
    private = protect(index.as_query_engine(llm=LocalLLM()), codebook)

    def ask(question: str) -> str:
        """Ask the records."""
        try:
            return str(private.query(f"{question} {SECRET}"))
        except PrivacyError:
            return "I may not tell."

    agent = protect(_agent(kind, [ask], LocalLLM(_calls("ask", question="What?"))), codebook)
    assert "I may not tell." in str(await agent.run(QUESTION))


@AGENTS
async def test_other_errors_of_tools_are_told_to_the_model(kind: Any, codebook: Codebook) -> None:
    def find(name: str) -> str:
        """Find somebody."""
        msg = f"no customer {name}"
        raise LookupError(msg)

    inner = LocalLLM(_calls("find", name="Xqzan Wurptel"))
    answer = await protect(_agent(kind, [find], inner), codebook).run(QUESTION)
    assert "no customer Alice Johnson" in str(answer)
    assert not [value for value in PLANTED if value in inner.wire]


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_refusal_of_a_tool_that_a_model_calls_itself(asynchronous: bool, codebook: Codebook) -> None:
    llm: Any = protect(LocalLLM(_calls("echo", text="Xqzan Wurptel")), codebook)
    local = FunctionTool.from_defaults(lambda text: f"heard {text}", name="echo", description="repeats a text")

    async def call(tool: Any) -> str:
        given: dict[str, Any] = {"tools": [tool], "user_msg": QUESTION}
        return str(await llm.apredict_and_call(**given) if asynchronous else llm.predict_and_call(**given))

    assert await call(local) == "heard Alice Johnson"
    with pytest.raises(UnsupportedContent):
        await call(protect(local, codebook, trust="block"))


@pytest.mark.parametrize("use_async", [False, True])
def test_failures_are_logged_without_what_they_quote(
    use_async: bool, index: VectorStoreIndex, codebook: Codebook, caplog: pytest.LogCaptureFixture
) -> None:
    inner = LocalLLM(_ask)
    plain = _sub_questions(index.as_query_engine(llm=inner), inner, use_async=use_async)
    engine = protect(plain, codebook)
    with caplog.at_level(logging.WARNING):
        engine.query("fail: Alice Johnson")
    assert "a step of a protected call failed" in caplog.text
    assert not [value for value in (*PLANTED, "Fail!") if value in caplog.text]
    caplog.clear()
    plain.query("fail: Alice Johnson")
    assert "Failed to run Fail!" in caplog.text
