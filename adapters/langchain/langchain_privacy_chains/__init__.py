"""Private calls to hosted models from LangChain.

``PrivacyMiddleware`` is for agents and needs the distribution ``langchain``; everything else needs ``langchain-core``.
``decisions.PrivateDecisionModel`` needs ``langchain-core`` 1.8.
"""

from typing import TYPE_CHECKING, Any

from langchain_privacy_chains.audit import Finding, audit
from langchain_privacy_chains.chat_models import PrivateChatModel
from langchain_privacy_chains.checkpoints import PrivateSerializer
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.llms import PrivateLLM
from langchain_privacy_chains.protect import protect
from langchain_privacy_chains.rerankers import PrivateCompressor, PrivateCrossEncoder
from langchain_privacy_chains.retrievers import PrivateDocumentTransformer, PrivateRetriever, PrivateSplitter
from langchain_privacy_chains.rewrapping import rewrapped
from langchain_privacy_chains.runnables import Desanitize, EnforceDependencies, Sanitize
from langchain_privacy_chains.stores import PrivateVectorStore
from langchain_privacy_chains.tools import PrivateTool
from langchain_privacy_chains.tracing import (
    SanitizingAsyncHandler,
    SanitizingClient,
    SanitizingHandler,
    refuse_clear_traces,
)

if TYPE_CHECKING:
    from langchain_privacy_chains.middleware import PrivacyMiddleware

__all__ = [
    "Desanitize",
    "EnforceDependencies",
    "Finding",
    "PrivacyMiddleware",
    "PrivateChatModel",
    "PrivateCompressor",
    "PrivateCrossEncoder",
    "PrivateDocumentTransformer",
    "PrivateEmbeddings",
    "PrivateLLM",
    "PrivateRetriever",
    "PrivateSerializer",
    "PrivateSplitter",
    "PrivateTool",
    "PrivateVectorStore",
    "Sanitize",
    "SanitizingAsyncHandler",
    "SanitizingClient",
    "SanitizingHandler",
    "audit",
    "protect",
    "refuse_clear_traces",
    "rewrapped",
]


def __getattr__(name: str) -> Any:
    if name != "PrivacyMiddleware":
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from langchain_privacy_chains.middleware import PrivacyMiddleware  # noqa: PLC0415  (needs an optional package)

    return PrivacyMiddleware
