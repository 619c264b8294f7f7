"""Steps after retrieval that run elsewhere, such as hosted rerankers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import BaseNode, NodeWithScore, QueryBundle, TextNode
from pydantic import Field, PrivateAttr

from llama_index_privacy_chains._nodes import changed_node, names_of, read_node, shown_node
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._settings import governing, governor_of
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Method
from privacy_chains.adapting import Answer, Collected, FieldNames, Flow, Replaced, adrive, destination, drive, exchange
from privacy_chains.contract.roles import check_protection

__all__ = ["PrivateReranker"]


class PrivateReranker(Private, BaseNodePostprocessor):
    """Wraps a reranker, or any other postprocessor, that runs elsewhere: it is asked in surrogates.

    The question, the nodes' texts and their metadata are sanitized together. The inner postprocessor gets copies
    without ids, relatives and embeddings. Nodes that it kept come back as they were given, with its scores; text that
    it wrote is read back.

    Args:
        bound: The inner postprocessor. Calling it directly sends clear text.
        sanitizer: A ``Sanitizer``, or the ``Session`` of the conversation's protected model.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
        clear_traces: Whether handlers that upload may be told the question and the nodes in clear.

    Raises:
        PrivacyError: From a call that cannot be sanitized whole, or while a handler that uploads listens; nothing was
            sent.
    """

    bound: BaseNodePostprocessor = Field(exclude=True, repr=False)
    allow: frozenset[str] = frozenset()
    clear_traces: bool | None = False
    _sanitizer: Method = PrivateAttr()
    _names: FieldNames = PrivateAttr()

    def __init__(
        self,
        bound: BaseNodePostprocessor,
        sanitizer: Method,
        *,
        allow: frozenset[str] = frozenset(),
        clear_traces: bool | None = False,
    ) -> None:
        check_protection(sanitizer)
        said: dict[str, Any] = {"allow": allow, "clear_traces": clear_traces}
        super().__init__(**said | {"bound": bound, "callback_manager": bound.callback_manager})
        self._sanitizer = sanitizer
        self._names = FieldNames(sanitizer, allow)

    @without_span
    def postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None, query_str: str | None = None
    ) -> list[NodeWithScore]:
        """Rank nodes, unless a remote tracer listens."""
        guard(self, self.callback_manager)
        return super().postprocess_nodes(nodes, query_bundle, query_str)

    @without_span
    async def apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None, query_str: str | None = None
    ) -> list[NodeWithScore]:
        """Rank nodes, unless a remote tracer listens."""
        guard(self, self.callback_manager)
        return await super().apostprocess_nodes(nodes, query_bundle, query_str)

    @without_span
    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return drive(self._ranking(nodes, query_bundle), lambda ask: self.bound.postprocess_nodes(ask.nodes, ask.query))

    @without_span
    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return await adrive(
            self._ranking(nodes, query_bundle), lambda ask: self.bound.apostprocess_nodes(ask.nodes, ask.query)
        )

    def _ranking(
        self, nodes: list[NodeWithScore], query: QueryBundle | None
    ) -> Flow[_Request, list[NodeWithScore], list[NodeWithScore]]:
        return exchange(partial(self._request, nodes, query), _Request.read, lambda _: governing(governor_of(self)))

    def _request(self, nodes: list[NodeWithScore], query: QueryBundle | None) -> _Request:
        with destination("reranker", self.bound):
            return _Request(self._sanitizer, nodes, query, self._names)

    def __repr__(self) -> Any:
        return f"PrivateReranker({type(self.bound).__name__})"


class _Request:
    """One request to a postprocessor that runs elsewhere, and how its answer is read."""

    def __init__(
        self,
        sanitizer: Method,
        nodes: Sequence[NodeWithScore],
        query: QueryBundle | None,
        names: FieldNames,
    ) -> None:
        self._given = nodes
        asked = [] if query is None else [query.query_str, *(query.custom_embedding_strs or [])]
        collected = Collected()
        with noted():
            for place, one in enumerate(nodes, 1):
                names.check(names_of(one.node), f"document {place}")
            self._show(collected)
            prompt = sanitizer.sanitize([*asked, *collected.texts])
        self._answer = Answer(sanitizer, prompt)
        texts = list(prompt.texts)
        self.query = None if query is None else _query(texts[: len(asked)])
        self._sent = self._show(Replaced(texts[len(asked) :]))
        self.nodes = [
            NodeWithScore(node=node.model_copy(deep=True), score=one.score)
            for node, one in zip(self._sent, nodes, strict=True)
        ]

    def read(self, found: Sequence[NodeWithScore]) -> list[NodeWithScore]:
        """The answer in clear."""
        return [NodeWithScore(node=self._read(one.node), score=one.score) for one in found]

    def _show(self, visitor: Collected | Replaced) -> list[TextNode]:
        return [shown_node(one.node, place, visitor) for place, one in enumerate(self._given)]

    def _read(self, returned: BaseNode) -> BaseNode:
        for sent, given in zip(self._sent, self._given, strict=True):
            if sent.node_id == returned.node_id:
                return changed_node(given.node, sent, returned, self._answer.restore)
        return read_node(returned, self._answer.restore)


def _query(texts: list[str]) -> QueryBundle:
    question, *others = texts
    return QueryBundle(question, custom_embedding_strs=others or None)
