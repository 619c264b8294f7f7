"""What a model wrote goes back byte for byte, whatever it holds, and nothing stored shows a pair."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from adapter_support.local_chat import LocalChat
from adapter_support.playing import TURNS, arguments, played
from langchain_core.load import dumpd, load
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolMessage,
    message_chunk_to_message,
    messages_from_dict,
    messages_to_dict,
)
from pydantic import BaseModel

from langchain_privacy_chains import protect
from privacy_chains import Key, Sanitizer

_RUN = re.compile(r"lc_run--[0-9a-f-]+")
"""LangChain's own random names of its runs."""

STORES: dict[str, Callable[[list[BaseMessage]], list[BaseMessage]]] = {
    "memory": lambda history: history,
    "dumps": lambda history: load(json.loads(json.dumps(dumpd(history))), allowed_objects="messages"),
    "pickle": lambda history: pickle.loads(pickle.dumps(history)),  # noqa: S301  (what the test wrote itself)
    "json": lambda history: messages_from_dict(json.loads(json.dumps(messages_to_dict(history)))),
}


def playing(random: Random, wrote: list[AIMessage], *, raw: bool) -> LocalChat:
    """A model that answers with texts, thoughts under a signature, and calls."""

    def respond(*_: Any) -> AIMessage:
        thought = {"type": "thinking", "thinking": played(random, 10), "signature": "EqQBCgIYAg=="}
        called = arguments(random)
        answer = AIMessage(
            [thought, {"type": "text", "text": played(random, 80)}],
            tool_calls=[{"name": "note", "args": called, "id": "call_1"}],
        )
        if raw:  # JSON as the model spelled it
            function = {"name": "note", "arguments": json.dumps(called, indent=1).replace("/", "\\/")}
            answer.additional_kwargs = {"tool_calls": [{"id": "call_1", "type": "function", "function": function}]}
        wrote.append(answer.model_copy(deep=True))
        return answer

    return LocalChat(respond=respond, size=7)


def essence(message: BaseMessage) -> Any:
    """What a message says, without the numbers that streams give their blocks."""
    assert isinstance(message, AIMessage)
    content = [{k: v for k, v in block.items() if k != "index"} for block in message.content if isinstance(block, dict)]
    calls = [{k: v for k, v in call.items() if k != "type"} for call in message.tool_calls]
    return json.dumps([content, calls, message.additional_kwargs])


def asked(model: Any, history: list[BaseMessage], *, streamed: bool) -> BaseMessage:
    if not streamed:
        return model.invoke(history)  # type: ignore[no-any-return]
    first, *others = model.stream(history)
    total = first
    for chunk in others:
        total += chunk
    return message_chunk_to_message(total)


def transcript(
    key: int, question: str, *, store: str = "memory", streamed: bool = False
) -> tuple[list[Any], LocalChat]:
    """What a playing model wrote, and what it was sent."""
    wrote: list[AIMessage] = []
    inner = playing(Random(7), wrote, raw=not streamed)
    history: list[BaseMessage] = []
    for _ in range(TURNS if store == "memory" else 5):
        model = protect(inner, Sanitizer(Key.from_bytes(bytes([key]) * 31 + b"k")))  # remembers nothing
        history.append(HumanMessage(question))
        history.append(asked(model, history, streamed=streamed))
        history = STORES[store]([*history, ToolMessage("done", tool_call_id="call_1")])
    return [essence(message) for message in wrote], inner


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("store", STORES)
def test_what_a_playing_model_wrote_goes_back_byte_for_byte(store: str, streamed: bool) -> None:
    wrote, inner = transcript(3, "I am Alice Turner, aged 41, and earn $85,000. Go on.", store=store, streamed=streamed)
    for turn, (messages, _) in enumerate(inner.seen):
        assert [essence(one) for one in messages if isinstance(one, AIMessage)] == wrote[:turn]


@pytest.mark.parametrize("streamed", [False, True])
def test_nothing_that_a_model_is_sent_depends_on_the_key_where_the_user_says_nothing_private(streamed: bool) -> None:
    one, other = (transcript(key, "Go on.", streamed=streamed)[1].wire for key in (3, 5))
    assert _RUN.sub("", one) == _RUN.sub("", other)


def called_with(inner: LocalChat) -> dict[str, Any]:
    """The arguments of the call that the model was sent back."""
    message = inner.seen[-1][0][1]
    assert isinstance(message, AIMessage)
    return message.tool_calls[0]["args"]


class Person(BaseModel):
    name: str
    age: int


def test_structured_answers_go_back_as_they_were() -> None:
    inner = LocalChat(
        respond=lambda *_: AIMessage(
            "", tool_calls=[{"name": "Person", "args": {"name": "Maria Lopez", "age": 47}, "id": "call_1"}]
        )
    )
    model = protect(inner, Sanitizer(Key.from_bytes(bytes(range(32)))))
    first = model.with_structured_output(Person, include_raw=True).invoke("Who is it?")
    assert isinstance(first, dict)
    model.invoke([HumanMessage("Who is it?"), first["raw"], ToolMessage("ok", tool_call_id="call_1")])
    assert called_with(inner) == {"name": "Maria Lopez", "age": 47}


@pytest.mark.parametrize("streamed", [False, True])
def test_a_stored_message_shows_no_surrogate(streamed: bool) -> None:
    inner = LocalChat()
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    question = "I am Alice Turner, SSN 123-45-6780, aged 41, and earn $85,000 a year."
    answer = asked(protect(inner, sanitizer), [HumanMessage(question)], streamed=streamed)
    assert "Alice Turner" in answer.text
    stored = json.dumps(messages_to_dict([answer])) + repr(answer) + pickle.dumps(answer).decode("latin-1")
    issued = [item for item in sanitizer.sanitize(question).issued if item.surrogate != item.original]
    assert len(issued) >= 4
    telling = [item for item in issued if len(item.surrogate) > 3]  # two digits stand in any opaque field by chance
    assert len(telling) >= 3
    assert not [item.entity_type for item in telling if item.surrogate in stored]


def test_an_edited_argument_of_a_call_is_the_callers() -> None:
    called = {
        "name": "note",
        "args": {"to": "Maria Lopez", "text": "Bob Fisher is 33.", "copy": "none"},
        "id": "call_1",
    }
    inner = LocalChat(respond=lambda *_: AIMessage("", tool_calls=[called]))
    model = protect(inner, Sanitizer(Key.from_bytes(bytes(range(32)))))
    answer = model.invoke("Send a note.")
    answer.tool_calls[0]["args"]["copy"] = "my doctor, Sandra Whitfield"
    model.invoke([HumanMessage("Send a note."), answer, ToolMessage("sent", tool_call_id="call_1")])
    sent = called_with(inner)
    assert (sent["to"], sent["text"]) == ("Maria Lopez", "Bob Fisher is 33.")
    assert "Whitfield" not in sent["copy"]
    assert sent["copy"].startswith("my doctor, ")


def test_a_message_with_a_block_that_passes_in_clear_goes_back_as_it_was() -> None:
    image = {"type": "image", "base64": "QWxpY2U=", "mime_type": "image/png"}
    text = {"type": "text", "text": "Maria Lopez is 47."}
    inner = LocalChat(respond=lambda *_: AIMessage([image, text]))
    model = protect(inner, Sanitizer(Key.from_bytes(bytes(range(32)))), allow={"image"})
    model.invoke(["Draw her.", model.invoke("Draw her."), "Again."])
    assert inner.seen[-1][0][1].content == [image, text]
