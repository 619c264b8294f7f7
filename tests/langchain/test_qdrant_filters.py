"""Filters in Qdrant's own form, as models and as JSON: equality is asked in surrogates, all else is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from adapter_support.person import NAME, RECORD, SALARY, SSN, assert_clean, sanitizer
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.embeddings import DeterministicFakeEmbedding
from langchain_qdrant import QdrantVectorStore
from qdrant_client import QdrantClient, models

from langchain_privacy_chains import protect
from privacy_chains import UnsupportedContent
from privacy_chains.adapting import sanitize_filter, sanitize_options

OTHER = "Peter Miller"
DOCUMENTS = [
    Document(RECORD, metadata={"owner": NAME, "salary": SALARY, "ssn": SSN, "page": 3, "tags": [NAME, "paid"]}),
    Document("x", metadata={"owner": OTHER, "salary": 40_000, "page": 4, "address": {"city": "Toronto"}}),
    Document("y", metadata={"owner": "Maria Lopez", "page": 5}),
]
ASKING = sanitizer().index()


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, list[Any]]:
    path: Path = tmp_path_factory.mktemp("qdrant")
    client = QdrantClient(path=str(path))
    client.create_collection("records", models.VectorParams(size=4, distance=models.Distance.COSINE))
    asked: list[Any] = []
    query = client.query_points
    client.query_points = lambda *args, **options: (asked.append(options), query(*args, **options))[1]  # type: ignore[method-assign]
    protected = protect(
        QdrantVectorStore(client, "records", DeterministicFakeEmbedding(size=4)), sanitizer(), trust="remote"
    )
    protected.add_documents(DOCUMENTS)
    return protected, asked


def _equal(name: str, value: Any) -> models.FieldCondition:
    return models.FieldCondition(key=f"metadata.{name}", match=models.MatchValue(value=value))


def _among(name: str, match: Any) -> models.FieldCondition:
    return models.FieldCondition(key=f"metadata.{name}", match=match)


FOUND: list[tuple[models.Filter, list[str]]] = [
    (models.Filter(must=[_equal("owner", NAME)]), [RECORD]),
    (models.Filter(must=_equal("salary", SALARY)), [RECORD]),
    (models.Filter(must_not=[_equal("owner", NAME)]), ["x", "y"]),
    (models.Filter(should=[_equal("owner", NAME), _equal("address.city", "Toronto")]), [RECORD, "x"]),
    (models.Filter(must=[models.Filter(should=[_equal("ssn", SSN)]), _equal("page", 3)]), [RECORD]),
    (models.Filter(must=[_among("owner", models.MatchAny(any=[NAME, OTHER]))]), [RECORD, "x"]),
    (models.Filter(must=[_among("owner", models.MatchExcept(**{"except": [NAME, OTHER]}))]), ["y"]),
    (models.Filter(must=[_equal("tags[]", NAME)]), [RECORD]),
    (models.Filter(must=[models.FieldCondition(key="metadata.page", range=models.Range(gte=4))]), ["x", "y"]),
    (models.Filter(must=[models.IsEmptyCondition(is_empty=models.PayloadField(key="metadata.salary"))]), ["y"]),
    (
        models.Filter(min_should=models.MinShould(conditions=[_equal("owner", NAME), _equal("ssn", SSN)], min_count=2)),
        [RECORD],
    ),
]


@pytest.mark.parametrize(("asked", "expected"), FOUND)
def test_equality_finds_what_it_found_in_clear(store: Any, asked: models.Filter, expected: list[str]) -> None:
    protected, sent = store
    sent.clear()
    found = protected.similarity_search("x", 9, filter=asked)
    assert sorted(one.page_content for one in found) == sorted(expected)
    assert_clean(repr(sent))


@pytest.mark.parametrize(
    "setting",
    [
        models.FusionQuery(fusion=models.Fusion.RRF),
        models.SearchParams(hnsw_ef=64, quantization=models.QuantizationSearchParams(rescore=True)),
    ],
)
def test_what_says_how_to_search_passes_as_it_is(setting: Any) -> None:
    options = {"how": setting, "filter": models.Filter(must=[_equal("owner", NAME)])}
    sent = sanitize_options(ASKING, options)
    assert sent["how"] is setting
    assert_clean(repr(sent))


@pytest.mark.parametrize(
    "alone",
    [
        models.PayloadField(key=NAME),
        models.Range(gte=SALARY),
        models.MatchValue(value=SALARY),
        models.HasIdCondition(has_id=[17]),
        models.Filter(must=[models.HasIdCondition(has_id=[17])]),
    ],
)
@pytest.mark.parametrize("option", ["how", "filter"])
def test_a_part_of_a_condition_is_no_setting(option: str, alone: Any) -> None:
    with pytest.raises(UnsupportedContent):
        sanitize_options(ASKING, {option: alone})


@pytest.mark.parametrize("asked", [asked for asked, _ in FOUND])
def test_json_is_asked_as_models_are(asked: models.Filter) -> None:
    told = asked.model_dump(exclude_none=True, by_alias=True)
    sanitized = sanitize_filter(ASKING, {"filter": asked})["filter"]
    assert sanitize_filter(ASKING, told) == sanitized.model_dump(exclude_none=True, by_alias=True)


BORN = models.DatetimeRange.model_validate({"gt": "1990-05-01T00:00:00Z"})
NEAR = models.GeoRadius(center=models.GeoPoint(lat=1, lon=2), radius=3)


def _one(condition: Any) -> models.Filter:
    return models.Filter(must=[condition])


@pytest.mark.parametrize(
    "asked",
    [
        _one(models.FieldCondition(key="metadata.salary", range=models.Range(gt=80_000))),
        _one(_among("owner", models.MatchText(text=NAME))),
        _one(models.HasIdCondition(has_id=[1])),
        _one(models.FieldCondition(key="metadata.place", geo_radius=NEAR)),
        _one(_equal("Alice Johnson", 1)),
        models.Filter(must_not=[_one(models.FieldCondition(key="metadata.born", range=BORN))]),
        {"must": [{"term": {"owner": NAME}}]},
        {"must": [{"key": "owner", "match": {"like": NAME}}]},
        {"bool": {"must": [{"range": {"salary": {"gte": 5}}}]}},
    ],
)
def test_what_is_not_understood_is_refused(store: Any, asked: Any) -> None:
    protected, sent = store
    sent.clear()
    with pytest.raises(UnsupportedContent) as raised:
        protected.similarity_search("x", 9, filter=asked)
    assert not sent
    assert "Alice" not in str(raised.value)


COMPARED = st.sampled_from([("owner", NAME), ("owner", OTHER), ("ssn", SSN), ("page", 3), ("salary", SALARY)])
LEAVES = COMPARED.map(lambda told: _equal(*told))
CLAUSES = ("must", "should", "must_not")
FILTERS = st.recursive(
    LEAVES,
    lambda inner: st.dictionaries(st.sampled_from(CLAUSES), st.lists(inner, max_size=3), min_size=1).map(
        lambda given: models.Filter(**given)
    ),
    max_leaves=6,
)


def _values(part: Any) -> list[tuple[str, Any]]:
    if isinstance(part, models.FieldCondition):
        return [(part.key, part.match.value)]  # type: ignore[union-attr]
    return [value for name in CLAUSES for one in getattr(part, name) or [] for value in _values(one)]


@given(FILTERS)
@settings(max_examples=40)
def test_a_filter_has_the_surrogates_of_the_fields(asked: Any) -> None:
    sanitized = sanitize_filter(ASKING, {"filter": asked})["filter"]
    assert type(sanitized) is type(asked)
    for (key, before), (same, after) in zip(_values(asked), _values(sanitized), strict=True):
        name = key.removeprefix("metadata.")
        assert key == same
        assert after == sanitize_filter(ASKING, {name: before})[name]
