"""What a model says of its failure is read back; what is no sanitizer is refused when a component is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import MockEmbedding
from llama_index.core.base.llms.types import ChatMessage
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
