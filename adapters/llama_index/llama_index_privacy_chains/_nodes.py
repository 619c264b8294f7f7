"""Nodes, sanitized for a remote store and read back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llama_index.core.schema import BaseNode, Document, ImageNode, IndexNode, Node, RelatedNodeInfo, TextNode

from privacy_chains import Leaf, UnsupportedContent
from privacy_chains.walking import WHOLE, Collected, Replaced, Restore, Texts, Visitor, walk_fields, walk_value

__all__ = ["read_node", "sanitize_node", "texts_of"]


def sanitize_node(sanitize: Callable[[Texts], Texts], node: BaseNode) -> BaseNode:
    """Sanitize a node jointly: text, all metadata, ids, and what it says of its relatives.

    Hashes of relatives are left out: anyone could compare them with a hash of a guessed text.

    Raises:
        UnsupportedContent: The node holds media, or an object that cannot be sanitized.
    """
    collected = Collected()
    _walk(node, collected)
    return _walk(node, Replaced(sanitize(collected.texts)))


def read_node(node: BaseNode, restore: Callable[[Leaf], Leaf]) -> BaseNode:
    """A node with its text and metadata read back; its ids are the store's and stay."""
    visitor = Restore(restore)
    metadata = {name: walk_value(value, visitor) for name, value in node.metadata.items()}
    return _with_text(node, visitor).model_copy(update={"metadata": metadata})


def texts_of(node: BaseNode) -> Texts:
    """Every text of a node and its metadata."""
    collected = Collected()
    _with_text(node, collected)
    walk_fields(node.metadata, collected)
    return collected.texts


def _walk(node: BaseNode, visitor: Collected | Replaced) -> BaseNode:
    if isinstance(node, ImageNode) or (isinstance(node, IndexNode) and node.obj is not None):
        msg = f"a {type(node).__name__} cannot be sanitized for a remote store; leave it out, or describe it in text"
        raise UnsupportedContent(msg)
    walked = _with_text(node, visitor)
    relationships = {kind: _relative(info, visitor) for kind, info in node.relationships.items()}
    changed: dict[str, Any] = {
        "id_": visitor.text(node.id_, WHOLE),
        "metadata": walk_fields(node.metadata, visitor),
        "relationships": relationships,
        "embedding": None,  # of the clear text
    }
    if isinstance(node, IndexNode):
        changed["index_id"] = visitor.text(node.index_id, WHOLE)
    return walked.model_copy(update=changed)


def _relative(info: Any, visitor: Collected | Replaced) -> Any:
    if isinstance(info, RelatedNodeInfo):
        fields = {"node_id": visitor.text(info.node_id, WHOLE), "metadata": walk_fields(info.metadata, visitor)}
        return info.model_copy(update={**fields, "hash": None})
    return [_relative(item, visitor) for item in info]


def _with_text(node: BaseNode, visitor: Visitor) -> BaseNode:
    if isinstance(node, TextNode):
        return node.model_copy(update={"text": visitor.text(node.text, WHOLE)})
    if not isinstance(node, Node | Document) or node.image_resource or node.audio_resource or node.video_resource:
        msg = f"a {type(node).__name__} with media cannot be sanitized; leave it out, or describe it in text"
        raise UnsupportedContent(msg)
    resource = node.text_resource
    if resource is None or resource.text is None:
        return node.model_copy()
    text = resource.model_copy(update={"text": visitor.text(resource.text, WHOLE)})
    return node.model_copy(update={"text_resource": text})
