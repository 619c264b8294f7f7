from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, Settings, VectorStoreIndex
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage, MessageRole, TextBlock
from llama_index.core.base.response.schema import AsyncStreamingResponse, StreamingResponse
from llama_index.core.chat_engine import CondensePlusContextChatEngine, ContextChatEngine, SimpleChatEngine
from llama_index.core.indices.query.query_transform import HyDEQueryTransform
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.postprocessor import LLMRerank
from llama_index.core.query_engine import CitationQueryEngine, SubQuestionQueryEngine, TransformQueryEngine
from llama_index.core.question_gen import LLMQuestionGenerator
from llama_index.core.response_synthesizers import ResponseMode
from llama_index.core.schema import MediaResource, NodeRelationship, QueryBundle, RelatedNodeInfo, TextNode
from llama_index.core.tools import FunctionTool, QueryEngineTool
from pydantic import AnyUrl, Field, PrivateAttr

from llama_index_privacy_chains import (
    PrivacyPostprocessor,
    PrivateEmbedding,
    PrivateRetriever,
    PrivateTool,
    SanitizingTransform,
    audit,
    install,
    protect,
)
from privacy_chains import PrivacyError, UnsupportedContent

QUESTION = "What does Alice Johnson owe?"


class LocalEmbedding(BaseEmbedding):
    """Counts letters, and remembers what it was sent."""

    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> list[str]:
        return self._seen

    def _get_text_embedding(self, text: str) -> list[float]:
        self._seen.append(text)
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


def _documents() -> list[Document]:
    return [
        Document(text="Alice Johnson owes 85000.", metadata={"owner": "alice@corp.example", "salary": 85000}, id_="a"),
        Document(text="Renée O'Hara owes nothing.", metadata={"id": "123-45-6789"}, id_="Renée O'Hara"),
    ]


@pytest.fixture
def embedding() -> LocalEmbedding:
    return LocalEmbedding(embed_batch_size=3)


@pytest.fixture
def index(embedding: LocalEmbedding, codebook: Codebook) -> VectorStoreIndex:
    return VectorStoreIndex.from_documents(_documents(), embed_model=protect(embedding, codebook))


def _assert_clean(*sent: Any) -> None:
    for one in sent:
        assert one
        assert not [value for value in PLANTED if value in (one if isinstance(one, str) else repr(one))]


