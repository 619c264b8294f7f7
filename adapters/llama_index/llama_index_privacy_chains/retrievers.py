"""Retrieval from remote indexes that must not see clear text."""

from __future__ import annotations

from copy import copy
from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, QueryType
from llama_index.core.vector_stores.types import MetadataFilters

from llama_index_privacy_chains._graft import graft
from llama_index_privacy_chains._nodes import read_node
from llama_index_privacy_chains._settings import governing, governor_of
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Leaf, PromptSanitizer
from privacy_chains.conversation import check_protection
from privacy_chains.walking import off_loop, sanitize_filter, sanitizing

__all__ = ["PrivateRetriever"]

_HELD = ("_filters", "_doc_ids", "_kwargs")
"""What retrievers over an index send beside the question; the ids of its own nodes are surrogates as they are."""


class PrivateRetriever(BaseRetriever):
    """A retriever around a remote one: it is asked in surrogates, over an index of surrogates, and answers in clear.

    So are the filters and ids that it was made with: equality finds what it found in clear, a range of noised numbers
    or a part of a text does not.

    The index must have been filled through ``SanitizingTransform`` under the same key. What was enciphered is read
    back from the key alone; numbers that were noised in the index come back as the index has them.

    Args:
        bound: The inner retriever. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, or the index's ``Session``.
        clear_traces: Whether handlers that upload may be told the question and the nodes in clear.

    Raises:
        PrivacyError: From a call, while a handler that uploads listens.
    """

    def __init__(self, bound: BaseRetriever, sanitizer: PromptSanitizer, *, clear_traces: bool | None = False) -> None:
        check_protection(sanitizer)
        self._sanitizer = sanitizer
        self.clear_traces = clear_traces
        self._sanitize = sanitizing(sanitizer)
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
        query = self._sanitized(query_bundle)
        with governing(governor_of(self)):
            found = self.bound.retrieve(query)
        return self._read(found)

    @without_span
    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        query = await off_loop(self._sanitized, query_bundle)
        with governing(governor_of(self)):
            found = await self.bound.aretrieve(query)
        return await off_loop(self._read, found)

    def _sanitized(self, query: QueryBundle) -> QueryBundle:
        with noted():
            texts = self._sanitizer.sanitize([query.query_str, *(query.custom_embedding_strs or [])]).texts
        return QueryBundle(query_str=texts[0], custom_embedding_strs=list(texts[1:]) or None)

    def _filtering(self, part: Any) -> Any:
        """A part of the inner retriever with filters in surrogates; nothing if it has none of its own."""
        if isinstance(part, MetadataFilters):
            return part.model_copy(update={"filters": [self._filter(one) for one in part.filters]})
        held = {name: value for name in _HELD if (value := getattr(part, name, None))}
        if not isinstance(part, BaseRetriever) or not held.keys() - {"_filters"}:
            return None
        twin = copy(part)
        for name, value in held.items():
            filters = isinstance(value, MetadataFilters)
            setattr(twin, name, self._filtering(value) if filters else sanitize_filter(self._sanitize, value))
        return twin

    def _filter(self, part: Any) -> Any:
        if isinstance(part, MetadataFilters):
            return self._filtering(part)
        compared = sanitize_filter(self._sanitize, {part.key: part.value})
        return part.model_copy(update={"value": compared[part.key]})

    def _read(self, found: list[NodeWithScore]) -> list[NodeWithScore]:
        return [NodeWithScore(node=read_node(one.node, self._restore), score=one.score) for one in found]

    def _restore(self, leaf: Leaf) -> Leaf:
        return self._sanitizer.desanitize(leaf) if isinstance(leaf, str) and leaf else leaf

    def __repr__(self) -> Any:
        return f"PrivateRetriever({type(self.bound).__name__})"
