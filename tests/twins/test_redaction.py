"""Rules that take values out one way, through every component of both frameworks."""

from __future__ import annotations

from typing import Any

import pytest
from adapter_support.person import EMAIL, NAME, RECORD, SALARY, SSN, VALUES
from adapter_support.sides import Side, Way

from privacy_chains import Hash, Key, Policy, Redact, Sanitizer, Suppress, UnsupportedContent
from privacy_chains.contract.records import MARK

EVERY_WAY = pytest.mark.parametrize("way", ["whole", "async", "stream", "astream"])
BOTH_WAYS = pytest.mark.parametrize("way", ["whole", "async"])
ONE_WAY = [value for value in VALUES if "85" not in value]


def sanitizer() -> Sanitizer:
    policy = (
        Policy.default()
        .with_rule("PERSON", Redact())
        .with_rule("US_SSN", Hash())
        .with_rule("EMAIL_ADDRESS", Suppress())
        .with_rule("AGE", Redact())
    )
    return Sanitizer(Key.from_bytes(bytes(range(32))), policy=policy)


@EVERY_WAY
async def test_answers_are_read_but_for_them(way: Way, side: Side) -> None:
    inner = side.model()
    (answer,) = await side.talk(side.protect(inner, sanitizer()), [RECORD], way)
    assert not [value for value in VALUES if value in side.told(inner)]
    assert answer.startswith("I read: [PERSON], SSN US_SSN_")
    assert answer.endswith(", e-mail , earns $85,000 per year.")
    assert not [value for value in ONE_WAY if value in answer]


@BOTH_WAYS
async def test_tools_get_what_the_model_wrote(way: Way, side: Side) -> None:
    heard: list[tuple[str, Any]] = []

    def write(name: str, note: str) -> str:
        """Write a letter."""
        heard.append((name, note))
        return f"Wrote to {NAME}."

    tool = side.protect(side.tool(write), sanitizer(), trust="remote")
    used = await side.use(tool, {"name": NAME, "note": "She is 28 years old."}, way)
    assert not used.refused
    assert heard == [("[PERSON]", "She is [AGE] years old.")]
    assert NAME in used.text


@BOTH_WAYS
async def test_a_store_never_holds_them_and_returns_what_it_has(way: Way, side: Side) -> None:
    hosted = side.store()
    store = side.protect(hosted, sanitizer(), trust="remote")
    await side.fill(store, RECORD, {"owner": NAME, "salary": SALARY, "ssn": SSN, "age": 28}, way)
    ((text, metadata),) = await side.find(store, f"What does {EMAIL} earn?", way)
    assert not [value for value in VALUES if value in side.held(hosted)]
    assert text.startswith("[PERSON], SSN US_SSN_")
    assert text.endswith(", e-mail , earns $85,000 per year.")
    assert metadata["owner"] == "[PERSON]"
    assert metadata["salary"] == SALARY
    assert metadata["ssn"].startswith("US_SSN_")
    assert metadata["age"] == "[AGE]"
    assert MARK not in metadata


@BOTH_WAYS
async def test_embeddings_and_questions_are_redacted(way: Way, side: Side) -> None:
    embedding = side.embedding()
    await side.embed(side.protect(embedding, sanitizer()), RECORD, way)
    retriever = side.searching(["A page."])
    await side.search(side.protect(retriever, sanitizer(), trust="query"), f"Who is {NAME}?", way)
    told = repr((embedding.seen, retriever.asked))
    assert "[PERSON]" in told
    assert not [value for value in ONE_WAY if value in told]


def test_a_filter_that_would_find_everybody_is_refused() -> None:
    from privacy_chains.adapting import sanitize_filter  # noqa: PLC0415

    index = sanitizer().index()
    with pytest.raises(UnsupportedContent, match="every PERSON out one way"):
        sanitize_filter(index, {"owner": NAME})
    with pytest.raises(UnsupportedContent, match="every AGE out one way"):
        sanitize_filter(index, {"age": {"$eq": 28}})
    assert sanitize_filter(index, {"ssn": SSN})["ssn"].startswith("US_SSN_")
    assert sanitize_filter(index, {"page": 3}) == {"page": 3}
