"""Nodes that are sanitized first and split then: chunks keep what reads them back."""

from __future__ import annotations

import asyncio
import pickle
import re
from typing import Any

import pytest
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, assert_clean, sanitizer
from hypothesis import example, given, settings
from hypothesis import strategies as st
from llama_index.core import Document
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.ingestion import DocstoreStrategy, IngestionPipeline
from llama_index.core.node_parser import (
    HierarchicalNodeParser,
    MarkdownNodeParser,
    NodeParser,
    SentenceSplitter,
    SentenceWindowNodeParser,
    TokenTextSplitter,
)
from llama_index.core.node_parser.node_utils import build_nodes_from_splits
from llama_index.core.schema import BaseNode, NodeRelationship
from llama_index.core.storage.docstore import SimpleDocumentStore
from llama_index.core.vector_stores.types import BasePydanticVectorStore, VectorStoreQuery, VectorStoreQueryResult
from pydantic import PrivateAttr

from llama_index_privacy_chains import PrivateSplitter, SanitizingTransform, protect
from privacy_chains import Key, MarkError, PrivacyError, Sanitizer
from privacy_chains.contract.records import MARK
from privacy_chains.testing import Redaction

SOURCE = "crm/Margarethe Lindqvist"
METADATA = {"owner": NAME, "salary": SALARY, "ssn": SSN, "page": 3}