MODES = [mode for mode in ResponseMode if mode not in {ResponseMode.NO_TEXT, ResponseMode.CONTEXT_ONLY}]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("streaming", [False, True])
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("chat", [False, True])
async def test_every_way_to_answer(  # noqa: PLR0917
    mode: ResponseMode, streaming: bool, asynchronous: bool, chat: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    if streaming and mode in {ResponseMode.ACCUMULATE, ResponseMode.COMPACT_ACCUMULATE}:
        pytest.skip("LlamaIndex does not stream these")
    inner = LocalLLM(is_chat_model=chat)
    engine = protect(index.as_query_engine(llm=inner, response_mode=mode, streaming=streaming), codebook)
    answer = await engine.aquery(QUESTION) if asynchronous else engine.query(QUESTION)
    if isinstance(answer, StreamingResponse):
        text = "".join(answer.response_gen)
    elif isinstance(answer, AsyncStreamingResponse):
        text = "".join([token async for token in answer.async_response_gen()])
    else:
        text = str(answer)
    assert "Alice Johnson" in text
    assert not [surrogate for surrogate in PLANTED.values() if surrogate in text]
    assert {found.node.metadata.get("owner") for found in answer.source_nodes} >= {"alice@corp.example"}
    _assert_clean(inner.wire)


@pytest.mark.parametrize("mode", [ResponseMode.NO_TEXT, ResponseMode.CONTEXT_ONLY])
def test_modes_that_ask_no_model_answer_in_clear(
    mode: ResponseMode, index: VectorStoreIndex, codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = LocalLLM()
    monkeypatch.setattr(Settings, "_llm", inner)
    answer = protect(index.as_query_engine(llm=inner, response_mode=mode), codebook).query(QUESTION)
    assert "Alice Johnson owes 85000." in [found.node.get_content() for found in answer.source_nodes]
    assert ("Alice Johnson" in str(answer)) == (mode is ResponseMode.CONTEXT_ONLY)
    assert not inner.messages


async def _asked(engine: Any, question: str, *, asynchronous: bool) -> Any:
    return await engine.aquery(question) if asynchronous else engine.query(question)


BOTH = pytest.mark.parametrize("asynchronous", [False, True])


@BOTH
@pytest.mark.parametrize("streaming", [False, True])
async def test_engines_built_on_engines(
    streaming: bool, asynchronous: bool, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM()
    engine = index.as_query_engine(llm=inner, streaming=streaming)
    steps = [PrivacyPostprocessor(codebook)]
    engines: list[Any] = [
        CitationQueryEngine.from_args(index, llm=inner, streaming=streaming),
        TransformQueryEngine(engine, HyDEQueryTransform(llm=inner, include_original=True)),
        index.as_query_engine(llm=inner, node_postprocessors=steps, streaming=streaming),
    ]
    for one in engines:
        answer = await _asked(protect(one, codebook), QUESTION, asynchronous=asynchronous)
        text = str(await answer.get_response() if isinstance(answer, AsyncStreamingResponse) else answer)
        assert "Alice Johnson" in text
        assert not [surrogate for surrogate in PLANTED.values() if surrogate in text]
        assert any("Alice Johnson owes 85000." in found.node.get_content() for found in answer.source_nodes)
    _assert_clean(inner.wire)


@BOTH
async def test_reranking_and_sub_questions(asynchronous: bool, index: VectorStoreIndex, codebook: Codebook) -> None:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        text = "\n".join(message.content or "" for message in messages)
        if "relevance" in text.lower():
            return ChatMessage(role="assistant", content="Doc: 1, Relevance: 9")
        if "sub_question" in text:
            wrote = {"items": [{"sub_question": "What does Xqzan Wurptel owe?", "tool_name": "records"}]}
            return ChatMessage(role="assistant", content=json.dumps(wrote))
        return ChatMessage(role="assistant", content=f"I read: {text}")

    inner = LocalLLM(respond)
    engine = protect(index.as_query_engine(llm=inner, node_postprocessors=[LLMRerank(llm=inner, top_n=1)]), codebook)
    answer = await _asked(engine, QUESTION, asynchronous=asynchronous)
    assert "Alice Johnson" in str(answer)
    tool = QueryEngineTool.from_defaults(index.as_query_engine(llm=inner), name="records", description="records")
    generator = LLMQuestionGenerator.from_defaults(llm=inner)
    sub = SubQuestionQueryEngine.from_defaults(
        [tool], llm=inner, question_gen=generator, use_async=False, verbose=False
    )
    answer = await _asked(protect(sub, codebook), QUESTION, asynchronous=asynchronous)
    assert "Sub question: What does Alice Johnson owe?" in str(answer)
    _assert_clean(inner.wire)


def test_chat_engines_remember_in_clear(index: VectorStoreIndex, codebook: Codebook) -> None:
    inner = LocalLLM()
    retriever = index.as_retriever()
    engines: list[Any] = [
        SimpleChatEngine.from_defaults(llm=inner),
        ContextChatEngine.from_defaults(retriever, llm=inner),
        CondensePlusContextChatEngine.from_defaults(retriever, llm=inner),
    ]
    for one in engines:
        engine = protect(one, codebook)
        assert "Alice Johnson" in str(engine.chat(QUESTION))
        assert "Alice Johnson" in "".join(engine.stream_chat("And what was I asking?").response_gen)
        assert "Alice Johnson" in engine.chat_history[0].content
        assert not [value for value in PLANTED.values() if value in str([m.content for m in engine.chat_history])]
    _assert_clean(inner.wire)


@pytest.mark.parametrize("mode", [ResponseMode.REFINE, ResponseMode.COMPACT, ResponseMode.TREE_SUMMARIZE])
def test_a_privacy_failure_is_never_an_empty_answer(
    mode: ResponseMode, index: VectorStoreIndex, codebook: Codebook
) -> None:
    inner = LocalLLM()
    engine = protect(index.as_query_engine(llm=inner, response_mode=mode), codebook)
    with pytest.raises(PrivacyError):
        engine.query(SECRET)
    assert not inner.messages


def test_the_given_engine_is_left_as_it_was(index: VectorStoreIndex, codebook: Codebook) -> None:
    inner = LocalLLM()
    engine = index.as_query_engine(llm=inner)
    assert protect(engine, codebook) is not engine
    assert [finding.name for finding in audit(engine)] == ["LocalLLM"]
    assert audit(protect(engine, codebook)) == ()


def test_unprotected_embeddings_of_an_index_are_named(embedding: LocalEmbedding, codebook: Codebook) -> None:
    index = VectorStoreIndex.from_documents(_documents(), embed_model=embedding)
    engine = index.as_query_engine(llm=LocalLLM())
    with pytest.raises(UnsupportedContent, match="LocalEmbedding at"):
        protect(engine, codebook)
    assert "Alice Johnson" in str(protect(engine, codebook, local=[embedding]).query(QUESTION))


def test_settings_hand_out_protected_models(embedding: LocalEmbedding, codebook: Codebook) -> None:
    inner = LocalLLM()
    before = Settings._llm, Settings._embed_model
    try:
        Settings.llm, Settings.embed_model = inner, embedding
        install(codebook)
        assert "Alice Johnson" in str(VectorStoreIndex.from_documents(_documents()).as_query_engine().query(QUESTION))
    finally:
        Settings._llm, Settings._embed_model = before
    _assert_clean(inner.wire, embedding.seen)


async def test_embeddings_see_surrogates(embedding: LocalEmbedding, codebook: Codebook) -> None:
    model = protect(embedding, codebook)
    assert isinstance(model, PrivateEmbedding)
    one = model.get_text_embedding("Alice Johnson")
    assert one == await model.aget_text_embedding("Alice Johnson")
    assert [one, one] == model.get_text_embedding_batch(["Alice Johnson"] * 2)
    assert [one, one] == await model.aget_text_embedding_batch(["Alice Johnson"] * 2)
    assert model.get_query_embedding("Alice Johnson") == await model.aget_query_embedding("Alice Johnson") == one
    assert model.get_agg_embedding_from_queries(["Alice Johnson"]) == one
    assert model([TextNode(text="Alice Johnson")])[0].embedding == one
    assert model.embed_batch_size == 3
    _assert_clean(embedding.seen)


def test_a_remote_index_is_filled_and_asked_in_surrogates_and_answers_in_clear(
    embedding: LocalEmbedding, codebook: Codebook
) -> None:
    documents = _documents()
    before = [document.model_copy(deep=True) for document in documents]
    pipeline = IngestionPipeline(transformations=[SentenceSplitter(), SanitizingTransform(codebook), embedding])
    nodes = pipeline.run(documents=documents)
    assert [node.to_dict() for node in documents] == [node.to_dict() for node in before]
    _assert_clean([node.to_dict() for node in nodes], embedding.seen)
    source = nodes[0].relationships[NodeRelationship.SOURCE]
    assert source.hash is None  # type: ignore[union-attr]
    assert source.metadata["salary"] == 83912  # type: ignore[union-attr]
    index = VectorStoreIndex(nodes, embed_model=embedding)
    retriever = protect(index.as_retriever(similarity_top_k=2), codebook, trust="remote")
    assert isinstance(retriever, PrivateRetriever)
    found = retriever.retrieve(QueryBundle(QUESTION, custom_embedding_strs=["Alice Johnson"]))
    assert {one.node.get_content() for one in found} == {document.text for document in documents}
    assert {one.node.metadata.get("owner") for one in found} >= {"alice@corp.example"}
    _assert_clean(embedding.seen)


def test_transforms_tell_keys_apart_and_are_not_pickled(codebook: Codebook) -> None:
    other = Codebook({"John Smith": "Xx Yy"})
    transform = SanitizingTransform(codebook)
    assert transform.to_dict() == transform.to_dict()
    assert len({SanitizingTransform(one).fingerprint for one in (codebook, codebook, other)}) == 3
    with pytest.raises(PrivacyError, match="not pickled"):
        SanitizingTransform(codebook).__getstate__()


def test_a_postprocessor_shows_the_session_everything_and_returns_the_nodes_as_they_are() -> None:
    seen: list[Any] = []

    class Session(Codebook):
        def sanitize(self, texts: Any) -> Any:
            seen.extend(texts)
            return super().sanitize(texts)

    nodes = VectorStoreIndex.from_documents(_documents(), embed_model=LocalEmbedding()).as_retriever().retrieve("x")
    assert PrivacyPostprocessor(Session()).postprocess_nodes(nodes, query_str=QUESTION) == nodes
    assert {QUESTION, "Alice Johnson owes 85000.", "alice@corp.example", "salary: 85000", "123-45-6789"} <= set(seen)


async def test_tools_that_run_elsewhere_get_surrogates(codebook: Codebook) -> None:
    called: list[Any] = []

    def look_up(name: str, salary: int = 0) -> dict[str, Any]:
        """Look somebody up."""
        called.append((name, salary))
        return {"found": name, "salary": salary}

    local = FunctionTool.from_defaults(look_up)
    assert protect(local, codebook).call(name="Alice Johnson").raw_output == {"found": "Alice Johnson", "salary": 0}
    assert called.pop() == ("Alice Johnson", 0)
    remote = protect(local, codebook, trust="remote")
    assert isinstance(remote, PrivateTool)
    for output in (remote.call(name="Alice Johnson", salary=85000), await remote.acall("Alice Johnson", salary=85000)):
        assert output.raw_output == {"found": "Alice Johnson", "salary": 85000}
        assert "Alice Johnson" in output.content
    assert called == [("Xqzan Wurptel", 83912)] * 2
    blocked = protect(local, codebook, trust="block")
    for output in (blocked.call(name="Alice Johnson"), await blocked.acall("Alice Johnson")):
        assert output.is_error
        assert "must not see" in output.content
        assert "Alice" not in output.content
    strict = protect(local, codebook, trust="block", raise_blocked=True)
    with pytest.raises(UnsupportedContent):
        strict.call(name="Alice Johnson")
    assert blocked.call(name="somebody").raw_output == {"found": "somebody", "salary": 0}
    assert len(called) == 3
    for held in ({"Alice Johnson"}, b"Alice Johnson", [TextNode(text="Alice Johnson")]):
        for one in (remote, blocked):
            with pytest.raises(UnsupportedContent, match="among a tool's arguments"):
                one.call(name=held)
    assert len(called) == 3


def _calls_once(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    if messages[-1].role == MessageRole.TOOL:
        return ChatMessage(role="assistant", blocks=[TextBlock(text=f"Answer: {messages[-1].content}")])
    return calling("balance", {"name": "Xqzan Wurptel"})


@pytest.mark.parametrize("streaming", [False, True])
async def test_an_agents_tools_get_true_values(streaming: bool, codebook: Codebook) -> None:
    from llama_index.core.agent.workflow import AgentWorkflow, FunctionAgent  # noqa: PLC0415  (slow to load)

    called: list[str] = []

    def balance(name: str) -> str:
        """The balance of a customer."""
        called.append(name)
        return f"{name} owes 85000; ask Renée O'Hara"

    inner = LocalLLM(_calls_once)
    agent = FunctionAgent(tools=[balance], llm=inner, streaming=streaming)
    workflow = AgentWorkflow(agents=[FunctionAgent(name="a", tools=[balance], llm=inner, streaming=streaming)])
    for one in (agent, workflow):
        answer = await protect(one, codebook).run(QUESTION)
        assert str(answer) == "Answer: Alice Johnson owes 85000; ask Renée O'Hara"
    assert called == ["Alice Johnson"] * 2
    _assert_clean(inner.wire)


class Configured(LocalEmbedding):
    """Sends its settings with every text."""

    additional_kwargs: dict[str, Any] = Field(default_factory=dict)
    default_headers: dict[str, str] | None = None


@pytest.mark.parametrize(
    ("name", "value"),
    [("additional_kwargs", {"user": "Alice Johnson"}), ("default_headers", {"x-user": "alice@corp.example"})],
)
async def test_what_embeddings_send_of_their_own_accord_is_looked_through(
    name: str, value: Any, codebook: Codebook
) -> None:
    given: Any = {name: value}
    inner = Configured(**given)
    model = protect(inner, codebook)
    with pytest.raises(UnsupportedContent, match=f"'{name}' of the model itself") as raised:
        model.get_text_embedding("hello")
    with pytest.raises(UnsupportedContent):
        await model.aget_query_embedding("hello")
    with pytest.raises(UnsupportedContent):
        await model.aget_text_embedding_batch(["hello"])
    assert not inner.seen
    assert "lice" not in str(raised.value)
    protect(inner, codebook, allow={name}).get_text_embedding("hello")
    protect(Configured(additional_kwargs={"dimensions": 3}), codebook).get_text_embedding("hello")
    assert inner.seen == ["hello"]


RELATED = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id="a", metadata={"Alice Johnson": 1})}


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": {"page": 1, "Alice Johnson": 1}},
        {"excluded_llm_metadata_keys": ["Alice Johnson"]},
        {"relationships": RELATED},
    ],
)
def test_names_of_fields_are_looked_through(fields: Any, codebook: Codebook) -> None:
    node = TextNode(text="hello", **fields)
    with pytest.raises(UnsupportedContent, match="name that may be private") as raised:
        SanitizingTransform(codebook)([node])
    assert "Alice" not in str(raised.value)
    (sent,) = SanitizingTransform(codebook, allow={"Alice Johnson"})([node])
    assert sent.metadata == node.metadata


