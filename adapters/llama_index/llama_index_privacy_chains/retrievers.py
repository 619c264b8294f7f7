"""Retrieval from remote indexes that must not see clear text."""

from __future__ import annotations

from typing import Any

from llama_index.core.base.base_retriever import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle

from llama_index_privacy_chains._nodes import read_node
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from privacy_chains import Leaf, PromptSanitizer

__all__ = ["PrivateRetriever"]


class PrivateRetriever(BaseRetriever):
    """A retriever around a remote one: it is asked in surrogates, over an index of surrogates, and answers in clear.

    The index must have been filled through ``SanitizingTransform`` under the same key. What was enciphered is read
    back from the key alone; numbers that were noised in the index come back as the index has them.

    Args:
        bound: The inner retriever. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, or the index's ``Session``.
    """

    def __init__(self, bound: BaseRetriever, sanitizer: PromptSanitizer) -> None:
        self.bound = bound
        self._sanitizer = sanitizer
        super().__init__(callback_manager=bound.callback_manager)

    @without_span
    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [self._read(found) for found in self.bound.retrieve(self._sanitized(query_bundle))]

    @without_span
    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return [self._read(found) for found in await self.bound.aretrieve(self._sanitized(query_bundle))]

    def _sanitized(self, query: QueryBundle) -> QueryBundle:
        with noted():
            texts = self._sanitizer.sanitize([query.query_str, *(query.custom_embedding_strs or [])]).texts
        return QueryBundle(query_str=texts[0], custom_embedding_strs=list(texts[1:]) or None)

    def _read(self, found: NodeWithScore) -> NodeWithScore:
        return NodeWithScore(node=read_node(found.node, self._restore), score=found.score)

    def _restore(self, leaf: Leaf) -> Leaf:
        return self._sanitizer.desanitize(leaf) if isinstance(leaf, str) and leaf else leaf

    def __repr__(self) -> Any:
        return f"PrivateRetriever({type(self.bound).__name__})"
