"""Vector stores that hold surrogates only, through each of their methods."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, VALUES, assert_clean, sanitizer
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore, VectorStore
from langchain_qdrant import QdrantVectorStore
from langchain_text_splitters import RecursiveCharacterTextSplitter
from qdrant_client import QdrantClient
from qdrant_client.models import Distance, VectorParams

from langchain_privacy_chains import (
    PrivateDocumentTransformer,
    PrivateEmbeddings,
    PrivateSplitter,
    PrivateVectorStore,
    audit,
    protect,
)
from privacy_chains import KeyMaterialError, MarkError, PrivacyError, UnsupportedContent
from privacy_chains.contract.records import MARK

DOCUMENTS = [
    Document(RECORD, metadata={"owner": NAME, "salary": SALARY, "ssn": SSN, "page": 3}, id="crm/Alice Johnson"),
    Document("Peter Miller moved to Toronto at 47.", metadata={"owner": "Peter Miller", "page": 4}, id=str(uuid4())),
]
QUERY = f"What does {NAME} <{EMAIL}> earn?"


class Letters(Embeddings):
    """Counts letters, and remembers what it was sent."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed_query(self, text: str) -> list[float]:
        self.seen.append(text)
        return [float(text.lower().count(letter)) for letter in "abcdefghijklmnopqrstuvwxyz@-0123456789"]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]


def _in_memory(_: Path) -> VectorStore:
    return InMemoryVectorStore(Letters())


def _qdrant(path: Path) -> VectorStore:
    client = QdrantClient(path=str(path))
    client.create_collection("records", VectorParams(size=38, distance=Distance.COSINE))
    return QdrantVectorStore(client, "records", Letters())


@pytest.fixture(params=[_in_memory, _qdrant])
def hosted(request: pytest.FixtureRequest, tmp_path: Path) -> VectorStore:
    store: VectorStore = request.param(tmp_path)
    return store


async def _call(store: Any, name: str, *args: Any, asynchronous: bool, **options: Any) -> Any:
    called = getattr(store, f"a{name}" if asynchronous else name)(*args, **options)
    return await called if inspect.isawaitable(called) else called


def _plain(found: Any) -> list[tuple[str, dict[str, Any]]]:
    """Content and metadata, without what a store adds."""
    documents = [one[0] if isinstance(one, tuple) else one for one in found]
    return [
        (each.page_content, {name: value for name, value in each.metadata.items() if not name.startswith("_")})
        for each in documents
    ]


EXPECTED = [(each.page_content, each.metadata) for each in DOCUMENTS]


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize(
    "search",
    [
        "similarity_search",
        "similarity_search_with_score",
        "similarity_search_with_relevance_scores",
        "max_marginal_relevance_search",
    ],
)
async def test_what_is_stored_comes_back_as_it_was(hosted: Any, search: str, asynchronous: bool) -> None:
    store = protect(hosted, sanitizer(), trust="remote")
    ids = await _call(store, "add_documents", DOCUMENTS, asynchronous=asynchronous)
    assert ids == [each.id for each in DOCUMENTS]
    if (search, type(hosted)) == ("similarity_search_with_relevance_scores", InMemoryVectorStore):
        pytest.skip("LangChain's store in memory has no relevance scores")
    found = await _call(store, search, QUERY, 2, asynchronous=asynchronous)
    assert sorted(_plain(found)) == sorted(EXPECTED)
    assert_clean(*hosted.embeddings.seen)


@pytest.mark.parametrize("asynchronous", [False, True])
async def test_documents_are_got_replaced_and_deleted_by_the_callers_ids(hosted: Any, asynchronous: bool) -> None:
    store = protect(hosted, sanitizer(), trust="remote")
    named, drawn = (str(each.id) for each in DOCUMENTS)
    await _call(store, "add_documents", DOCUMENTS, asynchronous=asynchronous)
    (found,) = await _call(store, "get_by_ids", [named], asynchronous=asynchronous)
    assert (found.id, found.page_content) == (named, RECORD)
    (raw,) = hosted.get_by_ids([drawn])
    assert raw.metadata["page"] == 4  # a random UUID stays
    await _call(store, "add_texts", [f"{NAME} left."], ids=[named], asynchronous=asynchronous)
    assert _plain(await _call(store, "get_by_ids", [named], asynchronous=asynchronous)) == [(f"{NAME} left.", {})]
    await _call(store, "delete", [named], asynchronous=asynchronous)
    assert not await _call(store, "get_by_ids", [named], asynchronous=asynchronous)
    assert len(await _call(store, "similarity_search", QUERY, 5, asynchronous=asynchronous)) == 1