class Every(NodeParser):
    """Cuts a text every so many characters, also through a word."""

    size: int = 7

    def _parse_nodes(self, nodes: Any, show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        return [
            chunk
            for node in nodes
            for chunk in build_nodes_from_splits(
                [node.text[start : start + self.size] for start in range(0, len(node.text), self.size)], node
            )
        ]


class Loud(Every):
    """Changes what it splits."""

    def _parse_nodes(self, nodes: Any, show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        chunks = super()._parse_nodes(nodes, show_progress, **kwargs)
        for chunk in chunks:
            chunk.set_content(chunk.get_content().upper())
        return chunks


class Again(NodeParser):
    """Gives the whole text three times."""

    def _parse_nodes(self, nodes: Any, show_progress: bool = False, **kwargs: Any) -> list[BaseNode]:
        return [chunk for node in nodes for chunk in build_nodes_from_splits([node.text] * 3, node)]


class Shelf(BasePydanticVectorStore):
    """Returns all it was given."""

    stores_text: bool = True
    _nodes: list[Any] = PrivateAttr(default_factory=list)

    @property
    def client(self) -> None:
        return None

    def add(self, nodes: Any, **kwargs: Any) -> list[str]:
        self._nodes += nodes
        return [node.node_id for node in nodes]

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        self._nodes = [node for node in self._nodes if node.ref_doc_id != ref_doc_id]

    def query(self, query: VectorStoreQuery, **kwargs: Any) -> VectorStoreQueryResult:
        return VectorStoreQueryResult(nodes=self._nodes, ids=[], similarities=[])


class Deleting(Shelf):
    """Remembers what it was told to delete."""

    _deleted: list[str] = PrivateAttr(default_factory=list)

    def delete(self, ref_doc_id: str, **delete_kwargs: Any) -> None:
        self._deleted.append(ref_doc_id)
        super().delete(ref_doc_id, **delete_kwargs)


def _document(text: str = RECORD) -> Document:
    return Document(text=text, id_=SOURCE, metadata=METADATA)


def _filled(splitter: Any, text: str = RECORD) -> Shelf:
    steps = [SanitizingTransform(sanitizer()), PrivateSplitter(splitter, sanitizer())]
    hosted = Shelf()
    hosted.add(IngestionPipeline(transformations=steps).run(documents=[_document(text)]))
    return hosted


def _read(hosted: Shelf) -> list[BaseNode]:
    found = protect(hosted, sanitizer(), trust="remote").query(VectorStoreQuery())
    return list(found.nodes or [])


SPLITTERS = {
    **{f"every {size}": Every(size=size) for size in (1, 3, 7, 40)},
    **{f"sentences {size}": SentenceSplitter(chunk_size=size, chunk_overlap=size // 4) for size in (90, 1000)},
    "tokens": TokenTextSplitter(chunk_size=90, chunk_overlap=10),
}


@pytest.mark.parametrize("splitter", SPLITTERS.values(), ids=SPLITTERS)
def test_chunks_of_sanitized_nodes_keep_what_reads_them_back(splitter: NodeParser) -> None:
    hosted = _filled(splitter)
    assert_clean(repr([node.model_dump() for node in hosted._nodes]))
    nodes = _read(hosted)
    assert len(nodes) == len(hosted._nodes)
    assert all(node.metadata == METADATA for node in nodes)
    assert {node.ref_doc_id for node in nodes} == {SOURCE}
    assert all(node.relationships[NodeRelationship.SOURCE].metadata == METADATA for node in nodes)  # type: ignore[union-attr]
    read = [node.get_content() for node in nodes]
    assert all(any(value in text for text in read) for value in (NAME, SSN, EMAIL, "$85,000"))
    if isinstance(splitter, SentenceSplitter) and splitter.chunk_size == 1000:
        assert read == [RECORD]


@settings(max_examples=30, deadline=None)
@given(size=st.integers(1, 60), times=st.integers(1, 3))
@example(size=44, times=1)  # the last chunk is a full stop, and others stand before it
def test_every_part_of_a_text_is_read_back(size: int, times: int) -> None:
    """What chunks read back, with values that were cut through taken once, is the text."""
    text = " ".join([RECORD] * times)
    hosted = _filled(Every(size=size), text)
    whole = "".join(node.get_content() for node in _read(hosted))
    (originals,) = sanitizer().index("index").sanitize(text).originals
    for value in originals:
        whole = re.sub(f"(?:{re.escape(value)})+", value, whole)
    assert whole == text


def test_a_document_is_deleted_with_all_its_chunks() -> None:
    hosted = _filled(Every(size=7))
    protect(hosted, sanitizer(), trust="remote").delete(SOURCE)
    assert not hosted._nodes


def test_asynchronous_pipelines_give_the_same_chunks() -> None:
    steps = [SanitizingTransform(sanitizer()), PrivateSplitter(Every(size=9), sanitizer())]
    pipeline = IngestionPipeline(transformations=steps, disable_cache=True)
    texts = [node.get_content() for node in asyncio.run(pipeline.arun(documents=[_document()]))]
    assert texts == [node.get_content() for node in _filled(Every(size=9))._nodes]


def test_a_pipelines_cache_holds_surrogates_only() -> None:
    steps = [SanitizingTransform(sanitizer()), PrivateSplitter(Every(size=9), sanitizer())]
    pipeline = IngestionPipeline(transformations=steps)
    pipeline.run(documents=[_document()])
    drawn = r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}"  # ids and hashes, which may hold any five digits
    held = re.sub(drawn, "", repr(pipeline.cache.cache.to_dict()))
    assert "owner" in held
    assert_clean(held)


def test_chunks_split_by_others_are_refused_and_the_error_says_what_to_do() -> None:
    steps = [SanitizingTransform(sanitizer()), Every(size=9)]
    hosted = Shelf()
    hosted.add(IngestionPipeline(transformations=steps).run(documents=[_document()]))
    with pytest.raises(MarkError, match="PrivateSplitter"):
        _read(hosted)


def test_nodes_without_a_mark_are_split_as_they_are() -> None:
    assert "".join(node.get_content() for node in PrivateSplitter(Every(), sanitizer())([_document()])) == RECORD


def test_what_changes_its_text_is_refused() -> None:
    with pytest.raises(MarkError, match="changed the text"):
        _filled(Loud())


def test_another_key_and_a_changed_node_are_refused() -> None:
    (node,) = SanitizingTransform(sanitizer())([_document()])
    with pytest.raises(PrivacyError):
        PrivateSplitter(Every(), Sanitizer(Key.from_bytes(bytes(range(1, 33)))))([node])
    node.set_content(f"{node.get_content()}!")
    with pytest.raises(MarkError):
        PrivateSplitter(Every(), sanitizer())([node])


def test_it_holds_a_key_and_is_not_pickled() -> None:
    with pytest.raises(PrivacyError, match="holds a key"):
        pickle.dumps(PrivateSplitter(Every(), sanitizer()))


def test_a_method_without_marks_splits_as_it_sanitized() -> None:
    method = Redaction([NAME])
    (node,) = SanitizingTransform(method)([_document()])
    chunks = PrivateSplitter(Every(size=9), method)([node])
    assert "".join(chunk.get_content() for chunk in chunks) == node.get_content()


LONG = f"# Report of {NAME}\n\n{RECORD} It rains. Peter Miller left in May.\n\n## Peter Miller\n\nHe earns $85,001."


@pytest.mark.parametrize(
    "splitter",
    [SentenceWindowNodeParser.from_defaults(window_size=2), MarkdownNodeParser()],
    ids=["sentences around each", "headings above each"],
)
def test_what_a_splitter_quotes_of_a_text_is_read_back(splitter: NodeParser) -> None:
    whole = splitter.get_nodes_from_documents([_document(LONG * 2)])
    expected = [{**node.metadata} for node in whole]
    assert {*expected[0]} - {*METADATA}
    hosted = _filled(splitter, LONG * 2)
    assert_clean(repr([node.metadata for node in hosted._nodes]))
    nodes = _read(hosted)
    assert [node.get_content() for node in nodes] == [node.get_content() for node in whole]
    assert [node.metadata for node in nodes] == expected


def test_chunks_of_several_sizes_at_once_are_read_back() -> None:
    hosted = _filled(HierarchicalNodeParser.from_defaults(chunk_sizes=[300, 120, 90]), LONG * 3)
    texts = [node.get_content() for node in _read(hosted)]
    assert len(texts) > 3
    assert all(text in LONG * 3 for text in texts)


def test_chunks_without_the_fields_of_their_document_are_read_back() -> None:
    hosted = _filled(SentenceSplitter(chunk_size=90, chunk_overlap=10, include_metadata=False), LONG)
    assert all(node.metadata.keys() == {MARK} for node in hosted._nodes)
    nodes = _read(hosted)
    assert len(nodes) > 1
    assert all(node.metadata == {} and node.get_content() in LONG for node in nodes)


def test_an_overlap_as_long_as_a_chunk_is_read_back() -> None:
    text = " ".join([RECORD] * 2)
    hosted = _filled(Again(), text)
    assert [node.get_content() for node in _read(hosted)] == [text] * 3


@pytest.mark.parametrize("first", [True, False])
def test_a_pipeline_that_transforms_and_upserts_leaves_no_old_version(first: bool) -> None:
    splitter = SentenceSplitter()
    steps: list[Any] = [SanitizingTransform(sanitizer()), PrivateSplitter(splitter, sanitizer())]
    hosted = Deleting()
    pipeline = IngestionPipeline(
        transformations=[*(steps if first else [splitter, steps[0]]), MockEmbedding(embed_dim=4)],
        vector_store=protect(hosted, sanitizer(), trust="remote"),
        docstore=SimpleDocumentStore(),
        docstore_strategy=DocstoreStrategy.UPSERTS,
    )
    for text in (RECORD, RECORD, f"{NAME} left."):
        pipeline.run(documents=[_document(text)])
    assert_clean(repr(hosted._nodes), repr(hosted._deleted))
    assert SOURCE not in repr(hosted._deleted)
    assert [node.get_content() for node in _read(hosted)] == [f"{NAME} left."]
