"""Whatever fields a request has, nothing planted in them leaves: random JSON, in every place of every format."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("httpx", reason="needs the extra [serve]")

from gateway_privacy_chains import Record
from gateway_privacy_chains.call import Asking, prepared
from gateway_privacy_chains.wire.formats import FORMATS
from privacy_chains import Key, Sanitizer, UnsupportedContent

KEY = Key.from_bytes(bytes(range(32)))
OPENED = Sanitizer(KEY).session
PLANTED: tuple[str | int, ...] = (
    "Mr. Zwornitzer Quillfeather",
    "zwornitzer@quillfeather.example",
    "SSN 182-69-2573",
    "phone +1 415 555 0123",
    4155550123,
)
PARTS = ("zwornitzer", "quillfeather", "182-69-2573", "182692573", "5550123", "555 0123")

_NAME = st.sampled_from(
    [
        *("text", "content", "type", "role", "name", "id", "arguments", "input", "data", "index", "title", "function"),
        *(
            "tool_calls",
            "tools",
            "source",
            "annotations",
            "model",
            "tool_choice",
            "metadata",
            "user",
            "call_id",
            "custom",
        ),
        *("format", "custom", "schema", "status", "signature", "server_label", "caller", "x", "extra_body", "file_id"),
        *(one for one in PLANTED if isinstance(one, str)),
    ]
)
_KIND = st.sampled_from(
    ["text", "function", "tool_use", "tool_result", "message", "custom", "reasoning", "exec", "web"]
)
_JSON = st.recursive(
    st.sampled_from(PLANTED) | st.none() | st.booleans() | _KIND,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAME, inner, max_size=4),
    max_leaves=10,
)
_FIELDS = st.dictionaries(_NAME, _JSON, max_size=4)


def changed(place: str, messages: list[Any], fields: dict[str, Any]) -> dict[str, Any]:
    """Put fields into one place of messages; what they add to the request itself."""
    block = {"type": "text", "text": "hello", **fields}
    untyped = {name: value for name, value in fields.items() if name != "type"}
    match place:
        case "request":
            return {name: value for name, value in fields.items() if name not in {"input", "messages", "instructions"}}
        case "tool":
            return {"tools": [{"type": "function", "name": "look_up", **fields}]}
        case "message":
            messages[0].update({**fields, "role": "user"})
        case "answer":
            messages.append({"content": "fine", **fields, "role": "assistant"})
        case "block":
            messages[0].update(content=[block])
        case "untyped":
            messages[0].update(content=[untyped])
        case "written":
            messages.append({"role": "assistant", "content": [block]})
        case _:
            messages.append({"role": "assistant", "content": [{"function": fields, **untyped}]})
    return {}


PLACES = ("request", "tool", "message", "answer", "block", "untyped", "written", "untyped answer")


@pytest.mark.parametrize("path", ["chat/completions", "responses", "messages"])
@given(place=st.sampled_from(PLACES), fields=_FIELDS)
def test_nothing_planted_leaves_from_any_field(path: str, place: str, fields: dict[str, Any]) -> None:
    messages: list[Any] = [{"role": "user", "content": "Good morning."}]
    body = {"model": "m", "input" if path == "responses" else "messages": messages}
    body |= changed(place, messages, fields)
    try:
        sent = prepared(Asking(KEY, OPENED, Record()), FORMATS[path], body, "s").content.decode()
    except UnsupportedContent as refusal:
        sent = str(refusal)
    assert not [part for part in PARTS if part in sent.lower()], json.loads(sent)
