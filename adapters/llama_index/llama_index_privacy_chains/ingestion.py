"""Documents on their way to a remote index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NoReturn

from llama_index.core.callbacks import CallbackManager
from llama_index.core.schema import BaseNode, TransformComponent
from pydantic import Field, PrivateAttr

from llama_index_privacy_chains._fingerprints import fingerprint, own_fingerprint
from llama_index_privacy_chains._nodes import mark_node, names_of, split_marked
from llama_index_privacy_chains._private import Private
from llama_index_privacy_chains._spans import without_span
from llama_index_privacy_chains._surfacing import noted
from llama_index_privacy_chains.tracing import guard
from privacy_chains import Method, PrivacyError, SanitizerSpec
from privacy_chains.adapting import FieldNames, index_of, off_loop
from privacy_chains.contract.records import DEFAULT_INDEX, MARK

__all__ = ["PrivateSplitter", "SanitizingTransform"]

_NO_MANAGER = CallbackManager([])


class SanitizingTransform(Private, TransformComponent):
    """Sanitizes nodes for a remote vector store, each on its own; the caller's nodes stay clear.

    Put it last in an ``IngestionPipeline``, before the embeddings, or first, with a ``PrivateSplitter`` behind it.
    Text, every metadata field (also those that are excluded from prompts), ids, and the relatives' metadata and ids
    become surrogates. Each node gets a metadata field with an encrypted mark that reads it back exactly. The mark is in
    no prompt and no embedding.

    Args:
        sanitizer: A ``Sanitizer``, a ``Session``, or their ``index(name)``. With a ``SanitizerSpec`` the transform may
            be pickled, as a pipeline with ``num_workers`` does: each worker makes its sanitizer, and no key travels.
        allow: Names of metadata fields that are sent although they look private. Names are never replaced.
        clear_traces: Whether handlers that upload may be told of the nodes in clear.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Attributes:
        fingerprint: Differs by key, index and policy, so that a pipeline's cache never serves the results of another
            one. It helps nobody to find the key. A method without a fingerprint gets a random one in every transform.

    Raises:
        PrivacyError: The sanitizer gives the same text another form in every call. From a call: a node
            cannot be sanitized whole, or a field's name holds something private.
    """

    fingerprint: str
    clear_traces: bool | None = Field(default=False, exclude=True)
    _sanitizer: Method = PrivateAttr()
    _names: FieldNames = PrivateAttr()
    _again: Callable[[], SanitizingTransform] | None = PrivateAttr(default=None)

    def __init__(
        self,
        sanitizer: Method | SanitizerSpec,
        *,
        allow: Collection[str] = (),
        clear_traces: bool | None = False,
        index: str = DEFAULT_INDEX,
        key_id: str | None = None,
    ) -> None:
        again, given = None, sanitizer
        if isinstance(given, SanitizerSpec):
            options: dict[str, Any] = {
                "allow": tuple(allow),
                "clear_traces": clear_traces,
                "index": index,
                "key_id": key_id,
            }
            again, given = partial(type(self), given, **options), given.make()
        method = index_of(given, type(self).__name__, index, key_id)
        super().__init__(fingerprint=fingerprint(own_fingerprint(method)), clear_traces=clear_traces)  # type: ignore[call-arg]
        self._sanitizer = method
        self._names = FieldNames(method, allow)
        self._again = again

    def __reduce__(self) -> tuple[Callable[[], SanitizingTransform], tuple[()]]:  # type: ignore[override]  # of a spec
        return (self._again, ()) if self._again is not None else self.__getstate__()

    def __getstate__(self) -> NoReturn:
        msg = (
            "a SanitizingTransform is not pickled: its sanitizer holds a key. Give it a SanitizerSpec in "
            "place of the sanitizer, or run the pipeline without num_workers"
        )
        raise PrivacyError(msg)

    @without_span
    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return sanitized copies."""
        guard(self, _NO_MANAGER)
        return [self._sanitized(node) for node in nodes]

    @without_span
    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return sanitized copies."""
        return await off_loop(self, nodes, **kwargs)

    def _sanitized(self, node: BaseNode) -> BaseNode:
        with noted():
            self._names.check(names_of(node))
            return mark_node(self._sanitizer, node)


class PrivateSplitter(Private, TransformComponent):
    """A splitter of nodes that are sanitized already: its chunks keep marks, so that they are read back exactly.

    It lets ``SanitizingTransform`` stand first in a pipeline, so that the pipeline's cache holds surrogates only. Nodes
    without a mark are split as they are. A value that is cut in two is read back whole in both
    chunks. Positions of chunks (``start_char_idx``) are those in the sanitized text.

    Args:
        bound: The splitter, such as a ``SentenceSplitter``.
        sanitizer: The ``Sanitizer``, ``Session`` or ``index(name)`` that sanitized the nodes.
        index: The name of the index, if the sanitizer does not say it.
        key_id: The key that the index is filled under, if the sanitizer's key ring has several.

    Raises:
        MarkError: From a call: a node was changed since it was sanitized, or the splitter changes what it splits.
    """

    bound: TransformComponent
    fingerprint: str
    _sanitizer: Method = PrivateAttr()

    def __init__(
        self, bound: TransformComponent, sanitizer: Method, *, index: str = DEFAULT_INDEX, key_id: str | None = None
    ) -> None:
        sanitizer = index_of(sanitizer, type(self).__name__, index, key_id)
        super().__init__(bound=bound, fingerprint=fingerprint(own_fingerprint(sanitizer)))  # type: ignore[call-arg]
        self._sanitizer = sanitizer

    def __getstate__(self) -> NoReturn:
        msg = (
            "a PrivateSplitter is not pickled: its sanitizer holds a key. Run the pipeline without num_workers, "
            "or make the splitter inside each worker"
        )
        raise PrivacyError(msg)

    @without_span
    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return chunks."""

        def split(node: BaseNode) -> Sequence[BaseNode]:
            return self.bound([node], **kwargs)

        with noted():
            chunks = [
                split_marked(self._sanitizer, node, split) if MARK in node.metadata else split(node) for node in nodes
            ]
        return [chunk for of_node in chunks for chunk in of_node]

    @without_span
    async def acall(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return chunks."""
        return await off_loop(self, nodes, **kwargs)
