"""Asynchronous calls never sanitize on the event loop's thread."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.blocking import Blocking, turning
from adapter_support.codebook import PLANTED
from adapter_support.local_chat import LocalChat
from adapter_support.off_loop import OffLoop
from langchain.agents import create_agent
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.documents import BaseDocumentCompressor, Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import HumanMessage
from langchain_core.tools import tool
from langchain_core.vectorstores import InMemoryVectorStore

from langchain_privacy_chains import (
    Desanitize,
    PrivacyMiddleware,
    PrivateDocumentTransformer,
    Sanitize,
    SanitizingAsyncHandler,
    protect,
)
from privacy_chains import Key, Sanitizer

TEXT = f"What does {next(iter(PLANTED))} earn?"


@tool
async def look_up(name: str) -> str:
    """Look somebody up."""
    return f"found {name}"


class Compressor(BaseDocumentCompressor):
    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        return list(documents)[:1]


class Listening(AsyncCallbackHandler):
    async def on_chat_model_start(self, *args: Any, **kwargs: Any) -> None:
        return None


async def _chat(sanitizer: OffLoop) -> None:
    await protect(LocalChat(), sanitizer).ainvoke(TEXT)


async def _stream(sanitizer: OffLoop) -> None:
    assert [chunk async for chunk in protect(LocalChat(), sanitizer).astream(TEXT)]


async def _batch(sanitizer: OffLoop) -> None:
    await protect(LocalChat(), sanitizer).abatch([TEXT, TEXT])


async def _agent(sanitizer: OffLoop) -> None:
    agent: Any = create_agent(LocalChat(), [], middleware=[PrivacyMiddleware(sanitizer)])
    await agent.ainvoke({"messages": [HumanMessage(TEXT)]})


async def _tool(sanitizer: OffLoop) -> None:
    await protect(look_up, sanitizer, trust="remote").ainvoke({"name": TEXT})


async def _embeddings(sanitizer: OffLoop) -> None:
    embeddings = protect(DeterministicFakeEmbedding(size=3), sanitizer)
    await embeddings.aembed_query(TEXT)
    await embeddings.aembed_documents([TEXT])


async def _retriever(sanitizer: OffLoop) -> None:
    store = InMemoryVectorStore.from_texts([TEXT], DeterministicFakeEmbedding(size=3))
    await protect(store.as_retriever(), sanitizer, trust="remote").ainvoke(TEXT)


async def _reranker(sanitizer: OffLoop) -> None:
    await protect(Compressor(), sanitizer, trust="remote").acompress_documents([Document(TEXT)], TEXT)


async def _documents(sanitizer: OffLoop) -> None:
    await PrivateDocumentTransformer(sanitizer).atransform_documents([Document(TEXT)])


async def _steps(sanitizer: OffLoop) -> None:
    await (Sanitize(sanitizer) | Desanitize(sanitizer)).ainvoke(TEXT)


async def _handler(sanitizer: OffLoop) -> None:
    await SanitizingAsyncHandler(Listening(), sanitizer).on_chat_model_start({}, [[HumanMessage(TEXT)]])


def _fail(*_: Any) -> Any:
    text = "no answer"
    raise ConnectionError(text)


@tool
async def failing(name: str) -> str:
    """Fail."""
    text = f"nobody is called {name}"
    raise ConnectionError(text)


async def _failing_chat(sanitizer: OffLoop) -> None:
    with pytest.raises(ConnectionError):
        await protect(LocalChat(respond=_fail), sanitizer).ainvoke(TEXT)


async def _failing_stream(sanitizer: OffLoop) -> None:
    with pytest.raises(ConnectionError):
        assert [chunk async for chunk in protect(LocalChat(respond=_fail), sanitizer).astream(TEXT)]


async def _failing_tool(sanitizer: OffLoop) -> None:
    with pytest.raises(ConnectionError):
        await protect(failing, sanitizer, trust="remote").ainvoke({"name": TEXT})


async def _blocked_tool(sanitizer: OffLoop) -> None:
    call = {"name": "look_up", "args": {"name": TEXT}, "id": "a", "type": "tool_call"}
    await protect(look_up, sanitizer, trust="block").ainvoke(call)


async def _completion(sanitizer: OffLoop) -> None:
    model = protect(FakeListLLM(responses=[TEXT]), sanitizer)
    await model.ainvoke(TEXT)
    assert [chunk async for chunk in model.astream(TEXT)]
    await model.abatch([TEXT, TEXT])


async def _store(sanitizer: OffLoop) -> None:
    embeddings = DeterministicFakeEmbedding(size=3)
    store: Any = protect(InMemoryVectorStore(embeddings), sanitizer, trust="remote", local=[embeddings])
    await store.aadd_documents([Document(TEXT, id=TEXT)])
    await store.asimilarity_search(TEXT)
    await store.asimilarity_search_with_score(TEXT)
    await store.aget_by_ids([TEXT])
    await store.adelete([TEXT])


async def _structured(sanitizer: OffLoop) -> None:
    schema = {"title": "look_up", "description": TEXT, "type": "object", "properties": {"name": {"type": "string"}}}
    await protect(LocalChat(), sanitizer).with_structured_output(schema, include_raw=True).ainvoke(TEXT)


async def _events(sanitizer: OffLoop) -> None:
    assert [event async for event in protect(LocalChat(), sanitizer).astream_events(TEXT, version="v2")]


CALLS = [
    *(_chat, _stream, _batch, _agent, _tool, _embeddings, _retriever, _reranker, _documents, _steps, _handler),
    *(_failing_chat, _failing_stream, _failing_tool, _blocked_tool, _completion, _store, _structured, _events),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__[1:])
async def test_the_loop_goes_on_while_a_call_is_sanitized(call: Any) -> None:
    sanitizer = OffLoop()
    await call(sanitizer)
    assert sanitizer.asked


@pytest.mark.parametrize("call", [_chat, _stream, _batch, _agent, _tool, _completion])
async def test_the_loop_turns_while_a_detector_looks(call: Any) -> None:
    blocking = Blocking()
    sanitizer: Any = Sanitizer(Key.from_bytes(bytes(range(3, 35))), detector=blocking)
    await turning(blocking, lambda: call(sanitizer))
    assert not blocking.stood_still
    assert set(blocking.callers) == {"somebody"}
