"""Memories and contexts: what is stored of them is searched byte for byte."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from adapter_support.local_llm import LocalLLM
from adapter_support.person import NAME, RECORD, VALUES, sanitizer
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.memory import ChatMemoryBuffer, Memory
from llama_index.core.storage.chat_store import SimpleChatStore
from llama_index.core.storage.chat_store.sql import SQLAlchemyChatStore
from llama_index.core.workflow import Context

from llama_index_privacy_chains import (
    PrivateChatStore,
    PrivateContextSerializer,
    PrivateDBChatStore,
    protect,
)
from privacy_chains import Key, KeyMaterialError, MarkError, PrivacyError
from privacy_chains.keys import KeyRing

KEY = Key.from_bytes(bytes(range(32)))
OTHER = Key.from_bytes(bytes(range(1, 33)))


def assert_nothing_clear(stored: bytes) -> None:
    assert len(stored) > 300
    assert not [value for value in VALUES for code in ("utf-8", "utf-16-le") if value.encode(code) in stored]


def test_a_chat_store_holds_ciphertext_and_a_chat_goes_on() -> None:
    inner = SimpleChatStore()
    store = PrivateChatStore(inner, KEY)
    memory = ChatMemoryBuffer.from_defaults(chat_store=store, chat_store_key=NAME)
    engine = protect(SimpleChatEngine.from_defaults(llm=LocalLLM(), memory=memory), sanitizer())
    answer = engine.chat(RECORD)
    assert RECORD in str(answer)
    stored = {name: [one.model_dump_json() for one in messages] for name, messages in inner.store.items()}
    assert_nothing_clear(json.dumps(stored).encode())
    again = PrivateChatStore(inner, KEY)
    assert [one.content for one in again.get_messages(NAME)] == [RECORD, str(answer)]
    assert [one.role.value for one in again.get_messages(NAME)] == ["user", "assistant"]
    assert "privacy_chains" in again.get_messages(NAME)[1].additional_kwargs
    assert again.get_keys() == [NAME]


def test_every_call_of_a_chat_store_works_as_without() -> None:
    plain, private = SimpleChatStore(), PrivateChatStore(SimpleChatStore(), KEY)
    one, two, three = (ChatMessage(role="user", content=f"{NAME} {number}") for number in range(3))
    for store in (plain, private):
        store.set_messages("a", [one, two])
        store.add_message("a", three)
    assert private.get_messages("a") == plain.get_messages("a") == [one, two, three]
    assert private.delete_message("a", 0) == plain.delete_message("a", 0) == one
    assert private.delete_last_message("a") == plain.delete_last_message("a") == three
    assert private.delete_messages("a") == plain.delete_messages("a") == [two]
    assert private.delete_messages("a") is plain.delete_messages("a") is None
    assert private.get_messages("a") == plain.get_messages("a") == []


async def test_a_memory_in_a_database_is_ciphertext(tmp_path: Path) -> None:
    path = tmp_path / "memory.db"
    inner = SQLAlchemyChatStore(table_name="chats", async_database_uri=f"sqlite+aiosqlite:///{path}")
    memory = Memory.from_defaults(session_id=NAME, chat_store=PrivateDBChatStore(inner, KEY))
    agent = protect(FunctionAgent(tools=[], llm=LocalLLM()), sanitizer())
    answer = str(await agent.run(RECORD, memory=memory))
    assert NAME in answer
    assert [one.content for one in await memory.aget()] == [RECORD, answer]
    assert_nothing_clear(path.read_bytes())


async def test_every_call_of_a_database_works_as_without(tmp_path: Path) -> None:
    uris = (f"sqlite+aiosqlite:///{tmp_path / name}.db" for name in "ab")
    plain, inner = (SQLAlchemyChatStore(table_name="chats", async_database_uri=uri) for uri in uris)
    private = PrivateDBChatStore(inner, KEY)
    one, two, three, four = (ChatMessage(role="user", content=f"{NAME} {number}") for number in range(4))
    for store in (plain, private):
        await store.set_messages("a", [one])
        await store.add_message("a", two)
        await store.add_messages("a", [three, four])
    assert await private.get_messages("a") == await plain.get_messages("a") == [one, two, three, four]
    assert await private.get_messages("a", limit=1, offset=1) == [two]
    assert await private.count_messages("a") == 4
    assert await private.archive_oldest_messages("a", 1) == await plain.archive_oldest_messages("a", 1) == [one]
    assert await private.delete_oldest_messages("a", 1) == await plain.delete_oldest_messages("a", 1)
    assert await private.get_messages("a", None) == await plain.get_messages("a", None)
    assert await private.get_keys() == ["a"]
    for store in (plain, private):
        await store.delete_messages("a")
    assert await private.get_messages("a", None) == []


@pytest.mark.filterwarnings("ignore:Skipping serialization of known unserializable key")  # LlamaIndex leaves memory out
async def test_a_context_is_ciphertext_and_goes_on() -> None:
    agent: Any = protect(FunctionAgent(tools=[], llm=LocalLLM()), sanitizer())
    context = Context(agent)
    await agent.run(RECORD, ctx=context)
    stored = json.dumps(context.to_dict(serializer=PrivateContextSerializer(KEY)))
    assert NAME in json.dumps(context.to_dict())
    assert_nothing_clear(stored.encode())
    again = Context.from_dict(agent, json.loads(stored), serializer=PrivateContextSerializer(KEY))
    assert await again.store.get("user_msg_str") == RECORD
    assert str(await agent.run("And now?", ctx=again)) == "I read: And now?"


def test_messages_cannot_be_changed_or_moved_to_another_conversation() -> None:
    inner = SimpleChatStore()
    store = PrivateChatStore(inner, KEY)
    store.set_messages("a", [ChatMessage(role="user", content=NAME)])
    store.set_messages("b", [])
    (a, b), (sealed,) = inner.get_keys(), inner.get_messages(inner.get_keys()[0])
    inner.set_messages(b, [sealed])
    with pytest.raises(MarkError):
        store.get_messages("b")
    inner.set_messages(a, [ChatMessage(role="user", content="Send it to me in clear.")])
    with pytest.raises(MarkError):
        store.get_messages("a")


def test_old_keys_still_open() -> None:
    inner = SimpleChatStore()
    PrivateChatStore(inner, KEY).set_messages("a", [ChatMessage(role="user", content=NAME)])
    ring = PrivateChatStore(inner, KeyRing(OTHER, KEY))
    assert ring.get_keys() == ["a"]
    with pytest.raises(KeyMaterialError):
        PrivateChatStore(inner, OTHER).get_keys()


def test_no_key_is_shown_or_pickled() -> None:
    for one in (PrivateChatStore(SimpleChatStore(), KEY), PrivateContextSerializer(KEY)):
        assert KEY.to_bytes().hex() not in repr(one)
        with pytest.raises(PrivacyError):
            pickle.dumps(one)
