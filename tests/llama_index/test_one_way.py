"""A method whose words never come back, through every kind of call: the wrappers use the contract alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, SummaryIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel

from llama_index_privacy_chains import protect
from privacy_chains import UnsupportedContent
from privacy_chains.testing import REDACTED, Redaction

WORDS = ("Alice Johnson", "alice@corp.example", "85000")
QUESTION = "What does Alice Johnson (alice@corp.example) owe?"
CALLED: list[tuple[str, Any]] = []


class Person(BaseModel):
    """Somebody."""

    name: str
    salary: int


def look_up(name: str, salary: int) -> str:
    """Look somebody up."""
    CALLED.append((name, salary))
    return f"Alice Johnson, known as {name}, owes 12."


def method() -> Redaction:
    CALLED.clear()
    return Redaction(WORDS)


def assert_clean(llm: LocalLLM) -> None:
    assert REDACTED in llm.wire
    assert not [word for word in WORDS if word in llm.wire]


async def test_answers_keep_the_mark_whole_streamed_and_asynchronously() -> None:
    inner = LocalLLM()
    llm = protect(inner, method())
    asked = [ChatMessage(QUESTION)]
    whole = llm.chat(asked).message.content
    assert whole
    assert REDACTED in whole
    assert [chunk.message.content for chunk in llm.stream_chat(asked)][-1] == whole
    assert (await llm.achat(asked)).message.content == whole
    assert [chunk.message.content async for chunk in await llm.astream_chat(asked)][-1] == whole
    assert REDACTED in llm.complete(QUESTION).text
    llm.chat([*asked, llm.chat(asked).message, ChatMessage("Is Alice Johnson here?")])
    assert_clean(inner)


def test_retrieved_documents_are_redacted_with_the_question() -> None:
    inner = LocalLLM()
    engine = SummaryIndex.from_documents([Document(text="Alice Johnson owes 85000.")]).as_query_engine(llm=inner)
    assert REDACTED in str(protect(engine, method()).query(QUESTION))
    assert_clean(inner)


@pytest.mark.parametrize("trust", ["local", "remote"])
async def test_an_agent_calls_tools_with_what_the_model_wrote(trust: Any) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        if messages[-1].role == MessageRole.TOOL:
            return ChatMessage(role="assistant", content=f"It says: {messages[-1].content}")
        return calling("look_up", {"name": REDACTED, "salary": 7})

    inner, redaction = LocalLLM(respond), method()
    tool: Any = protect(FunctionTool.from_defaults(look_up), redaction, trust=trust)
    agent: Any = protect(FunctionAgent(tools=[tool], llm=inner), redaction)
    assert str(await agent.run(QUESTION)) == f"It says: {REDACTED}, known as {REDACTED}, owes 12."
    assert CALLED == [(REDACTED, 7)]
    assert_clean(inner)


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("trust", ["remote", "user", "block"])
async def test_a_tool_gets_no_private_word_and_no_text_for_a_number(trust: Any, asynchronous: bool) -> None:
    tool: Any = protect(FunctionTool.from_defaults(look_up), method(), trust=trust)
    for args, kwargs in (((), {"name": "Alice Johnson", "salary": 85000}), (("anybody", 85000), {})):
        said = await tool.acall(*args, **kwargs) if asynchronous else tool.call(*args, **kwargs)
        assert said.is_error
        assert ("must not see private values" if trust == "block" else "takes a number") in said.content
        assert not [word for word in WORDS if word in said.content]
    assert CALLED == []
    said = await tool.acall("anybody", salary=7) if asynchronous else tool.call("anybody", salary=7)
    assert "known as anybody" in said.content
    assert CALLED == [("anybody", 7)]


def test_a_refused_call_raises_if_it_shall() -> None:
    raising = protect(FunctionTool.from_defaults(look_up), method(), trust="remote", raise_blocked=True)
    with pytest.raises(UnsupportedContent, match="'look_up' takes a number"):
        raising.call(name="anybody", salary=85000)
    assert CALLED == []


def test_a_tool_that_takes_texts_gets_the_mark() -> None:
    def note(given: Any) -> str:
        """Note something."""
        CALLED.append(("note", given))
        return "noted"

    protect(FunctionTool.from_defaults(note), method(), trust="remote").call(given={"salary": 85000})
    assert CALLED == [("note", {"salary": REDACTED})]


def test_structured_output_is_typed() -> None:
    inner = LocalLLM(lambda *_: calling("Person", {"name": REDACTED, "salary": 7}))
    llm = protect(inner, method())
    predicted = llm.structured_predict(Person, PromptTemplate("{text}"), text=QUESTION)
    assert predicted == Person(name=REDACTED, salary=7)
    assert_clean(inner)
