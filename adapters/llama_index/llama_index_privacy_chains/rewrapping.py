"""An index that moves to another key."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from llama_index.core.schema import BaseNode

from llama_index_privacy_chains._nodes import mark_node, names_of, read_own
from privacy_chains import Method
from privacy_chains.adapting import FieldNames, index_of
from privacy_chains.contract.records import DEFAULT_INDEX

__all__ = ["rewrapped"]


def rewrapped(
    nodes: Iterable[BaseNode],
    sanitizer: Method,
    *,
    key_id: str,
    allow: Collection[str] = (),
    index: str = DEFAULT_INDEX,
) -> Iterator[BaseNode]:
    """Move stored nodes to another key of the ring, one by one.

    Each is read by its mark, under whichever key of the ring sealed it, then sanitized and marked anew: it gets other
    surrogates, other ids and no embedding. What the store added is left out. The results are in surrogates: embed
    them, add them to the store itself, not to a protected one, and then delete the old ids:

        for old in stored:
            (new,) = rewrapped([old], sanitizer, key_id=ring.primary.id)
            new.embedding = embedding.get_text_embedding(new.get_content(MetadataMode.EMBED))
            hosted.add([new])
            hosted.delete_nodes([old.node_id] if old.node_id != new.node_id else [])

    A node that is under the new key already comes out as it is, so you can start an interrupted move again.

    Args:
        nodes: Nodes as the store has them.
        sanitizer: A ``Sanitizer``, or a ``Session``, whose key is a ring of the old key and the new.
        key_id: The key to move to.
        allow: Names of metadata fields that are sent although they may look private.
        index: The name of the index.

    Raises:
        MarkError: From the iterator: a node was changed since it was stored, or has no mark.
        KeyMaterialError: Neither the ring's keys nor ``key_id`` fit.
    """
    target = index_of(sanitizer, "rewrapped", index, key_id)
    names = FieldNames(target, allow)

    def moved(node: BaseNode) -> BaseNode:
        clear = read_own(target, node)
        names.check(names_of(clear))
        return mark_node(target, clear)

    return map(moved, nodes)
