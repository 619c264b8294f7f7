"""Retrievers, embeddings and stores that run elsewhere."""

from __future__ import annotations

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.person import NAME, RECORD, SALARY, SSN, VALUES, sanitizer
from adapter_support.sides import Side, Way

from privacy_chains import MarkError, Method
from privacy_chains.testing import REDACTED, Redaction

BOTH_WAYS = pytest.mark.parametrize("way", ["whole", "async"])
PAGE = "Albert Einstein was born in Ulm on 14 March 1879; he earned $3,000 in Princeton."
WORDS = ("Alice Johnson", "alice@corp.example", "85000")


@BOTH_WAYS
async def test_a_place_of_public_texts_is_asked_in_surrogates(way: Way, side: Side) -> None:
    inner = side.searching([PAGE])
    retriever = side.protect(inner, sanitizer(), trust="query")
    question = f"What did {NAME} write to Albert Einstein?"
    assert await side.search(retriever, question, way) == [PAGE, f"You asked: {question}"]
    assert not [value for value in VALUES if value in repr(inner.asked)]
    assert "What did " in inner.asked[0]


@BOTH_WAYS
async def test_both_ask_in_the_same_words(way: Way, sides: list[Side]) -> None:
    asked = []
    for side in sides:
        inner = side.searching([])
        retriever = side.protect(inner, sanitizer().session("thread"), trust="query")
        await side.search(retriever, f"What did {NAME}, SSN {SSN}, write?", way)
        asked.append(inner.asked)
    assert asked[0] == asked[1]


@BOTH_WAYS
async def test_a_place_of_public_texts_sees_the_mark(way: Way, side: Side) -> None:
    inner = side.searching([PAGE])
    found = await side.search(side.protect(inner, Redaction(WORDS), trust="query"), "Who is Alice Johnson?", way)
    assert inner.asked == [f"Who is {REDACTED}?"]
    assert found == [PAGE, f"You asked: Who is {REDACTED}?"]


@BOTH_WAYS
@pytest.mark.parametrize("method", [Codebook(), Redaction(WORDS), sanitizer()])
async def test_embeddings_see_the_same_of_a_document_and_of_a_question(way: Way, method: Method, side: Side) -> None:
    inner = side.embedding()
    embedding = side.protect(inner, method)
    text = "I am Alice Johnson, alice@corp.example."
    vectors = [*await side.embed(embedding, text, way), *await side.embed(embedding, text, way)]
    assert len(inner.seen) == 4
    assert len(set(inner.seen)) == 1
    assert all(vector == vectors[0] for vector in vectors)
    assert not [value for value in ("Alice", "alice@corp.example") if value in inner.seen[0]]


@BOTH_WAYS
async def test_a_store_holds_surrogates_and_its_records_come_back(way: Way, side: Side) -> None:
    bound = side.store()
    store = side.protect(bound, sanitizer(), trust="remote")
    metadata = {"owner": NAME, "ssn": SSN, "salary": SALARY, "page": 7}
    await side.fill(store, RECORD, metadata, way)
    assert not [value for value in VALUES if value in side.held(bound)]
    assert await side.find(store, f"Who is {NAME}?", way) == [(RECORD, metadata)]


@BOTH_WAYS
async def test_a_store_holds_marks_and_its_records_stay_marked(way: Way, side: Side) -> None:
    bound = side.store()
    store = side.protect(bound, Redaction(WORDS), trust="remote")
    await side.fill(store, "Alice Johnson owes 85000.", {"owner": "Alice Johnson", "note": "none"}, way)
    assert not [word for word in WORDS if word in side.held(bound)]
    found = await side.find(store, "What does Alice Johnson owe?", way)
    assert found == [(f"{REDACTED} owes {REDACTED}.", {"owner": REDACTED, "note": "none"})]


async def test_what_another_way_stored_is_refused(side: Side) -> None:
    bound = side.store()
    await side.fill(bound, "Peter Miller came.", {}, "whole")
    with pytest.raises(MarkError):
        await side.find(side.protect(bound, sanitizer(), trust="remote"), "Who came?", "whole")


async def test_an_index_is_the_same_in_every_session(side: Side) -> None:
    inner = side.embedding()
    for session in ("one", "another"):
        await side.embed(side.protect(inner, sanitizer().session(session)), RECORD, "whole")
    assert len(set(inner.seen)) == 1
    assert not [value for value in PLANTED if value in inner.seen[0]]
