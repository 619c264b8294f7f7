from __future__ import annotations

import pickle
from collections.abc import Sequence
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from langchain_core.documents import BaseDocumentCompressor, Document
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings
from langchain_core.retrievers import BaseRetriever
from langchain_core.vectorstores import InMemoryVectorStore
from pydantic import Field

from langchain_privacy_chains import (
    PrivateCompressor,
    PrivateDocumentTransformer,
    PrivateEmbeddings,
    PrivateRetriever,
    protect,
)
from privacy_chains import Key, PrivacyError, Sanitizer, UnsupportedContent

DOCUMENT = Document(
    "Alice Johnson owes money",
    id="doc of Alice Johnson",
    metadata={"owner": "alice@corp.example", "salary": 85000, "tags": ["123-45-6789"], "page": 2},
)


class RecordingEmbeddings(DeterministicFakeEmbedding):
    seen: list[str] = Field(default_factory=list)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        self.seen.extend(texts)
        return super().embed_documents(texts)

    def embed_query(self, text: str) -> list[float]:
        self.seen.append(text)
        return super().embed_query(text)


class RemoteStore(BaseRetriever):
    """Finds every document, and remembers what it was asked."""

    documents: list[Document]
    asked: list[Any] = Field(default_factory=list)

    def _get_relevant_documents(self, query: str, *, run_manager: Any, limit: int = 10) -> list[Document]:
        self.asked.append((query, limit))
        return self.documents[:limit]


class Reranker(BaseDocumentCompressor):
    """Puts the last first, scores, and cuts the text of the second."""

    seen: list[Any] = Field(default_factory=list)

    def compress_documents(self, documents: Sequence[Document], query: str, callbacks: Any = None) -> list[Document]:
        self.seen.append((query, [document.model_dump() for document in documents]))
        first, second = documents
        return [
            second.model_copy(update={"page_content": second.page_content[:14]}),
            first.model_copy(update={"metadata": {**first.metadata, "score": 1.0}}),
        ]


def _assert_clean(seen: Any) -> None:
    assert seen
    assert not [value for value in PLANTED if value in repr(seen)]


async def test_embeddings_see_surrogates(codebook: Codebook) -> None:
    inner = RecordingEmbeddings(size=4)
    embeddings = protect(inner, codebook)
    assert isinstance(embeddings, Embeddings)
    vectors = embeddings.embed_documents(["Alice Johnson", "San Francisco"])
    assert vectors == await embeddings.aembed_documents(["Alice Johnson", "San Francisco"])
    assert embeddings.embed_query("Alice Johnson") == vectors[0] == await embeddings.aembed_query("Alice Johnson")
    _assert_clean(inner.seen)


def test_a_local_store_holds_clear_text_while_its_embedder_sees_surrogates(codebook: Codebook) -> None:
    inner = RecordingEmbeddings(size=4)
    store = InMemoryVectorStore(protect(inner, codebook))
    store.add_documents([DOCUMENT])
    assert store.similarity_search("Alice Johnson")[0].page_content == DOCUMENT.page_content
    _assert_clean(inner.seen)


async def test_a_remote_store_is_filled_and_asked_in_surrogates_and_answers_in_clear(codebook: Codebook) -> None:
    before = DOCUMENT.model_copy(deep=True)
    stored = PrivateDocumentTransformer(codebook).transform_documents([DOCUMENT])
    _assert_clean(stored)
    assert stored[0].metadata["salary"] == 83912
    assert stored[0].metadata["page"] == 2
    assert before == DOCUMENT
    remote = RemoteStore(documents=list(stored))
    retriever = protect(remote, codebook, trust="remote")
    for found in (retriever.invoke("Who is Alice Johnson?"), await retriever.ainvoke("Who is Alice Johnson?")):
        assert found[0].page_content == DOCUMENT.page_content
        assert found[0].metadata["owner"] == "alice@corp.example"
        assert found[0].metadata["tags"] == ["123-45-6789"]
    retriever.invoke("Who is Alice Johnson?", limit=1)
    assert remote.asked == [("Who is Xqzan Wurptel?", limit) for limit in (10, 10, 1)]


def test_a_local_retriever_is_returned_as_it_is(codebook: Codebook) -> None:
    local = RemoteStore(documents=[])
    assert protect(local, codebook) is local
    remote = protect(local, codebook, trust="remote")
    assert isinstance(remote, PrivateRetriever)
    assert protect(remote, codebook, trust="remote") is remote


async def test_a_remote_reranker_sees_surrogates_and_its_order_and_scores_come_back(codebook: Codebook) -> None:
    inner = Reranker()
    compressor = protect(inner, codebook, trust="remote")
    assert isinstance(compressor, PrivateCompressor)
    other = Document("Renée O'Hara, 123-45-6789")
    for found in (
        compressor.compress_documents([DOCUMENT, other], "Alice Johnson?"),
        await compressor.acompress_documents([DOCUMENT, other], "Alice Johnson?"),
    ):
        assert [document.page_content for document in found] == ["Renée O'Hara,", DOCUMENT.page_content]
        assert found[1].metadata == {**DOCUMENT.metadata, "score": 1.0}
        assert found[1].id == DOCUMENT.id
    _assert_clean(inner.seen)


