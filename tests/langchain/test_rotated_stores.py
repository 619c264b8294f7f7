"""A hosted store over its life: updates, deletions, another process, and a key that changes."""

from __future__ import annotations

import gc
import inspect
import os
import subprocess
import sys
import weakref
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from adapter_support.person import NAME, RECORD, SALARY, SSN, assert_clean
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore
from langchain_qdrant import QdrantVectorStore
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, VectorParams

from langchain_privacy_chains import PrivateDocumentTransformer, PrivateVectorStore, rewrapped
from privacy_chains import Key, KeyMaterialError, MarkError, Sanitizer
from privacy_chains.contract.records import MARK
from privacy_chains.keys import KeyRing

OLD, NEW = (Key.from_bytes(bytes(range(first, first + 32))) for first in (1, 101))
BOTH = KeyRing(OLD).rotate(NEW)
CHOSEN = "crm/Alice Johnson"
DOCUMENTS = [
    Document(RECORD, metadata={"owner": NAME, "salary": SALARY, "ssn": SSN, "page": 3}, id=CHOSEN),
    Document("Peter Miller moved to Toronto at 47.", metadata={"owner": "Peter Miller", "page": 4}, id="crm/2"),
]


def _in_memory(_: Path) -> VectorStore:
    return InMemoryVectorStore(DeterministicFakeEmbedding(size=8))


def _qdrant(path: Path) -> VectorStore:
    client = QdrantClient(path=str(path))
    client.create_collection("records", VectorParams(size=8, distance=Distance.COSINE))
    return QdrantVectorStore(client, "records", DeterministicFakeEmbedding(size=8))


@pytest.fixture(params=[_in_memory, _qdrant])
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> VectorStore:
    store: VectorStore = request.param(tmp_path)
    return store


def _store(hosted: VectorStore, keys: Key | KeyRing, key: Key | None = None) -> PrivateVectorStore:
    """The store as a process of its own protects it."""
    return PrivateVectorStore(hosted, Sanitizer(keys, remember=0), key_id=key.id if key else None)


def _texts(store: VectorStore) -> list[str]:
    return sorted(one.page_content for one in store.similarity_search("x", 99))


def _raw(hosted: VectorStore) -> list[Document]:
    """What the host has."""
    return list(hosted.similarity_search("x", 99))


async def _call(store: Any, name: str, *args: Any, asynchronous: bool) -> Any:
    called = getattr(store, f"a{name}" if asynchronous else name)(*args)
    return await called if inspect.isawaitable(called) else called


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_what_is_replaced_after_a_rotation_leaves_no_old_version(hosted: VectorStore, asynchronous: bool) -> None:
    _store(hosted, OLD).add_documents(DOCUMENTS)
    rotated = _store(hosted, BOTH, NEW)
    assert _texts(rotated) == sorted(one.page_content for one in DOCUMENTS)
    changed = Document(f"{NAME} left.", metadata={"owner": NAME}, id=CHOSEN)
    await _call(rotated, "add_documents", [changed], asynchronous=asynchronous)
    assert _texts(rotated) == sorted([changed.page_content, DOCUMENTS[1].page_content])
    assert [one.page_content for one in rotated.get_by_ids([CHOSEN])] == [changed.page_content]
    rotated.delete([CHOSEN, "crm/2"])
    assert not _raw(hosted)


def test_an_index_moves_to_a_new_key(hosted: VectorStore) -> None:
    _store(hosted, OLD).add_documents(DOCUMENTS)
    sanitizer = Sanitizer(BOTH)
    former = {name: sanitizer.index(key_id=OLD.id).identities(name)[0] for name in (CHOSEN, "crm/2")}
    for old in hosted.get_by_ids(list(former.values())):
        if old.id is None:  # Qdrant's adapter returns no ids
            old.id = str(old.metadata["_id"])
        (new,) = rewrapped([old], sanitizer, key_id=NEW.id)
        assert_clean(repr(new))
        hosted.add_documents([new])
        hosted.delete([old.id])
    assert len(_raw(hosted)) == 2
    moved = _store(hosted, NEW)
    assert _texts(moved) == sorted(one.page_content for one in DOCUMENTS)
    (found,) = moved.get_by_ids([CHOSEN])
    assert {name: found.metadata[name] for name in DOCUMENTS[0].metadata} == DOCUMENTS[0].metadata
    with pytest.raises(KeyMaterialError):
        _store(hosted, OLD).similarity_search("x")
    moved.delete([CHOSEN])
    moved.add_documents(DOCUMENTS[1:])  # again
    assert _texts(moved) == [DOCUMENTS[1].page_content]


def _stored(keys: Key | KeyRing, key: Key, documents: list[Document]) -> list[Document]:
    return list(PrivateDocumentTransformer(Sanitizer(keys), key_id=key.id).transform_documents(documents))


