"""Hosted models that rank or shorten the documents that were found."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from langchain_core.callbacks import Callbacks
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor, Document
from pydantic import ConfigDict, Field, PrivateAttr, SkipValidation

from langchain_privacy_chains._documents import read_document, sanitize_documents
from privacy_chains import Leaf, Method
from privacy_chains.adapting import Answer, FieldNames, Flow, HoldsKey, adrive, destination, drive, exchange

__all__ = ["PrivateCompressor", "PrivateCrossEncoder"]


class PrivateCompressor(BaseDocumentCompressor):
    """Wraps a remote reranker or compressor: query and documents are sanitized together, results read back.

    Attributes:
        bound: The inner compressor. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    bound: BaseDocumentCompressor = Field(exclude=True)
    sanitizer: SkipValidation[Method] = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    _names: FieldNames = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Remember names of fields that passed, so that they are not checked again."""
        self._names = FieldNames(self.sanitizer, self.allow)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Compress documents; the inner compressor's handlers are not called."""
        return drive(
            self._compressing(documents, query), lambda ask: self.bound.compress_documents(ask.documents, ask.query)
        )

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Compress documents; the inner compressor's handlers are not called."""
        return await adrive(
            self._compressing(documents, query), lambda ask: self.bound.acompress_documents(ask.documents, ask.query)
        )

    def _compressing(
        self, documents: Sequence[Document], query: str
    ) -> Flow[_Request, Sequence[Document], list[Document]]:
        return exchange(partial(self._request, documents, query), _Request.read)

    def _request(self, documents: Sequence[Document], query: str) -> _Request:
        with destination("compressor", self.bound):
            return _Request(self.sanitizer, documents, query, self._names)


class PrivateCrossEncoder(HoldsKey, BaseCrossEncoder):
    """Wraps a hosted cross-encoder: all pairs of a call are sanitized together, and scored in surrogates.

    Args:
        bound: The inner cross-encoder. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.

    Raises:
        PrivacyError: From a call that cannot be sanitized whole; nothing was sent.
    """

    def __init__(self, bound: BaseCrossEncoder, sanitizer: Method) -> None:
        self.bound = bound
        self._sanitizer = sanitizer

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        """Score pairs of texts."""
        if not text_pairs:
            return []
        with destination("reranker", self.bound):
            texts = self._sanitizer.sanitize([text for pair in text_pairs for text in pair]).texts
        return self.bound.score(list(zip(texts[::2], texts[1::2], strict=True)))

    def __repr__(self) -> str:
        return f"PrivateCrossEncoder({self.bound!r})"


class _Request:
    """One request to a compressor, and how its answer is read."""

    def __init__(self, sanitizer: Method, documents: Sequence[Document], query: str, names: FieldNames) -> None:
        self._sanitizer = sanitizer
        self._originals = list(documents)
        self.query = ""
        self.documents = sanitize_documents(lambda texts: self._sanitize([query, *texts]), self._originals, names)

    def read(self, compressed: Sequence[Document]) -> list[Document]:
        """The answer in clear: documents that came back whole are the caller's own again."""
        return [self._read(document) for document in compressed]

    def _sanitize(self, texts: list[str]) -> list[str]:
        prompt = self._sanitizer.sanitize(texts)
        self._answer = Answer(self._sanitizer, prompt)
        self.query, *others = prompt.texts
        return others

    def _read(self, document: Document) -> Document:
        for sent, original in zip(self.documents, self._originals, strict=True):
            if document.page_content == sent.page_content and sent.metadata.items() <= document.metadata.items():
                added = {name: value for name, value in document.metadata.items() if name not in sent.metadata}
                return original.model_copy(update={"metadata": {**original.metadata, **added}})
        return read_document(document, self._restore)

    def _restore(self, leaf: Leaf) -> Leaf:
        return self._answer.restore(leaf) if isinstance(leaf, str) else leaf
