"""Retrieval from places that must not see clear text.

Remote stores, and remote models that rank the documents found.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, Self

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig, ensure_config
from pydantic import Field, PrivateAttr, SkipValidation

from langchain_privacy_chains._documents import (
    mark_document,
    read_document,
    read_stored,
    split_marked,
    texts_of,
)
from langchain_privacy_chains._sessions import SessionFor, chosen
from langchain_privacy_chains.tracing import guard
from privacy_chains import Method
from privacy_chains.adapting import (
    Asking,
    FieldNames,
    Flow,
    Unmarked,
    adrive,
    destination,
    drive,
    exchange,
    index_of,
    off_loop,
    remember,
    sanitize_options,
)
from privacy_chains.contract.records import DEFAULT_INDEX, MARK
from privacy_chains.contract.roles import check_protection

__all__ = [
    "PrivateDocumentTransformer",
    "PrivateRetriever",
    "PrivateSplitter",
]


class PrivateRetriever(BaseRetriever):
    """Wraps a remote retriever over an index of surrogates: it is asked in surrogates, and answers in clear.

    Filters, in ``search_kwargs`` and in calls, are sent in surrogates too. Equality finds what it found in clear; a
    range of noised numbers or a part of a text does not.

    The index must have been filled through ``PrivateDocumentTransformer`` or a protected store, under the same key:
    each document carries a mark that reads it back exactly, numbers too, and that shows any later change.

    A place with public texts, such as a web search, is asked with ``trust="query"``, in the session's surrogates.
    What it finds comes back as it is, except where a surrogate of the question stands in it.

    **Warning**: it learns the form of a question, and everything in it that is not private.

    Attributes:
        bound: The inner retriever. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, their ``index(name)``, or a function that returns one for the
            ``configurable`` part of a call's config.
        unmarked: What happens to a document without a mark, or one that was changed since it was stored:
            ``"refuse"`` it with a ``MarkError``; ``"keep"`` it as it stands; or, for one without a mark, ``"key"``:
            read it from the key alone, which sometimes errs and leaves the noise in numbers.
        clear_traces: Whether tracers that upload may be told the question and the documents in clear.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.
        trust: ``"remote"`` for an index of surrogates, ``"query"`` for public texts.
        added: Names of metadata fields that the index adds to what it returns, beside ids and scores. With any other
            field that was not stored, a document counts as changed.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call, or reads nothing from the ``"key"``
            alone. From a call, while a tracer that uploads listens.
    """

    bound: BaseRetriever = Field(exclude=True)
    sanitizer: SkipValidation[Method | SessionFor] = Field(exclude=True, repr=False)
    unmarked: Unmarked = "refuse"
    clear_traces: bool | None = False
    index: str = DEFAULT_INDEX
    key_id: str | None = None
    trust: Literal["remote", "query"] = "remote"
    added: frozenset[str] = frozenset()
    _fixed: Method | None = PrivateAttr(default=None)

    def model_post_init(self, context: Any, /) -> None:
        """Use the surrogates of the index, which agree in all sessions."""
        check_protection(self.sanitizer, chooses=True)
        if isinstance(self.sanitizer, Method) and self.trust == "remote":
            self._fixed = self._index_of(self.sanitizer)

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
        """This retriever in the session that a config chooses; the inner call no longer sees the config."""
        return self.model_copy(update={"sanitizer": chosen(self.sanitizer, config)})

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        # Without our caller's run: the inner retriever must not tell its handlers about surrogates.
        quiet = {"run_manager": CallbackManagerForRetrieverRun.get_noop_manager()}
        flow = self._retrieving(query, quiet, kwargs)
        return drive(flow, lambda ask: ask.bound._get_relevant_documents(ask.query, **ask.options))  # noqa: SLF001

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, **kwargs: Any
    ) -> list[Document]:
        quiet = {"run_manager": AsyncCallbackManagerForRetrieverRun.get_noop_manager()}
        flow = self._retrieving(query, quiet, kwargs)
        return await adrive(flow, lambda ask: ask.bound._aget_relevant_documents(ask.query, **ask.options))  # noqa: SLF001

    def _retrieving(
        self, query: str, manager: dict[str, Any], kwargs: dict[str, Any]
    ) -> Flow[_Question, list[Document], list[Document]]:
        return exchange(partial(self._asked, query, manager, kwargs), self._read)

    def _asking(self) -> Asking:
        """What sanitizes a question; a public place is asked in the session's surrogates, not an index's."""
        if self.trust == "query":
            return Asking(chosen(self.sanitizer))
        return Asking(self._fixed or self._index_of(chosen(self.sanitizer)))

    def _index_of(self, method: Method) -> Method:
        return index_of(method, type(self).__name__, self.index, self.key_id, unmarked=self.unmarked)

    def _asked(self, query: str, manager: dict[str, Any], kwargs: dict[str, Any]) -> _Question:
        """The question and the search arguments, in surrogates."""
        asking = self._asking()
        with destination("retriever", self.bound):
            (asked,) = asking.sanitize([query])
            return _Question(asking, self._filtering(asking), asked, self._accepted(asking, manager, kwargs))

    def _accepted(self, asking: Asking, manager: dict[str, Any], kwargs: dict[str, Any]) -> dict[str, Any]:
        """The arguments that the inner retriever's signature accepts."""
        given = manager if self.bound._new_arg_supported else {}  # noqa: SLF001
        takes_more = self.bound._expects_other_args  # noqa: SLF001
        return {**given, **sanitize_options(self._values(asking), kwargs)} if takes_more else given

    def _filtering(self, asking: Asking) -> BaseRetriever:
        """The inner retriever with its own filters in surrogates."""
        own = getattr(self.bound, "search_kwargs", None)
        if not isinstance(own, dict):
            return self.bound
        return self.bound.model_copy(update={"search_kwargs": sanitize_options(self._values(asking), own)})

    def _values(self, asking: Asking) -> Method | Asking:
        """What sanitizes the values of filters; a public place may return them."""
        return asking if self.trust == "query" else asking.sanitizer

    def _read(self, question: _Question, found: Sequence[Document]) -> list[Document]:
        asking = question.asking
        if self.trust == "query":
            read = [read_document(document, asking.restore) for document in found]
        else:
            read = [read_stored(asking.sanitizer, document, self.unmarked, self.added) for document in found]
        remember(chosen(self.sanitizer), [text for document in read for text in texts_of(document)])
        return read

    def __repr__(self) -> str:
        return f"PrivateRetriever(bound={self.bound!r})"


