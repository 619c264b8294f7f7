"""Streams whose texts come in turns, and models that hand on to other models."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.local_chat import LocalChat
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langgraph.graph import START, MessagesState, StateGraph
from pydantic import Field

from langchain_privacy_chains import protect

Part = dict[str, Any]


class Scripted(LocalChat):
    """Streams what it is told to."""

    parts: list[Any] = Field(default_factory=list)

    def _stream(self, *_: Any, **__: Any) -> Iterator[ChatGenerationChunk]:
        for part in self.parts:
            yield ChatGenerationChunk(message=AIMessageChunk(**{"content": "", **part}))


def _argument(index: int, fragment: str, name: str | None = None) -> Part:
    call = {"name": name, "args": fragment, "id": f"c{index}" if name else None, "index": index}
    return {"tool_call_chunks": [call]}


def _block(index: int, text: str) -> Part:
    return {"content": [{"type": "text", "text": text, "index": index}]}


def _thought(text: str) -> Part:
    return {"additional_kwargs": {"reasoning_content": text}}


def _sum(chunks: list[Any]) -> Any:
    total = chunks[0]
    for chunk in chunks[1:]:
        total += chunk
    return total


def _streamed(parts: list[Part], codebook: Codebook) -> Any:
    return _sum(list(protect(Scripted(parts=parts), codebook).stream("I am Alice Johnson")))


CALLS = [_argument(0, "", "pay"), _argument(1, "", "pay")]
FIRST, SECOND = '{"to": "Xqzan Wurptel", "n": 83912}', '{"to": "Doblenka Mish"}'
ARGS = [{"to": "Alice Johnson", "n": 85000}, {"to": "Renée O'Hara"}]


def _cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def _in_turns(*rows: list[Part]) -> list[Part]:
    longest = max(map(len, rows))
    return [row[place] for place in range(longest) for row in rows if place < len(row)]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_arguments_of_parallel_calls_may_come_in_turns(size: int, codebook: Codebook) -> None:
    turns = _in_turns(
        [_argument(0, text) for text in _cut(FIRST, size)], [_argument(1, text) for text in _cut(SECOND, size)]
    )
    answer = _streamed([*CALLS, *turns], codebook)
    assert [call["args"] for call in answer.tool_calls] == ARGS
    assert [call["id"] for call in answer.tool_calls] == ["c0", "c1"]


@pytest.mark.parametrize("seed", range(20))
def test_any_order_of_fragments_gives_the_whole(seed: int, codebook: Codebook) -> None:
    choose = random.Random(seed)
    texts = {0: "Dear Xqzan Wurptel, you owe 83912.", 1: "And Doblenka Mish, of Quoltan Zemvika?"}
    waiting = {
        "thought": [_thought(part) for part in _cut("Is it Krun Vexley or qwzrt@bvnm.example", choose.randint(1, 9))],
        **{str(at): [_block(at, part) for part in _cut(text, choose.randint(1, 9))] for at, text in texts.items()},
        "call": [_argument(9, "", "pay"), *(_argument(9, part) for part in _cut(FIRST, choose.randint(1, 9)))],
    }
    parts = []
    while waiting:
        row = choose.choice(list(waiting))
        parts.append(waiting[row].pop(0))
        waiting = {name: left for name, left in waiting.items() if left}
    answer = _streamed(parts, codebook)
    blocks = [block for block in answer.content if isinstance(block, dict)]  # LangChain keeps an empty text, too
    told = {block["index"]: block["text"] for block in blocks if block["type"] == "text"}
    assert told == {0: "Dear Alice Johnson, you owe 85000.", 1: "And Renée O'Hara, of San Francisco?"}
    assert answer.additional_kwargs["reasoning_content"] == 'Is it Bob "Bobby" Tables or alice@corp.example'
    assert answer.tool_calls[0]["args"] == ARGS[0]


def test_a_text_that_has_ended_does_not_wait_for_the_next() -> None:
    codebook = Codebook(table={"Ann.": "Xqz.", "Bob": "Xqz.abc"})
    for wrote, shown in (("It is Xqz.", "It is Ann."), ("It is Xqz.a", "It is ")):
        parts = [_thought(wrote), {"content": "Dear "}, {"content": "you"}]
        chunks = list(protect(Scripted(parts=parts), codebook).stream("x"))
        thoughts = [chunk.additional_kwargs.get("reasoning_content", "") for chunk in chunks]
        assert "".join(thoughts[:2]) == shown
        assert "".join(thoughts) == wrote.replace("Xqz.", "Ann.")


def test_what_is_held_back_adds_no_empty_text(codebook: Codebook) -> None:
    _, chunk, *_ = protect(Scripted(parts=[_thought("Xqzan"), _block(0, "Dear")]), codebook).stream("x")
    assert chunk.content == _block(0, "Dear")["content"]


def test_chunks_after_the_last_are_read_too(codebook: Codebook) -> None:
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    parts: list[Part] = [{"content": "Xqzan"}, {"chunk_position": "last"}, {"content": " Wurptel"}, {"content": "!"}]
    answer = _streamed([*parts, {"usage_metadata": usage}], codebook)
    assert answer.text == "Xqzan Wurptel!"
    assert answer.usage_metadata == usage
    assert _streamed([{"content": "Xqzan Wurptel"}, {"chunk_position": "last"}, {"usage_metadata": usage}], codebook)


class Router(LocalChat):
    """Hands every call on to another model, by its public methods."""

    inner: BaseChatModel

    def _generate(self, messages: Any, *_: Any, **__: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self.inner.invoke(messages))])

    async def _agenerate(self, messages: Any, *_: Any, **__: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=await self.inner.ainvoke(messages))])

    def _stream(self, messages: Any, *_: Any, **__: Any) -> Iterator[ChatGenerationChunk]:
        yield from (ChatGenerationChunk(message=chunk) for chunk in self.inner.stream(messages))

    async def _astream(self, messages: Any, *_: Any, **__: Any) -> AsyncIterator[ChatGenerationChunk]:
        async for chunk in self.inner.astream(messages):
            yield ChatGenerationChunk(message=chunk)


class _Ear(BaseCallbackHandler):
    def __init__(self) -> None:
        self.runs = 0
        self.heard = ""

    def on_chat_model_start(self, serialized: Any, messages: Any, **kwargs: Any) -> None:
        self.runs += 1
        self.heard += str(messages)

    def on_llm_new_token(self, token: Any, **kwargs: Any) -> None:
        self.heard += str(token)


@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize("streamed", [False, True])
async def test_a_model_that_hands_on_tells_the_caller_nothing(
    asynchronous: bool, streamed: bool, codebook: Codebook
) -> None:
    model = protect(Router(inner=LocalChat()), codebook)

    def call(state: MessagesState) -> Any:
        return {
            "messages": [_sum(list(model.stream(state["messages"]))) if streamed else model.invoke(state["messages"])]
        }

    async def acall(state: MessagesState) -> Any:
        if streamed:
            return {"messages": [_sum([chunk async for chunk in model.astream(state["messages"])])]}
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState).add_node("n", acall if asynchronous else call).add_edge(START, "n").compile()
    ear, asked = _Ear(), {"messages": [("human", "I am Alice Johnson")]}
    config: Any = {"callbacks": [ear]}
    if asynchronous:
        parts = [part async for part in graph.astream(asked, config, stream_mode="messages")]
    else:
        parts = list(graph.stream(asked, config, stream_mode="messages"))
    assert "".join(str(part.text) for part, _ in parts) == "I read: I am Alice Johnson"  # type: ignore[union-attr]
    assert ear.runs == 1
    assert not [surrogate for surrogate in PLANTED.values() if surrogate in ear.heard]


class Streaming(LocalChat):
    """A model that may be told to stream every call."""

    streaming: bool = False


@pytest.mark.parametrize("streaming", [False, True])
async def test_a_model_told_to_stream_does(streaming: bool, codebook: Codebook) -> None:
    model = protect(Streaming(streaming=streaming), codebook)
    for asynchronous in (False, True):
        ear = _Ear()
        given: Any = {"callbacks": [ear]}
        answer = await model.ainvoke("Alice Johnson", given) if asynchronous else model.invoke("Alice Johnson", given)
        assert answer.text == "I read: Alice Johnson"
        assert ear.heard.endswith("I read: Alice Johnson") == streaming
