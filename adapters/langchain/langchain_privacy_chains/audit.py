"""Finding what in a chain or an agent would still send clear text."""

from __future__ import annotations

import functools
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from types import FunctionType, MemberDescriptorType, MethodType, ModuleType
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseLanguageModel
from langchain_core.runnables import Runnable

from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateRetriever
from langchain_privacy_chains.tools import PrivateTool

__all__ = ["Finding", "audit", "fields_of"]

_PROTECTED = (PrivateChatModel, PrivateEmbeddings, PrivateRetriever, PrivateCompressor, PrivateTool)
_ATOMS = (str, bytes, int, float, bool, type(None), type, ModuleType)
_MOST = 50_000
_HERE = "langchain_privacy_chains."
_STEPS = frozenset({("langchain.agents.factory", "model_node"), ("langchain.agents.factory", "amodel_node")})


@dataclass(frozen=True)
class Finding:
    """A component that sends clear text.

    Attributes:
        path: How it is reached, such as ``agent.nodes[model].bound.func<closure: model>``.
        kind: ``"model"`` or ``"embeddings"``.
        name: Its class.
    """

    path: str
    kind: str
    name: str


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model and embedder that can be reached from a chain, an agent or anything else.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    It follows fields, collections, bound methods and what functions close over, and stops at what is protected. It
    cannot see what a function makes when it is called, such as a model constructed inside a tool, nor clients that
    are not LangChain's.
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
        if isinstance(value, BaseLanguageModel):
            yield Finding(path, "model", type(value).__name__)
        elif isinstance(value, Embeddings):
            yield Finding(path, "embeddings", type(value).__name__)
        else:
            waiting.extend(_reachable(path, value))


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
            yield from ((f"{path}.{name}", item) for name, item in fields_of(value))


def _closed_over(path: str, function: Any) -> Iterator[tuple[str, Any]]:
    covered = _covered(function)
    for name, content in _cells(function):
        if name not in covered:
            yield f"{path}<closure: {name}>", content
    yield from ((f"{path}<default>", default) for default in function.__defaults__ or ())
    names = function.__code__.co_names
    yield from ((f"{path}<global: {name}>", function.__globals__[name]) for name in names if _is_model(function, name))


def _cells(function: Any) -> Iterator[tuple[str, Any]]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            yield name, cell.cell_contents
        except ValueError:  # not filled yet
            continue


def _covered(function: Any) -> frozenset[str]:
    """The model of an agent's step is covered where ``PrivacyMiddleware`` stands between them."""
    if (function.__module__, function.__name__) not in _STEPS:
        return frozenset()
    waiting = [content for name, content in _cells(function) if name.endswith("wrap_model_call_handler")]
    while waiting:
        value = waiting.pop()
        if type(value).__name__ == "PrivacyMiddleware" and type(value).__module__.startswith(_HERE):
            return frozenset({"model"})
        if isinstance(value, MethodType):
            waiting.append(value.__self__)
        elif isinstance(value, FunctionType):
            waiting += [content for _, content in _cells(value)]
    return frozenset()


def _is_model(function: Any, name: str) -> bool:
    return isinstance(function.__globals__.get(name), BaseLanguageModel | Embeddings | Runnable)


def fields_of(value: Any) -> Iterator[tuple[str, Any]]:
    """What an object holds, by name, wherever it keeps it."""
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
