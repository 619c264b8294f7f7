"""Every short example: what its user sees is clear, and what anybody else saw is not."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import langchain_agent
import langchain_chain
import langchain_service
import langchain_streaming
import langchain_structured
import llama_index_agent
import llama_index_chat
import llama_index_ingestion
import llama_index_query
import pytest
from fastapi.testclient import TestClient
from langchain_stand_in import StandIn
from llama_index_stand_in import LetterEmbedding
from llama_index_stand_in import StandIn as StandInLLM

from privacy_chains import Key, Sanitizer
from privacy_chains.methods.characters import CharacterNoise
from privacy_chains.methods.layers import Layers

EXAMPLES = Path(langchain_chain.__file__).parent
VALUES = ("Alice", "Johnson", "Peter", "Miller", "536-22-8154", "219-09-9998", "corp-mail", "12,500", "12500")
LAYERED = (
    *(langchain_agent, langchain_chain, langchain_streaming, langchain_structured),
    *(llama_index_agent, llama_index_chat, llama_index_query),
)
KEYS = pytest.mark.parametrize("key", [Key.from_bytes(bytes([number, 255]) * 16) for number in range(3)])


def layered(key: Key) -> Layers:
    return Layers([Sanitizer(key), CharacterNoise(key, epsilon=1, words="undetected")])


@pytest.fixture(autouse=True, params=["sanitizer", "layers"])
def _method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples as they are, and with a second method under the first."""
    if request.param == "layers":
        for example in LAYERED:
            monkeypatch.setattr(example, "Sanitizer", layered)


def assert_clean(*seen: Any) -> None:
    for one in seen:
        assert one
        assert not [value for value in VALUES if value in repr(one)]


@KEYS
def test_a_chain(key: Key) -> None:
    hosted = StandIn(answer=langchain_chain.answer)
    expected = "Dear Alice Johnson, thank you! We will write to alice.johnson@corp-mail.com."
    assert langchain_chain.run(hosted, key) == expected
    assert_clean(hosted.received)


@KEYS
def test_streaming(key: Key) -> None:
    hosted = StandIn(answer=langchain_streaming.answer)
    pieces = list(langchain_streaming.run(hosted, key))
    assert len([piece for piece in pieces if piece]) > 10
    assert "".join(pieces).startswith("Alice Johnson, SSN 536-22-8154, asks for a new card")
    assert "".join(pieces).endswith("In short: ALICE JOHNSON needs a card.")
    assert_clean(hosted.received)


@KEYS
def test_structured_output(key: Key) -> None:
    hosted = StandIn(answer=langchain_structured.answer)
    loan = langchain_structured.run(hosted, key)
    assert loan == langchain_structured.Loan(name="Alice Johnson", ssn="536-22-8154", amount=12500)
    assert_clean(hosted.received)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    for kept in (langchain_agent.SEARCHED, langchain_agent.SENT, llama_index_agent.SEARCHED):
        kept.clear()
    return


@KEYS
@pytest.mark.parametrize("approved", [False, True])
def test_an_agent_with_review(key: Key, approved: bool) -> None:
    hosted, shown = StandIn(answer=langchain_agent.answer), []

    def approve(args: dict[str, Any]) -> bool:
        shown.append(args)
        return approved

    answer = langchain_agent.run(hosted, key, approve)
    assert shown == [{"address": "alice.johnson@corp-mail.com"}]
    assert ["alice.johnson@corp-mail.com"] * approved == langchain_agent.SENT
    assert answer.startswith("Done for Alice Johnson: ")
    assert_clean(hosted.received, langchain_agent.SEARCHED)


def test_a_service_with_a_key_for_each_user() -> None:
    hosted = StandIn(answer=langchain_service.answer)
    keys = {user: Key.from_bytes(user.encode() * 8) for user in ("anna", "bert")}
    client = TestClient(langchain_service.make_app(hosted, keys.__getitem__))
    for user, said in (
        ("anna", "I am Alice Johnson."),
        ("bert", "I am Alice Johnson."),
        ("anna", "Alice, SSN 536-22-8154"),
    ):
        answer = client.post("/threads/1", params={"message": said}, headers={"x-user": user})
        assert answer.text == f"You said: {said}"
    sent = [[str(message.text) for message in messages] for messages, _ in hosted.received]
    assert sent[0] != sent[1]
    assert sent[2][:2] == [*sent[0], f"You said: {sent[0][0]}"]
    assert client.post("/threads/1", params={"message": "x"}).status_code == 422
    assert_clean(hosted.received)


@KEYS
def test_a_query_engine(key: Key) -> None:
    hosted = StandInLLM(llama_index_query.answer)
    answer = llama_index_query.run(hosted, LetterEmbedding(), key)
    assert str(answer) == f"The records say: {llama_index_query.RECORDS[0]}"
    assert answer.source_nodes[0].node.get_content() == llama_index_query.RECORDS[0]
    assert_clean(hosted.received)


@KEYS
def test_a_chat_engine(key: Key) -> None:
    hosted = StandInLLM(llama_index_chat.answer)
    answer = "".join(llama_index_chat.run(hosted, key))
    assert answer == f"You told me: {llama_index_chat.TURNS[0]}\n" * 2
    assert_clean(hosted.received)


@KEYS
async def test_an_agent(key: Key) -> None:
    hosted = StandInLLM(llama_index_agent.answer)
    answer = await llama_index_agent.run(hosted, key)
    assert answer == "Alice Johnson: alice.johnson@corp-mail.com. Nothing bad is known about Alice Johnson."
    assert_clean(hosted.received, llama_index_agent.SEARCHED)


@KEYS
def test_ingestion(key: Key) -> None:
    hosted = LetterEmbedding()
    index = llama_index_ingestion.fill(hosted, key)
    found = llama_index_ingestion.find(index, "Alice Johnson, alice.johnson@corp-mail.com", key)
    assert found.node.get_content() == llama_index_ingestion.RECORDS["alice.johnson@corp-mail.com"]
    assert found.node.metadata == {"owner": "alice.johnson@corp-mail.com"}
    assert_clean(hosted.received, index.storage_context.to_dict())


SCRIPTS = sorted(path.name for path in EXAMPLES.glob("l*_*.py") if "__main__" in path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_example_runs_as_a_script(script: str) -> None:
    ran = subprocess.run(
        [sys.executable, script], cwd=EXAMPLES, input="y\n", capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert "Alice Johnson" in ran.stdout
    for line in re.findall(r"(?:saw|stored): .*", ran.stdout):
        # the script's key is random, so a surrogate may be any single name or amount
        assert not [value for value in ("Alice Johnson", "Peter Miller", "536-22-8154", "219-09-9998") if value in line]
