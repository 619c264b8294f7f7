"""LlamaIndex, for the twins' tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.agent.workflow import AgentStream, FunctionAgent
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.callbacks import CallbackManager
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.core.tools import FunctionTool
from llama_index.core.vector_stores import SimpleVectorStore
from llama_index.core.vector_stores.types import VectorStoreQuery
from llama_index.vector_stores.qdrant import QdrantVectorStore
from pydantic import PrivateAttr
from qdrant_client import QdrantClient

from adapter_support import letters
from adapter_support.local_llm import LocalLLM, calling, calls_of
from adapter_support.sides import Play, Said, ToolCall, Used, Way, as_bytes, repeat
from llama_index_privacy_chains import (
    PrivateEmbedding,
    PrivateRetriever,
    PrivateVectorStore,
    SanitizingCallbackHandler,
    SanitizingTransform,
    protect,
    rewrapped,
)
from privacy_chains import Method


def _said(message: ChatMessage) -> Said:
    calls = [(name, json.loads(given) if isinstance(given, str) else given) for _, name, given in calls_of(message)]
    return Said(message.role.value, message.content or "", tuple(ToolCall(name, given) for name, given in calls))


class _Search(BaseRetriever):
    def __init__(self, pages: Sequence[str]) -> None:
        self.pages = list(pages)
        self.asked: list[str] = []
        super().__init__()

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        asked = query_bundle.query_str
        self.asked.append(asked)
        return [NodeWithScore(node=TextNode(text=page)) for page in [*self.pages, f"You asked: {asked}"]]


class _Letters(letters.Letters):
    _seen: list[str] = PrivateAttr(default_factory=list)

    @property
    def seen(self) -> list[str]:
        return self._seen

    def _get_text_embedding(self, text: str) -> list[float]:
        self._seen.append(text)
        return super()._get_text_embedding(text)


class _Handler(BaseCallbackHandler):
    def __init__(self, heard: list[str]) -> None:
        super().__init__([], [])
        self.heard = heard

    def on_event_start(self, event_type: Any, payload: Any = None, event_id: str = "", *_: Any, **__: Any) -> str:
        self.heard.append(repr(payload))
        return event_id

    def on_event_end(self, event_type: Any, payload: Any = None, *_: Any, **__: Any) -> None:
        self.heard.append(repr(payload))

    def start_trace(self, trace_id: str | None = None) -> None:
        pass

    def end_trace(self, trace_id: str | None = None, trace_map: Any = None) -> None:
        pass


class LlamaIndex:
    """The second side."""

    ways_of_agents: tuple[Way, ...] = ("async", "astream")

    def protect(self, component: Any, method: Method, **options: Any) -> Any:
        return protect(component, method, **options)

    def model(self, play: Play = repeat) -> LocalLLM:
        def respond(messages: Sequence[ChatMessage], _: dict[str, Any]) -> ChatMessage:
            answer = play([_said(one) for one in messages])
            if answer.calls:
                (call,) = answer.calls
                return calling(call.name, dict(call.arguments))
            return ChatMessage(role="assistant", content=answer.text)

        return LocalLLM(respond)

    def sent(self, model: LocalLLM) -> list[bytes]:
        return [as_bytes([_said(one) for one in messages]) for messages in model.messages]

    def told(self, model: LocalLLM) -> str:
        return model.wire

    async def talk(self, model: Any, questions: Sequence[str], way: Way, *, system: str = "") -> list[str]:
        history = [ChatMessage(role="system", content=system)] if system else []
        answers = []
        for question in questions:
            history.append(ChatMessage(role="user", content=question))
            answer = await self._ask(model, history, way)
            answers.append(answer.content or "")
            history.append(answer)
        return answers

    async def report(self, model: Any, question: str, way: Way) -> dict[str, Any]:
        answer = await self._respond(model, [ChatMessage(role="user", content=question)], way)
        return dict(answer.additional_kwargs["privacy"])

    async def _ask(self, model: Any, history: list[ChatMessage], way: Way) -> ChatMessage:
        return (await self._respond(model, history, way)).message

    async def _respond(self, model: Any, history: list[ChatMessage], way: Way) -> ChatResponse:
        match way:
            case "whole":
                return model.chat(history)
            case "async":
                return await model.achat(history)
            case "stream":
                chunks = list(model.stream_chat(history))
            case "astream":
                chunks = [chunk async for chunk in await model.astream_chat(history)]
        assert "".join(chunk.delta or "" for chunk in chunks) == chunks[-1].message.content
        return chunks[-1]

    def tool(self, function: Callable[..., Any]) -> FunctionTool:
        return FunctionTool.from_defaults(function)

    async def use(self, tool: Any, arguments: Mapping[str, Any], way: Way) -> Used:
        output = tool.call(**arguments) if way == "whole" else await tool.acall(**arguments)
        return Used(str(output), output.is_error)

    async def run(self, method: Method, model: Any, tools: Sequence[Any], question: str, way: Way) -> str:
        agent: Any = protect(FunctionAgent(tools=list(tools), llm=model, streaming=way == "astream"), method)
        running = agent.run(question)
        if way == "async":
            return str(await running)
        return "".join([event.delta async for event in running.stream_events() if isinstance(event, AgentStream)])

    def searching(self, pages: Sequence[str]) -> _Search:
        return _Search(pages)

    async def search(self, retriever: Any, question: str, way: Way) -> list[str]:
        found = retriever.retrieve(question) if way == "whole" else await retriever.aretrieve(question)
        return [one.node.get_content() for one in found]

    def embedding(self) -> _Letters:
        return _Letters()

    async def embed(self, embedding: Any, text: str, way: Way) -> list[list[float]]:
        if way == "whole":
            return [embedding.get_text_embedding(text), embedding.get_query_embedding(text)]
        return [await embedding.aget_text_embedding(text), await embedding.aget_query_embedding(text)]

    def store(self) -> QdrantVectorStore:
        client = QdrantClient(":memory:")
        return QdrantVectorStore("records", client=client)

    def held(self, store: QdrantVectorStore) -> str:
        return repr(store.client.scroll("records", limit=100, with_vectors=True))

    async def fill(self, store: Any, text: str, metadata: Mapping[str, Any], way: Way) -> None:
        store.add([TextNode(text=text, metadata=dict(metadata), embedding=[1.0, 2.0])])

    async def find(self, store: Any, question: str, way: Way) -> list[tuple[str, dict[str, Any]]]:
        asked = VectorStoreQuery(query_embedding=[1.0, 2.0], query_str=question, similarity_top_k=4)
        found = store.query(asked)
        return [(node.get_content(), node.metadata) for node in found.nodes]

    def uploading(self, model: Any) -> Any:
        handler = type("Uploader", (_Handler,), {"__module__": "langfuse"})([])
        model.callback_manager = CallbackManager([handler])
        return model

    def telling(self, model: Any, method: Method, heard: list[str]) -> Any:
        model.callback_manager = CallbackManager([SanitizingCallbackHandler(_Handler(heard), method)])
        return model

    def hosted(self) -> dict[str, Callable[[Method], object]]:
        retriever = VectorStoreIndex([], embed_model=MockEmbedding(3)).as_retriever()
        return {
            "PrivateEmbedding": lambda method: PrivateEmbedding(_Letters(), method),
            "PrivateVectorStore": lambda method: PrivateVectorStore(SimpleVectorStore(), method),
            "PrivateRetriever": lambda method: PrivateRetriever(retriever, method),
            "SanitizingTransform": SanitizingTransform,
            "rewrapped": lambda method: rewrapped([], method, key_id=""),
        }

    def from_the_key(self) -> dict[str, Callable[[Method], object]]:
        retriever = VectorStoreIndex([], embed_model=MockEmbedding(3)).as_retriever()
        return {
            "PrivateVectorStore": lambda method: PrivateVectorStore(SimpleVectorStore(), method, unmarked="key"),
            "PrivateRetriever": lambda method: PrivateRetriever(retriever, method, unmarked="key"),
        }
