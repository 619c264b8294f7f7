from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.letters import Letters
from adapter_support.listened_to import listened_to
from adapter_support.local_llm import LocalLLM
from llama_index.core import Document, MockEmbedding, VectorStoreIndex
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.callbacks import CallbackManager
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.instrumentation import get_dispatcher
from llama_index.core.instrumentation.event_handlers import BaseEventHandler
from llama_index.core.instrumentation.events.chat_engine import StreamChatDeltaReceivedEvent
from llama_index.core.instrumentation.span_handlers import BaseSpanHandler
from llama_index.core.llms import ChatMessage
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
from llama_index.core.tools import FunctionTool

from llama_index_privacy_chains import (
    PrivateEmbedding,
    PrivateLLM,
    SanitizingCallbackHandler,
    SanitizingEventHandler,
    SanitizingSpanHandler,
    SanitizingTransform,
    protect,
)
from privacy_chains import PrivacyError

TOLD: list[str] = []


class Events(BaseEventHandler):
    def handle(self, event: Any, **kwargs: Any) -> None:
        TOLD.append(f"{type(event).__name__} {dict(event)!r}")


class Spans(BaseSpanHandler[Any]):
    def new_span(self, *args: Any, **kwargs: Any) -> None:
        TOLD.append(f"enter {args!r} {kwargs!r}")

    def prepare_to_exit_span(self, *args: Any, **kwargs: Any) -> None:
        TOLD.append(f"exit {args!r} {kwargs!r}")

    def prepare_to_drop_span(self, *args: Any, **kwargs: Any) -> None:
        TOLD.append(f"drop {args!r} {kwargs!r}")


class Callbacks(BaseCallbackHandler):
    def __init__(self) -> None:
        super().__init__([], [])

    def on_event_start(self, event_type: Any, payload: Any = None, event_id: str = "", *_: Any, **__: Any) -> str:
        TOLD.append(f"start {event_type} {payload!r}")
        return event_id

    def on_event_end(self, event_type: Any, payload: Any = None, *_: Any, **__: Any) -> None:
        TOLD.append(f"end {event_type} {payload!r}")

    def start_trace(self, trace_id: str | None = None) -> None:
        TOLD.append(f"trace {trace_id}")

    def end_trace(self, trace_id: str | None = None, trace_map: Any = None) -> None:
        TOLD.append(f"traced {trace_id}")


@pytest.fixture(autouse=True)
def _listening(codebook: Codebook) -> Iterator[None]:
    TOLD.clear()
    dispatcher = get_dispatcher()
    events, spans = SanitizingEventHandler(Events(), codebook), SanitizingSpanHandler(Spans(), codebook)
    dispatcher.add_event_handler(events)
    dispatcher.add_span_handler(spans)
    yield
    dispatcher.event_handlers.remove(events)
    dispatcher.span_handlers.remove(spans)


def _assert_clean() -> None:
    assert TOLD
    told = "\n".join(TOLD)
    assert not [value for value in PLANTED if value in told]
    assert "Xqzan Wurptel" in told


def test_handlers_are_told_surrogates_of_a_whole_query(codebook: Codebook) -> None:
    documents = [Document(text="Alice Johnson owes 85000.", metadata={"owner": "alice@corp.example", "salary": 85000})]
    index = VectorStoreIndex.from_documents(documents, embed_model=protect(Letters(), codebook))
    engine = protect(index.as_query_engine(llm=LocalLLM()), codebook)
    assert "Alice Johnson" in str(engine.query("What does Alice Johnson owe?"))
    _assert_clean()
    for name in (
        "QueryStartEvent",
        "RetrievalEndEvent",
        "SynthesizeEndEvent",
        "LLMPredictStartEvent",
        "LLMChatEndEvent",
    ):
        assert any(told.startswith(name) for told in TOLD), name


async def test_handlers_are_told_surrogates_of_streams_and_failures(codebook: Codebook) -> None:
    def fail(*_: Any) -> ChatMessage:
        msg = "no such person: Alice Johnson"
        raise RuntimeError(msg)

    llm = protect(LocalLLM(), codebook)
    list(llm.stream_chat([ChatMessage(content="I am Alice Johnson")]))
    await llm.acomplete("I am Alice Johnson")
    with pytest.raises(RuntimeError):
        protect(LocalLLM(fail), codebook).chat([ChatMessage(content="Alice Johnson")])
    _assert_clean()
    assert not any("InProgress" in told for told in TOLD)


def test_callback_managers_are_told_surrogates(codebook: Codebook) -> None:
    TOLD.clear()
    manager = CallbackManager([SanitizingCallbackHandler(Callbacks(), codebook)])
    documents = [Document(text="Alice Johnson owes 85000.")]
    index = VectorStoreIndex.from_documents(
        documents, embed_model=protect(Letters(), codebook), callback_manager=manager
    )
    engine = protect(index.as_query_engine(llm=LocalLLM(callback_manager=manager)), codebook)
    engine.query("What does Alice Johnson owe?")
    _assert_clean()
    assert any(told.startswith("start") for told in TOLD)
    assert any(told.startswith("end") for told in TOLD)


def test_handlers_are_not_pickled(codebook: Codebook) -> None:
    for handler in (SanitizingEventHandler(Events(), codebook), SanitizingCallbackHandler(Callbacks(), codebook)):
        with pytest.raises(PrivacyError, match="not pickled"):
            pickle.dumps(handler)
        assert "Codebook" not in repr(handler)


class Library(BaseRetriever):
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        ASKED.append(query_bundle.query_str)
        return []


class Ranker(BaseNodePostprocessor):
    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        ASKED.append(str(query_bundle))
        return nodes


def _look_up(name: str) -> str:
    """Look somebody up, elsewhere."""
    ASKED.append(name)
    return name


