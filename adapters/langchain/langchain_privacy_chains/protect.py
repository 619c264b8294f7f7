"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, TypedDict, Unpack, overload

from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor
from langchain_core.embeddings import Embeddings
from langchain_core.language_models import BaseChatModel, BaseLanguageModel, BaseLLM
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import Runnable
from langchain_core.runnables.configurable import DynamicRunnable
from langchain_core.tools import BaseTool
from langchain_core.vectorstores import VectorStore

from langchain_privacy_chains._agents import graft_agent
from langchain_privacy_chains._configurable import PrivateConfigurable, PrivateMadeLater, is_made_later
from langchain_privacy_chains._graft import graft
from langchain_privacy_chains._integrations import kind_of_integration, runs_elsewhere
from langchain_privacy_chains._kinds import is_decision_model, is_private_decision_model
from langchain_privacy_chains.audit import audit, is_known, is_protected, unprotected
from langchain_privacy_chains.chat_models import PrivateChatModel, SessionFor
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from langchain_privacy_chains.llms import PrivateLLM
from langchain_privacy_chains.rerankers import PrivateCompressor, PrivateCrossEncoder
from langchain_privacy_chains.retrievers import PrivateRetriever
from langchain_privacy_chains.stores import PrivateVectorStore
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    OPENED,
    Invented,
    Placed,
    Protection,
    check_invented,
    refuse_unplaced_store,
    trusted,
    unreached,
)
from privacy_chains.contract.roles import check_protection

__all__ = ["protect"]


class Options(TypedDict, total=False):
    """The options of ``protect``."""

    trust: Placed
    allow: Collection[str]
    clear_traces: bool
    local: Collection[Any]
    raise_blocked: bool
    strict: bool
    invented: Invented | None


