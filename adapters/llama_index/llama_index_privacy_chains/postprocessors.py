"""Steps between retrieval and the answer."""

from __future__ import annotations

from typing import Any, NoReturn

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle
from pydantic import PrivateAttr

from llama_index_privacy_chains._nodes import shown_of, texts_of
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._surfacing import noted
from privacy_chains import (
    Dependencies,
    DependencyError,
    Method,
    PrivacyError,
    Session,
    UnsupportedContent,
    enforce,
)
from privacy_chains.adapting import off_loop, remember
from privacy_chains.contract.roles import check_protection

__all__ = ["DependencyPostprocessor", "PrivacyPostprocessor"]


class PrivacyPostprocessor(Private, BaseNodePostprocessor):
    """Shows a session the question, the nodes and their metadata together, and returns the nodes in clear.

    A value found in any of them is then protected in every call to a protected model, even if a node was cut in the
    middle of a name. This step replaces nothing itself: source nodes, metadata and memory stay clear.

    Args:
        session: The ``Session`` of the conversation's protected model.
    """

    _session: Method = PrivateAttr()

    def __init__(self, session: Method) -> None:
        check_protection(session)
        super().__init__()
        self._session = session

    def __getstate__(self) -> NoReturn:
        msg = f"a {self.class_name()} is not pickled: its session holds clear values; make it again where it runs"
        raise PrivacyError(msg)

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        query = [] if query_bundle is None else [query_bundle.query_str, *(query_bundle.custom_embedding_strs or [])]
        texts = [*query, *(text for node in nodes for text in texts_of(node.node))]
        if texts:
            with noted():
                remember(self._session, [text for node in nodes for text in shown_of(node.node)])
                self._show(texts)
        return nodes

    async def _apostprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return await off_loop(self._postprocess_nodes, nodes, query_bundle)

    def _show(self, texts: list[str]) -> None:
        self._session.sanitize(texts)

    def __repr__(self) -> Any:
        return f"{self.class_name()}()"


class DependencyPostprocessor(PrivacyPostprocessor):
    """A helper string as a step: the numbers of question and nodes add up when they reach a protected model.

    This is a ``PrivacyPostprocessor`` that also shows the session formulas. Nodes are returned in clear, and nothing is
    sanitized twice: the session computes what follows from other numbers, and a protected model of the same session
    sends it. The formulas hold for what is retrieved here; give those of a whole conversation to the session.

    Put it before other steps that use the session, such as a protected reranker: what a session released never
    changes.

    Args:
        session: The ``Session`` of the conversation's protected model.
        dependencies: The formulas, or the helper string.

    Raises:
        DependencyError: The helper string cannot be read. From a query, of which nothing was sent: its numbers cannot
            fulfil the formulas, or were released before without them.
        UnsupportedContent: ``session`` is not a ``Session``, which alone remembers what it computed.
    """

    _session: Session = PrivateAttr()
    _dependencies: Dependencies = PrivateAttr()

    def __init__(self, session: Session, dependencies: Dependencies | str) -> None:
        if not isinstance(session, Session):
            msg = (
                f"a DependencyPostprocessor takes the Session of the protected model, not a {type(session).__name__}: "
                "only a session remembers what it computed"
            )
            raise UnsupportedContent(msg)
        super().__init__(session)
        self._dependencies = Dependencies.parse(dependencies) if isinstance(dependencies, str) else dependencies

    def _show(self, texts: list[str]) -> None:
        prompt = self._session.sanitize(texts, dependencies=self._dependencies)
        if enforce(prompt, self._dependencies).texts != prompt.texts:
            msg = (
                "numbers that the formulas speak of were released earlier in this session, without them; give the "
                "formulas to the session, or put the DependencyPostprocessor before whatever else uses it"
            )
            raise DependencyError(msg)
