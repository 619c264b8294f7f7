"""Filters in the languages of stores that nobody taught: what is private leaves in surrogates, or not at all."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from adapter_support.person import NAME, SALARY, assert_clean, sanitizer

from privacy_chains import UnsupportedContent
from privacy_chains.adapting import FieldNames, StoreQuestion, sanitize_options

INDEX = sanitizer().index()

REFUSED: list[Any] = [
    # Elasticsearch and OpenSearch
    [{"range": {"metadata.salary": {"gte": SALARY}}}],
    {"range": {"salary": {"gt": SALARY, "lte": 90_000}}},
    {"term": {"salary": {"value": SALARY}}},
    [{"match": {"metadata.owner": NAME}}],
    [{"wildcard": {"metadata.owner": "Alice*"}}],
    [{"prefix": {"metadata.owner": "Alice"}}],
    [{"query_string": {"query": f"owner:({NAME})"}}],
    # others
    {"salary": {"gte": SALARY}},
    {"salary": {"from": 1, "to": SALARY}},
    {"salary >=": SALARY},  # Databricks
    {"@gte": {"salary": SALARY}},  # Snowflake
    {"salary": [{"min": SALARY}]},
    {"born": {"after": "1975-03-14"}},
    {"born": {"$gte": date(1975, 3, 14)}},
    # texts that a store reads
    f"owner eq '{NAME}' and salary gt {SALARY}",
    f'salary > {SALARY} and owner == "{NAME}"',
]


@pytest.mark.parametrize("asked", REFUSED, ids=repr)
@pytest.mark.parametrize("name", ["filter", "pre_filter", "where", "expr"])
def test_a_condition_that_is_not_known_is_refused_where_its_value_is_private(name: str, asked: Any) -> None:
    with pytest.raises(UnsupportedContent) as refused:
        sanitize_options(INDEX, {name: asked})
    assert not [value for value in (NAME, "Alice", str(SALARY), "1975") if value in str(refused.value)]


def test_a_number_under_the_name_of_an_operator_is_refused_wherever_it_stands() -> None:
    with pytest.raises(UnsupportedContent):
        sanitize_options(INDEX, {"es_query": {"range": {"salary": {"gte": SALARY}}}})
    with pytest.raises(UnsupportedContent):
        sanitize_options(StoreQuestion(sanitizer()), {"filter": {"salary": {"gte": SALARY}}})


@pytest.mark.parametrize(
    "asked",
    [
        [{"term": {"metadata.owner.keyword": NAME}}, {"term": {"metadata.salary": SALARY}}],
        {"bool": {"filter": [{"terms": {"owner": [NAME]}}]}},
        {"owner": [NAME]},
        {"address": {"owner": {"$eq": NAME}}},
        {"$and": [{"owner": NAME}, {"$not": {"salary": {"$in": [SALARY, 1]}}}]},
    ],
    ids=repr,
)
def test_equality_is_asked_in_surrogates(asked: Any) -> None:
    (sent,) = sanitize_options(INDEX, {"filter": asked}).values()
    assert_clean(repr(sent))
    assert len(repr(sent)) > len(repr(asked)) // 2
    stored = sanitize_options(INDEX, {"filter": {"owner": NAME}})["filter"]["owner"]
    assert stored in repr(sent)


@pytest.mark.parametrize(
    "asked",
    [
        {"page": {"lt": 5}},
        {"page <": 5},
        [{"range": {"page": {"lt": 5}}}],
        {"category": {"match": "invoice"}},
        "category == 'invoice'",
    ],
    ids=repr,
)
def test_what_says_nothing_private_passes_in_any_language(asked: Any) -> None:
    assert sanitize_options(INDEX, {"filter": asked}) == {"filter": asked}


def test_a_name_that_is_allowed_may_be_filtered_by() -> None:
    asked = {"filter": {NAME: {"$eq": "invoice"}}}
    with pytest.raises(UnsupportedContent, match="allow="):
        sanitize_options(INDEX, asked)
    assert sanitize_options(INDEX, asked, FieldNames(INDEX, {NAME})) == asked
