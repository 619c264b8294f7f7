"""Checkpoints: what a graph's checkpointer stores is searched byte for byte."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Annotated, Any, TypedDict

import pytest
from adapter_support.local_chat import LocalChat
from adapter_support.person import NAME, RECORD, VALUES, sanitizer
from langchain.agents import create_agent
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.base import SerializerProtocol
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.types import Command, interrupt

from langchain_privacy_chains import PrivateSerializer, protect
from privacy_chains import Key, KeyMaterialError, MarkError
from privacy_chains.keys import KeyRing

KEY = Key.from_bytes(bytes(range(32)))
OTHER = Key.from_bytes(bytes(range(1, 33)))
THREAD: Any = {"configurable": {"thread_id": "1"}}


class State(TypedDict):
    """A state with messages, a plain text and a number."""

    messages: Annotated[list[Any], add_messages]
    owner: str
    salary: int


def held(saver: InMemorySaver) -> bytes:
    """All that a checkpointer in memory holds."""
    return repr((dict(saver.storage), dict(saver.writes), dict(saver.blobs))).encode()


def assert_nothing_clear(stored: bytes) -> None:
    assert len(stored) > 1000
    clear = [value for value in VALUES for code in ("utf-8", "utf-16-le") if value.encode(code) in stored]
    assert not clear


def graph(saver: Any) -> Any:
    model = protect(LocalChat(), sanitizer())

    def ask(state: State) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])], "owner": NAME, "salary": 85_000}

    def review(state: State) -> dict[str, Any]:
        return {"messages": [HumanMessage(f"{interrupt({'may I tell': state['owner']})} says yes")]}

    built = StateGraph(State).add_node("ask", ask).add_node("review", review)
    return built.add_edge(START, "ask").add_edge("ask", "review").compile(checkpointer=saver)


def test_it_is_a_serializer_of_langgraphs() -> None:
    assert isinstance(PrivateSerializer(KEY), SerializerProtocol)


def test_a_checkpoint_in_memory_is_ciphertext_and_a_graph_goes_on_from_it() -> None:
    saver = InMemorySaver(serde=PrivateSerializer(KEY))
    graph(saver).invoke({"messages": [HumanMessage(RECORD)]}, THREAD)
    assert_nothing_clear(held(saver))
    done = graph(saver).invoke(Command(resume=NAME), THREAD)
    assert done["messages"][-1].text == f"{NAME} says yes"
    assert done["messages"][0].text == RECORD
    assert (done["owner"], done["salary"]) == (NAME, 85_000)
    assert_nothing_clear(held(saver))
    assert any("privacy_chains" in one.additional_kwargs for one in done["messages"] if isinstance(one, AIMessage))


def test_in_clear_the_same_graph_stores_values() -> None:
    saver = InMemorySaver()
    graph(saver).invoke({"messages": [HumanMessage(RECORD)]}, THREAD)
    assert NAME.encode() in held(saver)


def test_an_agents_checkpoints_are_ciphertext() -> None:
    @tool
    def look_up(name: str) -> str:
        """Look somebody up."""
        return f"{name}: {RECORD}"

    def call_once(messages: list[Any], _: Any) -> AIMessage:
        if messages[-1].type == "tool":
            return AIMessage(f"Done: {messages[-1].text}")
        name = messages[-1].text.split(",")[0]
        return AIMessage("", tool_calls=[{"name": "look_up", "args": {"name": name}, "id": "a"}])

    saver = InMemorySaver(serde=PrivateSerializer(KEY))
    agent = protect(create_agent(LocalChat(respond=call_once), [look_up], checkpointer=saver), sanitizer())
    answer = agent.invoke({"messages": [HumanMessage(RECORD)]}, THREAD)
    assert NAME in answer["messages"][-1].text
    assert_nothing_clear(held(saver))


def test_a_database_on_disk_holds_ciphertext(tmp_path: Path) -> None:
    sqlite = pytest.importorskip("langgraph.checkpoint.sqlite", reason="needs langgraph-checkpoint-sqlite")
    path = tmp_path / "checkpoints.db"
    with sqlite.SqliteSaver.from_conn_string(str(path)) as saver:
        saver.serde = PrivateSerializer(KEY)
        graph(saver).invoke({"messages": [HumanMessage(RECORD)]}, THREAD)
    with sqlite.SqliteSaver.from_conn_string(str(path)) as saver:
        saver.serde = PrivateSerializer(KEY)
        done = graph(saver).invoke(Command(resume=NAME), THREAD)
    assert done["messages"][0].text == RECORD
    assert_nothing_clear(b"".join(file.read_bytes() for file in tmp_path.iterdir()))


def test_old_keys_still_open() -> None:
    sealed = PrivateSerializer(KEY).dumps_typed({"owner": NAME})
    assert PrivateSerializer(KeyRing(OTHER, KEY)).loads_typed(sealed) == {"owner": NAME}
    with pytest.raises(KeyMaterialError):
        PrivateSerializer(OTHER).loads_typed(sealed)


def test_what_was_changed_moved_or_never_sealed_is_refused() -> None:
    private = PrivateSerializer(KEY)
    form, stored = private.dumps_typed({"owner": NAME})
    for changed in (
        (form, stored[:-1] + bytes([stored[-1] ^ 1])),
        (form, stored[:20]),
        (f"json{form.removeprefix('msgpack')}", stored),
        JsonPlusSerializer().dumps_typed({"owner": NAME}),
    ):
        with pytest.raises(MarkError):
            private.loads_typed(changed)


def test_a_store_that_was_in_clear_can_be_read_on_request() -> None:
    clear = JsonPlusSerializer().dumps_typed({"owner": NAME})
    assert PrivateSerializer(KEY, unsealed="load").loads_typed(clear) == {"owner": NAME}
    with pytest.raises(MarkError):
        PrivateSerializer(KEY, unsealed="sometimes")


def test_equal_states_do_not_look_equal() -> None:
    private = PrivateSerializer(KEY)
    assert private.dumps_typed("same")[1] != private.dumps_typed("same")[1]


def test_it_shows_no_key_and_is_not_pickled() -> None:
    assert KEY.to_bytes().hex() not in repr(PrivateSerializer(KEY))
    with pytest.raises(Exception, match="not pickled"):
        pickle.dumps(PrivateSerializer(KEY))
