"""What a model wrote goes back byte for byte, whatever it holds, and nothing stored shows a pair."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from adapter_support.local_llm import LocalLLM, ToolCallBlock
from adapter_support.playing import TURNS, arguments, played
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ThinkingBlock
from llama_index.core.memory import ChatMemoryBuffer

from llama_index_privacy_chains import protect
from privacy_chains import Key, Sanitizer


def in_memory(history: list[ChatMessage]) -> list[ChatMessage]:
    memory = ChatMemoryBuffer.from_defaults(token_limit=10**7)
    memory.put_messages(history)
    return memory.get()


STORES: dict[str, Callable[[list[ChatMessage]], list[ChatMessage]]] = {
    "as they are": lambda history: history,
    "memory": in_memory,
    "pickle": lambda history: pickle.loads(pickle.dumps(history)),  # noqa: S301  (what the test wrote itself)
    "json": lambda history: [ChatMessage.model_validate_json(one.model_dump_json()) for one in history],
}


def playing(random: Random, wrote: list[ChatMessage]) -> LocalLLM:
    """A model that answers with thoughts under a signature, texts, and calls."""

    def respond(*_: Any) -> ChatMessage:
        thought = ThinkingBlock(content=played(random, 10), additional_information={"signature": "EqQBCgIYAg=="})
        called = arguments(random)
        raw = json.dumps(called, indent=1).replace("/", "\\/") if random.random() < 0.5 else called
        calls = [] if ToolCallBlock is None else [ToolCallBlock(tool_call_id="a", tool_name="note", tool_kwargs=raw)]
        text = TextBlock(text=played(random, 80))
        wrote.append(ChatMessage(role="assistant", blocks=[thought, text, *calls]).model_copy(deep=True))
        return ChatMessage(role="assistant", blocks=[thought, text, *calls])

    return LocalLLM(respond, size=7)


def asked(model: Any, history: list[ChatMessage], *, streamed: bool) -> ChatMessage:
    if not streamed:
        return model.chat(history).message  # type: ignore[no-any-return]
    *_, last = model.stream_chat(history)
    return last.message  # type: ignore[no-any-return]


def transcript(
    key: int, question: str, *, store: str = "as they are", streamed: bool = False
) -> tuple[list[ChatMessage], LocalLLM]:
    """What a playing model wrote, and what it was sent."""
    wrote: list[ChatMessage] = []
    inner = playing(Random(7), wrote)
    history: list[ChatMessage] = []
    for _ in range(TURNS if store == "as they are" else 5):
        model = protect(inner, Sanitizer(Key.from_bytes(bytes([key]) * 31 + b"k")))  # remembers nothing
        history.append(ChatMessage(content=question))
        history.append(asked(model, history, streamed=streamed))
        history = STORES[store](history)
    return wrote, inner


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("store", STORES)
def test_what_a_playing_model_wrote_goes_back_byte_for_byte(store: str, streamed: bool) -> None:
    wrote, inner = transcript(3, "I am Alice Turner, aged 41, and earn $85,000. Go on.", store=store, streamed=streamed)
    for turn, messages in enumerate(inner.messages):
        assert [one.blocks for one in messages if one.role == "assistant"] == [one.blocks for one in wrote[:turn]]


@pytest.mark.parametrize("streamed", [False, True])
def test_nothing_that_a_model_is_sent_depends_on_the_key_where_the_user_says_nothing_private(streamed: bool) -> None:
    assert transcript(3, "Go on.", streamed=streamed)[1].wire == transcript(5, "Go on.", streamed=streamed)[1].wire


@pytest.mark.parametrize("streamed", [False, True])
def test_a_stored_message_shows_no_surrogate(streamed: bool) -> None:
    sanitizer = Sanitizer(Key.from_bytes(bytes(range(32))))
    question = "I am Alice Turner, SSN 123-45-6780, aged 41, and earn $85,000 a year."
    answer = asked(protect(LocalLLM(), sanitizer), [ChatMessage(content=question)], streamed=streamed)
    assert "Alice Turner" in str(answer.content)
    stored = answer.model_dump_json() + repr(answer) + str(answer) + pickle.dumps(answer).decode("latin-1")
    issued = [item for item in sanitizer.sanitize(question).issued if item.surrogate != item.original]
    assert len(issued) >= 4
    telling = [item for item in issued if len(item.surrogate) > 3]  # two digits stand in any opaque field by chance
    assert len(telling) >= 3
    assert not [item.entity_type for item in telling if item.surrogate in stored]


@pytest.mark.parametrize("value", ["arguments", "input", "tool_kwargs"])
def test_only_what_a_model_wrote_names_tools(value: str) -> None:
    inner = LocalLLM()
    call = {value: "{}", "name": "Alice"}
    message = ChatMessage(content="hi", additional_kwargs={**call, "given": call})
    protect(inner, Sanitizer(Key.from_bytes(bytes(range(32))))).chat([message])
    assert "Alice" not in inner.wire
