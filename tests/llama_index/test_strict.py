"""With ``strict`` nothing is asked while a handler listens that is not known to run here, wherever it was set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import llama_index.core
import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import Settings, SummaryIndex, set_global_handler
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.callbacks import CallbackManager, LlamaDebugHandler
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import TextNode
from llama_index.core.tools import FunctionTool
from llama_index_instrumentation import get_dispatcher
from llama_index_instrumentation.event_handlers import BaseEventHandler
from llama_index_instrumentation.span_handlers import NullSpanHandler

from llama_index_privacy_chains import protect
from privacy_chains import PrivacyError


class Own(BaseCallbackHandler):
    """Nobody knows whether it uploads."""

    def __init__(self) -> None:
        super().__init__([], [])

    def on_event_start(self, *args: Any, **kwargs: Any) -> str:
        return ""

    def on_event_end(self, *args: Any, **kwargs: Any) -> None:
        return None

    def start_trace(self, trace_id: str | None = None) -> None:
        return None

    def end_trace(self, trace_id: str | None = None, trace_map: Any = None) -> None:
        return None


class OwnEvents(BaseEventHandler):
    @classmethod
    def class_name(cls) -> str:
        return "OwnEvents"

    def handle(self, event: Any, **kwargs: Any) -> Any:
        return None


class OwnSpans(NullSpanHandler):
    @classmethod
    def class_name(cls) -> str:
        return "OwnSpans"


@contextmanager
def _anew() -> Iterator[None]:
    """Settings of their own: what they made before learns of no handler."""
    before = dict(vars(Settings))
    vars(Settings).update(dict.fromkeys(before))
    try:
        yield
    finally:
        vars(Settings).update(before)


@contextmanager
def _settings(handler: BaseCallbackHandler) -> Iterator[None]:
    with _anew():
        Settings.callback_manager = CallbackManager([handler])
        yield


@contextmanager
def _global(handler: BaseCallbackHandler) -> Iterator[None]:
    before = llama_index.core.global_handler
    with _anew():
        set_global_handler("simple")
        llama_index.core.global_handler = handler
        try:
            yield
        finally:
            llama_index.core.global_handler = before


@contextmanager
def _events(_: BaseCallbackHandler) -> Iterator[None]:
    root, handler = get_dispatcher(), OwnEvents()
    root.add_event_handler(handler)
    try:
        yield
    finally:
        root.event_handlers.remove(handler)


@contextmanager
def _spans(_: BaseCallbackHandler) -> Iterator[None]:
    root, handler = get_dispatcher(), OwnSpans()
    root.add_span_handler(handler)
    try:
        yield
    finally:
        root.span_handlers.remove(handler)


class Nothing(BaseRetriever):
    def _retrieve(self, query_bundle: Any) -> list[Any]:
        return []


async def _model(codebook: Codebook, strict: bool) -> None:
    await protect(LocalLLM(), codebook, strict=strict).achat([ChatMessage(content="Hello")])


async def _completion(codebook: Codebook, strict: bool) -> None:
    protect(LocalLLM(), codebook, strict=strict).complete("Hello")


async def _engine(codebook: Codebook, strict: bool) -> None:
    index = SummaryIndex([TextNode(text="Hello")])
    await protect(index.as_query_engine(llm=LocalLLM()), codebook, strict=strict).aquery("Hello")


async def _chat(codebook: Codebook, strict: bool) -> None:
    engine: Any = protect(SummaryIndex([]).as_chat_engine(llm=LocalLLM()), codebook, strict=strict)
    engine.chat("Hello")


async def _retriever(codebook: Codebook, strict: bool) -> None:
    protect(Nothing(), codebook, trust="query", strict=strict).retrieve("Hello")


async def _tool(codebook: Codebook, strict: bool) -> None:
    tool: Any = protect(FunctionTool.from_defaults(lambda text: text), codebook, trust="remote", strict=strict)
    tool.call(text="Hello")


async def _agent(codebook: Codebook, strict: bool) -> None:
    await protect(FunctionAgent(tools=[], llm=LocalLLM()), codebook, strict=strict).run("Hello")


ASKED = [_model, _completion, _engine, _chat, _retriever, _tool, _agent]  # of embeddings they hear surrogates only


@pytest.mark.parametrize("place", [_settings, _global, _events, _spans], ids=lambda one: one.__name__[1:])
@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.__name__[1:])
async def test_a_handler_of_ones_own_is_refused_wherever_it_was_set(
    asked: Callable[..., Any], place: Callable[..., Any], codebook: Codebook
) -> None:
    with place(Own()):
        await asked(codebook, False)
        with pytest.raises(PrivacyError, match="would upload"):
            await asked(codebook, True)


@pytest.mark.parametrize("place", [_settings, _global], ids=lambda one: one.__name__[1:])
@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.__name__[1:])
async def test_one_that_runs_here_is_not(
    asked: Callable[..., Any], place: Callable[..., Any], codebook: Codebook
) -> None:
    with place(LlamaDebugHandler(print_trace_on_end=False)):
        await asked(codebook, True)