VALUES = st.one_of(
    st.text(max_size=12), st.sampled_from([NAME, SSN, "Toronto", 47, SALARY, 12.5, True, None]), st.integers(0, 99)
)
RECORDS = st.builds(
    lambda text, metadata, identity: Document(text, metadata=metadata, id=identity),
    st.lists(st.sampled_from([NAME, RECORD, "Toronto", "was here.", "47"]), max_size=4).map(" ".join),
    st.dictionaries(st.sampled_from(["owner", "salary", "page", "tags"]), VALUES | st.lists(VALUES, max_size=2)),
    st.sampled_from([None, CHOSEN, "1", "7f0d0c1e-5a4b-4d6e-9a3b-2c1d0e9f8a7b"]),
)


@given(RECORDS)
@settings(max_examples=25)
def test_a_moved_record_is_what_it_would_have_been_under_the_new_key(record: Document) -> None:
    (old,), (expected,) = _stored(OLD, OLD, [record]), _stored(BOTH, NEW, [record])
    added = old.model_copy(
        update={"metadata": {**old.metadata, "_id": old.id or "drawn", "_collection_name": "records"}}
    )
    assert list(rewrapped([added], Sanitizer(BOTH), key_id=NEW.id)) == [expected]
    assert list(rewrapped([expected], Sanitizer(BOTH), key_id=NEW.id)) == [expected]


def test_what_was_changed_is_not_moved() -> None:
    (stored,) = _stored(OLD, OLD, DOCUMENTS[:1])
    edited = stored.model_copy(update={"page_content": stored.page_content + "."})
    unmarked = stored.model_copy(update={"metadata": {}})
    for one in (edited, unmarked):
        with pytest.raises(MarkError):
            list(rewrapped([one], Sanitizer(BOTH), key_id=NEW.id))
    with pytest.raises(KeyMaterialError):
        list(rewrapped([stored], Sanitizer(NEW), key_id=NEW.id))


def test_records_are_moved_one_by_one() -> None:
    taken: list[Document] = []

    def stored() -> Iterator[Document]:
        for one in _stored(OLD, OLD, DOCUMENTS):
            taken.append(one)
            yield one

    next(rewrapped(stored(), Sanitizer(BOTH), key_id=NEW.id))
    assert len(taken) == 1


def _moving(held: dict[str, Document]) -> Iterator[None]:
    """Moves an index as the documentation does; may be left before each step."""
    for identity in list(held):
        (new,) = rewrapped([held[identity]], Sanitizer(BOTH, remember=0), key_id=NEW.id)
        yield
        held[str(new.id)] = new
        yield
        if new.id != identity:
            del held[identity]


@given(st.lists(RECORDS, max_size=4), st.lists(st.integers(0, 8), max_size=3))
@settings(max_examples=25, deadline=None)
def test_a_move_that_broke_off_goes_on(records: list[Document], cuts: list[int]) -> None:
    named = [
        one.model_copy(update={"id": f"crm/{place}" if place else one.id or "1"}) for place, one in enumerate(records)
    ]
    held, expected = (
        {str(one.id): one for one in _stored(keys, key, named)} for keys, key in ((OLD, OLD), (BOTH, NEW))
    )
    for cut in cuts:
        list(islice(_moving(held), cut))
    for _ in range(2):  # to the end, and again
        list(_moving(held))
        assert held == expected


def test_a_move_holds_one_record_at_a_time() -> None:
    (given,), held = _stored(OLD, OLD, DOCUMENTS[1:]), list[weakref.ref[Document]]()

    def stored() -> Iterator[Document]:
        for _ in range(50):
            one = given.model_copy()
            held.append(weakref.ref(one))
            yield one

    most = 0
    for moved in rewrapped(stored(), Sanitizer(BOTH), key_id=NEW.id):
        held.append(weakref.ref(moved))
        gc.collect()
        most = max(most, sum(one() is not None for one in held))
    assert (len(held), most <= 3) == (100, True)


_PROCESS = f"""
from langchain_core.documents import Document
from langchain_privacy_chains import PrivateDocumentTransformer
from privacy_chains import Key, Sanitizer
key = Key.from_bytes(bytes(range(1, 33)))
given = Document({RECORD!r}, metadata={{"owner": {NAME!r}, "salary": {SALARY}}}, id={CHOSEN!r})
(stored,) = PrivateDocumentTransformer(Sanitizer(key)).transform_documents([given])
print(stored.page_content, stored.metadata["{MARK}"], stored.id, sep="\\n")
"""


def test_another_process_stores_the_same() -> None:
    (here,) = _stored(OLD, OLD, [Document(RECORD, metadata={"owner": NAME, "salary": SALARY}, id=CHOSEN)])
    told = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", _PROCESS], env=told, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [here.page_content, here.metadata[MARK], here.id]
