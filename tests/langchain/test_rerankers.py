"""What stands between a retriever and a model, and what a retriever or a tool holds: nothing of it is sent in clear."""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openai
import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain_classic.agents.openai_assistant import OpenAIAssistantRunnable
from langchain_classic.retrievers import ContextualCompressionRetriever
from langchain_classic.retrievers.document_compressors import CrossEncoderReranker, LLMChainExtractor
from langchain_classic.retrievers.multi_query import MultiQueryRetriever
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor, Document
from langchain_core.messages import AIMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import ConfigurableField, RunnableLambda
from langchain_core.tools import tool
from langchain_openai.decisions import OpenAIDecisions
from langchain_openai.middleware import OpenAIModerationMiddleware
from pydantic import Field

from langchain_privacy_chains import PrivateCompressor, PrivateCrossEncoder, audit, protect
from privacy_chains import Key, PrivacyError, Sanitizer, UnsupportedContent
from privacy_chains.ledger.audit import AuditLog

DOCUMENTS = [Document("Alice Johnson owes money"), Document("Renée O'Hara of San Francisco")]


class Store(BaseRetriever):
    """Finds everything, here."""

    asked: list[str] = Field(default_factory=list)

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        self.asked.append(query)
        return DOCUMENTS


class Hosted(BaseDocumentCompressor):
    """Puts the last first."""

    seen: list[Any] = Field(default_factory=list)

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        self.seen.append((query, [document.page_content for document in documents]))
        return list(reversed(documents))


