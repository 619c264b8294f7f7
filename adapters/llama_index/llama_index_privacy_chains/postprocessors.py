"""Steps between retrieval and the answer."""

from __future__ import annotations

from typing import Any, NoReturn

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle
from pydantic import PrivateAttr

from llama_index_privacy_chains._nodes import texts_of
from llama_index_privacy_chains._surfacing import noted
from privacy_chains import PrivacyError, PromptSanitizer

__all__ = ["PrivacyPostprocessor"]


class PrivacyPostprocessor(BaseNodePostprocessor):
    """Shows a session the question, the nodes and their metadata together, and returns the nodes in clear.

    What is found in any of them is then protected in every call to a protected model, also where a node was cut in
    the middle of a name. It replaces nothing itself: source nodes, metadata and memory stay clear.

    Args:
        session: The ``Session`` of the conversation's protected model.
    """

    _session: PromptSanitizer = PrivateAttr()

    def __init__(self, session: PromptSanitizer) -> None:
        super().__init__()
        self._session = session

    def __getstate__(self) -> NoReturn:
        msg = "a PrivacyPostprocessor is not pickled: its session holds clear values; make it again where it runs"
        raise PrivacyError(msg)

    @classmethod
    def class_name(cls) -> str:
        """The name under which this component describes itself."""
        return cls.__name__

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        query = [] if query_bundle is None else [query_bundle.query_str, *(query_bundle.custom_embedding_strs or [])]
        texts = [*query, *(text for node in nodes for text in texts_of(node.node))]
        if texts:
            with noted():
                self._session.sanitize(texts)
        return nodes

    def __repr__(self) -> Any:
        return "PrivacyPostprocessor()"
