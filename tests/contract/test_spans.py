"""Overlaps are resolved by one rule, and no detected character falls back into the clear."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.contract.spans import Span, check_spans, in_originals, replace_spans, resolve_overlaps
from privacy_chains.errors import DetectionError

_SPANS = st.lists(
    st.builds(
        lambda start, length, kind, score: Span(start, start + length, kind, score),
        st.integers(0, 40),
        st.integers(1, 12),
        st.sampled_from(["PERSON", "AGE", "URL"]),
        st.sampled_from([0.4, 0.85, 1.0]),
    ),
    max_size=12,
)


def _characters(spans: list[Span] | tuple[Span, ...]) -> set[int]:
    return {position for span in spans for position in range(span.start, span.end)}


@given(_SPANS)
def test_resolved_spans_are_disjoint_and_cover_the_same_characters(spans: list[Span]) -> None:
    resolved = resolve_overlaps(spans)
    assert all(left.end <= right.start for left, right in pairwise(resolved))
    assert _characters(resolved) == _characters(spans)


@given(_SPANS)
def test_the_order_of_detectors_does_not_matter(spans: list[Span]) -> None:
    assert [(s.start, s.end, s.entity_type) for s in resolve_overlaps(spans)] == [
        (s.start, s.end, s.entity_type) for s in resolve_overlaps(spans[::-1])
    ]


def test_the_longer_span_wins_and_the_loser_keeps_what_sticks_out() -> None:
    winner, loser = Span(0, 10, "EMAIL_ADDRESS", 0.5), Span(6, 13, "PERSON", 1.0)
    assert resolve_overlaps([loser, winner]) == (winner, Span(10, 13, "PERSON", 1.0))


def test_equal_lengths_are_decided_by_score() -> None:
    assert resolve_overlaps([Span(0, 4, "A", 0.4), Span(0, 4, "B", 0.9)]) == (Span(0, 4, "B", 0.9),)


@pytest.mark.parametrize("span", [Span(3, 3, "AGE"), Span(4, 2, "AGE"), Span(-1, 2, "AGE"), Span(0, 9, "AGE")])
def test_spans_that_do_not_fit_are_refused_without_the_text(span: Span) -> None:
    with pytest.raises(DetectionError) as error:
        check_spans("secret", [span])
    assert "secret" not in str(error.value)


def test_replacing_moves_the_spans() -> None:
    text, spans = replace_spans("a BB c", [Span(2, 4, "X")], ["dddd"])
    assert (text, spans) == ("a dddd c", (Span(2, 6, "X"),))


@given(st.text(min_size=60, max_size=80), _SPANS, st.data())
def test_replaced_spans_are_found_where_their_originals_stood(
    text: str, spans: list[Span], data: st.DataObject
) -> None:
    chosen = resolve_overlaps(spans)
    values = [data.draw(st.text(min_size=1, max_size=20)) for _ in chosen]
    _, moved = replace_spans(text, chosen, values)
    assert in_originals(moved, [text[span.start : span.end] for span in chosen]) == chosen
