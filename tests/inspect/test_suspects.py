"""What leaves as it is and looks private: shown once each, and never over what is hidden."""

from __future__ import annotations

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from shared_data import shared_data

from privacy_chains import Policy, Span
from privacy_chains.inspect.suspects import suspects

DEFAULT = Policy.default()
NOTE = "Your ref is QX-99812-B, said Zorblax on 3 May 2024, 12 % of 4711 in France. `ABC12345`"


def found(text: str, policy: Policy = DEFAULT, closed: tuple[Span, ...] = ()) -> dict[str, str]:
    return {text[one.start : one.end]: one.why for one in suspects(text, closed, policy)}


def test_each_is_told_by_why() -> None:
    told = found(NOTE)
    assert told["3 May 2024"] == "unsought"
    assert told["12 %"] == "unsought"
    assert told["QX-99812-B"] in {"unsure", "unknown"}
    assert "4711" not in told
    assert "ABC12345" not in told


def test_what_the_policy_looks_for_is_not_unsought() -> None:
    assert found(NOTE, Policy.profile("medical")).get("3 May 2024") != "unsought"


def test_an_allowed_value_is_that_alone() -> None:
    assert found(NOTE, DEFAULT.with_allowed("Zorblax"))["Zorblax"] == "allowed"


@given(st.lists(st.tuples(st.integers(0, len(NOTE)), st.integers(1, 12)), max_size=5))
def test_nothing_is_shown_over_what_is_hidden_or_twice(places: list[tuple[int, int]]) -> None:
    closed, end = list[Span](), 0
    for start, length in sorted(places):
        if start >= end and start + length <= len(NOTE):
            end = start + length
            closed.append(Span(start, end, "PERSON"))
    shown = suspects(NOTE, closed, DEFAULT)
    assert all(one.start < one.end for one in shown)
    assert all(one.end <= other.start for one, other in pairwise(shown))
    assert not any(span.start < one.end and one.start < span.end for one in shown for span in closed)


def test_a_suspect_holds_no_text() -> None:
    assert not any("QX" in repr(one) for one in suspects(NOTE, (), DEFAULT))


def test_most_marked_values_that_nothing_closes_are_shown() -> None:
    """With nothing hidden, nearly every value that people highlighted in a data set is pointed at."""
    path = shared_data("test", "presidio_research", "synth_dataset_v2.json")
    items = json.loads(path.read_text("utf-8"))[:150]
    shown = values = 0
    for item in items:
        places = suspects(
            item["full_text"], (), Policy(rules={}, epsilon=DEFAULT.epsilon, entity_types=DEFAULT.entity_types)
        )
        for span in item["spans"]:
            values += 1
            shown += any(one.start < span["end_position"] and span["start_position"] < one.end for one in places)
    assert values > 150
    assert shown >= 0.9 * values
