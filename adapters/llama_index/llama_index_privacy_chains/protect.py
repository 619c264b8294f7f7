"""The one function most users need."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from llama_index.core import Settings
from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.indices.base import BaseIndex
from llama_index.core.indices.composability import ComposableGraph
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.llms.structured_llm import StructuredLLM
from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.tools.types import BaseTool
from llama_index.core.vector_stores.types import BasePydanticVectorStore
from llama_index.core.workflow import Context

from llama_index_privacy_chains._graft import graft
from llama_index_privacy_chains._integrations import runs_elsewhere
from llama_index_privacy_chains._settings import Governor, governed
from llama_index_privacy_chains._surfacing import noted, surfacing
from llama_index_privacy_chains.audit import audit, kind_of
from llama_index_privacy_chains.embeddings import PrivateEmbedding
from llama_index_privacy_chains.llms import PrivateFunctionCallingLLM, PrivateLLM
from llama_index_privacy_chains.rerankers import PrivateReranker
from llama_index_privacy_chains.retrievers import PrivateRetriever
from llama_index_privacy_chains.stores import PrivateVectorStore
from llama_index_privacy_chains.tools import PrivateTool
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    OPENED,
    Finding,
    Invented,
    Placed,
    Protection,
    check_invented,
    refuse_unplaced_store,
    trusted,
    unreached,
)
from privacy_chains.contract.roles import check_protection

__all__ = ["install", "protect"]

C = TypeVar("C")


def protect(  # noqa: PLR0913  (each says one thing about trust)
    component: C,
    sanitizer: Method,
    *,
    trust: Placed | None = None,
    allow: Collection[str] = (),
    clear_traces: bool = False,
    local: Collection[Any] = (),
    raise_blocked: bool = False,
    strict: bool = False,
    invented: Invented | None = None,
) -> C:
    """Return a component of the same kind through which nothing leaves in clear.

    Args:
        component: A language or embedding model, a vector store, a retriever, a reranker, a tool, or what holds them: a
            query or chat engine, an agent, a response synthesizer, a postprocessor.
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation. Models, rerankers and tools that are
            protected already change to it, here and inside; embeddings and retrievers inside keep the one of their
            index.
        trust: Where a retriever or tool runs. ``"local"``: it gets true values. ``"remote"``: it gets surrogates.
            ``"user"`` (tools): it gets true values of what the user wrote, and surrogates of what stood only in
            documents. ``"block"`` (tools): it must see nothing private. ``"query"`` (retrievers over public texts,
            such as a web search): the question leaves in surrogates, and what is found stays as it is. Models,
            embeddings and postprocessors that are not LlamaIndex's own count as remote, unless they are in ``local``.
            For vector stores, and for tools, retrievers, engines, transformations and memories of an integration or
            an MCP server, you have to say it: one that is not in ``local`` is refused, unless it can be ``"remote"``
            and is.
        allow: Kinds of content blocks, settings of models and names of metadata fields that are sent as they are,
            although they cannot be sanitized.
        clear_traces: Whether handlers that upload may be told the clear text around a call. Without it such a call is
            refused.
        local: Models, embeddings, postprocessors, and tools, retrievers and the like of integrations, that run here
            and may see clear text. What such a tool or retriever holds is still protected.
        raise_blocked: Whether a refused call of a ``"block"`` tool ends the run with an error. Otherwise the model is
            told, and goes on.
        strict: Whether calls are refused while a handler listens that is not known to run here, such as one of your
            own. Otherwise only handlers that are known to upload stop a call.
        invented: What happens to values in a model's answer that look like true ones but that it made up: the report
            counts them (``"keep"``), also says where they stand (``"mark"``), or the call raises (``"raise"``). If left
            out, nobody looks for them: that takes a run of the detector for each answer.

    Raises:
        UnsupportedContent: The component holds nothing that could be protected, or something that sends and cannot be
            replaced; the message says what and where. Embeddings inside an index are never replaced, since its
            vectors would no longer match: protect them before the index is built. From a call: a component takes
            ``Settings.embed_model``, which is neither protected nor ``local``. (``Settings.llm`` is handed out
            protected.)
        PrivacyError: ``sanitizer`` is not a sanitizer, or ``trust`` is not one of the values above.
    """
    check_protection(sanitizer, trusted(trust))
    check_invented(sanitizer, invented)
    if isinstance(component, BasePydanticVectorStore):
        refuse_unplaced_store(trust, "the store's retriever")
        is_here = trust == "local" or isinstance(component, PrivateVectorStore)
        stored: Any = component if is_here else PrivateVectorStore(component, sanitizer, allow=allow)
        return cast("C", stored)
    if isinstance(component, BaseIndex | ComposableGraph):
        msg = (
            f"a {type(component).__name__} takes a model only when it is asked for an engine; protect that: "
            "protect(index.as_query_engine(llm=...), ...), or its chat engine or retriever"
        )
        raise UnsupportedContent(msg)
    told = Protection.tracing(clear_traces=clear_traces, strict=strict)
    guard = _Guard(trust, frozenset(allow), told, list(local), raise_blocked, invented, sanitizer, component)
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
    return surfacing(protected, guard.governor)


def install(sanitizer: Method, *, allow: Collection[str] = ()) -> None:
    """Protect the models of ``Settings``, which every component without a model of its own gets.

    Args:
        sanitizer: A ``Sanitizer``, or a ``Session`` for one conversation.
        allow: Kinds of content blocks, and settings of models, that are sent as they are, although they cannot be
            sanitized.
    """
    Settings.llm = protect(Settings.llm, sanitizer, allow=allow)
    Settings.embed_model = protect(Settings.embed_model, sanitizer, allow=allow)


@dataclass(frozen=True)
class _Guard(Protection):
    sanitizer: Method
    component: Any
    found: list[Any] = field(default_factory=list)
    opening: list[Any] = field(default_factory=list)

    def knows(self, component: Any) -> bool:
        """Whether a component is of a kind that needs no replacement."""
        return isinstance(component, PrivateLLM | PrivateEmbedding | PrivateReranker | BaseRetriever | BaseTool)

    def swap(self, part: Any) -> Any:
        """The replacement of a component; None if it does not send."""
        swapped = self._swapped(part)
        if swapped is not None:
            self.found.append(part)
        return swapped

    @property
    def governor(self) -> Governor:
        """What governs the calls of a protected component."""
        return Governor(self.hand_out, self.look_through, self.bind)

    def bind(self, component: C, sanitizer: Method) -> C:
        """A protected component in another session. Only what can hold models is searched, never data."""
        said = {"clear_traces": bool(self.clear_traces), "strict": self.clear_traces is None}
        held = {
            "allow": self.allow,
            "local": self.local,
            "raise_blocked": self.raise_blocked,
            "invented": self.invented,
        }
        trust = None if self.trust == "local" else self.trust
        return protect(component, sanitizer, trust=trust, **said, **held)  # type: ignore[arg-type]  # as they were given

    def _swapped(self, part: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        if self.is_local(part):
            return self._with_protected_parts(part) if kind_of(part) in OPENED else part
        match part:
            case PrivateLLM() | PrivateEmbedding() | PrivateReranker() | PrivateRetriever() | PrivateTool():
                said: Any = self._said_last(part)
                return said if said is part else governed(said, self.governor)
            case StructuredLLM():
                inner: Any = self._swapped(part.llm)
                return inner.as_structured_llm(part.output_cls)
            case LLM():
                kind: Any = PrivateFunctionCallingLLM if isinstance(part, FunctionCallingLLM) else PrivateLLM
                return kind(part, self.sanitizer, **self.model_options)
            case BaseEmbedding() if part is self.component:
                return PrivateEmbedding(part, self.sanitizer, **self.options)
            case BaseNodePostprocessor() if runs_elsewhere(part):
                return governed(PrivateReranker(self._inside(part), self.sanitizer, **self.options), self.governor)
            case BaseRetriever() | BaseTool() if self.trust != "local":
                return governed(self._remote(self._inside(part)), self.governor)
            case _:
                return None

    def _said_last(self, part: Any) -> Any:
        """A protected component with the latest options; earlier ones hold where none is given now."""
        unsaid = None if self.clear_traces is None else part.clear_traces
        clear = self.clear_traces or unsaid
        here = part is self.component
        same = part._sanitizer is self.sanitizer and part.clear_traces == clear  # noqa: SLF001
        match part:
            case PrivateRetriever():  # its filters are in its index's surrogates
                return part
            case PrivateEmbedding() if not here:  # the vectors of its index would no longer match
                return part
            case PrivateTool():
                trust = self.of_tools if here and self.trust != "local" else part.trust
                if same and trust == part.trust:
                    return part
                blocked = self.raise_blocked or part.raise_blocked
                return PrivateTool.around(part.bound, self.sanitizer, trust, clear_traces=clear, raise_blocked=blocked)
            case _:
                options: dict[str, Any] = {"allow": self.allow or part.allow}
                if isinstance(part, PrivateLLM):
                    options["invented"] = self.invented or part.invented
                if same and all(getattr(part, name) == one for name, one in options.items()):
                    return part
                inner = part.llm if isinstance(part, PrivateLLM) else part.bound
                return type(part)(inner, self.sanitizer, clear_traces=clear, **options)

    def _remote(self, part: BaseRetriever | BaseTool) -> Any:
        if isinstance(part, BaseRetriever):
            said: dict[str, Any] = {"clear_traces": self.clear_traces, "trust": self.of_retrievers}
            return PrivateRetriever(part, self.sanitizer, **said)
        return PrivateTool.around(part, self.sanitizer, self.of_tools, **self.tool_options)

    def _inside(self, part: Any) -> Any:
        """A component that runs elsewhere, or a copy, with its parts protected: a model inside may add clear text."""
        here = replace(self, placed="local")  # retrievers and tools inside already get surrogates
        return here._opened(part)  # noqa: SLF001

    def _with_protected_parts(self, part: Any) -> Any:
        """A component of an integration that runs here, or a copy of it, which runs here as well."""
        protected = self._opened(part)
        if protected is not part:
            self.local.append(protected)
        return protected

    def _opened(self, part: Any) -> Any:
        """A part, or a copy of it, with its own parts protected. In a cycle of parts, each is opened once."""
        self.opening.append(part)
        try:
            return graft(part, lambda one: None if any(one is held for held in self.opening) else self._swapped(one))
        finally:
            self.opening.pop()

    def hand_out(self, model: Any) -> Any:
        """The replacement of a model of ``Settings`` that a component takes while it is called.

        Raises:
            UnsupportedContent: The model is an unprotected embedding model, whose vectors may be stored already.
        """
        swapped = self._swapped(model)
        if swapped is None and isinstance(model, BaseEmbedding):
            with noted():
                raise unreached([Finding("Settings.embed_model", "embeddings", type(model).__name__)])
        return model if swapped is None else swapped

    def look_through(self, given: Mapping[str, Any]) -> None:
        """Refuse an argument of a call, such as a memory, if it holds something that sends.

        Raises:
            UnsupportedContent: It does.
        """
        idle = [_made_for(one) for one in given.values() if isinstance(one, Context)]
        left = audit(given, local=[*self.local, *idle])
        if left:
            with noted():
                raise unreached(left)


def _made_for(context: Any) -> Any:
    """The agent for which a context was made.

    The agent that gets the context takes the steps, even if it is another.
    """
    return getattr(getattr(context, "_face", context), "_workflow", None)
