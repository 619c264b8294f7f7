"""Recognises, by its package, a component of LlamaIndex's integrations that may send something itself."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.graph_stores.types import GraphStore, PropertyGraphStore
from llama_index.core.memory import BaseMemory
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import TransformComponent
from llama_index.core.storage.docstore.types import BaseDocumentStore
from llama_index.core.storage.kvstore.types import BaseKVStore
from llama_index.core.tools.types import BaseTool
from llama_index.core.vector_stores.types import BasePydanticVectorStore
from llama_index.core.workflow import Workflow

from privacy_chains.adapting import modules_behind

__all__ = ["kind_of_integration", "runs_elsewhere"]

_OURS = ("llama_index.core.", "llama_index_privacy_chains.")
_OTHERS: dict[type, str] = {
    BaseQueryEngine: "engine",
    BaseChatEngine: "engine",
    Workflow: "engine",
    BaseMemory: "memory",
    TransformComponent: "transformation",
    BaseDocumentStore: "store",
    BaseKVStore: "store",
    GraphStore: "store",
    PropertyGraphStore: "store",
}
_IN_MEMORY = frozenset({"BM25Retriever", "FaissVectorStore"})
"""Retrievers and stores of integrations that search in this process."""


def kind_of_integration(value: Any) -> str:
    """The kind of an integration's component that may send, such as a tool or an engine; or None."""
    match value:
        case BaseNodePostprocessor():
            return "postprocessor" if runs_elsewhere(value) else ""
        case BaseTool():
            return "tool" if _is_integrated(value, "_fn", "_async_fn", "_real_fn") else ""
        case BaseRetriever():
            return "retriever" if type(value).__name__ not in _IN_MEMORY and _is_integrated(value) else ""
        case BasePydanticVectorStore():
            return "" if type(value).__name__ in _IN_MEMORY or type(value).__module__.startswith(_OURS) else "store"
        case _:
            names = (name for kind, name in _OTHERS.items() if isinstance(value, kind))
            return next(names, "") if _is_integrated(value) else ""


def runs_elsewhere(postprocessor: BaseNodePostprocessor) -> bool:
    """Whether a postprocessor counts as hosted: all do, except those of LlamaIndex's core."""
    return not type(postprocessor).__module__.startswith(_OURS)


def _is_integrated(value: object, *functions: str) -> bool:
    """Whether an object, or a function that it keeps, comes from an integration."""
    return any(
        module.startswith("llama_index.") and not module.startswith(_OURS)
        for module in modules_behind(value, *functions)
    )
