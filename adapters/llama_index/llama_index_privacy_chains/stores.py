"""Vector stores that hold surrogates only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from llama_index.core.schema import BaseNode
from llama_index.core.vector_stores.types import (
    BasePydanticVectorStore,
    MetadataFilters,
    VectorStoreQuery,
    VectorStoreQueryResult,
)
from pydantic import Field, PrivateAttr

from llama_index_privacy_chains._filters import sanitize_filters
from llama_index_privacy_chains._nodes import mark_node, names_of, read_stored
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._surfacing import noted
from privacy_chains import Method
from privacy_chains.adapting import (
    Asked,
    FieldNames,
    Flow,
    Unmarked,
    adrive,
    answered,
    calling,
    destination,
    drive,
    exchange,
    former_identities,
    identities,
    index_of,
    off_loop,
    sanitize_options,
)
from privacy_chains.contract.records import DEFAULT_INDEX, MARK

__all__ = ["PrivateVectorStore"]

A = TypeVar("A")
R = TypeVar("R")


class PrivateVectorStore(Private, BasePydanticVectorStore):
    """Wraps a hosted vector store: it gets nodes, ids and queries in surrogates; they come back clear.

    Each node carries an encrypted mark, in no prompt and no embedding, that reads it back exactly, numbers too. Ids
    become UUIDs that only the key can map back (random UUIDs stay). They are the same in every call, so documents are
    updated and deleted by the ids that the caller knows. Filters by equality find what they found in clear; a range
    over a replaced value is refused.

    **Warning**: the host gets the vectors that the index made. Give the index protected embeddings
    (``embed_model=protect(embeddings, sanitizer)``): vectors of clear texts reveal much about them. The host also
    sees which nodes share values.

    Args:
        bound: The inner store. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
        unmarked: What happens to a node without a mark, or one that the host changed: ``"refuse"``, ``"keep"``, or,
            without a mark, read it from the ``"key"`` alone.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call, or reads nothing from the ``"key"``
            alone. From a call that cannot be sanitized whole; nothing was sent.
        MarkError: From a query: the host changed a node, or it was stored by other means.
    """

    bound: BasePydanticVectorStore = Field(exclude=True)
    unmarked: Unmarked = "refuse"
    _sanitizer: Method = PrivateAttr()
    _names: FieldNames = PrivateAttr()

    def __init__(  # noqa: PLR0913  (each says one thing about the index)
        self,
        bound: BasePydanticVectorStore,
        sanitizer: Method,
        *,
        allow: Collection[str] = (),
        unmarked: Unmarked = "refuse",
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
    ) -> None:
        held = index_of(sanitizer, type(self).__name__, index, key_id, unmarked=unmarked)
        fields: dict[str, Any] = {"bound": bound, "unmarked": unmarked}
        fields |= {name: getattr(bound, name) for name in ("stores_text", "is_embedding_query")}
        super().__init__(**fields)
        self._sanitizer = held
        self._names = FieldNames(self._sanitizer, allow)

    @property
    def client(self) -> Any:
        """The inner store's client, which is sent surrogates; what is sent through it directly is not sanitized."""
        return self.bound.client

    def add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Store nodes, and return their ids as the caller knows them."""
        drive(self._adding(nodes, kwargs), calling(self.bound.add))
        if former := former_identities(self._sanitizer, [node.node_id for node in nodes]):
            self.bound.delete_nodes(former)
        return [node.node_id for node in nodes]

    async def async_add(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[str]:
        """Store nodes, and return their ids as the caller knows them."""
        await adrive(self._adding(nodes, kwargs), calling(self.bound.async_add))
        if former := await off_loop(former_identities, self._sanitizer, [node.node_id for node in nodes]):
            await self.bound.adelete_nodes(former)
        return [node.node_id for node in nodes]

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """Delete the nodes of a document, by the id that the caller knows."""
        for identity in identities(self._sanitizer, [ref_doc_id]):
            self.bound.delete(identity, **self._options(delete_kwargs))

    async def adelete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        """Delete the nodes of a document, by the id that the caller knows."""
        options = await off_loop(self._options, delete_kwargs)
        for identity in await off_loop(identities, self._sanitizer, [ref_doc_id]):
            await self.bound.adelete(identity, **options)

    def delete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        """Delete nodes by the ids that the caller knows, or by filters."""
        drive(self._choosing(node_ids, filters, delete_kwargs), calling(self.bound.delete_nodes))

    async def adelete_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None, **delete_kwargs: Any
    ) -> None:
        """Delete nodes by the ids that the caller knows, or by filters."""
        await adrive(self._choosing(node_ids, filters, delete_kwargs), calling(self.bound.adelete_nodes))

    def get_nodes(self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None) -> list[BaseNode]:
        """Nodes by the ids that the caller knows, or by filters."""
        return drive(self._choosing(node_ids, filters, {}, self._chosen), calling(self.bound.get_nodes))

    async def aget_nodes(
        self, node_ids: list[str] | None = None, filters: MetadataFilters | None = None
    ) -> list[BaseNode]:
        """Nodes by the ids that the caller knows, or by filters."""
        return await adrive(self._choosing(node_ids, filters, {}, self._chosen), calling(self.bound.aget_nodes))

    def clear(self) -> None:
        """Delete everything."""
        self.bound.clear()

    async def aclear(self) -> None:
        """Delete everything."""
        await self.bound.aclear()

    def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        """The nodes nearest to a query."""
        return drive(self._querying(query, kwargs), calling(self.bound.query))

    async def aquery(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        """The nodes nearest to a query."""
        return await adrive(self._querying(query, kwargs), calling(self.bound.aquery))

    def persist(self, persist_path: str, fs: Any = None) -> None:
        """Write the inner store, which holds surrogates, to disk."""
        self.bound.persist(persist_path, fs)

    def _adding(self, nodes: Sequence[BaseNode], options: dict[str, Any]) -> Flow[Asked, list[str], list[str]]:
        return exchange(lambda: Asked((self._stored(nodes),), self._options(options)))

    def _choosing(
        self,
        ids: list[str] | None,
        filters: MetadataFilters | None,
        options: dict[str, Any],
        read: Callable[[Asked, A], R] | None = None,
    ) -> Flow[Asked, A, R]:
        return exchange(lambda: Asked((self._ids(ids), self._filters(filters)), self._options(options)), read)

    def _querying(
        self, query: VectorStoreQuery, options: dict[str, Any]
    ) -> Flow[Asked, VectorStoreQueryResult, VectorStoreQueryResult]:
        return exchange(lambda: Asked((self._asked(query),), self._options(options)), self._answered)

    def _stored(self, nodes: Sequence[BaseNode]) -> list[BaseNode]:
        with noted(), destination("store", self.bound):
            for node in nodes:
                self._names.check(names_of(node))
            marked = (mark_node(self._sanitizer, node) for node in nodes)
            return [
                stored.model_copy(update={"embedding": node.embedding})
                for stored, node in zip(marked, nodes, strict=True)
            ]

    def _asked(self, query: VectorStoreQuery) -> VectorStoreQuery:
        with noted(), destination("store", self.bound):
            text = query.query_str and self._sanitizer.sanitize(query.query_str).text
        return replace(
            query,
            query_str=text,
            doc_ids=self._ids(query.doc_ids),
            node_ids=self._ids(query.node_ids),
            filters=self._filters(query.filters),
        )

    def _answered(self, asked: Asked, found: VectorStoreQueryResult) -> VectorStoreQueryResult:
        if found.nodes is None:
            return found
        nodes = self._read(asked, found.nodes)
        return replace(found, nodes=nodes, ids=[node.node_id for node in nodes])

    def _chosen(self, asked: Asked, nodes: Sequence[BaseNode]) -> list[BaseNode]:
        ids, _ = asked.args
        if ids and self.unmarked == "refuse":
            for node in nodes:
                answered(self._sanitizer, ids, node.node_id, node.metadata.get(MARK))
        return self._read(asked, nodes)

    def _read(self, _: object, nodes: Sequence[BaseNode]) -> list[BaseNode]:
        return [read_stored(self._sanitizer, node, self.unmarked) for node in nodes]

    def _ids(self, names: list[str] | None) -> list[str] | None:
        return names and identities(self._sanitizer, names)

    def _filters(self, filters: MetadataFilters | None) -> MetadataFilters | None:
        with noted():
            return filters and sanitize_filters(self._sanitizer, filters, self._names)

    def _options(self, options: dict[str, Any]) -> dict[str, Any]:
        with noted():
            return sanitize_options(self._sanitizer, options, self._names)

    def __repr__(self) -> str:
        return f"PrivateVectorStore({type(self.bound).__name__})"
