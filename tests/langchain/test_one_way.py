"""A method whose words never come back, through every kind of call: the wrappers use the contract alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import BaseModel

from langchain_privacy_chains import Desanitize, protect
from privacy_chains import PrivacyError, UnsupportedContent
from privacy_chains.testing import REDACTED, Redaction

WORDS = ("Alice Johnson", "alice@corp.example", "85000")
QUESTION = "What does Alice Johnson (alice@corp.example) owe?"
CALLED: list[tuple[str, Any]] = []


class Person(BaseModel):
    """Somebody."""

    name: str
    salary: int


@tool
def look_up(name: str, salary: int) -> str:
    """Look somebody up."""
    CALLED.append((name, salary))
    return f"Alice Johnson, known as {name}, owes 12."


def method() -> Redaction:
    CALLED.clear()
    return Redaction(WORDS)


def assert_clean(model: LocalChat) -> None:
    assert REDACTED in model.wire
    assert not [word for word in WORDS if word in model.wire]


async def test_answers_keep_the_mark_whole_streamed_and_asynchronously() -> None:
    inner = LocalChat()
    model = protect(inner, method())
    whole = model.invoke(QUESTION).text
    assert REDACTED in whole
    assert "".join(chunk.text for chunk in model.stream(QUESTION)) == whole
    assert (await model.ainvoke(QUESTION)).text == whole
    assert "".join([chunk.text async for chunk in model.astream(QUESTION)]) == whole
    history: list[BaseMessage] = [
        HumanMessage(QUESTION),
        model.invoke(QUESTION),
        HumanMessage("Is Alice Johnson here?"),
    ]
    model.invoke(history)
    assert_clean(inner)


def test_retrieved_documents_are_redacted_with_the_question() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_texts(["Alice Johnson owes 85000.", "Nobody else does."])
    inner = LocalChat()
    prompt = ChatPromptTemplate.from_template("Context: {context}\n\n{question}")
    chain = {"context": store.as_retriever(), "question": lambda asked: asked} | prompt | protect(inner, method())
    assert REDACTED in chain.invoke(QUESTION).text
    assert_clean(inner)


@pytest.mark.parametrize("trust", ["local", "remote"])
def test_an_agent_calls_tools_with_what_the_model_wrote(trust: Any) -> None:
    def respond(messages: list[BaseMessage], _: dict[str, Any]) -> AIMessage:
        if isinstance(messages[-1], ToolMessage):
            return AIMessage(f"It says: {messages[-1].text}")
        return AIMessage(
            "",
            tool_calls=[{"name": "look_up", "args": {"name": REDACTED, "salary": 7}, "id": "a", "type": "tool_call"}],
        )

    inner, redaction = LocalChat(respond=respond), method()
    agent = create_agent(protect(inner, redaction), [protect(look_up, redaction, trust=trust)])
    said = agent.invoke({"messages": [HumanMessage(QUESTION)]})["messages"][-1].text
    assert said == f"It says: {REDACTED}, known as {REDACTED}, owes 12."
    assert CALLED == [(REDACTED, 7)]
    assert_clean(inner)


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("trust", ["remote", "user", "block"])
async def test_a_tool_gets_no_private_word_and_no_text_for_a_number(trust: Any, asynchronous: bool) -> None:
    tool = protect(look_up, method(), trust=trust)
    for name, salary in (("Alice Johnson", 85000), ("anybody", 85000)):
        call = {"name": "look_up", "args": {"name": name, "salary": salary}, "id": "a", "type": "tool_call"}
        said = await tool.ainvoke(call) if asynchronous else tool.invoke(call)
        assert (said.status, said.tool_call_id) == ("error", "a")
        assert re.search("must not see private values" if trust == "block" else "takes a number", said.text)
        assert not [word for word in WORDS if word in said.text]
    assert CALLED == []
    public = {**call, "args": {"name": "anybody", "salary": 7}}
    said = await tool.ainvoke(public) if asynchronous else tool.invoke(public)
    assert "known as anybody" in said.text
    assert CALLED == [("anybody", 7)]


def test_a_call_that_no_model_made_is_refused_and_so_is_one_that_shall_raise() -> None:
    with pytest.raises(UnsupportedContent, match="'look_up' takes a number"):
        protect(look_up, method(), trust="remote").invoke({"name": "anybody", "salary": 85000})
    raising = protect(look_up, method(), trust="remote", raise_blocked=True)
    with pytest.raises(UnsupportedContent, match="'look_up' takes a number"):
        raising.invoke({"name": "look_up", "args": {"name": "", "salary": 85000}, "id": "a", "type": "tool_call"})
    assert CALLED == []


def test_a_tool_that_takes_texts_gets_the_mark() -> None:
    @tool
    def note(given: Any) -> str:
        """Note something."""
        CALLED.append(("note", given))
        return "noted"

    protect(note, method(), trust="remote").invoke({"given": {"salary": 85000}})
    assert CALLED == [("note", {"salary": REDACTED})]


def test_structured_output_is_typed() -> None:
    def respond(*_: Any) -> AIMessage:
        return AIMessage("", tool_calls=[{"name": "Person", "args": {"name": REDACTED, "salary": 7}, "id": "a"}])

    inner = LocalChat(respond=respond)
    model = protect(inner, method()).with_structured_output(Person)
    assert model.invoke(QUESTION) == Person(name=REDACTED, salary=7)
    assert_clean(inner)


def test_settings_that_hold_a_private_word_are_refused_and_others_pass() -> None:
    protect(LocalChat(stop=["END"]), method()).invoke(QUESTION)
    with pytest.raises(UnsupportedContent, match="stop"):
        protect(LocalChat(stop=["Alice Johnson"]), method()).invoke(QUESTION)


def test_what_needs_another_trait_is_refused_with_a_sentence() -> None:
    with pytest.raises(PrivacyError, match="Desanitize without a prompt cannot use Redaction: it reads nothing back"):
        Desanitize(method()).invoke("An answer")


def test_an_index_holds_marks_and_reads_as_it_stands() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    private = protect(store, method(), trust="remote")
    private.add_documents([Document("Alice Johnson owes 85000.", metadata={"who": "Alice Johnson"})])
    (stored,) = store.store.values()
    assert not [word for word in WORDS if word in repr(stored)]
    (found,) = private.similarity_search(QUESTION)
    assert found.page_content == f"{REDACTED} owes {REDACTED}."
