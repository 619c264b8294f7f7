"""Runs through LlamaIndex: a model, a query engine and an agent, with an ear wherever something is let out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from adapter_support.local_llm import LocalLLM, calling
from cryptography.fernet import Fernet
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.callbacks import CallbackManager
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.ingestion import IngestionCache, IngestionPipeline
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.instrumentation.span_handlers import BaseSpanHandler
from llama_index.core.tools import FunctionTool
from llama_index.core.workflow import Context, JsonSerializer
from pydantic import PrivateAttr

from leaks.ear import EMAIL, NAME, RECORD, Ear, sanitizer
from llama_index_privacy_chains import (
    PrivacyPostprocessor,
    SanitizingCallbackHandler,
    SanitizingEventHandler,
    SanitizingSpanHandler,
    SanitizingTransform,
    protect,
)

QUESTION = f"What does {NAME} earn, and is {EMAIL} right?"


class _Events(BaseEventHandler):
    _ear: Ear = PrivateAttr()

    def handle(self, event: Any, **kwargs: Any) -> None:
        self._ear.hear("traces", type(event).__name__, dict(event), kwargs)


class _Spans(BaseSpanHandler[Any]):
    _ear: Ear = PrivateAttr()

    def new_span(self, *args: Any, **kwargs: Any) -> None:
        self._ear.hear("traces", "enter", args, kwargs)

    def prepare_to_exit_span(self, *args: Any, **kwargs: Any) -> None:
        self._ear.hear("traces", "exit", args, kwargs)

    def prepare_to_drop_span(self, *args: Any, **kwargs: Any) -> None:
        self._ear.hear("traces", "drop", args, kwargs)


class _Callbacks(BaseCallbackHandler):
    def __init__(self, ear: Ear) -> None:
        super().__init__([], [])
        self._ear = ear

    def on_event_start(self, *args: Any, **kwargs: Any) -> str:
        self._ear.hear("callbacks", args, kwargs)
        return ""

    def on_event_end(self, *args: Any, **kwargs: Any) -> None:
        self._ear.hear("callbacks", args, kwargs)

    def start_trace(self, trace_id: str | None = None) -> None:
        self._ear.hear("callbacks", trace_id)

    def end_trace(self, trace_id: str | None = None, trace_map: Any = None) -> None:
        self._ear.hear("callbacks", trace_id, trace_map)


class _Letters(BaseEmbedding):
    """Hosted embeddings."""

    _ear: Ear = PrivateAttr()

    def _get_text_embedding(self, text: str) -> list[float]:
        self._ear.hear("embeddings", text)
        return [float(1 + text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz"]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class _Encrypted(JsonSerializer):
    """Writes a workflow's state encrypted: it holds clear text."""

    def __init__(self) -> None:
        self._fernet = Fernet(Fernet.generate_key())

    def serialize(self, value: Any) -> str:
        return self._fernet.encrypt(super().serialize(value).encode()).decode()

    def deserialize(self, value: str) -> Any:
        return super().deserialize(self._fernet.decrypt(value.encode()).decode())


