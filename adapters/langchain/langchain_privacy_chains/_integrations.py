"""What LangChain's integrations bring along that may send of its own accord, told by where it was defined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MethodType
from typing import Any

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor
from langchain_core.output_parsers import BaseLLMOutputParser
from langchain_core.prompts import BasePromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

__all__ = ["kind_of_integration", "runs_elsewhere"]

_OURS = frozenset({"langchain", "langchain_classic", "langchain_core", "langchain_privacy_chains"})
_GENERAL = frozenset({"langchain_community", "langchain_experimental", "langchain_text_splitters"})
"""Packages of many providers, or of none: their steps send nothing of their own accord."""
_NO_STEPS = (BaseLLMOutputParser, BasePromptTemplate)
"""Runnables of integrations that send nothing."""
_IN_MEMORY = frozenset({"BM25Retriever", "KNNRetriever", "SVMRetriever", "TFIDFRetriever"})
"""Retrievers of integrations that search by themselves."""
_SENDING = frozenset({"OpenAIModerationMiddleware"})
"""Middlewares of integrations that make a client of their own when they are called."""
_REMOTE = frozenset({"RemoteGraph", "RemoteRunnable"})
"""Graphs and chains that run on a server, of LangGraph and LangServe."""


def kind_of_integration(value: Any) -> str:
    """What an integration brought along that may send: a tool, a retriever, a reranker or a step; or nothing."""
    match value:
        case BaseDocumentCompressor() | BaseCrossEncoder():
            return "reranker" if runs_elsewhere(value) else ""
        case BaseTool():
            return "tool" if any(map(_is_integration, _packages_behind(value))) else ""
        case BaseRetriever():
            searches_here = type(value).__name__ in _IN_MEMORY
            return "retriever" if not searches_here and any(map(_is_integration, _packages(type(value)))) else ""
        case _:
            return "step" if _is_step(value) else ""


def runs_elsewhere(component: object) -> bool:
    """Whether a compressor or a cross-encoder is taken to be hosted: whatever LangChain did not bring along itself."""
    ranks = isinstance(component, BaseDocumentCompressor | BaseCrossEncoder)
    return ranks and next(_packages(type(component))) not in _OURS


def _is_step(value: Any) -> bool:
    """Whether a step of a chain or an agent runs on a server, or is one of an integration's own."""
    if type(value).__name__ in _REMOTE and isinstance(value, Runnable):
        return True
    sends = type(value).__name__ in _SENDING or (isinstance(value, Runnable) and not isinstance(value, _NO_STEPS))
    return sends and any(_is_integration(package) and package not in _GENERAL for package in _packages(type(value)))


def _is_integration(package: str) -> bool:
    return (package.startswith("langchain_") or package.endswith("_langchain")) and package not in _OURS


def _packages_behind(tool: BaseTool) -> Iterator[str]:
    """The packages of a tool and of the function that does its work, which a tool of an MCP server is made of."""
    yield from _packages(type(tool))
    for name in ("func", "coroutine"):
        work = getattr(tool, name, None)
        while isinstance(work, partial):
            work = work.func
        if isinstance(work, MethodType):
            yield from _packages(type(work.__self__))
        yield _package(getattr(work, "__module__", None))


def _packages(kind: type) -> Iterator[str]:
    """The packages of a class and of those that it inherits from."""
    return (_package(one.__module__) for one in kind.__mro__)


def _package(module: str | None) -> str:
    return (module or "").partition(".")[0]
