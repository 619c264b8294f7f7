"""The quick look for events that may begin an address: it never misses one."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.desanitize.engine import targets

EVENTS = (targets._OUTSIDE, targets._INSIDE)


def without_looking_around(pattern: str) -> str:
    """A pattern whose matches Hypothesis can make: it does not know what stands around them."""
    return re.sub(r"\(\?<[=!](?:[^()\[\]]|\[[^\]]*\])*\)|\(\?-i:nc\)|\\b", "", pattern)


@pytest.mark.parametrize("events", EVENTS, ids=["outside", "inside"])
@given(data=st.data())
def test_every_event_holds_a_mark(events: re.Pattern[str], data: st.DataObject) -> None:
    written = data.draw(
        st.from_regex(re.compile(without_looking_around(events.pattern), re.IGNORECASE), fullmatch=True)
    )
    text = f"x{written} "  # a mark at the very beginning of a text always counts
    for event in events.finditer(text):
        assert targets._MARK.search(text, event.start(), event.end()) is not None


def test_prose_holds_none() -> None:
    assert targets._MARK.search("He said: 'yes', and left.", 9) is None
