"""A hosted index whose key changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from adapter_support.person import NAME, RECORD, SALARY, assert_clean
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode
from llama_index.core.vector_stores.types import VectorStoreQuery
from llama_index.vector_stores.qdrant import QdrantVectorStore
from qdrant_client import QdrantClient

from llama_index_privacy_chains import PrivateVectorStore, SanitizingTransform, rewrapped
from privacy_chains import Key, KeyMaterialError, MarkError, Sanitizer
from privacy_chains.keys import KeyRing

OLD, NEW = (Key.from_bytes(bytes(range(first, first + 32))) for first in (1, 101))
BOTH = KeyRing(OLD).rotate(NEW)
SOURCE = "crm/Alice Johnson"


def _node(text: str = RECORD, identity: str = f"{SOURCE}#1") -> TextNode:
    return TextNode(
        text=text,
        id_=identity,
        metadata={"owner": NAME, "salary": SALARY},
        embedding=[1.0, 2.0],
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=SOURCE)},
    )


@pytest.fixture
def hosted(tmp_path: Path) -> QdrantVectorStore:
    return QdrantVectorStore("records", client=QdrantClient(path=str(tmp_path)))


def _store(hosted: Any, keys: Key | KeyRing, key: Key | None = None) -> PrivateVectorStore:
    return PrivateVectorStore(hosted, Sanitizer(keys, remember=0), key_id=key and key.id)


def _found(store: Any) -> list[TextNode]:
    return list(store.query(VectorStoreQuery(query_embedding=[1.0, 2.0], similarity_top_k=9)).nodes or ())


def test_what_is_replaced_after_a_rotation_leaves_no_old_version(hosted: QdrantVectorStore) -> None:
    _store(hosted, OLD).add([_node()])
    rotated = _store(hosted, BOTH, NEW)
    rotated.add([_node("He left.")])
    assert [node.text for node in _found(rotated)] == ["He left."]
    rotated.delete(SOURCE)
    assert not _found(hosted)


def test_an_index_moves_to_a_new_key(hosted: QdrantVectorStore) -> None:
    _store(hosted, OLD).add([_node(), _node("Peter Miller left.", "crm/2#1")])
    for old in _found(hosted):
        (new,) = rewrapped([old], Sanitizer(BOTH), key_id=NEW.id)
        assert new.embedding is None
        assert_clean(new.model_dump_json())
        new.embedding = [2.0, 1.0]
        hosted.add([new])
        hosted.delete_nodes([old.node_id])
    moved = _store(hosted, NEW)
    (found,) = moved.get_nodes([f"{SOURCE}#1"])
    assert (found.get_content(), found.metadata, found.ref_doc_id) == (RECORD, _node().metadata, SOURCE)
    with pytest.raises(KeyMaterialError):
        _found(_store(hosted, OLD))
    moved.delete(SOURCE)
    assert not _found(hosted)


def test_a_moved_node_is_what_it_would_have_been_under_the_new_key() -> None:
    old, expected = (
        SanitizingTransform(Sanitizer(BOTH), key_id=key.id)([_node(), _node("Peter Miller, 47.", "crm/2")])
        for key in (OLD, NEW)
    )
    added = [one.model_copy(update={"metadata": {**one.metadata, "_node_type": "TextNode"}}) for one in old]
    assert list(rewrapped(added, Sanitizer(BOTH), key_id=NEW.id)) == expected
    assert list(rewrapped(expected, Sanitizer(BOTH), key_id=NEW.id)) == expected


def test_what_was_changed_is_not_moved() -> None:
    (stored,) = SanitizingTransform(Sanitizer(OLD))([_node()])
    edited = stored.model_copy(update={"text": "He left."})
    with pytest.raises(MarkError):
        list(rewrapped([edited], Sanitizer(BOTH), key_id=NEW.id))
