"""Finding what in a chain or an agent would still send clear text."""

from __future__ import annotations

from collections.abc import Collection
from types import FunctionType, MethodType
from typing import Any

from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseLanguageModel
from langchain_core.runnables import Runnable

from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateRetriever
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains.walking import Finding, Search, cells_of

__all__ = ["Finding", "audit"]

_PROTECTED = (PrivateChatModel, PrivateEmbeddings, PrivateRetriever, PrivateCompressor, PrivateTool)
_HERE = "langchain_privacy_chains."
_STEPS = frozenset({("langchain.agents.factory", "model_node"), ("langchain.agents.factory", "amodel_node")})


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model and embedder that can be reached from a chain, an agent or anything else.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    It follows fields, collections, bound methods and what functions close over, and stops at what is protected. It
    cannot see what a function makes when it is called, such as a model constructed inside a tool, nor clients that
    are not LangChain's.
    """
    search = Search(_judge, (BaseLanguageModel, Embeddings, Runnable), _covered)
    return tuple(search.run(component, local))


def _judge(value: Any) -> tuple[str, bool]:
    if isinstance(value, _PROTECTED):
        return "", False
    if isinstance(value, BaseLanguageModel):
        return "model", False
    return ("embeddings", False) if isinstance(value, Embeddings) else ("", True)


def _covered(function: FunctionType) -> frozenset[str]:
    """The model of an agent's step is covered where ``PrivacyMiddleware`` stands between them."""
    if (function.__module__, function.__name__) not in _STEPS:
        return frozenset()
    waiting = [content for name, content in cells_of(function) if name.endswith("wrap_model_call_handler")]
    while waiting:
        value = waiting.pop()
        if type(value).__name__ == "PrivacyMiddleware" and type(value).__module__.startswith(_HERE):
            return frozenset({"model"})
        if isinstance(value, MethodType):
            waiting.append(value.__self__)
        elif isinstance(value, FunctionType):
            waiting += [content for _, content in cells_of(value)]
    return frozenset()