@overload
def protect(
    component: BaseChatModel, sanitizer: Method | SessionFor, **options: Unpack[Options]
) -> PrivateChatModel: ...
@overload
def protect(component: BaseLLM, sanitizer: Method | SessionFor, **options: Unpack[Options]) -> PrivateLLM: ...
@overload
def protect(component: BaseRetriever, sanitizer: Method | SessionFor, **options: Unpack[Options]) -> BaseRetriever: ...
@overload
def protect(component: BaseTool, sanitizer: Method | SessionFor, **options: Unpack[Options]) -> BaseTool: ...
@overload
def protect(component: Embeddings, sanitizer: Method, **options: Unpack[Options]) -> PrivateEmbeddings: ...
@overload
def protect(
    component: BaseDocumentCompressor, sanitizer: Method, **options: Unpack[Options]
) -> BaseDocumentCompressor: ...
@overload
def protect(component: BaseCrossEncoder, sanitizer: Method, **options: Unpack[Options]) -> BaseCrossEncoder: ...
@overload
def protect(component: VectorStore, sanitizer: Method, **options: Unpack[Options]) -> VectorStore: ...
@overload
def protect(
    component: Runnable[Any, Any], sanitizer: Method | SessionFor, **options: Unpack[Options]
) -> Runnable[Any, Any]: ...
def protect(  # noqa: PLR0913  (each says one thing about trust)
    component: Any,
    sanitizer: Method | SessionFor,
    *,
    trust: Placed | None = None,
    allow: Collection[str] = (),
    clear_traces: bool = False,
    local: Collection[Any] = (),
    raise_blocked: bool = False,
    strict: bool = False,
    invented: Invented | None = None,
) -> Any:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A chat or completion model, a retriever, a tool, embeddings, a document compressor, a cross-encoder,
            a decision model, or a chain or an agent that holds them. It is not changed; a protected copy is returned.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation. For models, tools and retrievers also a
            function that returns one for the ``configurable`` part of a call's config, such as a thread id. A model
            that is protected already changes to this sanitizer, ``allow`` and ``clear_traces``.
        trust: Where a retriever or a tool runs. ``"local"``: it gets true values, and is returned as it is unless it
            holds something that sends. ``"remote"``: it gets surrogates. ``"user"`` (tools): it gets true values of
            what the user wrote, and surrogates of what stood only in documents. ``"block"`` (tools): it must see
            nothing private. ``"query"`` (retrievers over public texts, such as a web search): the question leaves in
            surrogates, and what is found stays as it is. Inside a chain, trust applies to the retrievers and tools
            found there. Models, embeddings and rerankers (compressors and cross-encoders that are not LangChain's
            own) count as remote, unless they are in ``local``. For vector stores, and for tools and retrievers of an
            integration or an MCP server, you have to say it: a ``"local"`` one that is not in ``local`` is refused.
        allow: Kinds of content blocks, settings of models and names of metadata fields that are sent as they are,
            although they cannot be sanitized.
        clear_traces: Whether tracers that upload may be told the clear text around a call. Without it such a call is
            refused.
        local: Models, embeddings, rerankers, and tools and retrievers of integrations, that run here and may see
            clear text. What such a tool or retriever holds is still protected.
        raise_blocked: Whether a refused call of a ``"block"`` tool ends the run with an error. Otherwise the model is
            told, and goes on.
        strict: Whether calls are refused while a handler listens that is not known to run here, such as one of your
            own. Otherwise only handlers that are known to upload stop a call.
        invented: What happens to values in a model's answer that look like true ones but that it made up: the report
            counts them (``"keep"``), also says where they stand (``"mark"``), or the call raises (``"raise"``). If left
            out, nobody looks for them: that takes a run of the detector for each answer.

    Raises:
        UnsupportedContent: The component is of a kind that cannot be protected, or holds something that sends and
            cannot be replaced; the message says what and where.
        PrivacyError: ``sanitizer`` is not a sanitizer, or ``trust`` is not one of the values above.
    """
    check_protection(sanitizer, trusted(trust), chooses=True)
    if isinstance(sanitizer, Method):
        check_invented(sanitizer, invented)
    if isinstance(component, VectorStore):
        refuse_unplaced_store(trust, "store.as_retriever()")
        if trust == "local":
            return component
    told = Protection.tracing(clear_traces=clear_traces, strict=strict)
    guard = _Guard(trust, frozenset(allow), told, list(local), raise_blocked, invented, sanitizer)
    if isinstance(component, PrivateChatModel | PrivateLLM) or is_private_decision_model(component):
        return guard.anew(component)
    if guard.stays(component):
        return component
    protected = guard.swap(component)
    if protected is not None and protected is not component:
        return protected
    if protected is component or (isinstance(component, Runnable) and not isinstance(component, BaseLanguageModel)):
        protected = guard.chain(component)
        if is_known(component):
            return protected
        msg = (
            f"nothing that could be protected was found in this {type(component).__name__}. What a function makes when "
            "it is called, such as a model, cannot be seen: protect it where it is made"
        )
        raise UnsupportedContent(msg)
    msg = (
        "protect takes a chat model, a retriever, a tool, embeddings, a reranker, or a chain of them, "
        f"not a {type(component).__name__}"
    )
    raise UnsupportedContent(msg)


@dataclass(frozen=True)
class _Guard(Protection):
    sanitizer: Method | SessionFor

    @property
    def _fixed(self) -> Method:
        if isinstance(self.sanitizer, Method):
            return self.sanitizer
        msg = (
            "only models, tools and retrievers choose their session by a call's config; give everything else a "
            "Sanitizer or a Session"
        )
        raise UnsupportedContent(msg)

    def swap(self, part: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        """The replacement of a component; None if it does not send."""
        if self.stays(part):
            return part
        model = self._model(part)
        if model is not None:
            return model
        match part:
            case VectorStore() if self.trust not in ("local", "query"):
                return PrivateVectorStore(part, self._fixed, allow=self.allow)
            case DynamicRunnable():
                return PrivateConfigurable(default=self.whole(part.default), bound=part, protector=self.whole)
            case Embeddings():
                return PrivateEmbeddings(part, self._fixed, **self.options)
            case BaseCrossEncoder() if runs_elsewhere(part):
                return PrivateCrossEncoder(part, self._fixed)
            case BaseRetriever() | BaseTool() if self.is_local(part):
                return part
            case BaseRetriever() | BaseTool() | BaseDocumentCompressor():
                return self._remote(part) if self.trust != "local" or runs_elsewhere(part) else part
            case _:
                return None

    def _model(self, part: Any) -> Any:
        """The replacement of a model."""
        match part:
            case BaseChatModel():
                return PrivateChatModel(bound=part, sanitizer=self.sanitizer, **self.model_options)
            case BaseLLM():
                return PrivateLLM(bound=part, sanitizer=self.sanitizer, **self.model_options)
            case _ if is_made_later(part):
                return PrivateMadeLater(part, self.whole)
            case _ if is_decision_model(part):
                from langchain_privacy_chains.decisions import PrivateDecisionModel  # noqa: PLC0415  (a newer core)

                return PrivateDecisionModel(bound=part, sanitizer=self.sanitizer, **self.options)
            case _:
                return None

    def anew(self, model: Any) -> Any:
        """A protected model with the new options in place of its earlier ones."""
        said = self.options if is_private_decision_model(model) else self.model_options
        if model.sanitizer is self.sanitizer and all(getattr(model, name) == one for name, one in said.items()):
            return model
        return model.model_copy(update={"sanitizer": self.sanitizer, **said})

    def stays(self, part: Any) -> bool:
        """Whether a component is protected already, or may see clear text with everything that it holds."""
        return is_protected(part) or (self.is_local(part) and kind_of_integration(part) not in OPENED)

    def _remote(self, part: BaseRetriever | BaseTool | BaseDocumentCompressor) -> Any:
        if isinstance(part, BaseTool):
            return PrivateTool.around(part, self.sanitizer, self.of_tools, **self.tool_options)
        if isinstance(part, BaseRetriever):
            said: dict[str, Any] = {"clear_traces": self.clear_traces, "trust": self.of_retrievers}
            return PrivateRetriever(bound=part, sanitizer=self.sanitizer, **said)
        return PrivateCompressor(bound=part, sanitizer=self._fixed, allow=self.allow)

    def whole(self, component: Runnable[Any, Any]) -> Any:
        """A component of a chain, protected with everything that it holds; one that runs here is searched."""
        protected = self.swap(component)
        if protected is None or (protected is component and not self.stays(component)):
            return self.chain(component)
        return protected

    def chain(self, chain: Any) -> Any:
        """A chain, or anything else with parts, in which everything that sends is replaced."""
        protected = graft(chain, self.swap)
        if self.trust != "local" or unprotected(protected, self.local):
            protected = graft_agent(protected, self._inside)
        if left := audit(protected, local=self.local):
            raise unreached(left)
        return protected

    def _inside(self, part: Any) -> Any:
        """Like ``swap``, but components that run here are searched, and embeddings stay.

        An index's vectors must match.
        """
        if isinstance(part, Embeddings) and not isinstance(part, PrivateEmbeddings):
            return None
        if self.is_local(part) and not self.stays(part):
            return self._with_protected_parts(part)
        swapped = self.swap(part)
        return (
            None if swapped is part and isinstance(part, BaseRetriever | BaseTool | BaseDocumentCompressor) else swapped
        )

    def _with_protected_parts(self, part: Any) -> Any:
        """A component of an integration that runs here, or a copy of it, which runs here as well."""
        protected = graft_agent(part, lambda one: None if one is part else self._inside(one))
        if protected is not part:
            self.local.append(protected)
        return protected
