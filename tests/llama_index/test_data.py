"""Protecting an engine looks at what can hold a model, and not at data: a large index costs what a small one does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import MockEmbedding, SummaryIndex, VectorStoreIndex
from llama_index.core.schema import IndexNode, TextNode
from steps import steps

from llama_index_privacy_chains import PrivateLLM, audit, protect

EMBEDDING = MockEmbedding(embed_dim=3)


def _vectors(count: int) -> Any:
    nodes = [TextNode(text=f"text {number}", embedding=[0.1] * 3) for number in range(count)]
    return VectorStoreIndex(nodes, embed_model=EMBEDDING)


def _summaries(count: int) -> Any:
    return SummaryIndex([TextNode(text=f"text {number}", metadata={"number": number}) for number in range(count)])


@pytest.mark.parametrize("index", [_vectors, _summaries])
def test_what_it_takes_does_not_grow_with_the_data(index: Callable[[int], Any], codebook: Codebook) -> None:
    def taken(count: int) -> int:
        engine = index(count).as_query_engine(llm=LocalLLM())
        return steps(lambda: protect(engine, codebook, local=[EMBEDDING]))

    taken(10)
    assert taken(1000) < 1.1 * taken(10)


def test_a_model_behind_a_node_is_found(codebook: Codebook) -> None:
    inner = _summaries(3).as_query_engine(llm=LocalLLM())
    node = IndexNode(text="two", index_id="inner", obj=inner)
    assert [found.kind for found in audit([node])] == ["model"]
    assert not audit(protect(inner, codebook))
    assert isinstance(protect(inner, codebook)._response_synthesizer._llm, PrivateLLM)
