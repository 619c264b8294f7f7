"""Private calls to hosted models from LlamaIndex."""

from llama_index_privacy_chains.audit import Finding, audit
from llama_index_privacy_chains.embeddings import PrivateEmbedding
from llama_index_privacy_chains.ingestion import PrivateSplitter, SanitizingTransform
from llama_index_privacy_chains.llms import PrivateFunctionCallingLLM, PrivateLLM
from llama_index_privacy_chains.memories import PrivateChatStore, PrivateContextSerializer, PrivateDBChatStore
from llama_index_privacy_chains.postprocessors import DependencyPostprocessor, PrivacyPostprocessor
from llama_index_privacy_chains.protect import install, protect
from llama_index_privacy_chains.rerankers import PrivateReranker
from llama_index_privacy_chains.retrievers import PrivateRetriever
from llama_index_privacy_chains.rewrapping import rewrapped
from llama_index_privacy_chains.stores import PrivateVectorStore
from llama_index_privacy_chains.tools import PrivateTool
from llama_index_privacy_chains.tracing import (
    SanitizingCallbackHandler,
    SanitizingEventHandler,
    SanitizingSpanHandler,
)

__all__ = [
    "DependencyPostprocessor",
    "Finding",
    "PrivacyPostprocessor",
    "PrivateChatStore",
    "PrivateContextSerializer",
    "PrivateDBChatStore",
    "PrivateEmbedding",
    "PrivateFunctionCallingLLM",
    "PrivateLLM",
    "PrivateReranker",
    "PrivateRetriever",
    "PrivateSplitter",
    "PrivateTool",
    "PrivateVectorStore",
    "SanitizingCallbackHandler",
    "SanitizingEventHandler",
    "SanitizingSpanHandler",
    "SanitizingTransform",
    "audit",
    "install",
    "protect",
    "rewrapped",
]