class Mine(TextNode):
    """A node with fields of one's own."""

    owner: str = ""
    more: Any = None


def test_every_field_of_a_node_is_visited_or_left_out(codebook: Codebook) -> None:
    node = Mine(
        text="x", owner="Alice Johnson", more=[{"Alice Johnson": {"alice@corp.example"}}], mimetype="123-45-6789"
    )
    url = AnyUrl("https://files.example.org/Alice%20Johnson")
    place = MediaResource(text="Alice Johnson", url=url, embeddings={"dense": [1.0]}, mimetype="alice@corp.example")
    sent = SanitizingTransform(codebook)([node, Document(text_resource=place)])
    _assert_clean([repr(one) for one in sent])
    assert isinstance(sent[0], Mine)
    assert (sent[0].owner, sent[0].text) == ("Xqzan Wurptel", "x")
    assert isinstance(sent[1], Document)
    assert sent[1].text_resource == MediaResource(text="Xqzan Wurptel", mimetype="qwzrt@bvnm.example")
    with pytest.raises(UnsupportedContent):
        SanitizingTransform(codebook)([Mine(text="x", more=object())])


def test_numbers_inside_metadata_keep_their_names() -> None:
    told = Codebook({"salary: 85000": "salary: 83912"})
    (sent,) = SanitizingTransform(told)([TextNode(text="x", metadata={"record": {"salary": 85000}})])
    assert sent.metadata == {"record": {"salary": 83912}}


def test_names_of_fields_are_not_looked_at_twice(codebook: Codebook) -> None:
    transform = SanitizingTransform(codebook)
    asked: list[Any] = []
    sanitize = codebook.sanitize
    codebook.sanitize = lambda texts: (asked.append(texts), sanitize(texts))[1]  # type: ignore[method-assign]
    transform([TextNode(text="hello", metadata={"page": 1}), TextNode(text="hello", metadata={"page": 2})])
    assert asked.count(["page: yes"]) <= 1
