"""Vector stores that hold surrogates only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import VectorStore

from langchain_privacy_chains._documents import mark_document, read_asked, read_stored
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from privacy_chains import Method, UnsupportedContent
from privacy_chains.adapting import (
    Asked,
    FieldNames,
    Flow,
    HoldsKey,
    Unmarked,
    adrive,
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
from privacy_chains.contract.records import DEFAULT_INDEX

__all__ = ["PrivateVectorStore"]

_NO_PLACE = "protect a store and then add to it: protect(store, sanitizer, trust='remote').add_texts(texts)"

R = TypeVar("R")

_Scored = list[tuple[Document, float]]


class PrivateVectorStore(HoldsKey, VectorStore):
    """Wraps a hosted vector store: it gets texts, metadata, ids and queries in surrogates; they come back clear.

    Each document carries an encrypted mark that reads it back exactly, numbers too. Ids become UUIDs that only the
    key can map back (random UUIDs stay); they are the same in ``add``, ``delete`` and ``get``. Filters by equality
    find what they found in clear; a range over a replaced value is refused. The inner store's embeddings get
    surrogates as well, so they may be hosted.

    **Warning**: the host sees which documents share values, and the vectors of surrogates.

    Args:
        bound: The inner store. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
        unmarked: What happens to a document without a mark, or one that the host changed: ``"refuse"``, ``"keep"``, or,
            without a mark, read it from the ``"key"`` alone.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.
        added: Names of metadata fields that the inner store adds to what it returns, beside ids and scores. With any
            other field that was not stored, a document counts as changed.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call, or reads nothing from the ``"key"``
            alone. From a call that cannot be sanitized whole; nothing was sent.
        MarkError: From a search: the host changed a document, or it was stored by other means.
    """

    def __init__(  # noqa: PLR0913  (each says one thing about the index)
        self,
        bound: VectorStore,
        sanitizer: Method,
        *,
        allow: Collection[str] = (),
        unmarked: Unmarked = "refuse",
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
        added: Collection[str] = (),
    ) -> None:
        if isinstance(bound.embeddings, PrivateEmbeddings):
            msg = "give this store its inner embeddings: protected ones would get surrogates of surrogates"
            raise UnsupportedContent(msg)
        self.bound = bound
        self._sanitizer = index_of(sanitizer, type(self).__name__, index, key_id, unmarked=unmarked)
        self._names = FieldNames(self._sanitizer, allow)
        self._unmarked: Unmarked = unmarked
        self._added = frozenset(added)

    @property
    def embeddings(self) -> Embeddings | None:
        """The inner store's embeddings, which are sent surrogates."""
        return self.bound.embeddings

    def add_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> list[str]:
        """Store texts."""
        return self.add_documents(_documents(texts, metadatas, ids), **kwargs)

    async def aadd_texts(
        self,
        texts: Iterable[str],
        metadatas: list[dict[str, Any]] | None = None,
        *,
        ids: list[str] | None = None,
        **kwargs: Any,
    ) -> list[str]:
        """Store texts."""
        return await self.aadd_documents(_documents(texts, metadatas, ids), **kwargs)

    def add_documents(self, documents: list[Document], *, ids: list[str] | None = None, **kwargs: Any) -> list[str]:
        """Store documents, and return their ids as the caller knows them."""
        returned = drive(self._adding(documents, ids, kwargs), calling(self.bound.add_documents))
        if former := self._former(documents, ids):
            self.bound.delete(former)
        return _known(documents, ids, returned)

    async def aadd_documents(
        self, documents: list[Document], *, ids: list[str] | None = None, **kwargs: Any
    ) -> list[str]:
        """Store documents, and return their ids as the caller knows them."""
        returned = await adrive(self._adding(documents, ids, kwargs), calling(self.bound.aadd_documents))
        if former := await off_loop(self._former, documents, ids):
            await self.bound.adelete(former)
        return _known(documents, ids, returned)

    def delete(self, ids: list[str] | None = None, **kwargs: Any) -> bool | None:
        """Delete by the caller's ids, or what else the inner store deletes by."""
        return drive(self._deleting(ids, kwargs), calling(self.bound.delete))

    async def adelete(self, ids: list[str] | None = None, **kwargs: Any) -> bool | None:
        """Delete by the caller's ids, or what else the inner store deletes by."""
        return await adrive(self._deleting(ids, kwargs), calling(self.bound.adelete))

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """The documents of the caller's ids."""
        return drive(self._getting(ids), self.bound.get_by_ids)

    async def aget_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """The documents of the caller's ids."""
        return await adrive(self._getting(ids), self.bound.aget_by_ids)

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a query."""
        return drive(self._searching(query, (k,), kwargs), calling(self.bound.similarity_search))

    async def asimilarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a query."""
        return await adrive(self._searching(query, (k,), kwargs), calling(self.bound.asimilarity_search))

    def similarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a vector, which must be that of surrogates."""
        return drive(self._searching(embedding, (k,), kwargs), calling(self.bound.similarity_search_by_vector))

    async def asimilarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a vector, which must be that of surrogates."""
        search = calling(self.bound.asimilarity_search_by_vector)
        return await adrive(self._searching(embedding, (k,), kwargs), search)

    def similarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with their distances."""
        return drive(self._scoring(query, k, kwargs), calling(self.bound.similarity_search_with_score))

    async def asimilarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with their distances."""
        return await adrive(self._scoring(query, k, kwargs), calling(self.bound.asimilarity_search_with_score))

    def similarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with scores from 0 to 1."""
        search = calling(self.bound.similarity_search_with_relevance_scores)
        return drive(self._scoring(query, k, kwargs), search)

    async def asimilarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with scores from 0 to 1."""
        search = calling(self.bound.asimilarity_search_with_relevance_scores)
        return await adrive(self._scoring(query, k, kwargs), search)

    def max_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a query and far from each other."""
        search = calling(self.bound.max_marginal_relevance_search)
        return drive(self._searching(query, (k, fetch_k, lambda_mult), kwargs), search)

    async def amax_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a query and far from each other."""
        search = calling(self.bound.amax_marginal_relevance_search)
        return await adrive(self._searching(query, (k, fetch_k, lambda_mult), kwargs), search)

    def max_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a vector of surrogates and far from each other."""
        search = calling(self.bound.max_marginal_relevance_search_by_vector)
        return drive(self._searching(embedding, (k, fetch_k, lambda_mult), kwargs), search)

    async def amax_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a vector of surrogates and far from each other."""
        search = calling(self.bound.amax_marginal_relevance_search_by_vector)
        return await adrive(self._searching(embedding, (k, fetch_k, lambda_mult), kwargs), search)

    @classmethod
    def from_texts(cls, texts: list[str], embedding: Embeddings, *_: Any, **__: Any) -> Self:  # noqa: ARG003
        """Not offered: it has no place for a sanitizer.

        Raises:
            UnsupportedContent: Always.
        """
        raise UnsupportedContent(_NO_PLACE)

    @classmethod
    async def afrom_texts(cls, texts: list[str], embedding: Embeddings, *_: Any, **__: Any) -> Self:  # noqa: ARG003
        """Not offered: it has no place for a sanitizer.

        Raises:
            UnsupportedContent: Always.
        """
        raise UnsupportedContent(_NO_PLACE)

    def _stored(self, documents: Iterable[Document], ids: list[str] | None) -> list[Document]:
        named = _with_ids(documents, ids)
        with destination("store", self.bound):
            return [mark_document(self._sanitizer, document, self._names) for document in named]

    def _former(self, documents: Iterable[Document], ids: list[str] | None) -> list[str]:
        """The ids that the replaced documents had under the ring's other keys."""
        return former_identities(self._sanitizer, [one.id for one in _with_ids(documents, ids) if one.id])

    @staticmethod
    def _ids_of(stored: list[Document]) -> dict[str, Any]:
        ids = [document.id for document in stored]
        return {"ids": ids} if all(ids) else {}

    def _adding(
        self, documents: list[Document], ids: list[str] | None, options: dict[str, Any]
    ) -> Flow[Asked, list[str], list[str]]:
        def sanitize() -> Asked:
            stored = self._stored(documents, ids)
            return Asked((stored,), {**self._ids_of(stored), **self._options(options)})

        return exchange(sanitize)

    def _deleting(self, ids: list[str] | None, options: dict[str, Any]) -> Flow[Asked, bool | None, bool | None]:
        return exchange(lambda: Asked((ids and identities(self._sanitizer, ids),), self._options(options)))

    def _getting(self, ids: Sequence[str]) -> Flow[list[str], list[Document], list[Document]]:
        return exchange(partial(identities, self._sanitizer, ids), self._read_asked)

    def _searching(
        self, query: str | list[float], how: tuple[float, ...], options: dict[str, Any]
    ) -> Flow[Asked, list[Document], list[Document]]:
        return exchange(partial(self._asked, query, how, options), self._read)

    def _scoring(self, query: str, k: int, options: dict[str, Any]) -> Flow[Asked, _Scored, _Scored]:
        return exchange(partial(self._asked, query, (k,), options), self._scored)

    def _asked(self, query: str | list[float], how: tuple[float, ...], options: dict[str, Any]) -> Asked:
        with destination("store", self.bound):
            asked = self._sanitizer.sanitize(query).text if isinstance(query, str) else query
        return Asked((asked, *how), self._options(options))

    def _options(self, options: dict[str, Any]) -> dict[str, Any]:
        return sanitize_options(self._sanitizer, options, self._names)

    def _read(self, _: object, found: Iterable[Document]) -> list[Document]:
        return [self._clear(document) for document in found]

    def _read_asked(self, asked: list[str], found: Iterable[Document]) -> list[Document]:
        if self._unmarked != "refuse":
            return self._read(asked, found)
        return [read_asked(self._sanitizer, document, asked, self._added) for document in found]

    def _scored(self, _: object, found: Iterable[tuple[Document, float]]) -> _Scored:
        return [(self._clear(document), score) for document, score in found]

    def _clear(self, document: Document) -> Document:
        return read_stored(self._sanitizer, document, self._unmarked, self._added)

    def __repr__(self) -> str:
        return f"PrivateVectorStore({type(self.bound).__name__})"


def _documents(texts: Iterable[str], metadatas: list[dict[str, Any]] | None, ids: list[str] | None) -> list[Document]:
    contents = list(texts)
    metadata = metadatas or [{} for _ in contents]
    named: list[str | None] = [*ids] if ids else [None] * len(contents)
    given = zip(contents, metadata, named, strict=True)
    return [Document(text, metadata=fields, id=identity) for text, fields, identity in given]


def _with_ids(documents: Iterable[Document], ids: list[str] | None) -> list[Document]:
    if ids is None:
        return list(documents)
    return [each.model_copy(update={"id": identity}) for each, identity in zip(documents, ids, strict=True)]


def _known(documents: Iterable[Document], ids: list[str] | None, returned: list[str]) -> list[str]:
    """The ids that the caller gave; if there are none, the store's own."""
    given = [document.id for document in _with_ids(documents, ids)]
    return [identity or own for identity, own in zip(given, returned, strict=True)]
