"""What sends text, sound or pictures in ways that cannot be sanitized is named and refused, not passed over."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import llama_index.core
import openai
import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_llm import LocalLLM
from llama_index.core import Document, MockEmbedding, Settings, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.multi_modal_llms import MultiModalLLM
from llama_index.core.query_engine import SimpleMultiModalQueryEngine
from llama_index.core.sparse_embeddings.mock_sparse_embedding import MockSparseEmbedding
from llama_index.core.tools import FunctionTool
from llama_index.core.voice_agents import BaseVoiceAgent

from llama_index_privacy_chains import audit, protect
from privacy_chains import UnsupportedContent

LOOKED_THROUGH = frozenset(
    (  # noqa: SIM905  # words read best as words
        "agent async_utils base bridge callbacks chat_engine chat_ui command_line composability constants"
        " data_structs download embeddings evaluation extractors graph_stores image_retriever img_utils indices"
        " ingestion instrumentation langchain_helpers llama_dataset llama_pack llms memory multi_modal_llms"
        " node_parser objects output_parsers playground postprocessor program prompts query_engine question_gen"
        " rate_limiter readers response response_synthesizers retrievers schema selectors service_context"
        " service_context_elements settings sparse_embeddings storage text_splitter tools types utilities utils"
        " vector_stores voice_agents workflow"
    ).split()
)
"""The rooms of llama-index-core that were searched for what sends text somewhere."""


def _made(kind: type[Any]) -> Any:
    """One of an abstract kind: how it would send does not matter, that it does is enough."""
    return type(f"Hosted{kind.__name__}", (kind,), dict.fromkeys(kind.__abstractmethods__, property(id)))()


def test_multi_modal_models_are_named_and_refused(codebook: Codebook) -> None:
    model = _made(MultiModalLLM)
    held = SimpleMultiModalQueryEngine(SimpleNamespace(), multi_modal_llm=model)  # type: ignore[arg-type]
    assert [(found.kind, found.name) for found in audit(held)] == [("model", "HostedMultiModalLLM")]
    with pytest.raises(UnsupportedContent, match="HostedMultiModalLLM at"):
        protect(held, codebook)
    with pytest.raises(UnsupportedContent):
        protect(model, codebook)
    assert audit(held, local=[model]) == ()


@pytest.mark.parametrize(("sender", "kind"), [(MockSparseEmbedding(), "embeddings"), (_made(BaseVoiceAgent), "model")])
def test_what_stands_beside_a_model_is_named_and_refused(sender: Any, kind: str, codebook: Codebook) -> None:
    index = VectorStoreIndex.from_documents([Document(text="hello")], embed_model=MockEmbedding(4))
    engine = index.as_query_engine(llm=LocalLLM())
    engine._retriever.beside = sender
    assert kind in [found.kind for found in audit(engine) if found.name == type(sender).__name__]
    with pytest.raises(UnsupportedContent, match=f"{type(sender).__name__} at"):
        protect(engine, codebook)


def test_a_new_kind_of_component_does_not_go_unnoticed() -> None:
    rooms = {room.name for room in pkgutil.iter_modules(llama_index.core.__path__) if not room.name.startswith("_")}
    new = sorted(rooms - LOOKED_THROUGH)
    assert not new, "does anything in there send text somewhere? protect and audit have to know it"


def test_a_tool_that_asks_a_provider_by_itself_is_named_and_refused(codebook: Codebook) -> None:
    client = openai.OpenAI(api_key="none")

    def moderate(text: str) -> str:
        """Ask a provider."""
        return str(client.moderations.create(input=text))

    moderating = FunctionTool.from_defaults(fn=moderate)
    agent = FunctionAgent(tools=[moderating], llm=LocalLLM())
    assert {found.kind for found in audit(agent)} == {"model", "client"}
    with pytest.raises(UnsupportedContent, match="OpenAI at"):
        protect(agent, codebook)
    assert audit(protect(agent, codebook, local=[client]), local=[client]) == ()


INDEX = VectorStoreIndex.from_documents([Document(text="hello")], embed_model=MockEmbedding(4))


def _by_settings(question: str) -> str:
    """Ask what the settings say."""
    return Settings.llm.complete(question).text


def _by_index(question: str) -> str:
    """Ask an index."""
    return str(INDEX.as_retriever().retrieve(question))


@pytest.mark.parametrize(("ask", "sender"), [(_by_settings, "LocalLLM"), (_by_index, "MockEmbedding")])
def test_a_tool_that_asks_by_way_of_a_global_is_named_and_refused(
    ask: Callable[..., Any], sender: str, codebook: Codebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Settings, "_llm", LocalLLM())
    monkeypatch.setattr(Settings, "_embed_model", MockEmbedding(4))
    tool = FunctionTool.from_defaults(ask)
    assert sender in [found.name for found in audit(tool)]
    with pytest.raises(UnsupportedContent, match=f"{sender} at"):
        protect(FunctionAgent(tools=[tool], llm=LocalLLM()), codebook)
    monkeypatch.setattr(Settings, "_llm", protect(LocalLLM(), codebook))
    embedders = [Settings.embed_model, INDEX._embed_model]
    protect(FunctionAgent(tools=[tool], llm=LocalLLM()), codebook, local=embedders)
