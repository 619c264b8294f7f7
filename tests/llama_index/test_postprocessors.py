"""Steps between retrieval and the answer: formulas, and rerankers that run elsewhere."""

from __future__ import annotations

import json
import pickle
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM
from adapter_support.person import NAME, sanitizer
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.postprocessor import LLMRerank, SimilarityPostprocessor
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from pydantic import PrivateAttr

from llama_index_privacy_chains import (
    DependencyPostprocessor,
    PrivacyPostprocessor,
    PrivateReranker,
    audit,
    protect,
)
from privacy_chains import DependencyError, Key, PrivacyError, Sanitizer, UnsupportedContent
from privacy_chains.ledger.audit import AuditLog

FORMULA = "bonus_pay = 3 * base_pay"
PAID = ("Base pay: $7,000.", "Bonus pay: $21,000.")


class Hosted(BaseNodePostprocessor):
    """Keeps the second half of what it is given, in reverse, and remembers what it was sent."""

    rewrite: str = ""
    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> str:
        return "\n".join(self._seen)

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        self._seen += [repr(query_bundle), *(repr(one.to_dict()) for one in nodes)]
        self._seen += [one.node.get_content(MetadataMode.ALL) for one in nodes]
        kept = nodes[len(nodes) // 2 :][::-1]
        for place, one in enumerate(kept):
            one.score = 10.0 + place
            if self.rewrite == "metadata":
                one.node.metadata["why"] = f"best for {one.node.get_content()}"
            elif self.rewrite == "text":
                one.node.set_content(f"In short: {one.node.get_content()}")
            elif self.rewrite == "whole":
                one.node = TextNode(text=f"All of it: {one.node.get_content()}", metadata=one.node.metadata)
        return kept


def _nodes() -> list[NodeWithScore]:
    metadata = {"owner": "alice@corp.example", "salary": 85000, "deep": [{"Alice Johnson": ["123-45-6789"]}]}
    nodes = [
        TextNode(text="Nothing."),
        TextNode(text="Alice Johnson owes 85000.", metadata=metadata, id_="Renée O'Hara", embedding=[85000.0]),
        TextNode(text="San Francisco", text_template="Of Alice Johnson: {content}", extra_info={"at": None}),
    ]
    nodes[0].relationships = {"1": nodes[1].as_related_node_info()}  # type: ignore[dict-item]
    return [NodeWithScore(node=node, score=float(place)) for place, node in enumerate(nodes)]


def _assert_clean(sent: str) -> None:
    assert sent
    assert not [value for value in PLANTED if value in sent]


QUERIES = pytest.mark.parametrize(
    "query", [QueryBundle("What does Alice Johnson owe?", custom_embedding_strs=["Renée O'Hara"]), None]
)


@QUERIES
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_hosted_reranker_sees_surrogates_and_gives_the_callers_nodes_back(
    asynchronous: bool, query: QueryBundle | None, codebook: Codebook
) -> None:
    inner = Hosted()
    reranker = protect(inner, codebook)
    assert isinstance(reranker, PrivateReranker)
    nodes, before = _nodes(), _nodes()
    if asynchronous:
        found = await reranker.apostprocess_nodes(nodes, query)
    else:
        found = reranker.postprocess_nodes(nodes, query)
    assert [(one.node, one.score) for one in found] == [(nodes[2].node, 10.0), (nodes[1].node, 11.0)]
    assert found[0].node is nodes[2].node
    for one, same in zip(nodes, before, strict=True):
        assert (one.score, one.node.get_content(), one.node.metadata) == (
            same.score,
            same.node.get_content(),
            same.node.metadata,
        )
    _assert_clean(inner.seen)
    assert "Xqzan Wurptel owes 83912." in inner.seen
    assert ("Doblenka Mish" in inner.seen) == (query is not None)


@pytest.mark.parametrize("rewrite", ["metadata", "text", "whole"])
def test_what_a_hosted_step_writes_is_read_back(rewrite: str, codebook: Codebook) -> None:
    nodes = _nodes()
    found = protect(Hosted(rewrite=rewrite), codebook).postprocess_nodes(nodes, query_str="?")[1]
    said = "Alice Johnson owes 85000."
    expected = {"metadata": said, "text": f"In short: {said}", "whole": f"All of it: {said}"}[rewrite]
    assert found.node.get_content() == expected
    given = nodes[1].node.metadata
    added = {"why": f"best for {said}"} if rewrite == "metadata" else {}
    assert found.node.metadata == given | added
    assert "why" not in given
    assert nodes[1].node.get_content() == said
    assert (found.node.node_id == "Renée O'Hara") == (rewrite != "whole")


def test_an_engine_with_a_hosted_reranker_is_protected_whole(codebook: Codebook) -> None:
    hosted, inner, embedding = Hosted(), LocalLLM(), Letters()
    documents = [Document(text=text) for text in ("Alice Johnson owes 85000.", "Renée O'Hara owes nothing.")]
    index = VectorStoreIndex.from_documents(documents, embed_model=embedding)
    plain = index.as_query_engine(llm=inner, node_postprocessors=[hosted])
    assert [finding.kind for finding in audit(plain)].count("postprocessor") == 1
    engine = protect(plain, codebook, local=[embedding])
    assert audit(engine, local=[embedding]) == ()
    answer = engine.query("What does Alice Johnson owe?")
    assert len(answer.source_nodes) == 1
    assert answer.source_nodes[0].node.get_content() in {document.text for document in documents}
    _assert_clean(hosted.seen + inner.wire)
    hosted._seen.clear()
    left = protect(plain, codebook, local=[embedding, hosted])
    assert "Alice Johnson" in str(left.query("What does Alice Johnson owe?"))
    assert "Alice Johnson" in hosted.seen


def test_a_refusal_in_front_of_a_hosted_reranker_reaches_the_caller(codebook: Codebook) -> None:
    hosted = Hosted()
    nodes = [*_nodes(), NodeWithScore(node=TextNode(text=SECRET))]
    with pytest.raises(PrivacyError):
        protect(hosted, codebook).postprocess_nodes(nodes, query_str="?")
    dated = [NodeWithScore(node=TextNode(text="?", metadata={"born": [date(1990, 1, 2)]}))]
    with pytest.raises(UnsupportedContent, match="a date in a node's metadata"):
        protect(hosted, codebook).postprocess_nodes(dated, query_str="?")
    assert not hosted.seen


def test_a_reranker_that_asks_a_model_asks_in_surrogates(codebook: Codebook) -> None:
    inner = LocalLLM(lambda *_: ChatMessage(role="assistant", content="Doc: 1, Relevance: 9"))
    reranker = protect(LLMRerank(llm=inner, top_n=1), codebook)
    assert isinstance(reranker, LLMRerank)
    nodes = _nodes()[1:]
    assert reranker.postprocess_nodes(nodes, query_str="What does Alice Johnson owe?")[0].node is nodes[0].node
    _assert_clean(inner.wire)
    assert "Xqzan Wurptel owes 83912." in inner.wire


def test_a_step_of_llama_index_that_asks_nobody_is_not_taken_for_a_reranker(codebook: Codebook) -> None:
    with pytest.raises(UnsupportedContent, match="a reranker"):
        protect(SimilarityPostprocessor(), codebook)


def test_a_protected_reranker_shows_and_pickles_nothing(codebook: Codebook) -> None:
    reranker = protect(Hosted(), codebook)
    assert repr(reranker) == "PrivateReranker(Hosted)"
    assert "Codebook" not in f"{reranker} {reranker.to_dict()}"
    assert "bound" not in f"{reranker} {reranker.to_dict()}"
    for one in (reranker, DependencyPostprocessor(sanitizer().session("t"), FORMULA)):
        with pytest.raises(PrivacyError, match="not pickled"):
            pickle.dumps(one)
    assert protect(reranker, codebook) is reranker


def test_the_audit_log_tells_where_nodes_went(tmp_path: Path) -> None:
    key = Key.from_bytes(bytes(range(32)))
    given = Sanitizer(key, audit=AuditLog(tmp_path / "audit.jsonl", key, durable=False))
    protect(Hosted(), given).postprocess_nodes(_nodes(), query_str="What does Alice Johnson owe?")
    lines = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text("ascii").splitlines()[1:]]
    assert {line["destination"] for line in lines} == {"reranker Hosted"}


