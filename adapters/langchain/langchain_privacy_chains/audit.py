"""Finding what in a chain or an agent would still send clear text."""

from __future__ import annotations

from collections.abc import Collection
from types import FunctionType, MethodType
from typing import Any

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor, Document
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseLanguageModel
from langchain_core.messages import BaseMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.vectorstores import VectorStore

from langchain_privacy_chains._configurable import PrivateConfigurable
from langchain_privacy_chains._integrations import kind_of_integration
from langchain_privacy_chains._kinds import is_decision_model, is_private_decision_model
from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateCrossEncoder, PrivateRetriever
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains.walking import Finding, Search, cells_of

__all__ = ["Finding", "audit", "is_known", "is_protected"]

_PROTECTED = (
    PrivateChatModel,
    PrivateEmbeddings,
    PrivateRetriever,
    PrivateCompressor,
    PrivateCrossEncoder,
    PrivateTool,
    PrivateConfigurable,
)
_KNOWN = (
    *_PROTECTED,
    BaseLanguageModel,
    Embeddings,
    BaseRetriever,
    BaseTool,
    BaseDocumentCompressor,
    BaseCrossEncoder,
)
_NAMED = (
    BaseLanguageModel,
    Embeddings,
    Runnable,
    BaseDocumentCompressor,
    BaseCrossEncoder,
    VectorStore,
)
"""What functions may name that sends, or holds what does."""
_HERE = "langchain_privacy_chains."
_STEPS = frozenset({("langchain.agents.factory", "model_node"), ("langchain.agents.factory", "amodel_node")})


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder, reranker and client that a chain, an agent or anything else can reach.

    Tools and retrievers of integrations, those of MCP servers among them, are named, too: where they run is not known.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    It follows fields, collections, bound methods, what functions close over, and the globals, functions and classes
    that your own code names (not that of installed packages), and stops at what is protected. It cannot see what a
    function makes when it is called, such as a model constructed inside a tool, nor clients that are neither
    LangChain's nor those of a well-known provider's own package.
    """
    search = Search(_judge, _NAMED, _covered)
    return tuple(search.run(component, local))


def is_protected(component: Any) -> bool:
    """Whether a component is protected already."""
    return isinstance(component, _PROTECTED) or is_private_decision_model(component)


def _judge(value: Any) -> tuple[str, bool]:
    if is_protected(value) or isinstance(value, Document | BaseMessage):
        return "", False
    if isinstance(value, BaseLanguageModel) or is_decision_model(value) or _is_made_later(value):
        return "model", False
    if isinstance(value, Embeddings):
        return "embeddings", False
    return kind_of_integration(value), True


def _is_made_later(value: Any) -> bool:
    """Whether something is a model that ``init_chat_model`` makes from the config of a call: it cannot be wrapped."""
    return type(value).__name__ == "_ConfigurableModel" and type(value).__module__.startswith("langchain.")


def is_known(component: Any) -> bool:
    """Whether a chain or an agent holds anything that sends, or that runs here, protected or not."""
    search = Search(lambda value: ("known", False) if _sends(value) else ("", True), (*_KNOWN, Runnable))
    return any(True for _ in search.run(component))


def _sends(value: Any) -> bool:
    return isinstance(value, _KNOWN) or is_decision_model(value)


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
