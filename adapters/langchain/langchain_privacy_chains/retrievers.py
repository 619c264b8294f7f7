"""Retrieval from places that must not see clear text: remote stores, and remote models that rank what was found."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NoReturn, Self

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
    Callbacks,
)
from langchain_core.cross_encoders import BaseCrossEncoder
from langchain_core.documents import BaseDocumentCompressor, BaseDocumentTransformer, Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, ensure_config
from pydantic import ConfigDict, Field, PrivateAttr, SkipValidation

from langchain_privacy_chains._documents import read_document, sanitize_documents
from langchain_privacy_chains._sessions import SessionFor, chosen
from langchain_privacy_chains.tracing import guard
from privacy_chains import Leaf, PrivacyError, PromptSanitizer, SanitizedPrompt
from privacy_chains.walking import FieldNames, off_loop, sanitize_filter, sanitizing

__all__ = ["PrivateCompressor", "PrivateCrossEncoder", "PrivateDocumentTransformer", "PrivateRetriever"]


class PrivateRetriever(BaseRetriever):
    """A retriever around a remote one: it is asked in surrogates, over an index of surrogates, and answers in clear.

    So are filters, in ``search_kwargs`` and in calls: equality finds what it found in clear, a range of noised numbers
    or a part of a text does not.

    The index must have been filled through ``PrivateDocumentTransformer`` (or hosted embeddings through
    ``PrivateEmbeddings``) under the same key. What was enciphered is read back from the key alone; numbers that
    were noised in the index come back as the index has them.

    Attributes:
        bound: The inner retriever. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, the index's ``Session``, or a function that returns one for the ``configurable``
            part of a call's config.
        clear_traces: Whether tracers that upload may be told the question and the documents in clear.

    Raises:
        PrivacyError: From a call, while a tracer that uploads listens.
    """

    bound: BaseRetriever = Field(exclude=True)
    sanitizer: SkipValidation[PromptSanitizer | SessionFor] = Field(exclude=True, repr=False)
    clear_traces: bool | None = False

    def invoke(
        self,
        input: str,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> list[Document]:
        """Retrieve, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"))
        return super(PrivateRetriever, self._for(config)).invoke(input, config, **kwargs)

    async def ainvoke(
        self,
        input: str,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> list[Document]:
        """Retrieve, unless a remote tracer listens."""
        guard(self, ensure_config(config).get("callbacks"))
        return await super(PrivateRetriever, self._for(config)).ainvoke(input, config, **kwargs)

    def _for(self, config: RunnableConfig | None) -> Self:
        """This retriever in the session that a config chooses; what happens below no longer sees the config."""
        return self.model_copy(update={"sanitizer": chosen(self.sanitizer, config)})

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        # Without our caller's run: the inner retriever must not tell its handlers about surrogates.
        quiet = {"run_manager": CallbackManagerForRetrieverRun.get_noop_manager()}
        bound, asked, accepted = self._asked(query, quiet, kwargs)
        return self._read(bound._get_relevant_documents(asked, **accepted))  # noqa: SLF001

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        quiet = {"run_manager": AsyncCallbackManagerForRetrieverRun.get_noop_manager()}
        bound, asked, accepted = await off_loop(self._asked, query, quiet, kwargs)
        found = await bound._aget_relevant_documents(asked, **accepted)  # noqa: SLF001
        return await off_loop(self._read, found)

    def _asked(
        self, query: str, manager: dict[str, Any], kwargs: dict[str, Any]
    ) -> tuple[BaseRetriever, str, dict[str, Any]]:
        """What is asked, and how, in surrogates."""
        return self._filtering(), chosen(self.sanitizer).sanitize(query).text, self._accepted(manager, kwargs)

    def _accepted(self, manager: dict[str, Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        """What the inner retriever's own signature takes."""
        given = manager if self.bound._new_arg_supported else {}  # noqa: SLF001
        return {**given, **self._options(kwargs)} if self.bound._expects_other_args else given  # noqa: SLF001

    def _filtering(self) -> BaseRetriever:
        """The inner retriever with its own filters in surrogates."""
        own = getattr(self.bound, "search_kwargs", None)
        return (
            self.bound.model_copy(update={"search_kwargs": self._options(own)}) if isinstance(own, dict) else self.bound
        )

    def _options(self, options: dict[str, Any]) -> dict[str, Any]:
        """Options of a search; numbers and functions that stand on their own are no part of a filter."""
        kept = {name: one for name, one in options.items() if isinstance(one, int | float) or callable(one)}
        filters = {name: one for name, one in options.items() if name not in kept}
        return {**kept, **sanitize_filter(sanitizing(chosen(self.sanitizer)), filters)}

    def _read(self, found: Sequence[Document]) -> list[Document]:
        return [read_document(document, self._restore) for document in found]

    def _restore(self, leaf: Leaf) -> Leaf:
        return chosen(self.sanitizer).desanitize(leaf) if isinstance(leaf, str) and leaf else leaf

    def __repr__(self) -> str:
        return f"PrivateRetriever(bound={self.bound!r})"


class PrivateDocumentTransformer(BaseDocumentTransformer):
    """Sanitizes documents before they go to a remote store: content, metadata and ids, each document on its own.

    Args:
        sanitizer: A ``Sanitizer``, or the index's ``Session``.
        allow: Names of metadata fields that are sent although they may look private. All names are sent as they are.

    Raises:
        UnsupportedContent: From a call: a field's name holds something private.
    """

    def __init__(self, sanitizer: PromptSanitizer, *, allow: Collection[str] = ()) -> None:
        self._sanitize = sanitizing(sanitizer)
        self._names = FieldNames(self._sanitize, allow)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return sanitized copies."""
        return [sanitize_documents(self._sanitize, [document], self._names)[0] for document in documents]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return sanitized copies."""
        return await off_loop(self.transform_documents, documents, **kwargs)


class PrivateCompressor(BaseDocumentCompressor):
    """A reranker or compressor around a remote one: query and documents are sanitized jointly, results read back.

    Attributes:
        bound: The inner compressor. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.
        allow: Names of metadata fields that are sent although they may look private. All names are sent as they are.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    bound: BaseDocumentCompressor = Field(exclude=True)
    sanitizer: SkipValidation[PromptSanitizer] = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    _names: FieldNames = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:
        """Names of fields that passed once are not looked at again."""
        self._names = FieldNames(sanitizing(self.sanitizer), self.allow)

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Compress documents; the inner compressor's handlers are not called."""
        request = _Request(self.sanitizer, documents, query, self._names)
        return request.read(self.bound.compress_documents(request.documents, request.query))

    async def acompress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Compress documents; the inner compressor's handlers are not called."""
        request = await off_loop(_Request, self.sanitizer, documents, query, self._names)
        return await off_loop(request.read, await self.bound.acompress_documents(request.documents, request.query))


class PrivateCrossEncoder(BaseCrossEncoder):
    """A cross-encoder around a hosted one: all pairs of a call are sanitized jointly, and scored as they leave.

    Args:
        bound: The inner cross-encoder. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer`` or a ``Session``.

    Raises:
        PrivacyError: From a call that cannot be sanitized whole; nothing was sent.
    """

    def __init__(self, bound: BaseCrossEncoder, sanitizer: PromptSanitizer) -> None:
        self.bound = bound
        self._sanitizer = sanitizer

    def score(self, text_pairs: list[tuple[str, str]]) -> list[float]:
        """Score pairs of texts."""
        if not text_pairs:
            return []
        texts = self._sanitizer.sanitize([text for pair in text_pairs for text in pair]).texts
        return self.bound.score(list(zip(texts[::2], texts[1::2], strict=True)))

    def __repr__(self) -> str:
        return f"PrivateCrossEncoder({self.bound!r})"

    def __reduce__(self) -> NoReturn:
        msg = "a PrivateCrossEncoder is not pickled: its sanitizer holds a key; protect the cross-encoder again"
        raise PrivacyError(msg)


class _Request:
    """One request to a compressor, and how its answer is read."""

    def __init__(
        self, sanitizer: PromptSanitizer, documents: Sequence[Document], query: str, names: FieldNames
    ) -> None:
        self._sanitizer = sanitizer
        self._originals = list(documents)
        self._prompt: SanitizedPrompt | None = None
        self.query = ""
        self.documents = sanitize_documents(lambda texts: self._sanitize([query, *texts]), self._originals, names)

    def read(self, compressed: Sequence[Document]) -> list[Document]:
        """The answer in clear: documents that came back whole are the caller's own again."""
        return [self._read(document) for document in compressed]

    def _sanitize(self, texts: list[str]) -> list[str]:
        self._prompt = self._sanitizer.sanitize(texts)
        self.query, *others = self._prompt.texts
        return others

    def _read(self, document: Document) -> Document:
        for sent, original in zip(self.documents, self._originals, strict=True):
            if document.page_content == sent.page_content and sent.metadata.items() <= document.metadata.items():
                added = {name: value for name, value in document.metadata.items() if name not in sent.metadata}
                return original.model_copy(update={"metadata": {**original.metadata, **added}})
        return read_document(document, self._restore)

    def _restore(self, leaf: Leaf) -> Leaf:
        return self._sanitizer.desanitize(leaf, self._prompt) if isinstance(leaf, str) and leaf else leaf
