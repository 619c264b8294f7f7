"""Finding what in a chain or an agent would still send clear text."""

from __future__ import annotations

from collections.abc import Collection, Iterator
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

from langchain_privacy_chains._configurable import PrivateConfigurable, PrivateMadeLater, is_made_later
from langchain_privacy_chains._integrations import kind_of_integration
from langchain_privacy_chains._kinds import is_decision_model, is_private_decision_model
from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.llms import PrivateLLM
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateCrossEncoder, PrivateRetriever
from langchain_privacy_chains.stores import PrivateVectorStore
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains.adapting import Finding, Search, cells_of

__all__ = ["Finding", "audit", "is_known", "is_protected", "unprotected"]

_PROTECTED = (
    PrivateChatModel,
    PrivateLLM,
    PrivateMadeLater,
    PrivateEmbeddings,
    PrivateRetriever,
    PrivateCompressor,
    PrivateCrossEncoder,
    PrivateTool,
    PrivateVectorStore,
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
    VectorStore,
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
_FACTORY = "langchain.agents.factory"
_STEPS = frozenset({(_FACTORY, "model_node"), (_FACTORY, "amodel_node")})
_COMPOSED = {"composed": ("outer", "inner"), "normalized_single": ("single_handler",)}
"""How an agent's step puts its middlewares around each other: the functions, and what they close over."""
_PASSING = frozenset(
    {
        "langchain.agents.middleware.model_fallback",
        "langchain.agents.middleware.model_refusal",
        "langchain.agents.middleware.model_retry",
        "langchain.agents.middleware.model_router",
        "langchain.agents.middleware.provider_tool_search",
        "langchain.agents.middleware.todo",
        "langchain_anthropic.middleware.anthropic_tools",
        "langchain_anthropic.middleware.bash",
        "langchain_anthropic.middleware.prompt_caching",
        "langchain_openai.middleware.model_router",
    }
)
"""Middlewares that hand a step's model on, or another, and never call it themselves."""


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder, reranker, store and client that a chain, an agent or anything else can reach.

    Tools and retrievers of integrations, those of MCP servers among them, and vector stores that do not keep all in
    memory, are named, too: where they run is not known.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    The model of an agent is named, in spite of ``PrivacyMiddleware``, where a middleware outside of it may call it:
    ``protect(agent, ...)``, or give ``create_agent`` a protected model.

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
    if isinstance(value, BaseLanguageModel) or is_decision_model(value) or is_made_later(value):
        return "model", False
    if isinstance(value, Embeddings):
        return "embeddings", False
    return kind_of_integration(value), True


def is_known(component: Any) -> bool:
    """Whether a chain or an agent holds anything that sends, or that runs here, protected or not."""
    search = Search(lambda value: ("known", False) if _sends(value) else ("", True), (*_KNOWN, Runnable))
    return any(True for _ in search.run(component))


def _sends(value: Any) -> bool:
    return isinstance(value, _KNOWN) or is_decision_model(value) or is_made_later(value)


def unprotected(component: Any, local: Collection[Any]) -> bool:
    """Whether something can be reached that sends, even if ``PrivacyMiddleware`` stands before it."""
    return any(True for _ in Search(_judge, _NAMED).run(component, local))


def _covered(function: FunctionType) -> frozenset[str]:
    """The model of an agent's step is covered where no middleware that may call it stands around the privacy one."""
    if (function.__module__, function.__name__) not in _STEPS:
        return frozenset()
    handlers = (content for name, content in cells_of(function) if name.endswith("wrap_model_call_handler"))
    for layer in (layer for handler in handlers for layer in _layers(handler)):
        kind = type(layer)
        if kind.__name__ == "PrivacyMiddleware" and kind.__module__.startswith(_HERE):
            return frozenset({"model"})
        if kind.__module__ not in _PASSING:
            break
    return frozenset()


def _layers(handler: Any) -> Iterator[Any]:
    """The middlewares of a step, outermost first; what is not known for one stands for itself."""
    while not isinstance(handler, MethodType) and hasattr(handler, "__wrapped__"):
        handler = handler.__wrapped__
    if isinstance(handler, MethodType):
        yield handler.__self__
    elif isinstance(handler, FunctionType) and handler.__module__ == _FACTORY and handler.__name__ in _COMPOSED:
        held = dict(cells_of(handler))
        for name in _COMPOSED[handler.__name__]:
            yield from _layers(held.get(name))
    else:
        yield handler
