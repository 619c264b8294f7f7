"""A filter finds a value as it is stored, whatever stood beside it; and what hides a value in a text hides it there."""

from __future__ import annotations

import operator
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_core.vectorstores import InMemoryVectorStore
from langchain_qdrant import QdrantVectorStore as LangChainQdrant
from llama_index.core.schema import TextNode
from llama_index.core.vector_stores.types import FilterOperator, MetadataFilter, MetadataFilters
from llama_index.vector_stores.qdrant import QdrantVectorStore as LlamaIndexQdrant
from qdrant_client import QdrantClient, models

import langchain_privacy_chains
import llama_index_privacy_chains
from langchain_privacy_chains._documents import mark_document
from privacy_chains import Encipher, Keep, Key, Policy, Sanitizer, UnsupportedContent
from privacy_chains.adapting import FieldNames, sanitize_filter, sanitize_options

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from format_samples import SAMPLES, members

INDEX = Sanitizer(Key.from_bytes(bytes(range(32))), remember=0).index()
NAMES = FieldNames(INDEX)
RULES = Policy.default().rules
KINDS = sorted(kind for kind in SAMPLES if isinstance(RULES.get(kind), Encipher))
BESIDE = "Maria Lopez of Lyon called about {kind} {value}."


def _drawn(kind: str, seed: int, count: int) -> list[str]:
    rule = RULES[kind]
    assert isinstance(rule, Encipher)
    drawn: Iterator[str] = members(rule.format, SAMPLES[kind].split("|"), random.Random(seed))
    return [next(drawn) for _ in range(count)]


def _stored(text: str, metadata: dict[str, Any]) -> dict[str, Any]:
    return mark_document(INDEX, Document(text, metadata=metadata), NAMES).metadata


def _asked(name: str, value: Any) -> Any:
    return sanitize_filter(INDEX, {name: value})[name]


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_of_every_type_is_asked_for_as_it_is_stored(kind: str) -> None:
    told = kind.replace("_", " ").lower()
    for value in _drawn(kind, 7, 3):
        for text in (BESIDE.format(kind=told, value=value), "It rains."):
            held = _stored(text, {"detail": value, "tags": [value, "paid"]})
            assert held["detail"] == _asked("detail", value)
            assert held["tags"] == _asked("tags", [value, "paid"])


@given(st.sampled_from(KINDS), st.integers(0, 999), st.sampled_from(["detail", "owner", "code", "city", "note"]))
@settings(max_examples=60, deadline=None)
def test_what_a_text_hides_is_hidden_in_its_metadata(kind: str, seed: int, name: str) -> None:
    (value,) = _drawn(kind, seed, 1)
    text = BESIDE.format(kind=kind.replace("_", " ").lower(), value=value)
    found = INDEX.sanitize(text).originals[0]
    held = _stored(text, {name: value})
    assert held[name] == _asked(name, value)
    assert not [one for one in found if len(one) > 3 and one in held[name]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("owner", "lk-s4qh"),
        ("category", "invoice"),
        ("city", "Toronto"),
        ("page", 3),
        ("salary", 85_000),
        ("owner", "Rose"),
        ("created_at", "2024-05-01"),
        ("born", "1985-02-03"),
        ("page_label", "12"),
        ("file_name", "report.pdf"),
        ("file_path", "/home/maria/report.pdf"),
        ("mixed", "Maria Lopez lk-s4qh"),
    ],
)
@pytest.mark.parametrize(
    "text", ["It rains.", "Rose Lindqvist, user lk-s4qh, born 1985-02-03, earns $85,000 in Toronto."]
)
def test_what_stands_beside_a_value_changes_nothing(name: str, value: Any, text: str) -> None:
    assert _stored(text, {name: value})[name] == _asked(name, value)


@pytest.mark.parametrize(
    "metadata",
    [{"category": "invoice"}, {"created_at": "2024-05-01"}, {"page": 3}, {"title": "annual report of the board"}],
)
def test_plain_words_times_and_small_numbers_stay(metadata: dict[str, Any]) -> None:
    held = _stored("It rains.", metadata)
    assert {name: held[name] for name in metadata} == metadata


def test_what_the_policy_keeps_is_stored_and_asked_for_as_it_is() -> None:
    policy = Policy.default().with_rule("LOCATION", Keep())
    index = Sanitizer(Key.from_bytes(bytes(range(32))), policy=policy, remember=0).index()
    for text in ("It rains.", "Maria Lopez lives in Paris."):
        held = mark_document(index, Document(text, metadata={"city": "Paris"}), NAMES).metadata
        assert held["city"] == sanitize_filter(index, {"city": "Paris"})["city"] == "Paris"


def test_plain_words_that_a_text_gives_away_are_hidden_though_no_filter_finds_them() -> None:
    text = "Our patient is Mr. Summer Winter. Mr. Summer pays."
    hidden = INDEX.sanitize([text, "summer"]).texts[1]
    held = _stored(text, {"note": "summer"})
    assert (held["note"] == "summer") == (hidden == "summer")


