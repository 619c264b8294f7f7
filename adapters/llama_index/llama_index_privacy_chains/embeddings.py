"""Embeddings from a hosted model that sees surrogates only."""

from __future__ import annotations

from functools import partial
from typing import Any

from llama_index.core.base.embeddings.base import BaseEmbedding, Embedding
from llama_index.core.ingestion.pipeline import remove_unstable_values
from pydantic import Field, PrivateAttr

from llama_index_privacy_chains._arguments import unchanged
from llama_index_privacy_chains._fingerprints import fingerprint, own_fingerprint
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import OWN_WRAPPERS
from privacy_chains import Method
from privacy_chains.adapting import (
    Flow,
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

__all__ = ["PrivateEmbedding"]

_SETTINGS = (
    "additional_kwargs",
    "cookies",
    "default_headers",
    "embedding_config",
    "encode_kwargs",
    "headers",
    "instruction",
    "model_kwargs",
    "ollama_additional_kwargs",
    "query_instruction",
    "text_instruction",
    "user",
)
"""Settings that embedding models send with every call."""


class PrivateEmbedding(Private, BaseEmbedding):
    """Wraps an embedding model: texts and queries are sanitized before they leave.

    Every text is a message of its own, so the same text always has the same embedding. Surrogates are those of the
    index, whatever the session. Under another key, or another name of the index, the stored vectors no longer match.
    Events and spans are the inner model's and show what is sent. Set caches on the inner model too.

    **Warning**: vectors of surrogates still show which texts share values. With noise on numbers, it is less exact
        which amounts are near each other.

    Args:
        bound: The inner embedding model. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``.
        allow: Settings of the inner model, such as ``"default_headers"``, that are sent as they are, in clear.
        clear_traces: Whether a tracer that has wrapped these methods may be told the clear text.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call. From every call that
            cannot be sanitized whole; nothing was sent.
    """

    bound: BaseEmbedding = Field(exclude=True)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False
    _sanitizer: Method = PrivateAttr()
    _index: Method = PrivateAttr()
    _fingerprint: str = PrivateAttr()

    def __init__(  # noqa: PLR0913  (each says one thing about the index or about trust)
        self,
        bound: BaseEmbedding,
        sanitizer: Method,
        *,
        allow: frozenset[str] = frozenset(),
        clear_traces: bool | None = False,
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
    ) -> None:
        held = index_of(sanitizer, type(self).__name__, index, key_id)
        copied: dict[str, Any] = {name: getattr(bound, name) for name in ("model_name", "embed_batch_size")}
        said = {"allow": allow, "clear_traces": clear_traces}
        super().__init__(**copied | said | {"bound": bound, "callback_manager": bound.callback_manager})
        self._sanitizer = sanitizer
        self._index = held
        self._fingerprint = own_fingerprint(held)

    def to_dict(self, **kwargs: Any) -> dict[str, Any]:
        """The description by which caches recognise what this made; it differs by key, index and inner model."""
        inner = remove_unstable_values(str(self.bound.to_dict()))
        return {**super().to_dict(**kwargs), "fingerprint": fingerprint(self._fingerprint, inner)}

    def _embedding(self, texts: list[str]) -> Flow[list[str], Any, Any]:
        return exchange(partial(self._sanitized, texts))

    def _sanitized(self, texts: list[str]) -> list[str]:
        if not self.clear_traces:
            refuse_wrapped(type(self), OWN_WRAPPERS)
        with noted(), destination("embeddings", self.bound):
            return sanitize_each(self._index, texts, settings_of(self.bound, _SETTINGS), unchanged, self.allow)

    @without_span
    def get_query_embedding(self, query: str) -> Embedding:
        return drive(self._embedding([query]), lambda sent: self.bound.get_query_embedding(*sent))

    @without_span
    async def aget_query_embedding(self, query: str) -> Embedding:
        return await adrive(self._embedding([query]), lambda sent: self.bound.aget_query_embedding(*sent))

    @without_span
    def get_text_embedding(self, text: str) -> Embedding:
        return drive(self._embedding([text]), lambda sent: self.bound.get_text_embedding(*sent))

    @without_span
    async def aget_text_embedding(self, text: str) -> Embedding:
        return await adrive(self._embedding([text]), lambda sent: self.bound.aget_text_embedding(*sent))

    @without_span
    def get_text_embedding_batch(self, texts: list[str], *args: Any, **kwargs: Any) -> list[Embedding]:
        bound = self.bound
        return drive(self._embedding(texts), lambda sent: bound.get_text_embedding_batch(sent, *args, **kwargs))

    @without_span
    async def aget_text_embedding_batch(self, texts: list[str], *args: Any, **kwargs: Any) -> list[Embedding]:
        bound = self.bound
        return await adrive(self._embedding(texts), lambda sent: bound.aget_text_embedding_batch(sent, *args, **kwargs))

    @without_span
    def _get_query_embedding(self, query: str) -> Embedding:
        return self.get_query_embedding(query)

    @without_span
    async def _aget_query_embedding(self, query: str) -> Embedding:
        return await self.aget_query_embedding(query)

    @without_span
    def _get_text_embedding(self, text: str) -> Embedding:
        return self.get_text_embedding(text)
