"""Nodes, sanitized for a remote store or a remote step, and read back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from llama_index.core.schema import (
    BaseNode,
    Document,
    ImageNode,
    IndexNode,
    MediaResource,
    MetadataMode,
    Node,
    ObjectType,
    RelatedNodeInfo,
    TextNode,
)
from pydantic import BaseModel

from privacy_chains import Leaf, Method, UnsupportedContent
from privacy_chains.adapting import (
    IDENTITY,
    OTHERS,
    RELATIVES,
    TEMPLATES,
    TEXT,
    WHOLE,
    Collected,
    Replaced,
    Restore,
    Texts,
    Unmarked,
    Visitor,
    is_stored,
    own_names,
    read_record,
    sanitize_record,
    split_record,
    walk_fields,
    walk_value,
)
from privacy_chains.contract.records import MARK

__all__ = [
    "changed_node",
    "mark_node",
    "names_of",
    "read_node",
    "read_own",
    "read_public",
    "read_stored",
    "refuse_objects",
    "shown_node",
    "shown_of",
    "split_marked",
    "texts_of",
]

_TEMPLATES = ("text_template", "metadata_template", "metadata_separator")
_KEPT = (*_TEMPLATES, "excluded_embed_metadata_keys", "excluded_llm_metadata_keys")
_SEEN = frozenset(
    {
        *(*_KEPT, "text_template", "id_", "embedding", "metadata", "relationships", "index_id", "obj", "text"),
        *("text_resource", "image_resource", "audio_resource", "video_resource", "start_char_idx", "end_char_idx"),
    }
)
"""The fields of nodes that are handled by name; all others are visited, whatever they hold."""
_VALUES = (str, bool, int, float, dict, list, tuple)


def mark_node(sanitizer: Method, node: BaseNode) -> BaseNode:
    """Sanitize a node for a hosted store, and put a mark that reads it back into its metadata.

    Hashes of relatives are left out: anyone could compare them with a hash of a guessed text. A node that is in
    surrogates already, as its mark proves, stays as it is.

    Raises:
        MarkError: It has a mark and was changed afterwards.
        UnsupportedContent: The node holds media, or an object that cannot be sanitized.
    """
    if is_stored(sanitizer, _without_mark(node), _walk, node.metadata.get(MARK)):
        return node
    stored, record = sanitize_record(sanitizer, node, _walk)
    return stored if record is None else _with_mark(stored, record.mark)


def split_marked(
    sanitizer: Method, stored: BaseNode, split: Callable[[BaseNode], Sequence[BaseNode]]
) -> list[BaseNode]:
    """The chunks of a node that ``mark_node`` returned, each with a mark of its own.

    Raises:
        MarkError: The node was changed after marking, or the splitter changes the text it splits.
    """
    plain = _without_mark(stored)
    chunks = split(plain)
    marks = split_record(sanitizer, plain, _walk, stored.metadata[MARK], chunks)
    return [_with_mark(chunk, mark) for chunk, mark in zip(chunks, marks, strict=True)]


def _with_mark(node: BaseNode, mark: str) -> BaseNode:
    return node.model_copy(
        update={
            "metadata": {**node.metadata, MARK: mark},
            "excluded_embed_metadata_keys": [*node.excluded_embed_metadata_keys, MARK],
            "excluded_llm_metadata_keys": [*node.excluded_llm_metadata_keys, MARK],
        }
    )


def _without_mark(node: BaseNode) -> BaseNode:
    return node.model_copy(
        update={
            "metadata": _without(node.metadata),
            "excluded_embed_metadata_keys": [name for name in node.excluded_embed_metadata_keys if name != MARK],
            "excluded_llm_metadata_keys": [name for name in node.excluded_llm_metadata_keys if name != MARK],
        }
    )


def read_stored(sanitizer: Method, stored: BaseNode, unmarked: Unmarked = "refuse") -> BaseNode:
    """The original of a node that ``mark_node`` returned and a store gave back.

    Raises:
        MarkError: The store changed it, or it was stored without a mark, and such nodes are refused.
    """
    read = read_record(sanitizer, _without_mark(stored), _walk, stored.metadata.get(MARK), unmarked)
    return read.model_copy(update={"embedding": stored.embedding})


def read_own(sanitizer: Method, stored: BaseNode) -> BaseNode:
    """The original that ``mark_node`` was given, without fields that a store added and without its embedding.

    Raises:
        MarkError: The store changed it, or it was stored without a mark.
    """
    own = own_names(sanitizer, stored.metadata.get(MARK)) | {MARK}
    metadata = {name: one for name, one in stored.metadata.items() if name in own}
    return read_stored(sanitizer, stored.model_copy(update={"metadata": metadata, "embedding": None}))


def _without(metadata: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in metadata.items() if name != MARK}


def read_node(node: BaseNode, restore: Callable[[Leaf], Leaf]) -> BaseNode:
    """A node with its text and metadata read back. Its ids are the store's, and stay."""
    visitor = Restore(restore)
    metadata = {name: walk_value(value, visitor) for name, value in node.metadata.items()}
    return _with_text(node, visitor).model_copy(update={"metadata": metadata, **_others(node, _SEEN, visitor)})


