"""Vector stores that hold surrogates only."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NoReturn, Self

from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import VectorStore

from langchain_privacy_chains._documents import mark_document, read_stored
from langchain_privacy_chains.embeddings import PrivateEmbeddings
from privacy_chains import Method, PrivacyError, UnsupportedContent
from privacy_chains.adapting import (
    FieldNames,
    Unmarked,
    former_identities,
    identities,
    index_of,
    off_loop,
    sanitize_options,
)
from privacy_chains.contract.records import DEFAULT_INDEX

__all__ = ["PrivateVectorStore"]

_NO_PLACE = "protect a store and then add to it: protect(store, sanitizer, trust='remote').add_texts(texts)"

_Scored = list[tuple[Document, float]]


class PrivateVectorStore(VectorStore):
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

    def __init__(  # noqa: PLR0913  (each says one thing of the index)
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
            msg = (
                "this store's embeddings are protected already, and would get surrogates of surrogates; give it theirs"
            )
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
        stored = self._stored(documents, ids)
        returned = self.bound.add_documents(stored, **self._ids_of(stored), **self._options(kwargs))
        if former := self._former(documents, ids):
            self.bound.delete(former)
        return _known(documents, ids, returned)

    async def aadd_documents(
        self, documents: list[Document], *, ids: list[str] | None = None, **kwargs: Any
    ) -> list[str]:
        """Store documents, and return their ids as the caller knows them."""
        stored = await off_loop(self._stored, documents, ids)
        returned = await self.bound.aadd_documents(stored, **self._ids_of(stored), **await self._aoptions(kwargs))
        if former := await off_loop(self._former, documents, ids):
            await self.bound.adelete(former)
        return _known(documents, ids, returned)

    def delete(self, ids: list[str] | None = None, **kwargs: Any) -> bool | None:
        """Delete by the caller's ids, or what else the inner store deletes by."""
        return self.bound.delete(ids and identities(self._sanitizer, ids), **self._options(kwargs))

    async def adelete(self, ids: list[str] | None = None, **kwargs: Any) -> bool | None:
        """Delete by the caller's ids, or what else the inner store deletes by."""
        asked = ids and await off_loop(identities, self._sanitizer, ids)
        return await self.bound.adelete(asked, **await self._aoptions(kwargs))

    def get_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """The documents of the caller's ids."""
        return self._read(self.bound.get_by_ids(identities(self._sanitizer, ids)))

    async def aget_by_ids(self, ids: Sequence[str], /) -> list[Document]:
        """The documents of the caller's ids."""
        asked = await off_loop(identities, self._sanitizer, ids)
        return await off_loop(self._read, await self.bound.aget_by_ids(asked))

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a query."""
        return self._read(self.bound.similarity_search(self._query(query), k, **self._options(kwargs)))

    async def asimilarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a query."""
        asked, options = await off_loop(self._query, query), await self._aoptions(kwargs)
        return await off_loop(self._read, await self.bound.asimilarity_search(asked, k, **options))

    def similarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a vector, which must be that of surrogates."""
        return self._read(self.bound.similarity_search_by_vector(embedding, k, **self._options(kwargs)))

    async def asimilarity_search_by_vector(self, embedding: list[float], k: int = 4, **kwargs: Any) -> list[Document]:
        """The documents nearest to a vector, which must be that of surrogates."""
        options = await self._aoptions(kwargs)
        return await off_loop(self._read, await self.bound.asimilarity_search_by_vector(embedding, k, **options))

    def similarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with their distances."""
        return self._scored(self.bound.similarity_search_with_score(self._query(query), k, **self._options(kwargs)))

    async def asimilarity_search_with_score(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with their distances."""
        asked, options = await off_loop(self._query, query), await self._aoptions(kwargs)
        return await off_loop(self._scored, await self.bound.asimilarity_search_with_score(asked, k, **options))

    def similarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with scores from 0 to 1."""
        search = self.bound.similarity_search_with_relevance_scores
        return self._scored(search(self._query(query), k, **self._options(kwargs)))

    async def asimilarity_search_with_relevance_scores(self, query: str, k: int = 4, **kwargs: Any) -> _Scored:
        """The documents nearest to a query, with scores from 0 to 1."""
        asked, options = await off_loop(self._query, query), await self._aoptions(kwargs)
        found = await self.bound.asimilarity_search_with_relevance_scores(asked, k, **options)
        return await off_loop(self._scored, found)

    def max_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a query and far from each other."""
        search = self.bound.max_marginal_relevance_search
        return self._read(search(self._query(query), k, fetch_k, lambda_mult, **self._options(kwargs)))

    async def amax_marginal_relevance_search(
        self, query: str, k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a query and far from each other."""
        asked, options = await off_loop(self._query, query), await self._aoptions(kwargs)
        found = await self.bound.amax_marginal_relevance_search(asked, k, fetch_k, lambda_mult, **options)
        return await off_loop(self._read, found)

    def max_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a vector of surrogates and far from each other."""
        search = self.bound.max_marginal_relevance_search_by_vector
        return self._read(search(embedding, k, fetch_k, lambda_mult, **self._options(kwargs)))

    async def amax_marginal_relevance_search_by_vector(
        self, embedding: list[float], k: int = 4, fetch_k: int = 20, lambda_mult: float = 0.5, **kwargs: Any
    ) -> list[Document]:
        """Documents near to a vector of surrogates and far from each other."""
        search, options = self.bound.amax_marginal_relevance_search_by_vector, await self._aoptions(kwargs)
        return await off_loop(self._read, await search(embedding, k, fetch_k, lambda_mult, **options))

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
        return [mark_document(self._sanitizer, document, self._names) for document in named]

    def _former(self, documents: Iterable[Document], ids: list[str] | None) -> list[str]:
        """The ids of what is replaced, under the ring's other keys."""
        return former_identities(self._sanitizer, [one.id for one in _with_ids(documents, ids) if one.id])

    @staticmethod
    def _ids_of(stored: list[Document]) -> dict[str, Any]:
        ids = [document.id for document in stored]
        return {"ids": ids} if all(ids) else {}

    def _query(self, query: str) -> str:
        return self._sanitizer.sanitize(query).text

    def _options(self, options: dict[str, Any]) -> dict[str, Any]:
        return sanitize_options(self._sanitizer, options)

    async def _aoptions(self, options: dict[str, Any]) -> dict[str, Any]:
        return await off_loop(self._options, options) if options else {}

    def _read(self, found: Iterable[Document]) -> list[Document]:
        return [self._clear(document) for document in found]

    def _scored(self, found: Iterable[tuple[Document, float]]) -> _Scored:
        return [(self._clear(document), score) for document, score in found]

    def _clear(self, document: Document) -> Document:
        return read_stored(self._sanitizer, document, self._unmarked, self._added)

    def __repr__(self) -> str:
        return f"PrivateVectorStore({type(self.bound).__name__})"

    def __reduce__(self) -> NoReturn:
        msg = "a PrivateVectorStore is not pickled: its sanitizer holds a key; protect the store where it runs"
        raise PrivacyError(msg)


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
    """The ids that the caller gave; where there are none, the store's own."""
    given = [document.id for document in _with_ids(documents, ids)]
    return [identity or own for identity, own in zip(given, returned, strict=True)]
