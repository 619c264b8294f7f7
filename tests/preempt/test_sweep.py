"""The sweep finds known values wherever they stand, and nothing inside longer words."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from steps import grows_linearly

from privacy_chains.contract.spans import Span
from privacy_chains.preempt.needles import Needle
from privacy_chains.preempt.parts import Parts
from privacy_chains.preempt.sweep import Sweep


def _found(sweep: Sweep, text: str, covered: tuple[Span, ...] = ()) -> list[str]:
    return [text[span.start : span.end] for span in sweep.find(text, covered)]


def test_a_name_is_found_in_other_letter_cases() -> None:
    sweep = Sweep([Needle("Alice Turner", "PERSON", "words")])
    assert _found(sweep, "ALICE TURNER, alice turner and Alice  Turner") == [
        "ALICE TURNER",
        "alice turner",
        "Alice  Turner",
    ]


def test_underscores_and_hyphens_may_join_the_words_of_a_name() -> None:
    sweep = Sweep([Needle("Alice Turner", "PERSON", "words"), Needle("Ann", "PERSON", "words")])
    assert _found(sweep, "CV_Alice_Turner.pdf, alice-turner.png, _alice turner_, __Ann__ and Ann_x, x_Ann") == [
        "Alice_Turner",
        "alice-turner",
        "alice turner",
        "Ann",
    ]


def test_what_was_found_in_part_is_widened_to_the_needle_that_stands_there() -> None:
    text = "Alice Turner: see alice-turner.png, Alice, Turner Hall and u_8812"
    needles = [Needle("Alice Turner", "PERSON", "words"), Needle("u_8812", "USERNAME", "exact")]
    parts = [(0, 12), (text.index("alice-"), 5), (text.index("Alice,"), 5), (text.index("Turner H"), 11), (61, 4)]
    spans = [Span(start, start + length, "PERSON") for start, length in parts]
    found = [text[span.start : span.end] for span in spans]
    whole = [(text[span.start : span.end], span.entity_type) for span in Parts(needles, found).whole(text, spans)]
    assert whole == [
        ("Alice Turner", "PERSON"),
        ("alice-turner", "PERSON"),
        ("Alice", "PERSON"),
        ("Turner Hall", "PERSON"),
        ("u_8812", "USERNAME"),
    ]


def test_a_span_that_another_crosses_is_not_widened() -> None:
    text = "alice turner hall"
    spans = [Span(0, 5, "PERSON"), Span(6, 17, "LOCATION")]
    assert list(Parts([Needle("Alice Turner", "PERSON", "words")], ["alice"]).whole(text, spans)) == spans


def test_names_that_share_words_are_each_whole() -> None:
    names = [f"Alice{index % 100} Turner{index * 7 % 173}" for index in range(20_000)]
    starts = [0, *accumulate(len(name) + 2 for name in names)]
    spans = [Span(start, start + len(name), "PERSON") for start, name in zip(starts, names, strict=False)]
    needles = [Needle(name, "PERSON", "words") for name in dict.fromkeys(names)]
    assert list(Parts(needles, names).whole("; ".join(names), spans)) == spans


def test_numbers_that_begin_alike_take_linear_time() -> None:
    def parts(count: int) -> Callable[[], Parts]:
        values = [f"ORD-{number}" for number in range(10**6, 10**6 + count)]
        return lambda: Parts([Needle(value, "ORDER_ID", "code") for value in values], values)

    assert not parts(20_000)()
    assert grows_linearly(parts, 500)


def test_a_single_word_needs_a_capital() -> None:
    sweep = Sweep([Needle("Rose", "PERSON", "words")])
    assert _found(sweep, "Rose rose to greet ROSE; a rose") == ["Rose", "ROSE"]


def test_longest_needle_wins() -> None:
    sweep = Sweep([Needle("Turner", "PERSON", "words"), Needle("Turner Hall", "LOCATION", "words")])
    assert [span.entity_type for span in sweep.find("Turner Hall and Turner")] == ["LOCATION", "PERSON"]


def test_nothing_is_found_inside_longer_words() -> None:
    sweep = Sweep([Needle("Ann", "PERSON", "words"), Needle("1234", "ORDER_ID", "code")])
    assert _found(sweep, "Annotation, Joann, 12345, x1234, snake_Ann_case") == []


def test_codes_are_found_whatever_their_separators() -> None:
    sweep = Sweep([Needle("123-45-6789", "US_SSN", "code")])
    assert _found(sweep, "123456789, 123 45 6789, 123.45.6789, 123, 45, 6789") == [
        "123456789",
        "123 45 6789",
        "123.45.6789",
    ]


def test_covered_places_are_left_alone() -> None:
    sweep = Sweep([Needle("Turner", "PERSON", "words")])
    text = "Turner and Turner"
    assert [span.start for span in sweep.find(text, (Span(0, 6, "PERSON"),))] == [11]


def test_punctuation_around_a_needle_is_not_part_of_what_is_sought() -> None:
    sweep = Sweep([Needle("(555) 010-9999", "PHONE_NUMBER", "code")])
    assert _found(sweep, "call 555 010 9999 or 555-010-9999") == ["555 010 9999", "555-010-9999"]


def test_letters_that_change_length_when_folded_are_found() -> None:
    sweep = Sweep([Needle("İbrahim Straße", "PERSON", "words")])
    assert _found(sweep, "with İbrahim Straße today") == ["İbrahim Straße"]


def test_repr_shows_no_value() -> None:
    assert "Turner" not in repr(Needle("Turner", "PERSON", "words"))


@given(st.text(), st.text(min_size=1), st.text())
def test_spans_are_disjoint_and_ordered(before: str, value: str, after: str) -> None:
    text = f"{before} {value} {after}"
    spans = Sweep([Needle(value, "PERSON", "words")]).find(text)
    assert all(left.end <= right.start for left, right in pairwise(spans))
    assert all(0 <= span.start < span.end <= len(text) for span in spans)


@pytest.mark.parametrize(
    "copy",
    [
        "5520193L",
        "5520193n",
        "acct_5520193",
        "a5520193",
        "Acct5520193",
        "0x5520193",
        "5,520,193",
        "5_520_193",
        "55-20193",
    ],
)
def test_the_digits_of_a_code_are_found_whatever_touches_them(copy: str) -> None:
    for value in ("5520193", "55-20193"):
        (span,) = Sweep([Needle(value, "ID_NUMBER", "code")]).find(f"x = {copy};")
        assert f"x = {copy};"[span.start : span.end].replace("-", "") in ("5520193", "5,520,193", "5_520_193")


@pytest.mark.parametrize("other", ["15520193", "55201930", "5520194L", "5,520,1934", "1,5520193,000"])
def test_longer_numbers_are_others(other: str) -> None:
    found = Sweep([Needle("5520193", "ID_NUMBER", "code")]).find(f"x = {other};")
    assert all(f"x = {other};"[span.start : span.end] == "5520193" for span in found)
    assert bool(found) == (",5520193," in other)


def test_short_codes_are_not_looked_for_inside_of_words() -> None:
    assert not Sweep([Needle("55201", "ID_NUMBER", "code")]).find("x = a55201;")