ASKED: list[str] = []
NAME = "Alice Johnson"
ELSEWHERE: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "a retriever": (Library(), lambda one: one.retrieve(NAME)),
    "a reranker": (Ranker(), lambda one: one.postprocess_nodes([], query_str=NAME)),
    "a tool": (FunctionTool.from_defaults(_look_up), lambda one: one.call(NAME)),
    "a model": (LocalLLM(), lambda one: one.complete(NAME)),
}


@pytest.mark.parametrize("where", ELSEWHERE)
def test_what_is_asked_elsewhere_is_not_while_a_handler_would_upload_clear_text(where: str, codebook: Codebook) -> None:
    inner, ask = ELSEWHERE[where]
    events: Any = type("Uploader", (Events,), {"__module__": "langfuse.llama_index"})()
    spans: Any = type("Uploader", (Spans,), {"__module__": "langfuse.llama_index"})()
    dispatcher = get_dispatcher()
    dispatcher.add_event_handler(events)
    dispatcher.add_span_handler(spans)
    TOLD.clear()
    ASKED.clear()
    try:
        with pytest.raises(PrivacyError, match="Uploader would upload"):
            ask(protect(inner, codebook, trust="remote"))
        assert not ASKED
        assert not [told for told in TOLD if NAME in told]
        ask(protect(inner, codebook, trust="remote", clear_traces=True))
        assert not [asked for asked in ASKED if NAME in asked]
    finally:
        dispatcher.event_handlers.remove(events)
        dispatcher.span_handlers.remove(spans)


@pytest.mark.parametrize("where", ["the root", "another dispatcher", "a callback manager"])
def test_an_engine_is_not_asked_while_a_handler_would_upload_clear_text(where: str, codebook: Codebook) -> None:
    module = {"__module__": "langfuse.llama_index"}
    events: Any = type("Uploader", (Events,), module)()
    calls: Any = type("Uploader", (Callbacks,), module)()
    dispatcher = get_dispatcher("root" if where == "the root" else "llama_index.core.base.base_query_engine")
    manager = CallbackManager([calls] if where == "a callback manager" else [])
    index = VectorStoreIndex.from_documents([Document(text=NAME)], embed_model=protect(Letters(), codebook))
    engine = index.as_query_engine(llm=LocalLLM())
    engine.callback_manager = manager
    if not manager.handlers:
        dispatcher.add_event_handler(events)
    TOLD.clear()
    try:
        with pytest.raises(PrivacyError, match="Uploader would upload"):
            protect(engine, codebook).query(NAME)
        with pytest.raises(PrivacyError, match="Uploader would upload"):
            protect(engine, codebook).retrieve(QueryBundle(NAME))
        assert not [told for told in TOLD if NAME in told]
        assert NAME in str(protect(engine, codebook, clear_traces=True).query(NAME))
    finally:
        if events in dispatcher.event_handlers:
            dispatcher.event_handlers.remove(events)


def test_a_transform_refuses_while_a_handler_would_upload_clear_text(codebook: Codebook) -> None:
    events: Any = type("Uploader", (Events,), {"__module__": "langfuse.llama_index"})()
    get_dispatcher().add_event_handler(events)
    try:
        with pytest.raises(PrivacyError, match="Uploader would upload"):
            SanitizingTransform(codebook)([TextNode(text=NAME)])
        assert SanitizingTransform(codebook, clear_traces=True)([TextNode(text=NAME)])
    finally:
        get_dispatcher().event_handlers.remove(events)


def test_pieces_of_streams_and_names_of_traces_are_not_told(codebook: Codebook) -> None:
    TOLD.clear()
    handler = SanitizingEventHandler(Events(), codebook)
    handler.handle(StreamChatDeltaReceivedEvent(delta="Alice Johnson"))
    assert not TOLD
    calls = SanitizingCallbackHandler(Callbacks(), codebook)
    calls.start_trace("of Alice Johnson")
    calls.end_trace("of Alice Johnson")
    calls.start_trace()
    assert TOLD == ["trace of Xqzan Wurptel", "traced of Xqzan Wurptel", "trace None"]


def test_a_call_is_refused_while_a_package_has_wrapped_its_methods(
    codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner, embedding = LocalLLM(), MockEmbedding(4)
    monkeypatch.setattr(PrivateLLM, "complete", listened_to(PrivateLLM.complete))
    monkeypatch.setattr(PrivateEmbedding, "get_query_embedding", listened_to(PrivateEmbedding.get_query_embedding))
    match = r"\(around \w+\) is told clear text"
    with pytest.raises(PrivacyError, match=match):
        protect(inner, codebook).complete("I am Alice Johnson")
    with pytest.raises(PrivacyError, match=match):
        protect(embedding, codebook).get_query_embedding("I am Alice Johnson")
    assert not inner.messages
    protect(inner, codebook, clear_traces=True).complete("I am Alice Johnson")
    protect(embedding, codebook, clear_traces=True).get_query_embedding("I am Alice Johnson")
    assert inner.messages


async def test_a_call_is_refused_while_a_handler_would_upload_clear_text(codebook: Codebook) -> None:
    uploader = type("Uploader", (Events,), {"__module__": "langfuse.llama_index"})()
    inner = LocalLLM()
    dispatcher = get_dispatcher()
    dispatcher.add_event_handler(uploader)
    try:
        for call in (protect(inner, codebook).complete, protect(inner, codebook).stream_complete):
            with pytest.raises(PrivacyError, match="Uploader would upload"):
                call("I am Alice Johnson")
        assert not inner.messages
        protect(inner, codebook, clear_traces=True).complete("I am Alice Johnson")
        assert inner.messages
    finally:
        dispatcher.event_handlers.remove(uploader)
    TOLD.clear()