@dataclass(frozen=True, repr=False)
class _Question:
    """A question to a retriever, in surrogates, with the reader of the documents it finds."""

    asking: Asking
    bound: BaseRetriever
    query: str
    options: dict[str, Any]


class PrivateDocumentTransformer(BaseDocumentTransformer):
    """Sanitizes documents for a remote store: content, metadata and ids, each document on its own.

    Each gets a metadata field with an encrypted mark that reads it back exactly. A mark covers a whole document:
    split before this step, or after it with a ``PrivateSplitter``.

    Args:
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call.
        UnsupportedContent: From a call: a field's name holds something private.
    """

    def __init__(
        self,
        sanitizer: Method,
        *,
        allow: Collection[str] = (),
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
    ) -> None:
        self._sanitizer = index_of(sanitizer, type(self).__name__, index, key_id)
        self._names = FieldNames(self._sanitizer, allow)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return sanitized copies."""
        return [mark_document(self._sanitizer, document, self._names) for document in documents]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return sanitized copies."""
        return await off_loop(self.transform_documents, documents, **kwargs)


class PrivateSplitter(BaseDocumentTransformer):
    """A splitter whose chunks of sanitized documents keep marks, so that they are read back exactly.

    Documents without a mark are split as they are. A value that is cut in two is read back whole in both chunks.

    Args:
        bound: The splitter.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.

    Raises:
        MarkError: From a call: a document was changed since it was sanitized, or the splitter changes what it splits.
    """

    def __init__(self, bound: BaseDocumentTransformer, sanitizer: Method) -> None:
        self.bound = bound
        self._sanitizer = index_of(sanitizer, type(self).__name__, DEFAULT_INDEX)

    def transform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return chunks."""

        def split(document: Document) -> Sequence[Document]:
            return self.bound.transform_documents([document], **kwargs)

        return [
            chunk
            for document in documents
            for chunk in (
                split_marked(self._sanitizer, document, split) if MARK in document.metadata else split(document)
            )
        ]

    async def atransform_documents(self, documents: Sequence[Document], **kwargs: Any) -> Sequence[Document]:
        """Return chunks."""
        return await off_loop(self.transform_documents, documents, **kwargs)
