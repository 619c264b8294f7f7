"""Finding what in a chain or an agent would still send clear text."""

from __future__ import annotations

from collections.abc import Collection
from types import FunctionType, MethodType
from typing import Any

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseLanguageModel
from langchain_core.output_parsers import BaseLLMOutputParser
from langchain_core.prompts import BasePromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

from langchain_privacy_chains._configurable import PrivateConfigurable
from langchain_privacy_chains._kinds import is_decision_model, is_private_decision_model
from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateCrossEncoder, PrivateRetriever
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains.walking import Finding, Search, cells_of

__all__ = ["Finding", "audit", "is_known", "is_protected", "runs_elsewhere"]

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
_NO_STEPS = (BaseRetriever, BaseTool, BaseLLMOutputParser, BasePromptTemplate)
"""Runnables of integrations that send nothing, or of which ``protect`` is told where they run."""
_OURS = frozenset({"langchain", "langchain_classic", "langchain_core", "langchain_privacy_chains"})
_GENERAL = _OURS | {"langchain_community", "langchain_experimental", "langchain_text_splitters"}
"""The packages that are no integration of one provider."""
_SENDING = frozenset({"OpenAIModerationMiddleware"})
"""Middlewares of integrations that make a client of their own when they are called."""
_HERE = "langchain_privacy_chains."
_STEPS = frozenset({("langchain.agents.factory", "model_node"), ("langchain.agents.factory", "amodel_node")})


def audit(component: Any, *, local: Collection[Any] = ()) -> tuple[Finding, ...]:
    """Every unprotected model, embedder, reranker and client that a chain, an agent or anything else can reach.

    Args:
        component: Where to begin.
        local: Components that run here and may see clear text, such as embeddings of your own.

    It follows fields, collections, bound methods and what functions close over, and stops at what is protected. It
    cannot see what a function makes when it is called, such as a model constructed inside a tool, nor clients that
    are neither LangChain's nor those of a well-known provider's own package.
    """
    search = Search(_judge, (BaseLanguageModel, Embeddings, Runnable), _covered)
    return tuple(search.run(component, local))


def is_protected(component: Any) -> bool:
    """Whether a component is protected already."""
    return isinstance(component, _PROTECTED) or is_private_decision_model(component)


def _judge(value: Any) -> tuple[str, bool]:
    if is_protected(value):
        return "", False
    if isinstance(value, BaseLanguageModel) or is_decision_model(value) or _is_made_later(value):
        return "model", False
    if isinstance(value, Embeddings):
        return "embeddings", False
    if _is_integrated(value):
        return "step", True
    return ("reranker", True) if runs_elsewhere(value) else ("", True)


def _is_integrated(value: Any) -> bool:
    """Whether a step of a chain or an agent is one of an integration's own, which may send of its own accord."""
    package = _package_of(value)
    if not package.startswith("langchain_") or package in _GENERAL:
        return False
    return type(value).__name__ in _SENDING or (isinstance(value, Runnable) and not isinstance(value, _NO_STEPS))


def runs_elsewhere(component: object) -> bool:
    """Whether a compressor or a cross-encoder is taken to be hosted: whatever LangChain did not bring along itself."""
    ranks = isinstance(component, BaseDocumentCompressor | BaseCrossEncoder)
    return ranks and _package_of(component) not in _OURS


def _package_of(component: object) -> str:
    return type(component).__module__.partition(".")[0]


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
