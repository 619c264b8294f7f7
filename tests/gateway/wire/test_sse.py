"""Server-sent events: however their bytes are cut, they are the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway_privacy_chains.wire.sse import DONE, BadEvent, Event, EventReader

LINES = 'event: one\ndata: {"a": "é\u2028x"}\n\n: sign of life\n\nid: 7\ndata: {"b":\ndata: 2}\n\ndata: [DONE]\n\n'
TOLD = [("one", {"a": "é\u2028x"}), (None, None), (None, {"b": 2}), (None, DONE)]


def told(pieces: list[bytes]) -> list[tuple[str | None, object]]:
    reader = EventReader()
    events = [event for piece in pieces for event in reader.feed(piece)]
    assert reader.is_between
    return [(event.name, event.data) for event in events]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_events_are_the_same_cut_at_every_byte(end: str) -> None:
    content = LINES.replace("\n", end).encode()
    for cut in range(len(content) + 1):
        assert told([content[:cut], content[cut:]]) == TOLD
    assert told([content[at : at + 1] for at in range(len(content))]) == TOLD


_JSON = st.dictionaries(st.text(), st.recursive(st.none() | st.integers() | st.text(), st.lists, max_leaves=5))


@given(st.lists(_JSON, max_size=5), st.data())
def test_what_is_written_is_read_again(data: list[dict[str, object]], draw: st.DataObject) -> None:
    content = b"".join(Event(one, "said").encode() for one in data)
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(content)), max_size=6)))
    pieces = [content[start:end] for start, end in zip([0, *cuts], [*cuts, len(content)], strict=True)]
    assert told(pieces) == [("said", one) for one in data]


@pytest.mark.parametrize("content", [b"data: {\n\n", b"data: [1]\n\n", b"data: \xff\n\n", b"data: 7\n\n"])
def test_what_is_no_event_says_nothing_of_itself(content: bytes) -> None:
    with pytest.raises(BadEvent) as caught:
        EventReader().feed(content)
    assert str(caught.value) == ""


def test_an_event_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gateway_privacy_chains.wire.sse._MOST", 100)
    reader = EventReader()
    reader.feed(b"data: " + b"x" * 80)
    with pytest.raises(BadEvent):
        reader.feed(b"x" * 80)


def test_a_text_cannot_add_an_event() -> None:
    written = Event({"text": "a\n\ndata: {}\r\nevent: x"}).encode()
    assert written.count(b"\n\n") == 1
    assert b"\r" not in written
    assert json.loads(written.removeprefix(b"data: "))
