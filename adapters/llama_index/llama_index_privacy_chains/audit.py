"""Find what in an engine or an agent would still send clear text."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from llama_index.core import Settings
from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.embeddings.base_sparse import BaseSparseEmbedding
from llama_index.core.base.llms.base import BaseLLM
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.indices.base import BaseIndex
from llama_index.core.llms.structured_llm import StructuredLLM
from llama_index.core.multi_modal_llms import MultiModalLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.tools.types import BaseTool
from llama_index.core.voice_agents import BaseVoiceAgent
from llama_index.core.workflow import Workflow

from llama_index_privacy_chains._data import is_data
from llama_index_privacy_chains._integrations import kind_of_integration
from llama_index_privacy_chains._settings import Governor
from llama_index_privacy_chains.embeddings import PrivateEmbedding
from llama_index_privacy_chains.llms import PrivateLLM
from llama_index_privacy_chains.rerankers import PrivateReranker
from llama_index_privacy_chains.retrievers import PrivateRetriever
from llama_index_privacy_chains.stores import PrivateVectorStore
from llama_index_privacy_chains.tools import PrivateTool
from privacy_chains.adapting import Finding, Judge, Search

__all__ = ["Finding", "audit", "kind_of"]

_REMOTE = (PrivateReranker, PrivateRetriever, PrivateTool)
_NAMED = (
    BaseLLM,
    MultiModalLLM,
    BaseEmbedding,
    BaseSparseEmbedding,
    BaseVoiceAgent,
    BaseQueryEngine,
    BaseChatEngine,
    BaseRetriever,
    BaseNodePostprocessor,
    BaseTool,
    BaseIndex,
    Workflow,
    type(Settings),
)
"""Kinds of objects that functions may name and that send, or hold something that sends."""


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder, reranker and client that a component can reach.

    It also names vector stores, and tools, retrievers, engines, transformations and memories of integrations and MCP
    servers, because it cannot know where these run.

    Args:
        component: An engine, an agent or anything else.
        local: Components that run here and may see clear text, such as embeddings of your own.

    The search follows fields, collections, bound methods, what functions close over, and the globals, functions and
    classes that your own code names (not the code of installed packages). It stops at protected components. It cannot
    see what a function makes when it is called, such as a model constructed inside a tool. It recognises LlamaIndex's
    clients, and those in the packages of well-known providers.
    """
    wrapped: list[Any] = []
    judge = _judging(wrapped)
    found = list(Search(judge, _NAMED).run(component, local))
    for one in wrapped:  # grows while its entries are searched
        behind = Search(judge, _NAMED).run(one.bound, local)
        found += [finding for finding in behind if finding.kind in _named_behind(one)]
    return tuple(found)


def _judging(wrapped: list[Any]) -> Judge:
    """A judge that notes each component that runs elsewhere, once, to be searched separately."""

    def judge(value: Any) -> tuple[str, bool]:
        if not isinstance(value, _REMOTE):
            return _judged(value)
        if not any(value is one for one in wrapped):
            wrapped.append(value)
        return "", False

    return judge


def _named_behind(wrapper: Any) -> frozenset[str]:
    """Components behind a remote one that may get clear text; the embeddings of its index get surrogates."""
    kinds = frozenset({"model", "embeddings"})
    return kinds - {"embeddings"} if isinstance(wrapper, PrivateRetriever) else kinds


def _judged(value: Any) -> tuple[str, bool]:
    if isinstance(value, PrivateLLM | PrivateEmbedding | PrivateVectorStore | Governor) or is_data(value):
        return "", False
    kind = kind_of(value)
    return kind, kind not in {"model", "embeddings"}


def kind_of(value: Any) -> str:
    """The kind of an unprotected component that sends; nothing if it does not send."""
    match value:
        case StructuredLLM():
            return ""
        case BaseLLM() | MultiModalLLM() | BaseVoiceAgent():
            return "model"
        case BaseEmbedding() | BaseSparseEmbedding():
            return "embeddings"
        case _:
            return kind_of_integration(value)