class HostedScores(BaseCrossEncoder):
    """Scores by length."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        self.seen.append(text_pairs)
        return [float(len(text)) for _, text in text_pairs]


def _clear(seen: Any) -> list[str]:
    return [value for value in PLANTED if value in repr(seen)]


@pytest.mark.parametrize("in_a_chain", [False, True])
def test_a_hosted_reranker_sees_surrogates_unless_it_runs_here(in_a_chain: bool, codebook: Codebook) -> None:
    hosted, store = Hosted(), Store()
    retriever: Any = ContextualCompressionRetriever(base_compressor=hosted, base_retriever=store)
    component = retriever | RunnableLambda(list) if in_a_chain else retriever
    assert [(found.kind, found.name) for found in audit(component)] == [("reranker", "Hosted")]
    protected = protect(component, codebook)
    assert audit(protected) == ()
    assert protected.invoke("Alice Johnson?") == DOCUMENTS[::-1]
    assert hosted.seen
    assert not _clear(hosted.seen)
    assert store.asked == ["Alice Johnson?"]

    assert audit(component, local=[hosted]) == ()
    assert protect(component, codebook, local=[hosted]).invoke("Alice Johnson?") == DOCUMENTS[::-1]
    assert _clear(hosted.seen)


def test_a_hosted_reranker_alone(codebook: Codebook) -> None:
    hosted = Hosted()
    assert isinstance(protect(hosted, codebook), PrivateCompressor)
    assert protect(hosted, codebook, local=[hosted]) is hosted


@pytest.mark.parametrize("held", [False, True])
def test_a_hosted_cross_encoder_sees_surrogates(held: bool, codebook: Codebook) -> None:
    hosted = HostedScores()
    if held:
        reranker = CrossEncoderReranker(model=hosted, top_n=1)
        assert [found.name for found in audit(reranker)] == ["HostedScores"]
        protected = protect(reranker, codebook)
        assert protected.compress_documents(DOCUMENTS, "Alice Johnson?") == DOCUMENTS[1:]
    else:
        scores = protect(hosted, codebook)
        assert isinstance(scores, PrivateCrossEncoder)
        assert scores.score([]) == []
        assert len(scores.score([("Alice Johnson?", document.page_content) for document in DOCUMENTS])) == 2
        assert "Codebook" not in repr(scores)
        with pytest.raises(PrivacyError, match="not pickled"):
            pickle.dumps(scores)
    assert hosted.seen
    assert not _clear(hosted.seen)


def test_models_inside_retrievers_and_compressors_are_protected(codebook: Codebook) -> None:
    inner = LocalChat(respond=lambda *_: AIMessage("Who is Xqzan Wurptel?"))
    asked = Store()
    protected = protect(MultiQueryRetriever.from_llm(asked, inner), codebook)
    assert audit(protected) == ()
    assert protected.invoke("Alice Johnson?") == DOCUMENTS
    assert asked.asked == ["Who is Alice Johnson?"]
    extractor = protect(LLMChainExtractor.from_llm(inner), codebook)
    assert [found.page_content for found in extractor.compress_documents(DOCUMENTS[:1], "Alice Johnson?")] == [
        "Who is Alice Johnson?"
    ]
    assert inner.seen
    assert not _clear(inner.wire)


def test_models_inside_a_retriever_that_a_config_chooses_are_protected(codebook: Codebook) -> None:
    inner = LocalChat(respond=lambda *_: AIMessage("Who is Xqzan Wurptel?"))
    other = MultiQueryRetriever.from_llm(Store(), inner)
    chosen = Store().configurable_alternatives(ConfigurableField(id="which"), default_key="plain", several=other)
    found = protect(chosen, codebook).invoke("Alice Johnson?", {"configurable": {"which": "several"}})
    assert found == DOCUMENTS
    assert inner.seen
    assert not _clear(inner.wire)


def test_what_is_protected_is_not_protected_twice(codebook: Codebook) -> None:
    hosted, scores = protect(Hosted(), codebook), protect(HostedScores(), codebook)
    for part in (hosted, scores):
        assert protect(part, codebook, trust="remote") is part
    retriever = ContextualCompressionRetriever(base_compressor=hosted, base_retriever=Store())
    protected: Any = protect(retriever, codebook)
    assert protected.base_compressor is hosted
    assert audit(protected) == ()


def test_a_tool_that_asks_a_model_is_not_taken_for_local(codebook: Codebook) -> None:
    hosted = LocalChat()

    @tool
    def ask(question: str) -> str:
        """Ask another model."""
        return hosted.invoke(question).text

    with pytest.raises(UnsupportedContent, match="LocalChat at"):
        protect(ask, codebook)
    assert protect(ask, codebook, local=[hosted]) is ask
    assert not hosted.seen


def _hosted_steps() -> list[tuple[str, str, Any]]:
    client = openai.OpenAI(api_key="none")
    decisions = OpenAIDecisions(model="small", api_key="none")
    return [
        ("client", "OpenAI", OpenAIAssistantRunnable(client=client, assistant_id="a")),
        ("client", "OpenAI", RunnableLambda(lambda text: client.moderations.create(input=text))),
        ("step", "OpenAIDecisions", decisions),
    ]


@pytest.mark.parametrize(("kind", "name", "step"), _hosted_steps(), ids=lambda one: one if isinstance(one, str) else "")
def test_steps_that_send_of_their_own_accord_are_named_and_refused(
    kind: str, name: str, step: Any, codebook: Codebook
) -> None:
    chain = RunnableLambda(str) | step | RunnableLambda(str)
    assert (kind, name) in [(found.kind, found.name) for found in audit(chain)]
    for component in (chain, step):
        with pytest.raises(UnsupportedContent, match=rf"{name} at"):
            protect(component, codebook)
        assert audit(component, local=[step]) == ()


def test_a_moderating_middleware_is_named_and_refused(codebook: Codebook) -> None:
    agent = create_agent(LocalChat(), [], middleware=[OpenAIModerationMiddleware()])
    assert {found.name for found in audit(agent)} == {"LocalChat", "OpenAIModerationMiddleware"}
    with pytest.raises(UnsupportedContent, match="OpenAIModerationMiddleware at"):
        protect(agent, codebook)


def test_the_audit_log_tells_where_documents_went(tmp_path: Path) -> None:
    key = Key.from_bytes(bytes(range(32)))
    sanitizer = Sanitizer(key, audit=AuditLog(tmp_path / "audit.jsonl", key, durable=False))
    protect(Hosted(), sanitizer, trust="remote").compress_documents(DOCUMENTS, "Who owes money?")
    PrivateCrossEncoder(HostedScores(), sanitizer).score([("Who?", "Alice Johnson")])
    lines = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text("ascii").splitlines()[1:]]
    assert [line["destination"] for line in lines] == ["compressor Hosted", "reranker HostedScores"]