def read_public(node: BaseNode, restore: Callable[[Leaf], Leaf]) -> BaseNode:
    """A public node with the surrogates of the question read back; a node without text stays as it is."""
    try:
        return read_node(node, restore)
    except UnsupportedContent:
        return node


def shown_node(node: BaseNode, place: int, visitor: Collected | Replaced) -> TextNode:
    """A node as a remote step sees it: its text and metadata, with its position as an id.

    Raises:
        UnsupportedContent: The metadata holds an object that cannot be sanitized.
    """
    fields: dict[str, Any] = {name: getattr(node, name) for name in _KEPT if hasattr(node, name)}
    return TextNode(
        **fields | _visited_templates(node, visitor),
        id_=str(place),
        text=visitor.text(node.get_content(MetadataMode.NONE), WHOLE),
        metadata=_metadata(node.metadata, visitor),
    )


def changed_node(given: BaseNode, sent: TextNode, returned: BaseNode, restore: Callable[[Leaf], Leaf]) -> BaseNode:
    """A node with the changes that were made to its sent form; the node itself if there were none."""
    text, before = (node.get_content(MetadataMode.NONE) for node in (returned, sent))
    if text == before and returned.metadata == sent.metadata:
        return given
    visitor = Restore(restore)
    metadata = {
        name: given.metadata[name] if _same(name, returned, sent) else walk_value(value, visitor)
        for name, value in returned.metadata.items()
    }
    changed = given.model_copy(update={"metadata": metadata})
    if text != before:
        changed.set_content(str(restore(text)))
    return changed


def _same(name: str, returned: BaseNode, sent: BaseNode) -> bool:
    return name in sent.metadata and returned.metadata[name] == sent.metadata[name]


def texts_of(node: BaseNode) -> Texts:
    """Every text of a node and its metadata."""
    collected = Collected()
    _with_text(node, collected)
    walk_fields(node.metadata, collected)
    _others(node, _SEEN, collected)
    return collected.texts


def shown_of(node: BaseNode) -> Texts:
    """A node as prompts show it, and its text alone."""
    modes = (MetadataMode.NONE, MetadataMode.LLM, MetadataMode.ALL)
    return list(dict.fromkeys(node.get_content(mode) for mode in modes))


def names_of(node: BaseNode) -> Iterator[str]:
    """The names of metadata fields: the node's own, its relatives', and those that are left out of prompts."""
    yield from node.metadata
    yield from (*node.excluded_embed_metadata_keys, *node.excluded_llm_metadata_keys)
    for info in node.relationships.values():
        for relative in info if isinstance(info, list) else [info]:
            yield from relative.metadata


