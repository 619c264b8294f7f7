"""Asynchronous calls never sanitize on the event loop's thread."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.blocking import Blocking, turning
from adapter_support.codebook import PLANTED
from adapter_support.local_llm import LocalLLM
from adapter_support.off_loop import OffLoop
from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.core.tools import FunctionTool
from llama_index.core.vector_stores import SimpleVectorStore, VectorStoreQuery

from llama_index_privacy_chains import PrivacyPostprocessor, SanitizingTransform, protect
from privacy_chains import Key, Sanitizer

TEXT = f"What does {next(iter(PLANTED))} earn?"
MESSAGES = [ChatMessage(content=TEXT)]
NODES = [NodeWithScore(node=TextNode(text=TEXT), score=0.5)]


async def look_up(name: str) -> str:
    """Look somebody up."""
    return f"found {name}"


class Hosted(BaseNodePostprocessor):
    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return nodes


async def _chat(sanitizer: OffLoop) -> None:
    await protect(LocalLLM(), sanitizer).achat(MESSAGES)


async def _stream_chat(sanitizer: OffLoop) -> None:
    assert [chunk async for chunk in await protect(LocalLLM(), sanitizer).astream_chat(MESSAGES)]


async def _complete(sanitizer: OffLoop) -> None:
    await protect(LocalLLM(), sanitizer).acomplete(TEXT)


async def _stream_complete(sanitizer: OffLoop) -> None:
    assert [chunk async for chunk in await protect(LocalLLM(), sanitizer).astream_complete(TEXT)]


async def _embeddings(sanitizer: OffLoop) -> None:
    embeddings = protect(MockEmbedding(embed_dim=3), sanitizer)
    await embeddings.aget_query_embedding(TEXT)
    await embeddings.aget_text_embedding(TEXT)
    await embeddings.aget_text_embedding_batch([TEXT])


async def _engine(sanitizer: OffLoop) -> None:
    index = VectorStoreIndex([TextNode(text=TEXT)], embed_model=MockEmbedding(embed_dim=3))
    engine = index.as_query_engine(llm=LocalLLM(), node_postprocessors=[PrivacyPostprocessor(sanitizer)])
    await protect(engine, sanitizer, local=[index._embed_model]).aquery(TEXT)


async def _retriever(sanitizer: OffLoop) -> None:
    index = VectorStoreIndex([TextNode(text=TEXT)], embed_model=MockEmbedding(embed_dim=3))
    await protect(index.as_retriever(), sanitizer, trust="remote", local=[index._embed_model]).aretrieve(TEXT)


async def _reranker(sanitizer: OffLoop) -> None:
    await protect(Hosted(), sanitizer).apostprocess_nodes(NODES, QueryBundle(TEXT))


async def _postprocessor(sanitizer: OffLoop) -> None:
    await PrivacyPostprocessor(sanitizer).apostprocess_nodes(NODES, QueryBundle(TEXT))


async def _tool(sanitizer: OffLoop) -> None:
    tool: Any = protect(FunctionTool.from_defaults(async_fn=look_up), sanitizer, trust="remote")
    await tool.acall(name=TEXT)


async def _ingestion(sanitizer: OffLoop) -> None:
    await IngestionPipeline(transformations=[SanitizingTransform(sanitizer)]).arun(nodes=[TextNode(text=TEXT)])


def _fail(*_: Any) -> Any:
    text = "no answer"
    raise ConnectionError(text)


async def failing(name: str) -> str:
    """Fail."""
    text = f"nobody is called {name}"
    raise ConnectionError(text)


async def _failing_chat(sanitizer: OffLoop) -> None:
    with pytest.raises(ConnectionError):
        await protect(LocalLLM(_fail), sanitizer).achat(MESSAGES)


async def _failing_stream(sanitizer: OffLoop) -> None:
    with pytest.raises(ConnectionError):
        assert [chunk async for chunk in await protect(LocalLLM(_fail), sanitizer).astream_chat(MESSAGES)]


async def _failing_tool(sanitizer: OffLoop) -> None:
    tool: Any = protect(FunctionTool.from_defaults(async_fn=failing), sanitizer, trust="remote")
    with pytest.raises(ConnectionError):
        await tool.acall(name=TEXT)


async def _blocked_tool(sanitizer: OffLoop) -> None:
    tool: Any = protect(FunctionTool.from_defaults(async_fn=look_up), sanitizer, trust="block")
    assert (await tool.acall(name=TEXT)).is_error


async def _store(sanitizer: OffLoop) -> None:
    store: Any = protect(SimpleVectorStore(), sanitizer, trust="remote")
    await store.async_add([TextNode(text=TEXT, id_=TEXT, embedding=[0.1] * 3)])
    await store.aquery(VectorStoreQuery(query_embedding=[0.1] * 3, similarity_top_k=1))
    await store.adelete_nodes([TEXT])
    await store.adelete(TEXT)


async def _agent(sanitizer: OffLoop) -> None:
    agent: Any = protect(FunctionAgent(tools=[FunctionTool.from_defaults(async_fn=look_up)], llm=LocalLLM()), sanitizer)
    await agent.run(TEXT)


async def _chat_engine(sanitizer: OffLoop) -> None:
    index = VectorStoreIndex([TextNode(text=TEXT)], embed_model=MockEmbedding(embed_dim=3))
    engine: Any = protect(index.as_chat_engine(llm=LocalLLM()), sanitizer, local=[index._embed_model])
    await engine.achat(TEXT)


CALLS = [
    *(_chat, _stream_chat, _complete, _stream_complete, _embeddings, _engine),
    *(_retriever, _reranker, _postprocessor, _tool, _ingestion),
    *(_failing_chat, _failing_stream, _failing_tool, _blocked_tool, _store, _agent, _chat_engine),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__[1:])
async def test_the_loop_goes_on_while_a_call_is_sanitized(call: Any) -> None:
    sanitizer = OffLoop()
    await call(sanitizer)
    assert sanitizer.asked


@pytest.mark.parametrize("call", [_chat, _stream_chat, _complete, _tool, _postprocessor, _agent, _engine])
async def test_the_loop_turns_while_a_detector_looks(call: Any) -> None:
    blocking = Blocking()
    sanitizer: Any = Sanitizer(Key.from_bytes(bytes(range(3, 35))), detector=blocking)
    await turning(blocking, lambda: call(sanitizer))
    assert not blocking.stood_still
    assert set(blocking.callers) == {"somebody"}