def _amounts(text: str) -> list[int]:
    return [int(found.replace(",", "")) for found in re.findall(r"pay: \$([\d,]+\d)", text)]


def _index() -> VectorStoreIndex:
    documents = [Document(text=f"{NAME}. {text}") for text in PAID]
    return VectorStoreIndex.from_documents(documents, embed_model=protect(Letters(), sanitizer()))


@pytest.mark.parametrize("mode", ["compact", "refine", "tree_summarize"])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_what_a_model_is_sent_of_the_nodes_adds_up(mode: Any, asynchronous: bool) -> None:
    session, inner = sanitizer().session("thread"), LocalLLM()
    step = DependencyPostprocessor(session, FORMULA)
    engine = protect(
        _index().as_query_engine(llm=inner, response_mode=mode, node_postprocessors=[step], similarity_top_k=2),
        session,
    )
    asked = f"What is the bonus of {NAME}?"
    answer = await engine.aquery(asked) if asynchronous else engine.query(asked)
    assert all(text in str(answer) for text in PAID)
    assert {found.node.get_content() for found in answer.source_nodes} == {f"{NAME}. {text}" for text in PAID}
    assert NAME not in inner.wire
    sent = set(_amounts(inner.wire))
    base = min(sent)
    assert sent == {base, 3 * base}
    assert base != 7_000


