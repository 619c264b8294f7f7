"""Find what in a chain or an agent would still send clear text."""

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
from langchain_privacy_chains.rerankers import PrivateCompressor, PrivateCrossEncoder
from langchain_privacy_chains.retrievers import PrivateRetriever
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
"""Kinds of objects that functions may name and that send, or hold something that sends."""
_HERE = "langchain_privacy_chains."
_FACTORY = "langchain.agents.factory"
_STEPS = frozenset({(_FACTORY, "model_node"), (_FACTORY, "amodel_node")})
_COMPOSED = {"composed": ("outer", "inner"), "normalized_single": ("single_handler",)}
"""How an agent's step nests its middlewares: the functions, and the variables that they close over."""
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
"""Middlewares that pass on a step's model, or another one, and never call it themselves."""


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder, reranker, store and client that a component can reach.

    It also names tools and retrievers of integrations and MCP servers, and vector stores that do not keep everything in
    memory, because it cannot know where these run.

    Args:
        component: A chain, an agent or anything else.
        local: Components that run here and may see clear text, such as embeddings of your own.

    An agent's model is named in spite of ``PrivacyMiddleware`` if a middleware outside it may call the model. Then
    use ``protect(agent, ...)``, or give ``create_agent`` a protected model.

    The search follows fields, collections, bound methods, what functions close over, and the globals, functions and
    classes that your own code names (not the code of installed packages). It stops at protected components. It cannot
    see what a function makes when it is called, such as a model constructed inside a tool. It recognises LangChain's
    clients, and those in the packages of well-known providers.
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
    """Whether a chain or an agent holds any component that sends or runs here, protected or not."""
    search = Search(lambda value: ("known", False) if _sends(value) else ("", True), (*_KNOWN, Runnable))
    return any(True for _ in search.run(component))


def _sends(value: Any) -> bool:
    return isinstance(value, _KNOWN) or is_decision_model(value) or is_made_later(value)


def unprotected(component: Any, local: Collection[Any]) -> bool:
    """Whether anything that sends can be reached, even behind ``PrivacyMiddleware``."""
    return any(True for _ in Search(_judge, _NAMED).run(component, local))


def _covered(function: FunctionType) -> frozenset[str]:
    """Whether an agent step's model is covered: no middleware outside the privacy middleware may call it."""
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
    """The middlewares of a step, outermost first. Anything that is not a known middleware is listed itself."""
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
