"""What LlamaIndex's integrations bring along that may send of its own accord, told by where it was defined."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from types import MethodType
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.memory import BaseMemory
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import TransformComponent
from llama_index.core.tools.types import BaseTool
from llama_index.core.workflow import Workflow

__all__ = ["kind_of_integration", "runs_elsewhere"]

_OURS = ("llama_index.core.", "llama_index_privacy_chains.")
_OTHERS: dict[type, str] = {
    BaseQueryEngine: "engine",
    BaseChatEngine: "engine",
    Workflow: "engine",
    BaseMemory: "memory",
    TransformComponent: "transformation",
}
_IN_MEMORY = frozenset({"BM25Retriever"})
"""Retrievers of integrations that search by themselves."""


def kind_of_integration(value: Any) -> str:
    """What an integration brought along that may send, such as a tool or an engine; or nothing."""
    match value:
        case BaseNodePostprocessor():
            return "postprocessor" if runs_elsewhere(value) else ""
        case BaseTool():
            return "tool" if any(map(_is_integration, _modules_behind(value))) else ""
        case BaseRetriever():
            searches_here = type(value).__name__ in _IN_MEMORY
            return "retriever" if not searches_here and any(map(_is_integration, _modules(type(value)))) else ""
        case _:
            names = (name for kind, name in _OTHERS.items() if isinstance(value, kind))
            return next(names, "") if any(map(_is_integration, _modules(type(value)))) else ""


def runs_elsewhere(postprocessor: BaseNodePostprocessor) -> bool:
    """Whether a postprocessor is taken to be hosted: whatever LlamaIndex's core did not bring along."""
    return not type(postprocessor).__module__.startswith(_OURS)


def _is_integration(module: str) -> bool:
    return module.startswith("llama_index.") and not module.startswith(_OURS)


def _modules_behind(tool: BaseTool) -> Iterator[str]:
    """The modules of a tool and of the functions that do its work, which a tool of an MCP server is made of."""
    yield from _modules(type(tool))
    for name in ("_fn", "_async_fn", "_real_fn"):
        work = getattr(tool, name, None)
        while isinstance(work, partial):
            work = work.func
        if isinstance(work, MethodType):
            yield from _modules(type(work.__self__))
        yield getattr(work, "__module__", None) or ""


def _modules(kind: type) -> Iterator[str]:
    """The modules of a class and of those that it inherits from."""
    return (one.__module__ for one in kind.__mro__)
