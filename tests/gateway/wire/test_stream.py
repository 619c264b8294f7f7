"""Streamed answers: cut at every byte, broken off at every byte."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("httpx", reason="needs the extra [serve]")

from adapter_support.codebook import Codebook
from gateway_support.apis import APIS, Api, events_of

from gateway_privacy_chains.wire.formats import FORMATS
from gateway_privacy_chains.wire.pieces import Wrote
from gateway_privacy_chains.wire.sse import Event, EventReader
from gateway_privacy_chains.wire.stream import AnswerFailed, Reading, StreamedAnswer, merged

SENT = "I am Xqzan Wurptel, friend of Krun Vexley"
CLEAR = 'I am Alice Johnson, friend of Bob "Bobby" Tables'
EVERY_API = pytest.mark.parametrize("api", APIS, ids=str)
TOOLS = pytest.mark.parametrize("tools", [False, True], ids=["text", "tool"])


def content_of(api: Api, *, tools: bool) -> bytes:
    """The bytes of a provider's stream."""
    thinking: dict[str, Any] = {"thinking": {"type": "enabled"}, "reasoning": {"effort": "low"}}
    body = {**api.body([("user", SENT)]), "stream": True, **thinking}
    return api.respond({**body, "tools": list(api.tools)} if tools else body).content


class Reader:
    """A reader of one stream, and what it had stored."""

    def __init__(self, api: Api) -> None:
        self.kept = list[Wrote]()
        answers = Codebook().reader(None)
        reading = Reading(answers.value, answers.stream, self.kept.append)
        self.answer: StreamedAnswer = FORMATS[api.path.removeprefix("/v1/")].streamed(reading)
        self.events = EventReader()

    def feed(self, piece: bytes) -> str:
        """What the client sees of some bytes."""
        shown = [one for event in self.events.feed(piece) for one in self.answer.feed((event,))]
        return "".join(one.encode().decode() for one in shown)

    def close(self) -> str:
        return "".join(one.encode().decode() for one in self.answer.close() or ())


def read(api: Api, pieces: list[bytes]) -> list[str]:
    reader = Reader(api)
    shown = "".join([*map(reader.feed, pieces), reader.close()])
    return api.streamed(events_of(shown))


@TOOLS
@EVERY_API
def test_a_stream_reads_alike_cut_at_every_byte(api: Api, tools: bool) -> None:
    content = content_of(api, tools=tools)
    whole = read(api, [content])
    assert any("Alice Johnson" in text for text in whole)
    assert not any("Xqzan" in text or "Wurptel" in text for text in whole)
    for cut in range(0, len(content) + 1, 31):
        assert read(api, [content[:cut], content[cut:]]) == whole
    assert read(api, [content[at : at + 1] for at in range(len(content))]) == whole


@TOOLS
@EVERY_API
def test_a_stream_that_breaks_off_shows_no_part_of_a_surrogate(api: Api, tools: bool) -> None:
    content = content_of(api, tools=tools)
    whole = read(api, [content])
    reader, shown = Reader(api), ""
    for cut in range(len(content)):
        if not (more := reader.feed(content[cut : cut + 1])):
            continue
        shown += more
        assert "Xq" not in shown
        assert "Kru" not in shown
        for text, expected in zip(partly(api, events_of(shown)), whole, strict=False):
            assert expected.startswith(text)


def partly(api: Api, events: list[dict[str, Any]]) -> list[str]:
    """The texts of a stream without an end."""
    if api.name != "responses":
        return api.streamed(events)
    texts: dict[int, str] = {}
    for event in events:
        if event["type"].endswith(".delta"):
            texts[event["output_index"]] = texts.get(event["output_index"], "") + event["delta"]
    return list(texts.values())


@EVERY_API
def test_a_stream_without_an_end_is_no_answer(api: Api) -> None:
    content = content_of(api, tools=False)
    reader = Reader(api)
    reader.feed(content[: len(content) // 2])
    with pytest.raises(AnswerFailed):
        reader.close()


@EVERY_API
def test_what_was_written_until_a_client_went_is_stored(api: Api) -> None:
    content = content_of(api, tools=False)
    reader = Reader(api)
    reader.feed(content[: len(content) * 3 // 4])
    reader.answer.keep()
    reader.answer.keep()
    (kept,) = reader.kept
    assert len(kept.wrote) == len(kept.read) > 0


FAILURES = {
    "chat completions": {"error": {"message": "overloaded", "type": "server_error"}},
    "responses": {"type": "response.failed", "response": {"error": {"message": "overloaded", "code": "server_error"}}},
    "messages": {"type": "error", "error": {"message": "overloaded", "type": "overloaded_error"}},
}


@EVERY_API
def test_a_failure_in_the_middle_is_told(api: Api) -> None:
    with pytest.raises(AnswerFailed) as caught:
        Reader(api).answer.feed((Event(FAILURES[api.name]),))
    assert caught.value.error["message"] == "overloaded"


def test_fragments_become_a_message() -> None:
    deltas: list[dict[str, Any]] = [
        {"role": "assistant", "content": None, "tool_calls": [{"index": 0, "id": "a", "function": {"arguments": ""}}]},
        {"tool_calls": [{"index": 1, "id": "b", "function": {"arguments": "{"}}]},
        {"content": "x", "tool_calls": [{"index": 0, "id": "", "function": {"arguments": "1"}}]},
        {"content": "y"},
    ]
    message: dict[str, Any] = {}
    for delta in deltas:
        message = merged(message, delta)
    assert message["content"] == "xy"
    assert [(call["id"], call["function"]["arguments"]) for call in message["tool_calls"]] == [("a", "1"), ("b", "{")]
