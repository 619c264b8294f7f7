"""The adapter with the real sanitizer: detection, enciphering, noise and reading back."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.local_llm import LocalLLM, calling
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, assert_clean, sanitizer, targets
from llama_index.core import Document, StorageContext, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.response_synthesizers import ResponseMode
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.tools import FunctionTool
from llama_index.core.vector_stores import FilterOperator, MetadataFilter, MetadataFilters, SimpleVectorStore
from pydantic import PrivateAttr

from llama_index_privacy_chains import (
    PrivacyPostprocessor,
    PrivateFunctionCallingLLM,
    PrivateRetriever,
    SanitizingTransform,
    protect,
)
from privacy_chains import Keep, Key, KeyMaterialError, Policy, Sanitizer


@pytest.fixture(params=["sanitizer", "session", "layers", "words", "importance"])
def target(request: pytest.FixtureRequest) -> Any:
    return targets()[request.param]


class Letters(BaseEmbedding):
    """Counts letters, and remembers what it was sent."""

    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> list[str]:
        return self._seen

    def _get_text_embedding(self, text: str) -> list[float]:
        self._seen.append(text)
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz@-0123456789"]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


@pytest.mark.parametrize("streamed", [False, True])
def test_a_conversation_of_three_turns(target: Any, streamed: bool) -> None:
    inner = LocalLLM()
    llm = protect(inner, target)
    history = [ChatMessage(role="system", content=f"You help {NAME}."), ChatMessage(content=RECORD)]
    for question in ("And what does Alice earn?", "Is 536-22-8154 right?", "Thanks, Ms. Johnson!"):
        answer = list(llm.stream_chat(history))[-1] if streamed else llm.chat(history)
        assert (answer.message.content or "").endswith(history[-1].content or "")
        history += [answer.message, ChatMessage(content=question)]
    assert_clean(inner.wire)
    for before, after in zip(inner.messages, inner.messages[1:], strict=False):
        assert after[: len(before)] == before


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize("text", [False, True])
def test_tool_calls_hold_true_names_and_numbers(target: Any, size: int, text: bool) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        said = messages[-1].content or ""
        name, amount = re.search(r"pay ([\w' -]+?) \$([\d,]+)", said).groups()  # type: ignore[union-attr]
        amount = amount.replace(",", "")
        kwargs: Any = f'{{"name": "{name}", "amount": {amount}}}' if text else {"name": name, "amount": int(amount)}
        return calling("pay", kwargs)

    llm = protect(LocalLLM(respond, size=size), target)
    assert isinstance(llm, PrivateFunctionCallingLLM)
    asked = [ChatMessage(content=f"Please pay {NAME} $85,000")]
    for answer in (llm.chat(asked), list(llm.stream_chat(asked))[-1]):
        assert llm.get_tool_calls_from_response(answer)[0].tool_kwargs == {"name": NAME, "amount": SALARY}


def test_retrieved_records_and_question_are_sanitized_jointly() -> None:
    session = sanitizer().session("thread")
    inner, embedding = LocalLLM(), Letters()
    documents = [Document(text=RECORD, metadata={"ssn": SSN, "salary": SALARY})]
    index = VectorStoreIndex.from_documents(documents, embed_model=protect(embedding, sanitizer()))
    engine = index.as_query_engine(llm=inner, node_postprocessors=[PrivacyPostprocessor(session)])
    answer = protect(engine, session).query(f"What does {NAME} earn?")
    assert "$85,000" in str(answer)
    assert NAME in str(answer)
    assert answer.source_nodes[0].node.metadata == {"ssn": SSN, "salary": SALARY}
    assert_clean(inner.wire, embedding.seen)


MODES = [mode for mode in ResponseMode if mode not in {ResponseMode.NO_TEXT, ResponseMode.CONTEXT_ONLY}]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("chat", [False, True])
async def test_every_call_of_an_answer_shows_one_surrogate_for_each_value(
    mode: ResponseMode, streaming: bool, asynchronous: bool, chat: bool
) -> None:
    if streaming and mode in {ResponseMode.ACCUMULATE, ResponseMode.COMPACT_ACCUMULATE}:
        pytest.skip("LlamaIndex does not stream these")
    session, inner = sanitizer().session("thread"), LocalLLM(is_chat_model=chat)
    documents = [Document(text=f"{RECORD} Note {note}.", metadata={"owner": NAME}) for note in "abc"]
    index = VectorStoreIndex.from_documents(documents, embed_model=protect(Letters(), sanitizer()))
    plain = index.as_query_engine(llm=inner, response_mode=mode, streaming=streaming, similarity_top_k=3)
    engine: Any = protect(plain, session)
    asked = f"What does {NAME} earn?"
    answer = await engine.aquery(asked) if asynchronous else engine.query(asked)
    if streaming:
        answer = await answer.get_response() if asynchronous else answer.get_response()
    reads = mode is not ResponseMode.GENERATION
    assert NAME in str(answer)
    assert (SSN in str(answer)) == reads
    assert {found.node.get_content() for found in answer.source_nodes} == {one.text for one in documents}
    assert_clean(inner.wire)
    name, ssn = session.sanitize([NAME, SSN]).texts
    assert set(re.findall(r"(?:owner:|What does) (\w+ \w+)", inner.wire)) == {name}
    assert set(re.findall(r"\b\d{3}-\d{2}-\d{4}\b", inner.wire)) == ({ssn} if reads else set())
    assert len(set(re.findall(r"\$[\d,]+\d", inner.wire))) == reads


def test_a_hosted_index_finds_and_another_process_reads_with_the_key() -> None:
    embedding = Letters()
    texts = (f"{NAME} <{EMAIL}>", "Peter Miller <peter@else.example>")
    pipeline = IngestionPipeline(transformations=[SanitizingTransform(sanitizer()), embedding])
    nodes = pipeline.run(documents=[Document(text=text, metadata={"ssn": SSN}) for text in texts])
    assert_clean([node.to_dict() for node in nodes], embedding.seen)
    retriever = VectorStoreIndex(nodes, embed_model=embedding).as_retriever(similarity_top_k=1)
    (found,) = protect(retriever, sanitizer(), trust="remote").retrieve(f"Who is {NAME} <{EMAIL}>?")
    assert (found.node.get_content(), found.node.metadata["ssn"]) == (texts[0], SSN)
    question = f"Who is {NAME} <{EMAIL}>?"
    with pytest.raises(KeyMaterialError):
        protect(retriever, sanitizer(1), trust="remote").retrieve(question)
    stranger = PrivateRetriever(retriever, sanitizer(1), unmarked="keep")
    assert_clean([one.node.to_dict() for one in stranger.retrieve(question)])


def _makers() -> list[Any]:
    """Sanitizers that make different things of one text."""
    kept = Sanitizer(Key.from_bytes(bytes(range(32))), policy=Policy.default().with_rule("PERSON", Keep()))
    noisy = Sanitizer(Key.from_bytes(bytes(range(32))), policy=Policy.default(2))
    mine = Sanitizer(Key.from_bytes(bytes(range(32))))
    other = Sanitizer(Key.from_bytes(bytes(range(1, 33))))
    return [mine, other, kept, noisy, mine.session("a"), mine.session("b"), mine.session("a", dependencies="x = 2 * y")]


def test_a_cache_does_not_serve_what_another_key_session_policy_or_model_made() -> None:
    told = [maker.fingerprint for maker in _makers()]
    assert len(set(told)) == len(told)
    assert told == [maker.fingerprint for maker in _makers()]
    for make in (SanitizingTransform, lambda maker: protect(Letters(), maker)):
        described = [str(make(maker).to_dict()) for maker in _makers()]
        *others, one, another, third = described
        assert {one, another, third} == {others[0]}  # sessions of one key fill one index
        assert len(set(others)) == len(others)
        assert described == [str(make(maker).to_dict()) for maker in _makers()]
        named = [str(make(_makers()[0].index(name)).to_dict()) for name in ("index", "other")]
        assert named[0] == others[0] != named[1]
    inner = [protect(Letters(model_name=name), _makers()[0]).to_dict()["fingerprint"] for name in ("a", "b")]
    assert inner[0] != inner[1]


@pytest.mark.parametrize(
    "wanted",
    [
        {"filters": MetadataFilters(filters=[MetadataFilter(key="owner", value=NAME)])},
        {"filters": MetadataFilters(filters=[MetadataFilter(key="salary", value=SALARY)])},
        {"filters": MetadataFilters(filters=[MetadataFilter(key="owner", value=[NAME], operator=FilterOperator.IN)])},
        {"doc_ids": [EMAIL], "filters": MetadataFilters(filters=[MetadataFilter(key="ssn", value=SSN)])},
    ],
)
async def test_a_hosted_index_is_filtered_in_surrogates(wanted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    hosted, asked = SimpleVectorStore(), []
    query = SimpleVectorStore.query
    monkeypatch.setattr(
        SimpleVectorStore, "query", lambda self, given, **_: (asked.append(given), query(self, given))[1]
    )
    nodes = [
        TextNode(text="first", id_=EMAIL, metadata={"owner": NAME, "ssn": SSN, "salary": SALARY}),
        TextNode(text="second", id_="b", metadata={"owner": "Peter Miller", "ssn": "412-55-9034", "salary": 12_000}),
    ]
    for node in nodes:
        node.relationships = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=node.id_)}
    context = StorageContext.from_defaults(vector_store=hosted)
    stored = SanitizingTransform(sanitizer())(nodes)
    index = VectorStoreIndex(stored, embed_model=Letters(), storage_context=context)
    before = copy.deepcopy(wanted)
    retriever = protect(index.as_retriever(similarity_top_k=2, **wanted), sanitizer(), trust="remote")
    for found in (retriever.retrieve("Who?"), await retriever.aretrieve("Who?")):
        assert [one.node.get_content() for one in found] == ["first"]
    assert_clean([(one.filters, one.node_ids, one.doc_ids) for one in asked])
    assert [one.doc_ids for one in asked] == [[stored[0].ref_doc_id] if "doc_ids" in wanted else None] * 2
    assert wanted == before


async def test_an_agent_with_a_tool(target: Any) -> None:
    from llama_index.core.agent.workflow import FunctionAgent  # noqa: PLC0415  (slow to load)

    called: list[Any] = []

    def pay(name: str, amount: int) -> str:
        """Pay somebody."""
        called.append((name, amount))
        return f"{name} received it; the account of {EMAIL} is settled"

    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        if messages[-1].role == MessageRole.TOOL:
            return ChatMessage(role="assistant", content=f"Done: {messages[-1].content}")
        name = re.search(r"Pay ([\w' -]+?) \d", messages[-1].content or "")[1]  # type: ignore[index]
        return calling("pay", {"name": name, "amount": 7})

    inner = LocalLLM(respond)
    agent = FunctionAgent(tools=[FunctionTool.from_defaults(pay)], llm=protect(inner, target))
    answer = await agent.run(f"Pay {NAME} 7")
    assert called == [(NAME, 7)]
    assert str(answer) == f"Done: {NAME} received it; the account of {EMAIL} is settled"
    assert_clean(inner.wire)


def test_numbers_that_follow_from_others_add_up_at_the_model() -> None:
    inner = LocalLLM()
    session = sanitizer().session("t", dependencies="yearly_salary = 12 * monthly_salary")
    asked = f"{NAME} has a monthly salary of $7,000 and a yearly salary of $84,000."
    index = VectorStoreIndex.from_documents([Document(text=asked)], embed_model=protect(Letters(), sanitizer()))
    engine = index.as_query_engine(llm=inner)
    assert asked in str(protect(engine, session).query(f"What does {NAME} earn?"))
    monthly, yearly = (int(found.replace(",", "")) for found in re.findall(r"\$([\d,]+\d)", inner.wire)[:2])
    assert yearly == 12 * monthly != 84_000
