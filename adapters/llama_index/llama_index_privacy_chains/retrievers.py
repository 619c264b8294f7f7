"""Retrieval from remote indexes that must not see clear text."""

from __future__ import annotations

from copy import copy
from functools import partial
from typing import Any, Literal

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, QueryType
from llama_index.core.vector_stores.types import MetadataFilters

from llama_index_privacy_chains._filters import sanitize_filters
from llama_index_privacy_chains._graft import graft
from llama_index_privacy_chains._nodes import read_public, read_stored, shown_of
from llama_index_privacy_chains._settings import governing, governor_of
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Method
from privacy_chains.adapting import (
    Asking,
    Flow,
    Unmarked,
    adrive,
    destination,
    drive,
    exchange,
    identities,
    index_of,
    remember,
    sanitize_options,
)
from privacy_chains.contract.records import DEFAULT_INDEX
from privacy_chains.contract.roles import check_protection

__all__ = ["PrivateRetriever"]

_IDS = ("_doc_ids",)
_HELD = ("_filters", *_IDS, "_kwargs")
"""What retrievers over an index send beside the question; the ids of its own nodes are surrogates already."""


class PrivateRetriever(BaseRetriever):
    """Wraps a remote retriever over an index of surrogates: it is asked in surrogates, and answers in clear.

    The filters and ids that it was made with are sent in surrogates too. Equality finds what it found in clear; a
    range of noised numbers or a part of a text does not.

    The index must have been filled through ``SanitizingTransform`` or a protected store, under the same key: each
    node carries a mark that reads it back exactly, numbers too, and that shows any later change.

    A place with public texts, such as a web search, is asked with ``trust="query"``, in the session's surrogates.
    What it finds comes back as it is, except where a surrogate of the question stands in it.

    **Warning**: it learns the form of a question, and everything in it that is not private.

    Args:
        bound: The inner retriever. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        unmarked: What happens to a node without a mark, or one that was changed since it was stored: ``"refuse"`` it
            with a ``MarkError``; ``"keep"`` it as it stands; or, for one without a mark, ``"key"``: read it from the
            key alone, which sometimes errs and leaves the noise in numbers.
        clear_traces: Whether handlers that upload may be told the question and the nodes in clear.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.
        trust: ``"remote"`` for an index of surrogates, ``"query"`` for public texts.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call, or reads nothing from the ``"key"``
            alone. From a call, while a handler that uploads listens.
    """

    def __init__(  # noqa: PLR0913  (each says one thing about the index)
        self,
        bound: BaseRetriever,
        sanitizer: Method,
        *,
        unmarked: Unmarked = "refuse",
        clear_traces: bool | None = False,
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
        trust: Literal["remote", "query"] = "remote",
    ) -> None:
        check_protection(sanitizer)
        self._sanitizer = sanitizer
        self.trust = trust
        self._index = sanitizer
        if trust == "remote":
            self._index = index_of(sanitizer, type(self).__name__, index, key_id, unmarked=unmarked)
        self._unmarked: Unmarked = unmarked
        self.clear_traces = clear_traces
        self._filters_asked = Asking(self._index)
        self._values: Method | Asking = self._filters_asked if trust == "query" else self._index
        self.bound = graft(bound, self._filtering)
        super().__init__(callback_manager=bound.callback_manager)

    @without_span
    def retrieve(self, str_or_query_bundle: QueryType) -> list[NodeWithScore]:
        """Retrieve, unless a remote tracer listens."""
        guard(self, self.callback_manager)
        return super().retrieve(str_or_query_bundle)

    @without_span
    async def aretrieve(self, str_or_query_bundle: QueryType) -> list[NodeWithScore]:
        """Retrieve, unless a remote tracer listens."""
        guard(self, self.callback_manager)
        return await super().aretrieve(str_or_query_bundle)

    @without_span
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return drive(self._retrieving(query_bundle), self.bound.retrieve)

    @without_span
    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await adrive(self._retrieving(query_bundle), self.bound.aretrieve)

    def _retrieving(self, query: QueryBundle) -> Flow[QueryBundle, list[NodeWithScore], list[NodeWithScore]]:
        asking = Asking(self._index, (self._filters_asked,))
        return exchange(
            partial(self._asked, asking, query), partial(self._read, asking), lambda _: governing(governor_of(self))
        )

    def _asked(self, asking: Asking, query: QueryBundle) -> QueryBundle:
        """The question, in surrogates."""
        with noted(), destination("retriever", self.bound):
            texts = asking.sanitize([query.query_str, *(query.custom_embedding_strs or [])])
        return QueryBundle(query_str=texts[0], custom_embedding_strs=texts[1:] or None)

    def _filtering(self, part: Any) -> Any:
        """A part of the inner retriever with its filters in surrogates; None if it has no filters."""
        if isinstance(part, MetadataFilters):
            return sanitize_filters(self._values, part)
        held = {name: value for name in _HELD if (value := getattr(part, name, None))}
        if not isinstance(part, BaseRetriever) or not held.keys() - {"_filters"}:
            return None
        twin = copy(part)
        for name, value in held.items():
            setattr(twin, name, self._held(name, value))
        return twin

    def _held(self, name: str, value: Any) -> Any:
        if isinstance(value, MetadataFilters):
            return self._filtering(value)
        return identities(self._index, value) if name in _IDS else sanitize_options(self._values, value)

    def _read(self, asking: Asking, _: QueryBundle, found: list[NodeWithScore]) -> list[NodeWithScore]:
        if self.trust == "query":
            read = [NodeWithScore(node=read_public(one.node, asking.restore), score=one.score) for one in found]
        else:
            read = [
                NodeWithScore(node=read_stored(self._index, one.node, self._unmarked), score=one.score) for one in found
            ]
        remember(self._sanitizer, [text for one in read for text in shown_of(one.node)])
        return read

    def __repr__(self) -> Any:
        return f"PrivateRetriever({type(self.bound).__name__})"
