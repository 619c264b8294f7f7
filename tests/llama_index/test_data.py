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


@pytest.mark.parametrize("index", [_vectors, _summaries])
@pytest.mark.parametrize("made", ["as_query_engine", "as_chat_engine"])
def test_binding_to_another_session_does_not_grow_with_the_data(made: str, index: Any, codebook: Codebook) -> None:
    def bound(count: int) -> int:
        engine = protect(getattr(index(count), made)(llm=LocalLLM()), codebook, local=[EMBEDDING])
        other = Codebook()
        taken = steps(lambda: engine.bind(other))
        assert taken > 100
        assert type(engine.bind(other)).__name__ == type(engine).__name__
        return taken

    bound(10)
    few, many = bound(10), bound(10_000)
    assert abs(many - few) <= 0.02 * few


def test_an_engine_is_bound_to_another_session_with_all_that_was_said(codebook: Codebook) -> None:
    other, inner = Codebook(), LocalLLM()
    engine: Any = protect(_vectors(3).as_query_engine(llm=inner), codebook, local=[EMBEDDING], allow={"image"})
    bound = engine.bind(other)
    models = [one._response_synthesizer._llm for one in (engine, bound)]
    assert [model._sanitizer for model in models] == [codebook, other]
    assert [model.allow for model in models] == [{"image"}] * 2
    assert bound.bind(codebook)._response_synthesizer._llm._sanitizer is codebook
    assert "text" in str(bound.query("What does Alice Johnson earn?"))
    assert "Alice Johnson" not in inner.wire


def test_a_model_behind_a_node_is_found(codebook: Codebook) -> None:
    inner = _summaries(3).as_query_engine(llm=LocalLLM())
    node = IndexNode(text="two", index_id="inner", obj=inner)
    assert [found.kind for found in audit([node])] == ["model"]
    assert not audit(protect(inner, codebook))
    assert isinstance(protect(inner, codebook)._response_synthesizer._llm, PrivateLLM)