def test_documents_are_got_and_deleted_by_ids_that_the_store_drew(hosted: Any) -> None:
    store = protect(hosted, sanitizer(), trust="remote")
    first, second = store.add_texts([RECORD, f"{NAME} left."])
    assert [one.page_content for one in store.get_by_ids([first])] == [RECORD]
    store.delete([first])
    assert [one.page_content for one in store.similarity_search(QUERY)] == [f"{NAME} left."]
    assert len(store.get_by_ids([first, second])) == 1


@pytest.mark.parametrize("given", [str(uuid4()), uuid4().hex], ids=["with hyphens", "without"])
@pytest.mark.parametrize("spelled", [str, lambda drawn: drawn.hex], ids=["kept with hyphens", "kept without"])
def test_a_store_may_spell_a_drawn_id_in_its_own_way(given: str, spelled: Any) -> None:
    hosted = InMemoryVectorStore(Letters())
    store = protect(hosted, sanitizer(), trust="remote")
    store.add_documents([Document(RECORD, id=given)])
    (held,) = hosted.store.values()
    held["id"] = spelled(UUID(given))
    assert [(one.id, one.page_content) for one in store.get_by_ids([given])] == [(given, RECORD)]
    assert store.similarity_search(QUERY)[0].id == given
    held["id"] = str(uuid4())
    with pytest.raises(MarkError):
        store.similarity_search(QUERY)


