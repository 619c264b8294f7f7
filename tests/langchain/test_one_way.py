"""A method whose words never come back, in what only LangChain has; the rest is in ``tests/twins``."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import BaseModel

from langchain_privacy_chains import Desanitize, Sanitize, protect
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


def test_retrieved_documents_are_redacted_with_the_question() -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=8))
    store.add_texts(["Alice Johnson owes 85000.", "Nobody else does."])
    inner = LocalChat()
    prompt = ChatPromptTemplate.from_template("Context: {context}\n\n{question}")
    chain = {"context": store.as_retriever(), "question": lambda asked: asked} | prompt | protect(inner, method())
    assert REDACTED in chain.invoke(QUESTION).text
    assert_clean(inner)


@pytest.mark.parametrize(
    ("trust", "said"), [("remote", "'look_up' takes a number"), ("block", "must not see private values")]
)
async def test_a_call_that_no_model_made_raises(trust: Any, said: str) -> None:
    refusing = protect(look_up, method(), trust=trust)
    with pytest.raises(UnsupportedContent, match=said):
        refusing.invoke({"name": "anybody", "salary": 85000})
    with pytest.raises(UnsupportedContent, match=said):
        await refusing.ainvoke({"name": "anybody", "salary": 85000})
    assert CALLED == []


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


def test_steps_of_a_chain_read_with_the_prompt_and_refuse_without() -> None:
    redaction = method()
    prompt = Sanitize(redaction, as_prompt=True).invoke(QUESTION)
    assert Desanitize(redaction).invoke({"answer": prompt.text, "prompt": prompt}) == prompt.text
    with pytest.raises(PrivacyError, match="Desanitize without a prompt cannot use Redaction: it reads nothing back"):
        Desanitize(redaction).invoke("An answer")
