"""What stands behind a wrapper, comes with a call, or is taken when a call is under way is protected, or refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.letters import Letters
from adapter_support.local_llm import LocalLLM, calling
from llama_index.core import Document, Settings, SummaryIndex, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.evaluation import RelevancyEvaluator
from llama_index.core.indices.composability import ComposableGraph
from llama_index.core.memory import FactExtractionMemoryBlock, Memory
from llama_index.core.postprocessor import AutoPrevNextNodePostprocessor
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.query_engine import RetrieverQueryEngine, RetrySourceQueryEngine
from llama_index.core.readers.base import BaseReader
from llama_index.core.retrievers import QueryFusionRetriever, RouterRetriever, VectorIndexAutoRetriever
from llama_index.core.schema import IndexNode, NodeWithScore, QueryBundle, TextNode
from llama_index.core.selectors import LLMSingleSelector
from llama_index.core.tools import FunctionTool, QueryEngineTool, RetrieverTool
from llama_index.core.tools.ondemand_loader_tool import OnDemandLoaderTool
from llama_index.core.tools.tool_spec.load_and_search.base import LoadAndSearchToolSpec
from llama_index.core.vector_stores.types import VectorStoreInfo
from llama_index.core.workflow import Context
from pydantic import BaseModel

from llama_index_privacy_chains import PrivateEmbedding, PrivateTool, SanitizingTransform, audit, protect
from privacy_chains import PrivacyError, UnsupportedContent

QUESTION = "What does Alice Johnson owe?"
FACT = "Alice Johnson, 123-45-6789, owes 85000."
DOCUMENTS = [Document(text=FACT)]
PRIVATE = ("Alice Johnson", "123-45-6789", "85000")


def _is_safe(model: LocalLLM) -> bool:
    return bool(model.wire) and not [value for value in PRIVATE if value in model.wire]


def _say(text: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=text)


def _calls(name: str, /, **kwargs: Any) -> Callable[..., ChatMessage]:
    def respond(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
        if messages[-1].role == MessageRole.TOOL:
            return _say(f"It said: {messages[-1].content}")
        return calling(name, kwargs)

    return respond


def _chooses(messages: Sequence[ChatMessage], _: Any) -> ChatMessage:
    if "choice" in (messages[-1].content or ""):
        return _say('[{"choice": 1, "reason": "fits"}]')
    return _say('```json\n{"query": "debts", "filters": [], "top_k": 1}\n```')


@pytest.mark.parametrize("trust", ["remote", "block"])
def test_an_engine_behind_a_tool_has_its_model_protected(trust: Any, codebook: Codebook) -> None:
    hosted = LocalLLM()
    engine = SummaryIndex.from_documents(DOCUMENTS).as_query_engine(llm=hosted)
    tool = protect(QueryEngineTool.from_defaults(engine, name="q", description="d"), codebook, trust=trust)
    assert isinstance(tool, PrivateTool)
    assert "Alice Johnson" in tool.call("What is owed?").content
    assert _is_safe(hosted)


def _router(index: VectorStoreIndex, hosted: LocalLLM) -> BaseRetriever:
    tool = RetrieverTool.from_defaults(index.as_retriever(), description=f"Files on {FACT}")
    return RouterRetriever.from_defaults([tool], llm=hosted, selector=LLMSingleSelector.from_defaults(hosted))


def _fusion(index: VectorStoreIndex, hosted: LocalLLM) -> BaseRetriever:
    prompt = f"{FACT} Write {{num_queries}} queries like {{query}}"
    return QueryFusionRetriever([index.as_retriever()], llm=hosted, use_async=False, query_gen_prompt=prompt)


def _automatic(index: VectorStoreIndex, hosted: LocalLLM) -> BaseRetriever:
    return VectorIndexAutoRetriever(index, VectorStoreInfo(content_info=FACT, metadata_info=[]), llm=hosted)


def _of_objects(index: VectorStoreIndex, hosted: LocalLLM) -> BaseRetriever:
    engine = SummaryIndex.from_documents(DOCUMENTS).as_query_engine(llm=hosted)
    nodes = [IndexNode(text="debts", index_id="x", obj=engine)]
    return VectorStoreIndex(objects=nodes, embed_model=index._embed_model).as_retriever()


@pytest.mark.parametrize("make", [_router, _fusion, _automatic, _of_objects])
def test_a_remote_retriever_has_its_models_protected(make: Callable[..., BaseRetriever], codebook: Codebook) -> None:
    nodes: Any = SanitizingTransform(codebook)([TextNode(text=FACT)])
    hosted = LocalLLM(None if make is _of_objects else _chooses)
    retriever = make(VectorStoreIndex(nodes, embed_model=Letters()), hosted)
    found = protect(retriever, codebook, trust="remote").retrieve(QUESTION)
    assert "Alice Johnson" in found[0].get_content()
    assert _is_safe(hosted)


def test_a_function_that_runs_elsewhere_holds_no_model(codebook: Codebook) -> None:
    hosted = LocalLLM()

    def ask(question: str) -> str:
        """Ask."""
        return hosted.complete(FACT + question).text

    agent = FunctionAgent(tools=[ask], llm=LocalLLM(_calls("ask", question="What?")))
    tool = PrivateTool(FunctionTool.from_defaults(ask), codebook)
    assert [found.path for found in audit(tool)] == ["FunctionTool._real_fn<closure: hosted>"]
    for component in (agent, FunctionTool.from_defaults(ask), tool):
        with pytest.raises(UnsupportedContent, match="LocalLLM at FunctionTool"):
            protect(component, codebook, trust="remote")
    protect(agent, codebook, trust="remote", local=[hosted])


class Judging(BaseNodePostprocessor):
    llm: Any

    def _postprocess_nodes(self, nodes: list[NodeWithScore], _: QueryBundle | None = None) -> list[NodeWithScore]:
        self.llm.complete(FACT)
        return nodes


def test_a_postprocessor_of_ones_own_holds_no_model(codebook: Codebook) -> None:
    judging = Judging(llm=LocalLLM())
    engine = SummaryIndex.from_documents(DOCUMENTS).as_query_engine(llm=LocalLLM(), node_postprocessors=[judging])
    with pytest.raises(UnsupportedContent, match=r"LocalLLM at Judging\.llm"):
        protect(engine, codebook)
    judging.llm = protect(judging.llm, codebook)
    protect(engine, codebook).query(QUESTION)
    assert _is_safe(judging.llm.llm)


def test_postprocessors_that_hold_each_other_are_protected(codebook: Codebook) -> None:
    first, second = Judging(llm=LocalLLM()), Judging(llm=protect(LocalLLM(), codebook))
    first.llm, second.llm = [second], [first, protect(LocalLLM(), codebook)]
    first.__class__ = second.__class__ = type("Held", (Judging,), {"__module__": "llama_index.postprocessor.held"})
    assert audit(protect(first, codebook)) == ()


class Nodes(BaseRetriever):
    def __init__(self, nodes: list[IndexNode]) -> None:
        self.nodes = nodes
        super().__init__()

    def _retrieve(self, _: QueryBundle) -> list[NodeWithScore]:
        return [NodeWithScore(node=node, score=1.0) for node in self.nodes]


def test_an_object_of_a_node_is_looked_into(codebook: Codebook) -> None:
    hosted = LocalLLM()
    inner = SummaryIndex.from_documents(DOCUMENTS).as_query_engine(llm=hosted)
    engine = RetrieverQueryEngine.from_args(Nodes([IndexNode(text="debts", index_id="x", obj=inner)]), llm=LocalLLM())
    with pytest.raises(UnsupportedContent, match=r"nodes\[0\]\.obj"):
        protect(engine, codebook)
    private = Nodes([IndexNode(text="debts", index_id="x", obj=protect(inner, codebook))])
    protect(RetrieverQueryEngine.from_args(private, llm=LocalLLM()), codebook).query(QUESTION)
    assert _is_safe(hosted)


class Loader(BaseReader):
    def load_data(self, *args: Any, **kwargs: Any) -> list[Document]:
        return DOCUMENTS


async def _stepping(codebook: Codebook) -> None:
    index = SummaryIndex.from_documents(DOCUMENTS)
    step = AutoPrevNextNodePostprocessor(docstore=index.docstore)
    protect(index.as_query_engine(llm=LocalLLM(), node_postprocessors=[step]), codebook).query(QUESTION)


async def _streaming(codebook: Codebook) -> None:
    index = SummaryIndex.from_documents(DOCUMENTS)
    step = AutoPrevNextNodePostprocessor(docstore=index.docstore)
    engine = index.as_query_engine(llm=LocalLLM(), node_postprocessors=[step], streaming=True)
    list(protect(engine, codebook).query(QUESTION).response_gen)  # type: ignore[union-attr, arg-type]


async def _retrying(codebook: Codebook) -> None:
    other = LocalLLM(lambda *_: _say("NO"))
    engine = RetrieverQueryEngine.from_args(SummaryIndex.from_documents(DOCUMENTS).as_retriever(), llm=other)
    retrying = RetrySourceQueryEngine(engine, RelevancyEvaluator(llm=other), llm=other, max_retries=1)
    protect(retrying, codebook).query(QUESTION)


async def _composed(codebook: Codebook) -> None:
    first, second = SummaryIndex.from_documents(DOCUMENTS), SummaryIndex.from_documents([Document(text="x")])
    graph = ComposableGraph.from_indices(SummaryIndex, [first, second], index_summaries=["a", "b"])
    engines = {second.index_id: second.as_query_engine(llm=LocalLLM())}
    await protect(graph.as_query_engine(custom_query_engines=engines), codebook).aquery(QUESTION)


def _loading() -> FunctionTool:
    return OnDemandLoaderTool.from_defaults(Loader(), index_cls=SummaryIndex, name="load", description="d")


async def _loaded(codebook: Codebook) -> None:
    assert "Alice Johnson" in protect(_loading(), codebook).call(query_str=QUESTION).content


async def _loaded_asynchronously(codebook: Codebook) -> None:
    tool = _loading()
    for loading in (protect(tool, codebook), protect(tool, codebook, trust="remote")):
        await loading.acall(query_str=QUESTION)
        plain = FunctionAgent(tools=[loading], llm=LocalLLM(_calls("load", query_str=QUESTION)))
        await plain.run(QUESTION)


async def _loaded_elsewhere(codebook: Codebook) -> None:
    protect(_loading(), codebook, trust="remote").call(query_str=QUESTION)


async def _loaded_by_an_agent(codebook: Codebook) -> None:
    agent = FunctionAgent(tools=[_loading()], llm=LocalLLM(_calls("load", query_str="Xqzan Wurptel")))
    assert "Alice Johnson" in str(await protect(agent, codebook).run(QUESTION))


async def _searched_by_an_agent(codebook: Codebook) -> None:
    def load(person: str) -> str:
        """Load."""
        return f"{person}: {FACT}"

    spec = LoadAndSearchToolSpec.from_defaults(FunctionTool.from_defaults(load), index_cls=SummaryIndex)
    for name, given in (("load", {"person": "x"}), ("read_load", {"query": "Xqzan Wurptel"})):
        agent = FunctionAgent(tools=list(spec.to_tool_list()), llm=LocalLLM(_calls(name, **given)))
        await protect(agent, codebook).run(QUESTION)


@pytest.mark.parametrize(
    "ask",
    [
        _stepping,
        _streaming,
        _retrying,
        _composed,
        _loaded,
        _loaded_asynchronously,
        _loaded_elsewhere,
        _loaded_by_an_agent,
        _searched_by_an_agent,
    ],
)
async def test_what_takes_the_settings_model_when_it_is_called_gets_a_protected_one(
    ask: Any, codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = LocalLLM()
    monkeypatch.setattr(Settings, "_llm", hosted)
    monkeypatch.setattr(Settings, "_embed_model", Letters())
    await ask(codebook)
    assert _is_safe(hosted)
    assert Settings.llm is hosted


def test_the_settings_embeddings_are_refused_while_a_call_is_under_way(
    codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = Letters()
    monkeypatch.setattr(Settings, "_llm", LocalLLM())
    monkeypatch.setattr(Settings, "_embed_model", own)
    tool = OnDemandLoaderTool.from_defaults(Loader(), index_cls=VectorStoreIndex, name="load", description="d")
    with pytest.raises(UnsupportedContent, match=r"Letters at Settings\.embed_model"):
        protect(tool, codebook).call(query_str=QUESTION)
    assert "Alice Johnson" in protect(tool, codebook, local=[own]).call(query_str=QUESTION).content
    Settings.embed_model = protect(own, codebook)
    protect(tool, codebook).call(query_str=QUESTION)


def test_an_index_is_refused(codebook: Codebook) -> None:
    own = Letters()
    index = VectorStoreIndex.from_documents(DOCUMENTS, embed_model=own)
    with pytest.raises(UnsupportedContent, match="as_query_engine"):
        protect(index, codebook, local=[own])


async def test_a_function_that_runs_elsewhere_gets_the_context_of_its_agent(codebook: Codebook) -> None:
    called: list[Any] = []

    async def note(ctx: Context, name: str) -> str:
        """Note."""
        await ctx.store.set("noted", name)
        called.append(name)
        return f"noted {name}"

    note.__annotations__["ctx"] = Context  # LlamaIndex reads no annotations that are texts
    tool = FunctionTool.from_defaults(async_fn=note)
    private = protect(tool, codebook, trust="remote")
    agent: Any = protect(FunctionAgent(tools=[private], llm=LocalLLM(_calls("note", name="Xqzan Wurptel"))), codebook)
    assert str(await agent.run(QUESTION)) == "It said: noted Alice Johnson"
    assert called == ["Xqzan Wurptel"]
    for component in (tool, private, FunctionAgent(tools=[tool], llm=agent.llm)):
        with pytest.raises(UnsupportedContent, match="but takes the agent's context"):
            protect(component, codebook, trust="block")
    assert called == ["Xqzan Wurptel"]
    context: Any = Context(agent)
    with pytest.raises(UnsupportedContent):
        await private.real_fn(ctx=context, name="unspeakable")  # type: ignore[attr-defined]
    await private.async_fn(ctx=context, name="Alice Johnson")  # type: ignore[attr-defined]
    assert called == ["Xqzan Wurptel"] * 2


class NotFoundError(Exception):
    def __init__(self, person: str, status: int) -> None:
        super().__init__(f"no such person: {person}", status)
        self.person = person


async def test_what_a_tool_that_runs_elsewhere_says_of_its_failure_is_read_back(codebook: Codebook) -> None:
    def look_up(name: str) -> tuple[str, int]:
        """Look somebody up."""
        if name != "somebody":
            raise NotFoundError(name, 404)
        return name, 1

    tool = protect(FunctionTool.from_defaults(look_up), codebook, trust="remote")
    for call in (tool.call, tool.acall):
        with pytest.raises(NotFoundError) as raised:
            _ = await call(name="Alice Johnson") if call == tool.acall else call(name="Alice Johnson")
        assert raised.value.args == ("no such person: Alice Johnson", 404)
        assert raised.value.person == "Alice Johnson"
    assert tool.call(name="somebody").raw_output == ("somebody", 1)


class Debt(BaseModel):
    debtor: str


def test_the_session_that_is_said_last_holds() -> None:
    one, two = Codebook(), Codebook()
    hosted = LocalLLM()
    protected: Any = protect(hosted, one, allow={"image"})
    engine: Any = SummaryIndex.from_documents(DOCUMENTS).as_query_engine(llm=protected)
    again: Any = protect(engine, two)
    model = again._response_synthesizer._llm
    assert (model._sanitizer, model.allow, model.clear_traces) == (two, {"image"}, False)
    assert model._sanitizer is not one
    assert protected._sanitizer is one
    again.query(QUESTION)
    assert two.conversations
    assert not one.conversations
    structured: Any = protect(protected.as_structured_llm(Debt), two)
    assert structured.llm._sanitizer is two
    last: Any = protect(protected, one, allow={"audio"}, clear_traces=True)
    assert (last._sanitizer, last.allow, last.clear_traces) == (one, {"audio"}, True)
    twice: Any = protect(protect(engine, one), two)
    assert twice._response_synthesizer._llm._sanitizer is two


def test_the_session_that_is_said_last_holds_for_tools_and_embeddings() -> None:
    one, two = Codebook(), Codebook()
    tool = protect(FunctionTool.from_defaults(_say), one, trust="block")
    agent: Any = protect(FunctionAgent(tools=[tool], llm=LocalLLM()), two, trust="remote")
    assert (agent.tools[0]._sanitizer, agent.tools[0].trust) == (two, "block")
    assert agent.tools[0]._sanitizer is two
    remote: Any = protect(tool, two, trust="remote")
    assert remote._sanitizer is two
    assert remote.trust == "remote"
    embedding: Any = protect(Letters(), one)
    index = VectorStoreIndex.from_documents(DOCUMENTS, embed_model=embedding)
    engine: Any = protect(index.as_query_engine(llm=LocalLLM()), two)
    assert engine._retriever._embed_model is embedding
    changed: Any = protect(embedding, two, clear_traces=True)
    assert isinstance(changed, PrivateEmbedding)
    assert changed._sanitizer is two
    assert changed.clear_traces


def _memory(model: Any) -> Memory:
    return Memory.from_defaults(memory_blocks=[FactExtractionMemoryBlock(llm=model)])


async def test_a_memory_that_a_run_is_given_holds_no_model(codebook: Codebook) -> None:
    hosted = LocalLLM()
    inner = LocalLLM()
    agent: Any = protect(FunctionAgent(tools=[], llm=inner), codebook)
    with pytest.raises(PrivacyError, match=r"LocalLLM at .*memory\]\.memory_blocks\[0\]\.llm"):
        await agent.run(QUESTION, memory=_memory(hosted))
    plain: Any = FunctionAgent(tools=[], llm=LocalLLM())
    elsewhere: Any = Context(plain)
    await plain.run("Hello", memory=_memory(hosted), ctx=elsewhere)
    with pytest.raises(PrivacyError, match="LocalLLM at"):
        await agent.run(QUESTION, ctx=elsewhere)
    assert not inner.messages
    context: Any = Context(plain)
    await context.store.set("memory", _memory(protect(hosted, codebook)))
    await agent.run(QUESTION, ctx=context)
    assert _is_safe(inner)
    assert len(plain.llm.messages) == 1
    await agent.run(QUESTION, memory=_memory(protect(hosted, codebook)))
    again: Any = Context(agent)
    for _ in range(2):
        await agent.run(QUESTION, ctx=again)
    assert not hosted.wire
    assert _is_safe(inner)
