"""What a model says of its failure is read back; what is no sanitizer is refused when a component is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import Document, MockEmbedding, SummaryIndex
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.callbacks import CallbackManager, LlamaDebugHandler
from llama_index.core.callbacks.base_handler import BaseCallbackHandler
from llama_index.core.postprocessor import SimilarityPostprocessor
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.tools import FunctionTool

from llama_index_privacy_chains import (
    PrivacyPostprocessor,
    PrivateEmbedding,
    PrivateLLM,
    PrivateReranker,
    PrivateRetriever,
    PrivateTool,
    SanitizingCallbackHandler,
    SanitizingTransform,
    protect,
)
from privacy_chains import Key, PrivacyError


def _fail(messages: Any, _: Any) -> ChatMessage:
    text = f"no answer to {messages[-1].content}"
    raise ConnectionError(text)


async def _called(model: Any, way: str, messages: list[ChatMessage]) -> None:
    called = getattr(model, way)(messages)
    if way.startswith("a"):
        called = await called
    if way == "astream_chat":
        _ = [chunk async for chunk in called]
    elif way == "stream_chat":
        _ = list(called)


@pytest.mark.parametrize("way", ["chat", "achat", "stream_chat", "astream_chat"])
async def test_a_models_errors_are_read_back(way: str, codebook: Codebook) -> None:
    model = protect(LocalLLM(_fail), codebook)
    messages = [ChatMessage(content="Alice Johnson")]
    with pytest.raises(ConnectionError) as raised:
        await _called(model, way, messages)
    assert str(raised.value) == "no answer to Alice Johnson"


class Nothing(BaseRetriever):
    def _retrieve(self, query_bundle: Any) -> list[Any]:
        return []


MADE: dict[str, Callable[[Any], Any]] = {
    "PrivacyPostprocessor": PrivacyPostprocessor,
    "PrivateEmbedding": lambda given: PrivateEmbedding(MockEmbedding(embed_dim=3), given),
    "PrivateLLM": lambda given: PrivateLLM(LocalLLM(), given),
    "PrivateReranker": lambda given: PrivateReranker(SimilarityPostprocessor(), given),
    "PrivateRetriever": lambda given: PrivateRetriever(Nothing(), given),
    "PrivateTool": lambda given: PrivateTool(FunctionTool.from_defaults(lambda text: text), given),
    "SanitizingTransform": SanitizingTransform,
}


@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_what_is_no_sanitizer_is_refused_at_once(made: Callable[[Any], Any]) -> None:
    with pytest.raises(PrivacyError, match="needs a sanitizer, not Key"):
        made(Key.generate())


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


@pytest.mark.parametrize(
    "handler", [Own(), LlamaDebugHandler(print_trace_on_end=False), SanitizingCallbackHandler(Own(), Codebook())]
)
def test_with_strict_handlers_must_be_known_to_run_here(handler: Any, codebook: Codebook) -> None:
    inner = LocalLLM(lambda *_: ChatMessage(role="assistant", content="seen"))
    inner.callback_manager = CallbackManager([handler])
    index = SummaryIndex.from_documents([Document(text="Hello")], callback_manager=CallbackManager([handler]))
    assert str(protect(inner, codebook).complete("Hello")) == "seen"
    model = protect(inner, codebook, strict=True)
    engine = protect(index.as_query_engine(llm=inner), codebook, strict=True)
    for call in (model.complete, engine.query):
        if isinstance(handler, Own):
            with pytest.raises(PrivacyError, match="Own would upload"):
                call("Hello")
        else:
            assert str(call("Hello")) == "seen"
