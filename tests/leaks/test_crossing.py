"""A hundred threads and a hundred tasks of two users, through one model: nobody reads what is another's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import pytest
from adapter_support.local_chat import LocalChat
from adapter_support.local_llm import LocalLLM
from llama_index.core.base.llms.types import ChatMessage

import langchain_privacy_chains as langchain
import llama_index_privacy_chains as llama_index
from leaks.ear import sanitizer
from privacy_chains import Session

MANY = 100
USERS = ("Alice Johnson", "Peter Miller")
NUMBERS = ("536-22-8154", "219-09-9998")


class Framework(NamedTuple):
    """One model, asked for whom it is told."""

    inner: Any
    protect: Callable[[Session], Any]
    ask: Callable[[Any, str], str]
    aask: Callable[[Any, str], Any]
    stream: Callable[[Any, str], str]


def _langchain() -> Framework:
    inner = LocalChat()

    async def aask(model: Any, text: str) -> str:
        return str((await model.ainvoke(text)).text)

    return Framework(
        inner,
        lambda session: langchain.protect(inner, session),
        lambda model, text: str(model.invoke(text).text),
        aask,
        lambda model, text: "".join(chunk.text for chunk in model.stream(text)),
    )


def _llama_index() -> Framework:
    inner = LocalLLM()

    async def aask(model: Any, text: str) -> str:
        return str((await model.achat([ChatMessage(content=text)])).message.content)

    return Framework(
        inner,
        lambda session: llama_index.protect(inner, session),
        lambda model, text: str(model.chat([ChatMessage(content=text)]).message.content),
        aask,
        lambda model, text: "".join(chunk.delta for chunk in model.stream_chat([ChatMessage(content=text)])),
    )


FRAMEWORKS = pytest.mark.parametrize("make", [_langchain, _llama_index])
SESSIONS = pytest.mark.parametrize("sessions", ["one for each user", "one for each call"])


def _text(turn: int) -> str:
    return f"I am {USERS[turn % 2]}, {NUMBERS[turn % 2]}, and this is call {turn}."


def _models(framework: Framework, sessions: str) -> Callable[[int], Any]:
    """The protected model of each call's user."""
    sanitizers = [sanitizer(bytes([user, 255]) * 16) for user in (1, 2)]
    if sessions == "one for each user":
        shared = [framework.protect(one.session("t")) for one in sanitizers]
        return lambda turn: shared[turn % 2]
    return lambda turn: framework.protect(sanitizers[turn % 2].session(f"t{turn}"))


def _assert_own(framework: Framework, answers: list[str]) -> None:
    assert answers == [f"I read: {_text(turn)}" for turn in range(MANY)]
    assert framework.inner.wire
    assert not [value for value in (*USERS, *NUMBERS) if value in framework.inner.wire]


@FRAMEWORKS
@SESSIONS
def test_threads_of_two_users_never_cross(make: Callable[[], Framework], sessions: str) -> None:
    framework = make()
    model = _models(framework, sessions)

    def ask(turn: int) -> str:
        say = framework.stream if turn % 3 == 0 else framework.ask
        return say(model(turn), _text(turn))

    with ThreadPoolExecutor(MANY) as pool:
        _assert_own(framework, list(pool.map(ask, range(MANY))))


@FRAMEWORKS
@SESSIONS
async def test_tasks_of_two_users_never_cross(make: Callable[[], Framework], sessions: str) -> None:
    framework = make()
    model = _models(framework, sessions)
    answers = await asyncio.gather(*(framework.aask(model(turn), _text(turn)) for turn in range(MANY)))
    _assert_own(framework, answers)


def test_one_model_chooses_its_session_by_each_calls_config() -> None:
    inner = LocalChat()
    sanitizers = {user: sanitizer(bytes([user, 255]) * 16) for user in (1, 2)}
    chosen: Any = langchain.protect(inner, lambda given: sanitizers[given["user"]].session(given["thread"]))

    def ask(turn: int) -> str:
        config = {"configurable": {"user": 1 + turn % 2, "thread": str(turn % 4)}}
        return str(chosen.invoke(_text(turn), config).text)

    with ThreadPoolExecutor(MANY) as pool:
        assert list(pool.map(ask, range(MANY))) == [f"I read: {_text(turn)}" for turn in range(MANY)]
    assert not [value for value in (*USERS, *NUMBERS) if value in inner.wire]
