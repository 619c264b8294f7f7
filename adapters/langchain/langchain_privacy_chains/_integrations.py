"""Recognises, by its package, a component of LangChain's integrations that may send something itself."""

from __future__ import annotations

from typing import Any

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor
from langchain_core.output_parsers import BaseLLMOutputParser
from langchain_core.prompts import BasePromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.vectorstores import VectorStore

from privacy_chains.adapting import modules_behind

__all__ = ["kind_of_integration", "runs_elsewhere"]

_OURS = frozenset({"langchain", "langchain_classic", "langchain_core", "langchain_privacy_chains"})
_GENERAL = frozenset({"langchain_community", "langchain_experimental", "langchain_text_splitters"})
"""Packages of several providers, or of none: their steps send nothing themselves."""
_NO_STEPS = (BaseLLMOutputParser, BasePromptTemplate)
"""Runnables of integrations that send nothing."""
_IN_MEMORY = frozenset({"BM25Retriever", "KNNRetriever", "SVMRetriever", "TFIDFRetriever"})
"""Retrievers of integrations that search in this process."""
_STORES_IN_MEMORY = frozenset(
    {"Annoy", "DocArrayInMemorySearch", "FAISS", "InMemoryVectorStore", "SKLearnVectorStore", "TileDB", "USearch"}
)
"""Vector stores that keep everything in this process or in its files."""
_SENDING = frozenset({"OpenAIModerationMiddleware"})
"""Middlewares of integrations that create a client when they are called."""
_REMOTE = frozenset({"RemoteGraph", "RemoteRunnable"})
"""Graphs and chains that run on a server, of LangGraph and LangServe."""


def kind_of_integration(value: Any) -> str:
    """The kind of an integration's component that may send, such as a tool or a vector store; or None."""
    match value:
        case BaseDocumentCompressor() | BaseCrossEncoder():
            return "reranker" if runs_elsewhere(value) else ""
        case BaseTool():
            return "tool" if _integrations_behind(value, "func", "coroutine") else ""
        case BaseRetriever():
            return "retriever" if type(value).__name__ not in _IN_MEMORY and _integrations_behind(value) else ""
        case VectorStore():
            return "" if type(value).__name__ in _STORES_IN_MEMORY else "store"
        case _:
            return "step" if _is_step(value) else ""


def runs_elsewhere(component: object) -> bool:
    """Whether a compressor or a cross-encoder counts as hosted: all do, except LangChain's own."""
    ranks = isinstance(component, BaseDocumentCompressor | BaseCrossEncoder)
    return ranks and type(component).__module__.partition(".")[0] not in _OURS


def _is_step(value: Any) -> bool:
    """Whether a step of a chain or an agent runs on a server or was defined by an integration."""
    if type(value).__name__ in _REMOTE and isinstance(value, Runnable):
        return True
    sends = type(value).__name__ in _SENDING or (isinstance(value, Runnable) and not isinstance(value, _NO_STEPS))
    return sends and bool(_integrations_behind(value) - _GENERAL)


def _integrations_behind(value: object, *functions: str) -> set[str]:
    """The integration packages that an object, or a function that it keeps, comes from."""
    packages = {module.partition(".")[0] for module in modules_behind(value, *functions)} - _OURS
    return {package for package in packages if package.startswith("langchain_") or package.endswith("_langchain")}