def test_answers_by_formula_are_read_back_from_what_was_retrieved() -> None:
    session = sanitizer().session("thread")

    def respond(messages: Any, _: Any) -> ChatMessage:
        base, bonus = sorted(set(_amounts(str(messages[-1].content))))
        return ChatMessage(role="assistant", content=f"In all ${base + bonus:,}.")

    step = DependencyPostprocessor(session, f"{FORMULA}\nanswer: total = base_pay + bonus_pay")
    engine = _index().as_query_engine(llm=LocalLLM(respond), node_postprocessors=[step], similarity_top_k=2)
    assert str(protect(engine, session).query("What is paid in all?")) == "In all $28,000."


@pytest.mark.parametrize("earlier", ["postprocessor", "message"])
def test_formulas_come_too_late_for_what_was_released(earlier: str) -> None:
    session, inner = sanitizer().session("thread"), LocalLLM()
    late = DependencyPostprocessor(session, FORMULA)
    steps: list[BaseNodePostprocessor] = [late]
    if earlier == "postprocessor":
        steps.insert(0, PrivacyPostprocessor(session))
    else:
        protect(inner, session).complete(" ".join(PAID))
    inner.messages.clear()
    engine = RetrieverQueryEngine.from_args(
        _index().as_retriever(similarity_top_k=2), llm=inner, node_postprocessors=steps
    )
    with pytest.raises(DependencyError, match="released earlier") as raised:
        protect(engine, session).query("What is the bonus?")
    assert not inner.messages
    assert "7,000" not in str(raised.value)


def test_numbers_that_contradict_a_formula_are_a_dependency_error() -> None:
    session = sanitizer().session("thread")
    nodes = [NodeWithScore(node=TextNode(text=" ".join(PAID)))]
    with pytest.raises(DependencyError, match="contradict the formula for 'bonus_pay'") as raised:
        DependencyPostprocessor(session, "bonus_pay = 4 * base_pay").postprocess_nodes(nodes)
    assert "000" not in str(raised.value)
    assert not DependencyPostprocessor(session, FORMULA).postprocess_nodes([])
    assert DependencyPostprocessor(session, FORMULA).postprocess_nodes(nodes) == nodes


def test_only_a_session_remembers_what_was_computed() -> None:
    with pytest.raises(UnsupportedContent, match="takes the Session"):
        DependencyPostprocessor(sanitizer(), FORMULA)  # type: ignore[arg-type]
    with pytest.raises(DependencyError, match="line 1"):
        DependencyPostprocessor(sanitizer().session("t"), "bonus = = base")


def test_a_hosted_step_is_not_asked_about_fields_with_private_names(codebook: Codebook) -> None:
    inner = Hosted()
    nodes = [NodeWithScore(node=TextNode(text=text, metadata={"Alice Johnson": text})) for text in "ab"]
    with pytest.raises(UnsupportedContent, match="name that may be private"):
        protect(inner, codebook).postprocess_nodes(nodes, query_str="?")
    assert not inner.seen
    (kept,) = protect(inner, codebook, allow={"Alice Johnson"}).postprocess_nodes(nodes, query_str="?")
    assert kept.node is nodes[1].node
