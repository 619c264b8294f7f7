"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from llama_index.core import Settings
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.llms.structured_llm import StructuredLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.tools.types import BaseTool

from llama_index_privacy_chains._graft import graft
from llama_index_privacy_chains._integrations import runs_elsewhere
from llama_index_privacy_chains._surfacing import surfacing
from llama_index_privacy_chains.audit import audit, kind_of
from llama_index_privacy_chains.embeddings import PrivateEmbedding
from llama_index_privacy_chains.llms import PrivateFunctionCallingLLM, PrivateLLM
from llama_index_privacy_chains.rerankers import PrivateReranker
from llama_index_privacy_chains.retrievers import PrivateRetriever
from llama_index_privacy_chains.tools import PrivateTool, Trust
from privacy_chains import PromptSanitizer, UnsupportedContent
from privacy_chains.conversation import check_protection
from privacy_chains.walking import OPENED, unreached

__all__ = ["install", "protect"]

C = TypeVar("C")


def protect(  # noqa: PLR0913  (each says one thing about trust)
    component: C,
    sanitizer: PromptSanitizer,
    *,
    trust: Trust = "local",
    allow: Collection[str] = (),
    clear_traces: bool = False,
    local: Collection[Any] = (),
) -> C:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A language model, an embedding model, a retriever, a reranker, a tool, or whatever holds them: a
            query or chat engine, an agent, a response synthesizer, a postprocessor.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation; a protected model changes to it.
        trust: Where a retriever or tool runs. A ``"local"`` one gets true values, a ``"remote"`` one gets
            surrogates, and a tool can be ``"block"``ed from anything private. Models, embeddings and
            postprocessors that are not LlamaIndex's own are taken to be remote, unless they are in ``local``. Of
            tools, retrievers, engines, transformations and memories that come from an integration or an MCP server it
            has to be said: one that is not in ``local`` is refused, unless it can be and is ``"remote"``.
        allow: Kinds of content blocks, settings of models and names of metadata fields that are sent as they are
            although they cannot be sanitized.
        clear_traces: Whether handlers that upload may be told the clear text around a call. Without it such a call is
            refused.
        local: Models, embeddings, postprocessors, and tools, retrievers and the like of integrations, that run here
            and may see clear text. What such a tool or retriever holds is protected all the same.

    Raises:
        UnsupportedContent: The component holds nothing that could be protected, or something that was found but
            cannot be replaced; the message says what and where. Embeddings inside an index are never replaced:
            its vectors would no longer match. Protect them before the index is built.
        PrivacyError: The sanitizer is none, or ``trust`` is none of the three.
    """
    check_protection(sanitizer, trust)
    guard = _Guard(sanitizer, trust, frozenset(allow), clear_traces, component, list(local))
    protected: C = graft(component, guard.swap)
    left = audit(protected, local=guard.local)
    if left:
        raise unreached(left)
    if not guard.found and not guard.knows(component):
        msg = (
            "protect takes a language model, embeddings, a retriever, a reranker, a tool, or an engine or agent that "
            f"holds one, not a {type(component).__name__}"
        )
        raise UnsupportedContent(msg)
    return surfacing(protected) if guard.found else protected


def install(sanitizer: PromptSanitizer, *, allow: Collection[str] = ()) -> None:
    """Protect what ``Settings`` hands to every component that was given no model of its own.

    Args:
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation.
        allow: Kinds of content blocks, and settings of models, that are sent as they are although they cannot be
            sanitized.
    """
    Settings.llm = protect(Settings.llm, sanitizer, allow=allow)
    Settings.embed_model = protect(Settings.embed_model, sanitizer, allow=allow)


@dataclass(frozen=True)
class _Guard:
    sanitizer: PromptSanitizer
    trust: Trust
    allow: frozenset[str]
    clear_traces: bool
    component: Any
    local: list[Any]
    found: list[Any] = field(default_factory=list)

    def knows(self, component: Any) -> bool:
        """Whether a component is of a kind that is protected by leaving it as it is."""
        return isinstance(component, PrivateLLM | PrivateEmbedding | PrivateReranker | BaseRetriever | BaseTool)

    def swap(self, part: Any) -> Any:
        """What stands in a component's place; nothing if it is not one that sends."""
        swapped = self._swapped(part)
        if swapped is not None:
            self.found.append(part)
        return swapped

    def _swapped(self, part: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        if part is self.component and isinstance(part, PrivateLLM):
            return part.bind(self.sanitizer)
        if any(part is one for one in self.local):
            return self._with_protected_parts(part) if kind_of(part) in OPENED else part
        match part:
            case PrivateLLM() | PrivateEmbedding() | PrivateReranker() | PrivateRetriever() | PrivateTool():
                return part
            case StructuredLLM():
                inner: Any = self._swapped(part.llm)
                return inner.as_structured_llm(part.output_cls)
            case LLM():
                kind: Any = PrivateFunctionCallingLLM if isinstance(part, FunctionCallingLLM) else PrivateLLM
                return kind(part, self.sanitizer, allow=self.allow, clear_traces=self.clear_traces)
            case BaseEmbedding() if part is self.component:
                return PrivateEmbedding(part, self.sanitizer, allow=self.allow, clear_traces=self.clear_traces)
            case BaseNodePostprocessor() if runs_elsewhere(part):
                return PrivateReranker(part, self.sanitizer, allow=self.allow, clear_traces=self.clear_traces)
            case BaseRetriever() | BaseTool() if self.trust != "local":
                return self._remote(part)
            case _:
                return None

    def _remote(self, part: BaseRetriever | BaseTool) -> Any:
        if isinstance(part, BaseRetriever):
            return PrivateRetriever(part, self.sanitizer, clear_traces=self.clear_traces)
        return PrivateTool(part, self.sanitizer, self.trust, clear_traces=self.clear_traces)

    def _with_protected_parts(self, part: Any) -> Any:
        """Something of an integration that runs here, or a copy of it, which runs here as well."""
        protected = graft(part, lambda one: None if one is part else self._swapped(one))
        if protected is not part:
            self.local.append(protected)
        return protected
