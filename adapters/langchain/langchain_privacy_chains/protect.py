"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Unpack, overload

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
from langchain_privacy_chains.retrievers import PrivateCompressor, PrivateCrossEncoder, PrivateRetriever
from langchain_privacy_chains.stores import PrivateVectorStore
from langchain_privacy_chains.tools import PrivateTool
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import OPENED, Placed, Trust, unreached
from privacy_chains.contract.roles import check_protection

__all__ = ["protect"]

_WHERE = (
    "where this vector store runs has to be said: trust='remote' fills and asks it in surrogates, trust='local' leaves "
    "it in clear, on a machine of yours"
)

_NO_QUERY = "trust='query' is for retrievers over public texts: protect(store.as_retriever(), ..., trust='query')"


class Options(TypedDict, total=False):
    """What may be said of trust; see ``protect``."""

    trust: Placed
    allow: Collection[str]
    clear_traces: bool
    local: Collection[Any]
    raise_blocked: bool
    strict: bool


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
) -> Any:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A chat or completion model, a retriever, a tool, embeddings, a document compressor, a cross-encoder,
            a decision model, or a chain or an agent that holds them. It is left as it is; a protected copy is returned.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation; a protected model changes to it, and to
            ``allow`` and ``clear_traces`` as they are given now. For models, tools and retrievers also a function that
            returns one for the ``configurable`` part of a call's config, such as a thread id.
        trust: Where a retriever or a tool runs. A ``"local"`` one gets true values, and is returned as it is unless it
            holds something that sends, a ``"remote"`` one gets surrogates, and a tool can be ``"block"``ed from
            anything private. A retriever over public texts, such as a search of the web, is asked in surrogates with
            ``"query"``, and what it finds stays as it is. Inside a chain trust applies to what is found there. Models,
            embeddings and rerankers (compressors and cross-encoders that are not LangChain's own) are taken to be
            remote, unless they are in ``local``. Of vector stores, and of tools and retrievers that come from an
            integration or an MCP server, it has to be said: a ``"local"`` one that is not in ``local`` is refused.
        allow: Kinds of content blocks, settings of models and names of metadata fields that are sent as they are
            although they cannot be sanitized.
        clear_traces: Whether tracers that upload may be told the clear text around a call. Without it such a call is
            refused.
        local: Models, embeddings, rerankers, and tools and retrievers of integrations, that run here and may see
            clear text. What such a tool or retriever holds is protected all the same.
        raise_blocked: Whether a model's call that a ``"block"``ed tool refuses ends the run with an error. Without it
            the model is told, and goes on.
        strict: Whether calls are refused while any handler listens that is not known to run here, such as one of your
            own; without it only those that are known to upload are refused.

    Raises:
        UnsupportedContent: The component is of a kind that cannot be protected, or holds something that was found
            but cannot be replaced; the message says what and where.
        PrivacyError: The sanitizer is none, or ``trust`` is none of the four.
    """
    check_protection(sanitizer, _trusted(trust), chooses=True)
    if isinstance(component, VectorStore):
        if trust is None:
            raise UnsupportedContent(_WHERE)
        if trust == "query":
            raise UnsupportedContent(_NO_QUERY)
        if trust == "local":
            return component
    told = clear_traces or (None if strict else False)
    guard = _Guard(sanitizer, trust or "local", frozenset(allow), told, list(local), raise_blocked)
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


def _trusted(trust: Placed | None) -> Trust:
    """Where a tool runs, in whose place a retriever of public texts would."""
    return "remote" if trust == "query" else trust or "local"


@dataclass(frozen=True)
class _Guard:
    sanitizer: Method | SessionFor
    trust: Placed
    allow: frozenset[str]
    clear_traces: bool | None
    local: list[Any]
    raise_blocked: bool

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
        """What stands in a component's place; nothing if it is not one that sends."""
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
                return PrivateEmbeddings(part, self._fixed, **self._options)
            case BaseCrossEncoder() if runs_elsewhere(part):
                return PrivateCrossEncoder(part, self._fixed)
            case BaseRetriever() | BaseTool() if self._is_local(part):
                return part
            case BaseRetriever() | BaseTool() | BaseDocumentCompressor():
                return self._remote(part) if self.trust != "local" or runs_elsewhere(part) else part
            case _:
                return None

    def _model(self, part: Any) -> Any:
        """What stands in a model's place."""
        match part:
            case BaseChatModel():
                return PrivateChatModel(bound=part, sanitizer=self.sanitizer, **self._options)
            case BaseLLM():
                return PrivateLLM(bound=part, sanitizer=self.sanitizer, **self._options)
            case _ if is_made_later(part):
                return PrivateMadeLater(part, self.whole)
            case _ if is_decision_model(part):
                from langchain_privacy_chains.decisions import PrivateDecisionModel  # noqa: PLC0415  (a newer core)

                return PrivateDecisionModel(bound=part, sanitizer=self.sanitizer, **self._options)
            case _:
                return None

    def anew(self, model: Any) -> Any:
        """A protected model with what was said last, and nothing that was said before."""
        said = self._options
        if model.sanitizer is self.sanitizer and all(getattr(model, name) == one for name, one in said.items()):
            return model
        return model.model_copy(update={"sanitizer": self.sanitizer, **said})

    def stays(self, part: Any) -> bool:
        """Whether a component is protected already, or may see clear text with everything that it holds."""
        return is_protected(part) or (self._is_local(part) and kind_of_integration(part) not in OPENED)

    def _is_local(self, part: Any) -> bool:
        return any(part is one for one in self.local)

    @property
    def _options(self) -> dict[str, Any]:
        return {"allow": self.allow, "clear_traces": self.clear_traces}

    def _remote(self, part: BaseRetriever | BaseTool | BaseDocumentCompressor) -> Any:
        if isinstance(part, BaseTool):
            said = {"clear_traces": self.clear_traces, "raise_blocked": self.raise_blocked}
            return PrivateTool.around(part, self.sanitizer, _trusted(self.trust), **said)
        if isinstance(part, BaseRetriever):
            held: Literal["remote", "query"] = "query" if self.trust == "query" else "remote"
            return PrivateRetriever(bound=part, sanitizer=self.sanitizer, clear_traces=self.clear_traces, trust=held)
        return PrivateCompressor(bound=part, sanitizer=self._fixed, allow=self.allow)

    def whole(self, component: Runnable[Any, Any]) -> Any:
        """A component of a chain, protected with everything that it holds; one that runs here is looked into."""
        protected = self.swap(component)
        if protected is None or (protected is component and not self.stays(component)):
            return self.chain(component)
        return protected

    def chain(self, chain: Any) -> Any:
        """A chain, or anything that holds parts, with everything that sends replaced, and nothing left that does."""
        protected = graft(chain, self.swap)
        if self.trust != "local" or unprotected(protected, self.local):
            protected = graft_agent(protected, self._inside)
        if left := audit(protected, local=self.local):
            raise unreached(left)
        return protected

    def _inside(self, part: Any) -> Any:
        """As ``swap``; but what runs here is looked into, and embeddings stay: an index's vectors must match."""
        if isinstance(part, Embeddings) and not isinstance(part, PrivateEmbeddings):
            return None
        if self._is_local(part) and not self.stays(part):
            return self._with_protected_parts(part)
        swapped = self.swap(part)
        return (
            None if swapped is part and isinstance(part, BaseRetriever | BaseTool | BaseDocumentCompressor) else swapped
        )

    def _with_protected_parts(self, part: Any) -> Any:
        """Something of an integration that runs here, or a copy of it, which runs here as well."""
        protected = graft_agent(part, lambda one: None if one is part else self._inside(one))
        if protected is not part:
            self.local.append(protected)
        return protected
