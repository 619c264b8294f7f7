"""Finding what in an engine or an agent would still send clear text."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from llama_index.core.base.base_query_engine import BaseQueryEngine
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.base.llms.base import BaseLLM
from llama_index.core.chat_engine.types import BaseChatEngine
from llama_index.core.llms.structured_llm import StructuredLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.workflow import Workflow

from llama_index_privacy_chains.embeddings import PrivateEmbedding
from llama_index_privacy_chains.llms import PrivateLLM
from llama_index_privacy_chains.retrievers import PrivateRetriever
from llama_index_privacy_chains.tools import PrivateTool

__all__ = ["Finding", "audit"]

_PROTECTED = (PrivateLLM, PrivateEmbedding, PrivateRetriever, PrivateTool)
_ATOMS = (str, bytes, int, float, bool, type(None), type, ModuleType)
_OURS = ("llama_index.core.", "llama_index_privacy_chains.")
_MOST = 50_000
_SENDING = (BaseLLM, BaseEmbedding, BaseQueryEngine, BaseChatEngine, BaseRetriever, Workflow)


@dataclass(frozen=True)
class Finding:
    """A component that sends clear text.

    Attributes:
        path: How it is reached, such as ``RetrieverQueryEngine._response_synthesizer._llm``.
        kind: ``"model"``, ``"embeddings"``, or ``"postprocessor"`` (an integration's, such as a hosted reranker).
        name: Its class.
    """

    path: str
    kind: str
    name: str


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder and reranker that can be reached from an engine, an agent or anything else.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    It follows fields, collections, bound methods and what functions close over, and stops at what is protected. It
    cannot see what a function makes when it is called, such as a model constructed inside a tool, nor clients that
    are not LlamaIndex's.
    """
    return tuple(_findings(component, local))


def _findings(component: Any, local: Collection[Any]) -> Iterator[Finding]:
    seen = {id(one) for one in local}
    waiting: deque[tuple[str, Any]] = deque([(type(component).__name__, component)])
    keep: list[Any] = []  # an object that is gone could lend its id to another
    while waiting and len(seen) < _MOST:
        path, value = waiting.popleft()
        if id(value) in seen or isinstance(value, _ATOMS):
            continue
        seen.add(id(value))
        keep.append(value)
        if isinstance(value, _PROTECTED):
            continue
        kind = _kind(value)
        if kind:
            yield Finding(path, kind, type(value).__name__)
        if kind not in {"model", "embeddings"}:
            waiting.extend(_reachable(path, value))


def _kind(value: Any) -> str:
    """What a component sends as; nothing if it does not send."""
    match value:
        case StructuredLLM():
            return ""
        case BaseLLM():
            return "model"
        case BaseEmbedding():
            return "embeddings"
        case BaseNodePostprocessor() if not type(value).__module__.startswith(_OURS):
            return "postprocessor"
        case _:
            return ""


def _reachable(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    match value:
        case dict():
            yield from ((f"{path}[{key}]", item) for key, item in value.items())
        case list() | tuple() | set() | frozenset() | deque():
            yield from ((f"{path}[{place}]", item) for place, item in enumerate(value))
        case FunctionType():
            yield from _closed_over(path, value)
        case MethodType():
            yield f"{path}.__self__", value.__self__
            yield from _closed_over(path, value.__func__)
        case functools.partial():
            yield from ((f"{path}<partial>", item) for item in (value.func, value.args, value.keywords))
        case _:
            yield from ((f"{path}.{name}", item) for name, item in _fields(value))


def _closed_over(path: str, function: Any) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            yield f"{path}<closure: {name}>", cell.cell_contents
        except ValueError:  # not filled yet
            continue
    yield from ((f"{path}<default>", default) for default in function.__defaults__ or ())
    names = function.__code__.co_names
    yield from ((f"{path}<global: {name}>", function.__globals__[name]) for name in names if _is_model(function, name))


def _is_model(function: Any, name: str) -> bool:
    return isinstance(function.__globals__.get(name), _SENDING)


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    for holder in (value, getattr(value, "__pydantic_private__", None)):
        fields = holder if isinstance(holder, dict) else getattr(holder, "__dict__", None)
        if isinstance(fields, dict):
            yield from list(fields.items())
    for kind in type(value).__mro__:
        for name, slot in kind.__dict__.items():
            if isinstance(slot, MemberDescriptorType):
                try:
                    yield name, slot.__get__(value, kind)
                except AttributeError:  # not filled
                    continue