def test_embeddings_are_not_pickled(codebook: Codebook) -> None:
    with pytest.raises(PrivacyError, match="not pickled"):
        pickle.dumps(PrivateEmbeddings(RecordingEmbeddings(size=4), codebook))


@pytest.mark.parametrize("trust", ["local", "remote"])
def test_wrappers_show_no_sanitizer(trust: Any, codebook: Codebook) -> None:
    for part in (RecordingEmbeddings(size=4), RemoteStore(documents=[]), Reranker()):
        assert "Codebook" not in repr(protect(part, codebook, trust=trust))  # type: ignore[call-overload]


class Configured(RecordingEmbeddings):
    """Sends its settings with every text."""

    model_kwargs: dict[str, Any] = Field(default_factory=dict)
    default_headers: dict[str, str] | None = None


@pytest.mark.parametrize(
    ("name", "value"),
    [("model_kwargs", {"user": "Alice Johnson"}), ("default_headers", {"x-user": "alice@corp.example"})],
)
async def test_what_embeddings_send_of_their_own_accord_is_looked_through(
    name: str, value: Any, codebook: Codebook
) -> None:
    given: Any = {name: value}
    inner = Configured(size=4, **given)
    embeddings = protect(inner, codebook)
    with pytest.raises(UnsupportedContent, match=f"'{name}' of the model itself") as raised:
        embeddings.embed_documents(["hello"])
    with pytest.raises(UnsupportedContent):
        await embeddings.aembed_query("hello")
    assert not inner.seen
    assert "lice" not in str(raised.value)
    protect(inner, codebook, allow={name}).embed_query("hello")
    protect(Configured(size=4, model_kwargs={"seed": 3}), codebook).embed_query("hello")
    assert inner.seen == ["hello"]


def test_names_of_fields_are_looked_through(codebook: Codebook) -> None:
    document = Document("hello", metadata={"page": 1, "Alice Johnson": 1})
    inner = Reranker()
    with pytest.raises(UnsupportedContent, match="field 2 of a document has a name that may be private"):
        PrivateDocumentTransformer(codebook).transform_documents([document])
    with pytest.raises(UnsupportedContent, match="name that may be private"):
        protect(inner, codebook, trust="remote").compress_documents([document, document], "hello")
    assert not inner.seen
    (sent,) = PrivateDocumentTransformer(codebook, allow={"Alice Johnson"}).transform_documents([document])
    assert sent.metadata == document.metadata
    allowed = protect(inner, codebook, trust="remote", allow={"Alice Johnson"})
    assert len(allowed.compress_documents([document, document], "hello")) == 2


class Filtering(RemoteStore):
    """Finds documents whose fields are as asked."""

    search_kwargs: dict[str, Any] = Field(default_factory=dict)

    def _get_relevant_documents(self, query: str, *, run_manager: Any, **kwargs: Any) -> list[Document]:  # type: ignore[override]
        options = {**self.search_kwargs, **kwargs}
        self.asked.append((query, options))
        wanted = [(name, value["$eq"]) for one in options["filter"]["$and"] for name, value in one.items()]
        return [one for one in self.documents if all(one.metadata[name] == value for name, value in wanted)]

    async def _aget_relevant_documents(self, query: str, *, run_manager: Any, **kwargs: Any) -> list[Document]:  # type: ignore[override]
        return self._get_relevant_documents(query, run_manager=None, **kwargs)


@pytest.mark.parametrize("at_call", [False, True])
async def test_a_remote_store_is_filtered_in_surrogates(at_call: bool) -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    documents = [
        Document("first", metadata={"owner": "Alice Johnson", "salary": 85_000}),
        Document("second", metadata={"owner": "Alice Johnson", "salary": 12_000}),
    ]
    stored = PrivateDocumentTransformer(sanitizer).transform_documents(documents)
    wanted: Any = {"k": 4, "filter": {"$and": [{"owner": {"$eq": "Alice Johnson"}}, {"salary": {"$eq": 85_000}}]}}
    inner = Filtering(documents=list(stored), search_kwargs={} if at_call else wanted)
    retriever = protect(inner, sanitizer, trust="remote")
    given = wanted if at_call else {}
    for found in (retriever.invoke("Who?", **given), await retriever.ainvoke("Who?", **given)):
        assert [one.page_content for one in found] == ["first"]
    assert all(options["k"] == 4 for _, options in inner.asked)
    assert not [value for value in ("Alice", "Johnson", "85000") if value in repr(inner.asked)]
    assert inner.search_kwargs == ({} if at_call else wanted)


@pytest.mark.parametrize("held", [{"owner": object()}, {"owner": b"Alice Johnson"}, {"Alice Johnson": 1}])
def test_filters_that_cannot_be_sanitized_are_refused(held: Any, codebook: Codebook) -> None:
    inner = Filtering(documents=[], search_kwargs={"filter": held})
    with pytest.raises(UnsupportedContent):
        protect(inner, codebook, trust="remote").invoke("Who?")
    assert not inner.asked
