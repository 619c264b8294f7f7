"""LangChain, for the twins' tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from langchain.agents import create_agent
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, SystemMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import StructuredTool
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import Field

from adapter_support.local_chat import LocalChat
from adapter_support.sides import Play, Role, Said, ToolCall, Used, Way, as_bytes, repeat
from langchain_privacy_chains import (
    PrivateDocumentTransformer,
    PrivateEmbeddings,
    PrivateRetriever,
    PrivateVectorStore,
    SanitizingHandler,
    protect,
    rewrapped,
)
from privacy_chains import Method

_ROLES: dict[str, Role] = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}


def _said(message: BaseMessage) -> Said:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return Said(_ROLES[message.type], message.text, tuple(ToolCall(one["name"], one["args"]) for one in calls))


class _Search(BaseRetriever):
    pages: list[str]
    asked: list[str] = Field(default_factory=list)

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:
        self.asked.append(query)
        return [Document(page) for page in [*self.pages, f"You asked: {query}"]]


class _Letters(Embeddings):
    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.seen += texts
        return [[float(1 + text.lower().count(letter)) for letter in "aeiou"] for text in texts]

    def embed_query(self, text: str) -> list[float]:
        return self.embed_documents([text])[0]


class _Handler(BaseCallbackHandler):
    def __init__(self, heard: list[str]) -> None:
        self.heard = heard

    def _remember(self, *args: Any, **kwargs: Any) -> None:
        self.heard.append(repr((args, kwargs)))

    on_chat_model_start = on_llm_end = on_llm_error = on_chain_start = on_chain_end = _remember


class LangChain:
    """The first side."""

    ways_of_agents: tuple[Way, ...] = ("whole", "async", "stream", "astream")

    def protect(self, component: Any, method: Method, **options: Any) -> Any:
        return protect(component, method, **options)

    def model(self, play: Play = repeat) -> LocalChat:
        def respond(messages: list[BaseMessage], _: dict[str, Any]) -> AIMessage:
            answer = play([_said(one) for one in messages])
            calls = [{"name": one.name, "args": dict(one.arguments), "id": "a"} for one in answer.calls]
            return AIMessage(answer.text, tool_calls=calls)

        return LocalChat(respond=respond)

    def sent(self, model: LocalChat) -> list[bytes]:
        return [as_bytes([_said(one) for one in messages]) for messages, _ in model.seen]

    def told(self, model: LocalChat) -> str:
        return model.wire

    async def talk(self, model: Any, questions: Sequence[str], way: Way, *, system: str = "") -> list[str]:
        history: list[BaseMessage] = [SystemMessage(system)] if system else []
        for question in questions:
            history.append(HumanMessage(question))
            history.append(await self._ask(model, history, way))
        return [one.text for one in history if isinstance(one, AIMessage)]

    async def _ask(self, model: Any, history: list[BaseMessage], way: Way) -> AIMessage:
        match way:
            case "whole":
                return model.invoke(history)
            case "async":
                return await model.ainvoke(history)
            case "stream":
                chunks = list(model.stream(history))
            case "astream":
                chunks = [chunk async for chunk in model.astream(history)]
        first, *others = chunks
        return first + others

    async def report(self, model: Any, question: str, way: Way) -> dict[str, Any]:
        answer = await self._ask(model, [HumanMessage(question)], way)
        return dict(answer.response_metadata["privacy"])

    def tool(self, function: Callable[..., Any]) -> StructuredTool:
        return StructuredTool.from_function(function)

    async def use(self, tool: Any, arguments: Mapping[str, Any], way: Way) -> Used:
        call = {"name": tool.name, "args": dict(arguments), "id": "a", "type": "tool_call"}
        message = tool.invoke(call) if way == "whole" else await tool.ainvoke(call)
        return Used(message.text, message.status == "error")

    async def run(self, method: Method, model: Any, tools: Sequence[Any], question: str, way: Way) -> str:
        agent: Any = protect(create_agent(model, list(tools)), method)
        asked = {"messages": [HumanMessage(question)]}
        match way:
            case "whole":
                return agent.invoke(asked)["messages"][-1].text
            case "async":
                return (await agent.ainvoke(asked))["messages"][-1].text
            case "stream":
                parts = list(agent.stream(asked, stream_mode="messages"))
            case "astream":
                parts = [part async for part in agent.astream(asked, stream_mode="messages")]
        return "".join(part.text for part, _ in parts if isinstance(part, AIMessageChunk))

    def searching(self, pages: Sequence[str]) -> _Search:
        return _Search(pages=list(pages))

    async def search(self, retriever: Any, question: str, way: Way) -> list[str]:
        found = retriever.invoke(question) if way == "whole" else await retriever.ainvoke(question)
        return [one.page_content for one in found]

    def embedding(self) -> _Letters:
        return _Letters()

    async def embed(self, embedding: Any, text: str, way: Way) -> list[list[float]]:
        if way == "whole":
            return [*embedding.embed_documents([text]), embedding.embed_query(text)]
        return [*await embedding.aembed_documents([text]), await embedding.aembed_query(text)]

    def store(self) -> InMemoryVectorStore:
        return InMemoryVectorStore(_Letters())

    def held(self, store: InMemoryVectorStore) -> str:
        return repr(store.store) + repr(store.embedding.seen)  # type: ignore[attr-defined]

    async def fill(self, store: Any, text: str, metadata: Mapping[str, Any], way: Way) -> None:
        document = Document(text, metadata=dict(metadata))
        _ = store.add_documents([document]) if way == "whole" else await store.aadd_documents([document])

    async def find(self, store: Any, question: str, way: Way) -> list[tuple[str, dict[str, Any]]]:
        found = store.similarity_search(question) if way == "whole" else await store.asimilarity_search(question)
        return [(one.page_content, one.metadata) for one in found]

    def uploading(self, model: Any) -> Any:
        handler = type("Uploader", (_Handler,), {"__module__": "langfuse"})([])
        return model.with_config(callbacks=[handler])

    def telling(self, model: Any, method: Method, heard: list[str]) -> Any:
        return model.with_config(callbacks=[SanitizingHandler(_Handler(heard), method)])

    def hosted(self) -> dict[str, Callable[[Method], object]]:
        store = InMemoryVectorStore(DeterministicFakeEmbedding(size=3))
        return {
            "PrivateEmbeddings": lambda method: PrivateEmbeddings(_Letters(), method),
            "PrivateVectorStore": lambda method: PrivateVectorStore(store, method),
            "PrivateRetriever": lambda method: PrivateRetriever(bound=store.as_retriever(), sanitizer=method),
            "PrivateDocumentTransformer": PrivateDocumentTransformer,
            "rewrapped": lambda method: rewrapped([], method, key_id=""),
        }

    def from_the_key(self) -> dict[str, Callable[[Method], object]]:
        store = InMemoryVectorStore(DeterministicFakeEmbedding(size=3))
        return {
            "PrivateVectorStore": lambda method: PrivateVectorStore(store, method, unmarked="key"),
            "PrivateRetriever": lambda method: PrivateRetriever(
                bound=store.as_retriever(), sanitizer=method, unmarked="key"
            ),
        }
