"""Documents on their way to a remote index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from hashlib import sha256
from typing import Any, NoReturn

from llama_index.core.schema import BaseNode, TransformComponent
from pydantic import PrivateAttr

from llama_index_privacy_chains._nodes import names_of, sanitize_node
from llama_index_privacy_chains._surfacing import noted
from privacy_chains import PrivacyError, PromptSanitizer
from privacy_chains.walking import FieldNames, Texts, sanitizing

__all__ = ["SanitizingTransform"]

_PROBE = "John Smith, john.smith@example.com, (212) 555-0123"


class SanitizingTransform(TransformComponent):
    """Sanitizes nodes before they go to a remote vector store, each on its own; the caller's nodes stay clear.

    Put it last in an ``IngestionPipeline``, before the embeddings: text, every metadata field (also those that are
    excluded from prompts), ids, and the relatives' metadata and ids become surrogates.

    Args:
        sanitizer: A ``Sanitizer``, or the index's ``Session``.
        allow: Names of metadata fields that are sent although they may look private. All names are sent as they are.

    Attributes:
        fingerprint: Tells keys apart, so that a pipeline's cache does not serve what another key sanitized. It is a
            hash of surrogates of fixed values and does not help anyone to find the key.

    Raises:
        PrivacyError: From a call: a node cannot be sanitized whole, or a field's name holds something private.
    """

    fingerprint: str
    _sanitize: Callable[[Texts], Texts] = PrivateAttr()
    _names: FieldNames = PrivateAttr()

    def __init__(self, sanitizer: PromptSanitizer, *, allow: Collection[str] = ()) -> None:
        probe = sanitizer.sanitize(_PROBE).text
        super().__init__(fingerprint=sha256(probe.encode()).hexdigest()[:16])  # type: ignore[call-arg]
        self._sanitize = sanitizing(sanitizer)
        self._names = FieldNames(self._sanitize, allow)

    def __getstate__(self) -> NoReturn:
        msg = (
            "a SanitizingTransform is not pickled: its sanitizer holds a key. Run the pipeline without num_workers, "
            "or make the transform inside each worker"
        )
        raise PrivacyError(msg)

    @classmethod
    def class_name(cls) -> str:
        """The name under which this component describes itself."""
        return cls.__name__

    def __call__(self, nodes: Sequence[BaseNode], **kwargs: Any) -> list[BaseNode]:
        """Return sanitized copies."""
        return [self._sanitized(node) for node in nodes]

    def _sanitized(self, node: BaseNode) -> BaseNode:
        with noted():
            self._names.check(names_of(node))
            return sanitize_node(self._sanitize, node)
