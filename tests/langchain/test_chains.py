from __future__ import annotations

from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.messages import AIMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableBranch, RunnableLambda, RunnablePassthrough
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_privacy_chains import Desanitize, Finding, PrivateChatModel, Sanitize, audit, protect
from privacy_chains import UnsupportedContent

PROMPT = ChatPromptTemplate.from_messages([("human", "{context} {question}")])


def _assert_clean(*models: LocalChat) -> None:
    for model in models:
        assert model.seen
        assert not [value for value in PLANTED if value in model.wire]


async def test_a_chain_is_protected_wherever_its_models_stand(codebook: Codebook) -> None:
    models = [LocalChat() for _ in range(5)]
    down = LocalChat(respond=_fail)
    branch = RunnableBranch((lambda text: "never" in str(text), models[3]), models[4])
    steps = {
        "direct": models[0],
        "parsed": models[1] | StrOutputParser(),
        "fallback": down.with_fallbacks([models[2]]),
        "branch": branch,
        "retried": models[0].with_retry().bind(stop=["Alice Johnson:"]),
    }
    chain = PROMPT | steps
    protected = protect(chain, codebook)
    question = {"context": "Alice Johnson", "question": "Who is Renée O'Hara?"}
    for answer in (protected.invoke(question), await protected.ainvoke(question)):
        for value in answer.values():
            assert "Alice Johnson Who is Renée O'Hara?" in (value if isinstance(value, str) else value.text)
    _assert_clean(models[0], models[1], models[2], models[4], down)


def _fail(*_: Any) -> AIMessage:
    msg = "down"
    raise RuntimeError(msg)


def test_the_given_chain_is_left_as_it_was(codebook: Codebook) -> None:
    model = LocalChat()
    chain = PROMPT | model
    protect(chain, codebook)
    assert chain.last is model


def test_retrieval_feeds_context_and_question_jointly(codebook: Codebook) -> None:
    store = InMemoryVectorStore.from_texts(["Alice Johnson owes 85000"], DeterministicFakeEmbedding(size=4))
    inner = LocalChat()
    chain = {"context": store.as_retriever(), "question": RunnablePassthrough()} | PROMPT | inner | StrOutputParser()
    store.embedding = protect(store.embedding, codebook)
    answer = "".join(protect(chain, codebook).stream("What does Alice Johnson owe?"))
    assert "Alice Johnson owes 85000" in answer
    assert answer.endswith("What does Alice Johnson owe?")
    _assert_clean(inner)


def test_what_cannot_be_reached_is_named(codebook: Codebook) -> None:
    hidden = LocalChat()
    chain = PROMPT | RunnableLambda(lambda prompt: hidden.invoke(prompt).text)
    with pytest.raises(UnsupportedContent, match=r"LocalChat at .*hidden"):
        protect(chain, codebook)
    assert not hidden.seen


def test_an_unprotected_embedder_behind_a_retriever_is_named(codebook: Codebook) -> None:
    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    with pytest.raises(UnsupportedContent, match="DeterministicFakeEmbedding at"):
        protect(store.as_retriever() | RunnableLambda(str), codebook)


def test_an_audit_names_everything_that_sends(codebook: Codebook) -> None:
    model, embedding = LocalChat(), DeterministicFakeEmbedding(size=4)
    found = audit({"chain": PROMPT | model, "store": InMemoryVectorStore(embedding), "fine": protect(model, codebook)})
    assert {(finding.kind, finding.name) for finding in found} == {
        ("model", "LocalChat"),
        ("embeddings", "DeterministicFakeEmbedding"),
    }
    assert all(isinstance(finding, Finding) and finding.path for finding in found)
    assert audit(protect(model, codebook)) == ()


def test_steps_sanitize_and_read_back(codebook: Codebook) -> None:
    seen: list[str] = []

    def remote(text: str) -> str:
        seen.append(text)
        return f"echo: {text}"

    chain = Sanitize(codebook) | RunnableLambda(remote) | Desanitize(codebook)
    assert chain.invoke("I am Alice Johnson") == "echo: I am Alice Johnson"
    assert "".join(chain.stream("I am Alice Johnson")) == "echo: I am Alice Johnson"
    assert seen == ["I am Xqzan Wurptel"] * 2
    assert Sanitize(codebook).invoke(["Alice Johnson", "x"]) == ["Xqzan Wurptel", "x"]
    assert Desanitize(codebook).invoke(AIMessage("Xqzan Wurptel")) == "Alice Johnson"
    assert Desanitize(codebook).invoke({"a": ["Xqzan Wurptel", 83912]}) == {"a": ["Alice Johnson", 83912]}
    with pytest.raises(UnsupportedContent):
        Sanitize(codebook).invoke(7)  # type: ignore[arg-type]
    assert "Codebook" not in repr(chain)


def test_a_structured_model_inside_a_chain_is_protected(codebook: Codebook) -> None:
    inner = LocalChat()
    chain = PROMPT | inner.bind_tools(
        [{"title": "f", "description": "Alice Johnson", "type": "object", "properties": {}}]
    )
    protected = protect(chain, codebook)
    protected.invoke({"context": "", "question": "Alice Johnson"})
    _assert_clean(inner)
    assert isinstance(protected.last.bound, PrivateChatModel)  # type: ignore[attr-defined]
