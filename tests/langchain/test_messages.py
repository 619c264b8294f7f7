"""Every part of a message is visited: what is no JSON, names inside data, ids that somebody chose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGenerationChunk
from langchain_core.runnables import RunnableLambda

from langchain_privacy_chains import SanitizingHandler, protect
from langchain_privacy_chains._messages import MessageWalk, outgoing
from langchain_privacy_chains._streaming import StreamedAnswer
from privacy_chains import Key, Leaf, Message, Sanitizer, UnsupportedContent
from privacy_chains.adapting import Path, Restore, Visitor
from privacy_chains.detect import default_detector

SEALED = "Cio2MDAxZjRhYi1hbGljZS1qb2huc29uKz8vQUJDREVG"


class Noted(HumanMessage):
    patient: str = ""


def _invalid(args: str) -> AIMessage:
    call = {"type": "invalid_tool_call", "name": "f", "id": "1", "args": args, "error": None}
    return AIMessage("", invalid_tool_calls=[call])


def _data(**value: Any) -> HumanMessage:
    return HumanMessage([{"type": "non_standard", "value": value}])


def _result(output: Any) -> AIMessage:
    return AIMessage([{"type": "server_tool_result", "tool_call_id": "1", "status": "success", "output": output}])


PARTS: dict[str, BaseMessage] = {
    "arguments that are no JSON": _invalid("{name: Alice Johnson, ssn: 123-45-6789}"),
    "arguments that are cut off": _invalid('{"name": "Renée O\'Hara", "friend": "Bob \\"Bobby\\" Tables'),
    "a text for a tool": AIMessage(
        [{"type": "custom_tool_call", "name": "f", "call_id": "1", "input": "Find Alice Johnson, 123-45-6789"}]
    ),
    "data": _data(**{"Alice Johnson": {"id": "123-45-6789", "status": "Alice Johnson", "salary": 85000}}),
    "what a server's tool found": _result([{"Alice Johnson": {"call_id": "Alice Johnson", "role": ["123-45-6789"]}}]),
    "a model of their own": AIMessage([{"type": "text", "text": "", "extras": {"Alice Johnson": "Alice Johnson"}}]),
    "the id of something inside": AIMessage("", additional_kwargs={"audio": {"id": "Alice Johnson", "salary": 85000}}),
    "the name of a field": AIMessage("", additional_kwargs={"Alice Johnson": 1}),
    "a field that the class does not have": HumanMessage("hi", patient="Alice Johnson"),
    "a field of a class of one's own": Noted(content="hi", patient="Alice Johnson"),
    "data where an id should stand": HumanMessage([{"type": "text", "text": "x", "id": {"of": "Alice Johnson"}}]),
    "a note where a tool's name should stand": AIMessage(
        "", additional_kwargs={"x": {"arguments": "{}", "name": ["Alice Johnson"]}}
    ),
    "an id": AIMessage("x", id="run-Alice-Johnson"),
    "the id of an answer": AIMessage("x", response_metadata={"id": "resp_Alice Johnson"}),
}


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_message_is_visited(part: str, codebook: Codebook) -> None:
    inner = LocalChat()
    protect(inner, codebook).invoke([PARTS[part], HumanMessage("x")])
    for value in (*PLANTED, "Alice-Johnson", "Bobby"):
        assert value not in inner.wire.replace("\\", "")


@pytest.mark.parametrize("part", PARTS)
def test_what_a_model_says_of_somebody_is_read_back_in_every_part(part: str, codebook: Codebook) -> None:
    sent = MessageWalk(_There(codebook)).message(outgoing(PARTS[part]))
    read = MessageWalk(Restore(codebook.value), strict=False).message(sent)
    assert read == outgoing(PARTS[part])


class _There(Visitor):
    def __init__(self, codebook: Codebook) -> None:
        self._codebook = codebook

    def leaf(self, leaf: Leaf, path: Path) -> Leaf:
        sanitized: Leaf = self._codebook.sanitize_conversation([Message((leaf,))]).messages[0][0]
        return sanitized


@pytest.mark.parametrize(
    "output",
    [
        {"id": "srvtoolu_014hJH82Qum7Td6UV8gDXThB", "encrypted_content": SEALED},
        {"tool_use_id": "toolu_1", "signature": SEALED, "text": "fine"},
        {"type": "tool_result", "cache_control": {"type": "ephemeral", "ttl": "5m"}, "content": []},
        [{"type": "web_search_result", "id": "ws_68af27d2b2a48191a5f1c2f2a0d2e1c3", "encrypted_index": SEALED}],
    ],
)
def test_what_providers_issue_and_seal_stays(output: Any) -> None:
    class Spoil(Visitor):
        def leaf(self, leaf: Leaf, path: Path) -> Leaf:
            return f"<{leaf}>" if isinstance(leaf, str) and len(leaf) > len("encrypted_content") else leaf

    message = _result(output)
    assert MessageWalk(Spoil()).message(message) == message


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        *((one, True) for one in ("msg_1", "resp_1", "msg_bdrk_01XFDUDYJgAACzvnptvVoYEL", "run--" + str(UUID(int=7)))),
        *((one, True) for one in (f"lc_run--{UUID(int=7)}-0", f"lc_{UUID(int=7)}", str(UUID(int=7)))),
        *((one, False) for one in ("run-Alice-Johnson", "msg_123456789", "msg_AliceJohnsonOfFullmooncity", "Alice")),
    ],
)
def test_ids_that_were_issued_are_sent(given: str, kept: bool) -> None:
    assert outgoing(AIMessage("x", id=given)).id == (given if kept else None)


def test_objects_among_arguments_are_opened_or_refused(codebook: Codebook) -> None:
    inner = LocalChat()
    call = {"name": "f", "args": {"who": {"Alice Johnson"}, "born": date(2020, 1, 2)}, "id": "1"}
    protect(inner, codebook).invoke([AIMessage("", tool_calls=[call]), HumanMessage("x")])
    assert "Alice" not in inner.wire
    call["args"] = {"who": b"Alice Johnson"}
    with pytest.raises(UnsupportedContent):
        protect(inner, codebook).invoke([AIMessage("", tool_calls=[call]), HumanMessage("x")])


def test_numbers_in_data_that_no_model_wrote_are_told_by_their_names() -> None:
    inner = LocalChat()
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))), detector=default_detector(neural=False))
    data = _data(card=4574247204013705, people=[{"ssn": 182692573}], size=3)
    protect(inner, sanitizer).invoke([data])
    block = inner.seen[0][0][0].content[0]
    assert isinstance(block, dict)
    value = block["value"]
    assert (type(value["card"]), type(value["people"][0]["ssn"]), value["size"]) == (int, int, 3)
    assert "4574247204013705" not in inner.wire
    assert "182692573" not in inner.wire


def test_a_text_for_a_tool_streams_back(codebook: Codebook) -> None:
    pieces = ["Find Xq", "zan Wur", 'ptel, "now', "!"]
    block = {"type": "custom_tool_call", "name": "f", "call_id": "1", "index": 0}
    answer = StreamedAnswer(
        codebook.value, lambda *, json=False: codebook.reader(None).stream(json=json), lambda *_: {}, lambda _: {}
    )
    chunks = [ChatGenerationChunk(message=AIMessageChunk(content=[{**block, "input": one}])) for one in pieces]
    read = [answer.feed(chunk) for chunk in chunks]
    total: Any = sum((chunk.message for chunk in [*read[1:], answer.close()] if chunk), read[0].message)
    assert [one["input"] for one in total.content] == ['Find Alice Johnson, "now!']


@pytest.mark.parametrize("part", PARTS)
def test_handlers_that_upload_are_told_no_part_in_clear(part: str, codebook: Codebook) -> None:
    told: list[Any] = []

    class Uploads(BaseCallbackHandler):
        def on_chain_start(self, *args: Any, **kwargs: Any) -> None:
            told.append(args)

    handler = SanitizingHandler(Uploads(), codebook)
    RunnableLambda(lambda given: given).invoke([PARTS[part]], {"callbacks": [handler]})
    assert told
    for value in (*PLANTED, "Alice-Johnson", "Bobby"):
        assert value not in repr(told).replace("\\", "")


@pytest.mark.parametrize("name", ["Alice Turner", "Alice"])
@pytest.mark.parametrize(
    "message",
    [
        lambda call: HumanMessage([{"type": "text", "text": "hi", "given": call}]),
        lambda call: HumanMessage([{"type": "text", "text": "hi", **call}]),
        lambda call: HumanMessage("hi", additional_kwargs={"given": call}),
        lambda call: HumanMessage("hi", additional_kwargs=call),
        lambda call: ToolMessage([{"type": "text", "text": "hi", "given": call}], tool_call_id="call_1"),
    ],
)
def test_only_what_a_model_wrote_names_tools(message: Callable[[dict[str, str]], BaseMessage], name: str) -> None:
    inner = LocalChat()
    model = protect(inner, Sanitizer(Key.from_bytes(bytes(range(32)))))
    model.invoke([message({"arguments": "{}", "name": name})])
    assert "Alice" not in str(inner.seen[-1][0])