class LlamaIndexRuns:
    """Each run returns what its user sees."""

    def __init__(self, ear: Ear) -> None:
        self.ear = ear
        self.sanitizer = sanitizer()
        self.session = self.sanitizer.session("thread")
        self._manager = CallbackManager([SanitizingCallbackHandler(_Callbacks(ear), self.sanitizer)])

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Handlers that upload listen, behind sanitizing ones."""
        dispatcher = get_dispatcher()
        events, spans = _Events(), _Spans()
        events._ear = spans._ear = self.ear
        handlers = SanitizingEventHandler(events, self.sanitizer), SanitizingSpanHandler(spans, self.sanitizer)
        dispatcher.add_event_handler(handlers[0])
        dispatcher.add_span_handler(handlers[1])
        try:
            yield
        finally:
            dispatcher.event_handlers.remove(handlers[0])
            dispatcher.span_handlers.remove(handlers[1])

    def _model(self, respond: Callable[[Sequence[ChatMessage]], ChatMessage] | None = None) -> LocalLLM:
        def answer(messages: Sequence[ChatMessage], arguments: dict[str, Any]) -> ChatMessage:
            dumped = [message.model_dump(mode="json") for message in messages]
            self.ear.hear("requests", json.dumps(dumped, ensure_ascii=False), arguments)
            if respond:
                return respond(messages)
            return ChatMessage(role="assistant", content=f"I read: {messages[-1].content}")

        return LocalLLM(answer, callback_manager=self._manager)

    async def model(self) -> str:
        """Every way to call a model, over a history."""
        with self.listening():
            model: Any = protect(self._model(), self.session)
            history = [ChatMessage(content=RECORD)]
            history += [model.chat(history, stop=[f"{NAME}:"], user=EMAIL).message, ChatMessage(content=QUESTION)]
            answers = [
                model.chat(history).message.content,
                (await model.achat(history)).message.content,
                "".join(chunk.delta for chunk in model.stream_chat(history)),
                "".join([chunk.delta async for chunk in await model.astream_chat(history)]),
                model.complete(QUESTION).text,
                (await model.acomplete(QUESTION)).text,
                "".join(chunk.delta for chunk in model.stream_complete(QUESTION)),
            ]
        assert len(set(answers)) == 1
        self.ear.shown(model, self.session, self.sanitizer)
        return str(answers[0])

    async def rag(self) -> str:
        """A hosted index filled through a pipeline, and an engine over it."""
        embedding = _Letters(callback_manager=self._manager)
        embedding._ear = self.ear
        cache = IngestionCache()
        transforms = [SanitizingTransform(self.sanitizer), embedding]
        with self.listening():
            document = Document(text=RECORD, id_=EMAIL, metadata={"owner": NAME, "salary": 85_217})
            nodes = IngestionPipeline(transformations=transforms, cache=cache).run(documents=[document])
            self.ear.hear("cache", [cache.get(key, cache.collection) for key in cache.cache.get_all(cache.collection)])
            self.ear.hear("cache", json.dumps(cache.cache.get_all(cache.collection)))
            index = VectorStoreIndex(nodes, embed_model=embedding, callback_manager=self._manager)
            self.ear.hear("store", index.storage_context.to_dict())
            retriever = protect(index.as_retriever(), self.sanitizer, trust="remote")
            from llama_index.core.query_engine import RetrieverQueryEngine  # noqa: PLC0415

            postprocessors = [PrivacyPostprocessor(self.session)]
            engine: Any = protect(
                RetrieverQueryEngine.from_args(retriever, llm=self._model(), node_postprocessors=postprocessors),
                self.session,
                local=[embedding],
            )
            answers = [str(engine.query(QUESTION)), str(await engine.aquery(QUESTION))]
        assert len(set(answers)) == 1
        self.ear.shown(engine, retriever, postprocessors[0], transforms[0])
        return answers[0]

    async def agent(self) -> str:
        """An agent with a local and a remote tool, and an encrypted state."""
        ear = self.ear

        def look_up(name: str) -> str:
            """Look somebody up."""
            return RECORD if name == NAME else f"nobody is called {name}"

        def publish(text: str) -> str:
            """Publish something."""
            ear.hear("remote tool", text)
            return f"published: {text}"

        def respond(messages: Sequence[ChatMessage]) -> ChatMessage:
            results = [message.content for message in messages if message.role == MessageRole.TOOL]
            if not results:
                name = re.search(r"What does ([\w' -]+?) earn", messages[-1].content or "")[1]  # type: ignore[index]
                return calling("look_up", {"name": name})
            if len(results) == 1:
                return calling("publish", {"text": results[0]})
            return ChatMessage(role="assistant", content=f"I read: {results[-1]}")

        remote = protect(FunctionTool.from_defaults(publish), self.sanitizer, trust="remote")
        tools = [FunctionTool.from_defaults(look_up), remote]
        with self.listening():
            agent = FunctionAgent(tools=tools, llm=protect(self._model(respond), self.session))
            context = Context(agent)
            answer = str(await agent.run(QUESTION, ctx=context))
        ear.hear("checkpoint", context.to_dict(serializer=_Encrypted()))
        ear.shown(agent.llm, remote)
        return answer

    def failing(self, error: BaseException) -> None:
        """A call whose provider fails with an error."""

        def fail(_: Any) -> Any:
            raise error

        protect(self._model(fail), self.session).chat([ChatMessage(content=QUESTION)])