def test_the_host_sees_no_clear_value_and_ids_that_only_the_key_tells(hosted: Any) -> None:
    protect(hosted, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    raw = hosted.similarity_search("x", 5)
    assert_clean(repr(raw))
    assert all(UUID(each.id) for each in raw if each.id)
    assert all(MARK in each.metadata for each in raw)


def test_files_of_a_store_hold_no_clear_value(tmp_path: Path) -> None:
    store = _qdrant(tmp_path)
    protect(store, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    store.client.close()  # type: ignore[attr-defined]
    held = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert len(held) > 1000
    assert not [value for value in VALUES for code in ("utf-8", "utf-16-le") if value.encode(code) in held]


def test_filters_by_equality_find_what_they_found_in_clear() -> None:
    hosted = InMemoryVectorStore(Letters())
    store = protect(hosted, sanitizer(), trust="remote")
    store.add_documents(DOCUMENTS)
    seen: list[Any] = []

    def owned(document: Document) -> bool:
        seen.append(document.metadata)
        return document.metadata.get("page") == 3

    assert _plain(store.similarity_search(QUERY, 5, filter=owned)) == EXPECTED[:1]
    assert_clean(repr(seen))  # the store's own function sees what the store sees


@pytest.mark.parametrize("asked", [{"salary": {"$gt": 80_000}}, {"owner": {"$like": f"{NAME}%"}}])
def test_a_range_of_replaced_values_is_refused(asked: Any) -> None:
    hosted = InMemoryVectorStore(Letters())
    store = protect(hosted, sanitizer(), trust="remote")
    with pytest.raises(UnsupportedContent, match="range or a part of"):
        store.similarity_search("x", filter=asked)
    assert not hosted.embeddings.seen  # type: ignore[union-attr]


def _edited(hosted: InMemoryVectorStore, **changes: Any) -> None:
    for held in hosted.store.values():
        held.update({name: change(held[name]) for name, change in changes.items()})


@pytest.mark.parametrize(
    "changes",
    [
        {"text": lambda text: text + " He is dead."},
        {"text": lambda text: text[:-1]},
        {"metadata": lambda fields: {**fields, "page": 7}},
        {"metadata": lambda fields: {name: value for name, value in fields.items() if name != "owner"}},
        {"metadata": lambda fields: {**fields, MARK: fields[MARK][:-4] + "AAAA"}},
        {"metadata": lambda fields: {name: value for name, value in fields.items() if name != MARK}},
    ],
)
def test_what_the_host_changed_is_found(changes: Any) -> None:
    hosted = InMemoryVectorStore(Letters())
    protect(hosted, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    _edited(hosted, **changes)
    with pytest.raises(MarkError):
        protect(hosted, sanitizer(), trust="remote").similarity_search(QUERY)
    kept = PrivateVectorStore(hosted, sanitizer(), unmarked="keep").similarity_search(QUERY)
    assert_clean(repr(kept))


def test_marks_of_other_documents_do_not_fit() -> None:
    hosted = InMemoryVectorStore(Letters())
    protect(hosted, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    first, second = hosted.store.values()
    first["metadata"][MARK], second["metadata"][MARK] = second["metadata"][MARK], first["metadata"][MARK]
    with pytest.raises(MarkError):
        protect(hosted, sanitizer(), trust="remote").similarity_search(QUERY)


def test_another_key_reads_nothing() -> None:
    hosted = InMemoryVectorStore(Letters())
    protect(hosted, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    with pytest.raises(KeyMaterialError):
        protect(hosted, sanitizer(1), trust="remote").similarity_search(QUERY)


def test_where_a_store_runs_has_to_be_said() -> None:
    hosted = InMemoryVectorStore(Letters())
    with pytest.raises(UnsupportedContent, match="trust='remote'"):
        protect(hosted, sanitizer())
    assert protect(hosted, sanitizer(), trust="local") is hosted


def test_audit_names_stores_that_are_not_known_to_be_local(tmp_path: Path) -> None:
    local, hosted = InMemoryVectorStore(Letters()), _qdrant(tmp_path)
    kinds = [[finding.kind for finding in audit(store.as_retriever())] for store in (local, hosted)]
    assert "store" not in kinds[0]
    assert "store" in kinds[1]
    assert not audit(protect(hosted, sanitizer(), trust="remote").as_retriever())


def test_a_retriever_over_a_protected_store_answers_in_clear() -> None:
    store = protect(InMemoryVectorStore(Letters()), sanitizer(), trust="remote")
    store.add_texts([RECORD])
    assert store.as_retriever().invoke(QUERY)[0].page_content == RECORD


def test_protected_embeddings_inside_are_refused() -> None:
    with pytest.raises(UnsupportedContent, match="surrogates of surrogates"):
        protect(InMemoryVectorStore(PrivateEmbeddings(Letters(), sanitizer())), sanitizer(), trust="remote")


def test_every_method_of_vector_stores_is_dealt_with() -> None:
    methods = {name for name, one in inspect.getmembers(VectorStore, callable) if not name.startswith("_")}
    inherited = {name for name in methods if getattr(PrivateVectorStore, name) is getattr(VectorStore, name)}
    assert inherited <= {"search", "asearch", "as_retriever", "from_documents", "afrom_documents"}, (
        "these go through the methods that are overridden"
    )


@pytest.mark.parametrize("name", ["from_texts", "from_documents"])
@pytest.mark.parametrize("asynchronous", [False, True])
async def test_a_store_is_not_made_and_filled_at_once(name: str, asynchronous: bool) -> None:
    given: list[Any] = ["x"] if name == "from_texts" else [Document("x")]
    with pytest.raises(UnsupportedContent, match="protect a store"):
        await _call(PrivateVectorStore, name, given, Letters(), asynchronous=asynchronous)


def test_a_store_shows_and_pickles_nothing() -> None:
    store = protect(InMemoryVectorStore(Letters()), sanitizer(), trust="remote")
    assert repr(store) == "PrivateVectorStore(InMemoryVectorStore)"
    with pytest.raises(PrivacyError):
        pickle.dumps(store)


@pytest.mark.parametrize("size", [8, 40, 1000])
def test_chunks_of_sanitized_documents_keep_what_reads_them_back(size: int) -> None:
    (marked,) = PrivateDocumentTransformer(sanitizer()).transform_documents(DOCUMENTS[:1])
    splitter = PrivateSplitter(RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=size // 4), sanitizer())
    hosted = InMemoryVectorStore(Letters())
    hosted.add_documents(list(splitter.transform_documents([marked])))
    assert_clean(repr(hosted.store))
    found = protect(hosted, sanitizer(), trust="remote").similarity_search(QUERY, 99)
    assert {str(one.metadata) for one in found} == {str(DOCUMENTS[0].metadata)}
    read = [one.page_content for one in found]
    assert all(any(value in text for text in read) for value in (NAME, SSN, EMAIL, "$85,000"))
    if size == 1000:
        assert read == [RECORD]


def test_chunks_split_by_others_are_refused() -> None:
    (marked,) = PrivateDocumentTransformer(sanitizer()).transform_documents(DOCUMENTS[:1])
    hosted = InMemoryVectorStore(Letters())
    hosted.add_documents(RecursiveCharacterTextSplitter(chunk_size=40, chunk_overlap=0).split_documents([marked]))
    with pytest.raises(MarkError):
        protect(hosted, sanitizer(), trust="remote").similarity_search(QUERY)


class Spaced(InMemoryVectorStore):
    """A store with namespaces, as hosted ones have them; remembers which it was asked for."""

    def __init__(self) -> None:
        super().__init__(Letters())
        self.spaces: list[str] = []

    def add_documents(self, documents: list[Document], ids: list[str] | None = None, **kwargs: Any) -> list[str]:
        self.spaces.append(kwargs.pop("namespace"))
        return super().add_documents(documents, ids, **kwargs)

    def similarity_search(self, query: str, k: int = 4, **kwargs: Any) -> list[Document]:
        self.spaces.append(kwargs.pop("namespace"))
        return super().similarity_search(query, k, **kwargs)

    def delete(self, ids: Any = None, **kwargs: Any) -> None:
        self.spaces.append(kwargs.pop("namespace"))
        super().delete(ids, **kwargs)


@pytest.mark.parametrize(("namespace", "is_private"), [(EMAIL, True), (NAME, True), ("invoices", False)])
def test_a_namespace_is_one_surrogate_in_every_call(namespace: str, is_private: bool) -> None:
    hosted = Spaced()
    store = protect(hosted, sanitizer(), trust="remote")
    (stored,) = store.add_documents(DOCUMENTS[:1], namespace=namespace)
    assert _plain(store.similarity_search(QUERY, namespace=namespace)) == _plain(DOCUMENTS[:1])
    store.delete([stored], namespace=namespace)
    assert len(set(hosted.spaces)) == 1
    assert len(hosted.spaces) == 3
    assert (namespace not in hosted.spaces) == is_private
    assert_clean(*hosted.spaces)


def test_a_record_that_was_not_asked_for_is_refused(hosted: Any) -> None:
    store = protect(hosted, sanitizer(), trust="remote")
    store.add_documents(DOCUMENTS)
    first, second = (str(each.id) for each in DOCUMENTS)
    (document,) = store.get_by_ids([first])
    assert document.page_content == RECORD
    honest = hosted.get_by_ids
    hosted.get_by_ids = lambda _: honest([second])
    with pytest.raises(MarkError, match="another record"):
        store.get_by_ids([first])
    assert [one.page_content for one in store.get_by_ids([first, second])] == [DOCUMENTS[1].page_content]
    assert len(PrivateVectorStore(hosted, sanitizer(), unmarked="keep").get_by_ids([first])) == 1


def test_what_is_in_surrogates_already_is_stored_as_it_is() -> None:
    once, twice = InMemoryVectorStore(Letters()), InMemoryVectorStore(Letters())
    marked = PrivateDocumentTransformer(sanitizer()).transform_documents(DOCUMENTS)
    protect(once, sanitizer(), trust="remote").add_documents(DOCUMENTS)
    protect(twice, sanitizer(), trust="remote").add_documents(list(marked))
    assert twice.store.keys() == once.store.keys()
    assert sorted(_plain(protect(twice, sanitizer(), trust="remote").similarity_search("x"))) == sorted(EXPECTED)


@pytest.mark.parametrize("mark", ["x", "another's"])
def test_a_mark_that_proves_nothing_is_not_stored(mark: str) -> None:
    hosted = InMemoryVectorStore(Letters())
    (other, _) = PrivateDocumentTransformer(sanitizer()).transform_documents(DOCUMENTS)
    held = Document(RECORD, metadata={MARK: other.metadata[MARK] if mark == "another's" else mark})
    with pytest.raises(MarkError):
        protect(hosted, sanitizer(), trust="remote").add_documents([held])
    assert not hosted.store


def test_fields_of_allowed_names_are_filtered_by() -> None:
    hosted = InMemoryVectorStore(Letters())
    store = PrivateVectorStore(hosted, sanitizer(), allow={NAME})
    store.add_texts(["It rains."], metadatas=[{NAME: "paid"}])
    asked: list[Any] = []
    hosted.similarity_search = lambda *_, **options: asked.append(options) or []  # type: ignore[func-returns-value,method-assign]
    store.similarity_search("x", filter={NAME: "paid"})
    assert asked == [{"filter": {NAME: "paid"}}]