def test_options_that_are_no_filters_stay_words_that_a_store_knows() -> None:
    options = {"search_type": "mmr", "namespace": "v2", "hnsw": {"metric": "l2"}, "k": 4}
    assert sanitize_options(INDEX, options) == options
    assert sanitize_options(INDEX, {"filter": {"code": "v2"}})["filter"] == {"code": _asked("code", "v2")}


# Real stores

CASES = [("PERSON", "Maria Lopez"), ("USERNAME", "lk-s4qh"), ("DE_PLZ", "10115"), ("UK_NINO", "AB 12 34 56 C")]
DOCUMENTS: list[tuple[str, dict[str, Any]]] = [
    (BESIDE.format(kind=kind.replace("_", " ").lower(), value=value), {"detail": value, "row": place, "paid": True})
    for place, (kind, value) in enumerate(CASES)
]


def _langchain_qdrant() -> Any:
    client = QdrantClient(":memory:")
    client.create_collection("records", models.VectorParams(size=4, distance=models.Distance.COSINE))
    return LangChainQdrant(client, "records", DeterministicFakeEmbedding(size=4))


@pytest.fixture(scope="module")
def langchain_store() -> Any:
    store = langchain_privacy_chains.protect(_langchain_qdrant(), INDEX, trust="remote")
    store.add_documents([Document(text, metadata=metadata) for text, metadata in DOCUMENTS])
    return store


@pytest.fixture(scope="module")
def llama_index_store() -> Any:
    inner = LlamaIndexQdrant("records", client=QdrantClient(":memory:"))
    store = llama_index_privacy_chains.protect(inner, INDEX, trust="remote")
    store.add([TextNode(text=text, metadata=metadata, embedding=[1.0, 2.0]) for text, metadata in DOCUMENTS])
    return store


@pytest.mark.parametrize("place", range(len(CASES)))
def test_qdrant_finds_the_document_of_a_value(langchain_store: Any, llama_index_store: Any, place: int) -> None:
    text, metadata = DOCUMENTS[place]
    for name, value in metadata.items():
        key, match = f"metadata.{name}", models.MatchValue(value=value)
        asked = models.Filter(must=[models.FieldCondition(key=key, match=match)])
        found = langchain_store.similarity_search("x", 9, filter=asked)
        assert text in [one.page_content for one in found]
        if name == "paid":  # LlamaIndex has no filters for what is true or false
            continue
        operators = [(FilterOperator.EQ, value), *([(FilterOperator.IN, [value])] if isinstance(value, str) else [])]
        for comparing, told in operators:
            one = MetadataFilter(key=name, value=told, operator=comparing)
            nodes = llama_index_store.get_nodes(filters=MetadataFilters(filters=[one]))
            assert [node.get_content() for node in nodes] == [text]


MONGO: list[Any] = [
    lambda name, value: {name: value},
    lambda name, value: {name: {"$eq": value}},
    lambda name, value: {name: {"$in": [value, "other"]}},
    lambda name, value: {"$and": [{name: {"$eq": value}}, {"paid": True}]},
    lambda name, value: {"$or": [{name: value}, {"row": 99}]},
    lambda name, value: {"$not": {name: {"$ne": value}}},
]


def _matches(asked: Any, held: dict[str, Any]) -> bool:
    """Whether the filter languages of Chroma and pgvector select a document."""
    for name, one in asked.items():
        if name in {"$and", "$or"}:
            if not (all if name == "$and" else any)(_matches(part, held) for part in one):
                return False
        elif name == "$not":
            if _matches(one, held):
                return False
        elif not _compares(one, held.get(name)):
            return False
    return True


def _compares(one: Any, held: Any) -> bool:
    if not isinstance(one, dict):
        return bool(held == one)
    holds: dict[str, Callable[[Any, Any], bool]] = {
        "$eq": operator.eq,
        "$ne": operator.ne,
        "$in": lambda held, some: held in some,
    }
    return all(holds[name](held, value) for name, value in one.items())


@pytest.mark.parametrize("form", MONGO)
@pytest.mark.parametrize("place", range(len(CASES)))
def test_filters_of_chroma_and_pgvector_select_the_document(form: Any, place: int) -> None:
    hosted = InMemoryVectorStore(DeterministicFakeEmbedding(size=4))
    store = langchain_privacy_chains.protect(hosted, INDEX, trust="remote")
    store.add_documents([Document(text, metadata=metadata) for text, metadata in DOCUMENTS])
    text, metadata = DOCUMENTS[place]
    for name in ("detail", "row"):
        (asked,) = sanitize_options(INDEX, {"filter": form(name, metadata[name])}).values()
        found = store.similarity_search("x", 9, filter=lambda one, asked=asked: _matches(asked, one.metadata))
        assert [one.page_content for one in found] == [text]


def test_a_part_of_a_value_that_is_replaced_is_refused() -> None:
    with pytest.raises(UnsupportedContent, match="a range or a part of"):
        _asked("owner", {"$like": "lk-s4%"})