def _walk(node: BaseNode, visitor: Visitor) -> BaseNode:
    if isinstance(node, ImageNode) or (isinstance(node, IndexNode) and node.obj is not None):
        msg = f"a {type(node).__name__} cannot be sanitized for a remote store; leave it out, or describe it in text"
        raise UnsupportedContent(msg)
    walked = _with_text(node, visitor.at(TEXT))
    relationships = {kind: _relative(info, visitor) for kind, info in node.relationships.items()}
    changed: dict[str, Any] = {
        **_visited_templates(node, visitor.at(TEMPLATES)),
        "id_": visitor.at(IDENTITY).identity(node.id_),
        "metadata": _metadata(node.metadata, visitor),
        "relationships": relationships,
        "embedding": None,  # a hash of the clear text
        **_others(node, _SEEN, visitor.at(OTHERS)),
    }
    if isinstance(node, IndexNode):
        changed["index_id"] = visitor.at(IDENTITY).identity(node.index_id)
    return walked.model_copy(update=changed)


def _others(value: BaseModel, seen: frozenset[str], visitor: Visitor) -> dict[str, Any]:
    """The fields that are not handled by name, such as those of a user's class, visited."""
    fields = {name: getattr(value, name) for name in type(value).model_fields if name not in seen}
    fields |= value.model_extra or {}
    return {name: walk_value(visitor.named(name, field), visitor, name) for name, field in fields.items()}


def _visited_templates(node: BaseNode, visitor: Visitor) -> dict[str, str]:
    """The templates of a node, if it has its own, visited."""
    own = {name: getattr(node, name) for name in _TEMPLATES if getattr(node, name, None) != _default(type(node), name)}
    return {name: visitor.text(form, WHOLE) for name, form in own.items()}


def _default(kind: type[BaseNode], name: str) -> Any:
    field = kind.model_fields.get(name)
    return None if field is None else field.default


def _metadata(metadata: dict[str, Any], visitor: Visitor) -> dict[str, Any]:
    refuse_objects(metadata, "in a node's metadata")
    return walk_fields(metadata, visitor)


def refuse_objects(value: Any, where: str) -> None:
    """Refuse an object, such as a date, among values that leave: it would be written in clear.

    Raises:
        UnsupportedContent: There is one.
    """
    if value is not None and not isinstance(value, _VALUES):
        msg = f"a {type(value).__name__} {where} cannot be sanitized; write it as text"
        raise UnsupportedContent(msg)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            refuse_objects(item, where)


_OF_RELATIVES = frozenset({"node_id", "node_type", "metadata", "hash"})
_PLACES: Mapping[str, None] = dict.fromkeys(("embeddings", "data", "path", "url"))
"""Fields that say where a text was read from, or what it was made into; no store needs them beside the text."""


def _relative(info: Any, visitor: Visitor) -> Any:
    if not isinstance(info, RelatedNodeInfo):
        return [_relative(item, visitor) for item in info]
    refuse_objects(info.metadata, "in the metadata of a node's relative")
    related = visitor.at(RELATIVES)
    changed = {"node_id": related.identity(info.node_id), "metadata": walk_value(info.metadata, related), "hash": None}
    others = visitor.at(OTHERS)
    if not isinstance(info.node_type, ObjectType):
        changed["node_type"] = walk_value(info.node_type, others)
    return info.model_copy(update={**changed, **_others(info, _OF_RELATIVES, others)})


def _with_text(node: BaseNode, visitor: Visitor) -> BaseNode:
    if isinstance(node, TextNode):
        return node.model_copy(update={"text": visitor.text(node.text, WHOLE)})
    if not isinstance(node, Node | Document) or node.image_resource or node.audio_resource or node.video_resource:
        msg = f"a {type(node).__name__} with media cannot be sanitized; leave it out, or describe it in text"
        raise UnsupportedContent(msg)
    resource = node.text_resource
    if resource is None:
        return node.model_copy()
    return node.model_copy(update={"text_resource": _resource(resource, visitor)})


def _resource(resource: MediaResource, visitor: Visitor) -> MediaResource:
    changed = _others(resource, frozenset(_PLACES) | {"text"}, visitor)
    if resource.text is not None:
        changed["text"] = visitor.text(resource.text, WHOLE)
    return resource.model_copy(update={**changed, **_PLACES})
