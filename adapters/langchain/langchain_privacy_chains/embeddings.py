"""Embeddings from a hosted model that sees surrogates only."""

from __future__ import annotations

from functools import partial
from typing import Any

from langchain_core.embeddings import Embeddings

from langchain_privacy_chains._arguments import rewritten
from privacy_chains import Method
from privacy_chains.adapting import (
    Flow,
    HoldsKey,
    adrive,
    destination,
    drive,
    exchange,
    index_of,
    refuse_wrapped,
    sanitize_each,
    settings_of,
)
from privacy_chains.contract.records import DEFAULT_INDEX

__all__ = ["PrivateEmbeddings"]

_SETTINGS = (
    "additional_headers",
    "async_client_kwargs",
    "client_kwargs",
    "cookies",
    "default_headers",
    "default_query",
    "embed_instruction",
    "encode_kwargs",
    "headers",
    "model_kwargs",
    "query_instruction",
    "sync_client_kwargs",
)
"""Settings that embedding models send with every call."""


class PrivateEmbeddings(HoldsKey, Embeddings):
    """Wraps embeddings: texts and queries are sanitized before they leave.

    Every text is a message of its own, so the same text always has the same embedding. Surrogates are those of the
    index, whatever the session. Under another key, or another name of the index, the stored vectors no longer match.

    **Warning**: vectors of surrogates still show which texts share values. With noise on numbers, it is less exact
        which amounts are near each other.

    Args:
        bound: The inner embeddings. Calling them directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        allow: Settings of the inner embeddings, such as ``"default_headers"``, that are sent as they are, in clear.
        clear_traces: Whether a tracer that has wrapped these methods may be told the clear text.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call. From every call that
            cannot be sanitized whole; nothing was sent.
    """

    def __init__(  # noqa: PLR0913  (each says one thing about the index or about trust)
        self,
        bound: Embeddings,
        sanitizer: Method,
        *,
        allow: frozenset[str] = frozenset(),
        clear_traces: bool | None = False,
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
    ) -> None:
        self.bound = bound
        self.allow = allow
        self.clear_traces = clear_traces
        self._sanitizer = index_of(sanitizer, type(self).__name__, index, key_id)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts as they would be sent to an index."""
        return drive(self._embedding(texts), self.bound.embed_documents)

    def embed_query(self, text: str) -> list[float]:
        """Embed a query the way the index's texts were."""
        return drive(self._embedding([text]), lambda sent: self.bound.embed_query(*sent))

    async def aembed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed texts as they would be sent to an index."""
        return await adrive(self._embedding(texts), self.bound.aembed_documents)

    async def aembed_query(self, text: str) -> list[float]:
        """Embed a query the way the index's texts were."""
        return await adrive(self._embedding([text]), lambda sent: self.bound.aembed_query(*sent))

    def _embedding(self, texts: list[str]) -> Flow[list[str], Any, Any]:
        return exchange(partial(self._sanitized, texts))

    def _sanitized(self, texts: list[str]) -> list[str]:
        if not self.clear_traces:
            refuse_wrapped(type(self))
        with destination("embeddings", self.bound):
            return sanitize_each(self._sanitizer, texts, settings_of(self.bound, _SETTINGS), rewritten, self.allow)

    def __repr__(self) -> str:
        return f"PrivateEmbeddings({self.bound!r})"
