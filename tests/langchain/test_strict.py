"""With ``strict`` nothing is asked while a handler listens that is not known to run here, wherever it was set."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import pytest
from adapter_support.codebook import Codebook
from adapter_support.local_chat import LocalChat
from langchain.agents import create_agent
from langchain_core.callbacks import BaseCallbackHandler, StdOutCallbackHandler
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import HumanMessage
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableLambda
from langchain_core.tools import tool
from langchain_core.tracers import context
from langsmith.utils import get_env_var

from langchain_privacy_chains import protect
from privacy_chains import PrivacyError

HOOKED: ContextVar[BaseCallbackHandler | None] = ContextVar("hooked", default=None)


class Own(BaseCallbackHandler):
    """Nobody knows whether it uploads."""


class Nothing(BaseRetriever):
    def _get_relevant_documents(self, query: str, **_: Any) -> list[Any]:
        return []


@tool
def look_up(name: str) -> str:
    """Look somebody up."""
    return name


def _model(codebook: Codebook, strict: bool) -> Any:
    return protect(LocalChat(), codebook, strict=strict)


def _completion(codebook: Codebook, strict: bool) -> Any:
    return protect(FakeListLLM(responses=["Hello"]), codebook, strict=strict)


def _retriever(codebook: Codebook, strict: bool) -> Any:
    return protect(Nothing(), codebook, trust="query", strict=strict)


def _tool(codebook: Codebook, strict: bool) -> Any:
    return protect(look_up, codebook, trust="remote", strict=strict)


def _chain(codebook: Codebook, strict: bool) -> Any:
    return protect(RunnableLambda(lambda text: text) | LocalChat(), codebook, strict=strict)


def _agent(codebook: Codebook, strict: bool) -> Any:
    agent: Any = create_agent(protect(LocalChat(), codebook, strict=strict), [])
    return RunnableLambda(lambda text: {"messages": [HumanMessage(text)]}) | agent


ASKED = [_model, _completion, _retriever, _tool, _chain, _agent]


async def _config(one: Any, handler: BaseCallbackHandler) -> Any:
    return await one.ainvoke("Hello", {"callbacks": [handler]})


async def _bound(one: Any, handler: BaseCallbackHandler) -> Any:
    return one.with_config(callbacks=[handler]).invoke("Hello")


async def _around(one: Any, handler: BaseCallbackHandler) -> Any:
    return await RunnableLambda(one.ainvoke).ainvoke("Hello", {"callbacks": [handler]})


async def _streamed(one: Any, handler: BaseCallbackHandler) -> Any:
    return [chunk async for chunk in one.astream("Hello", {"callbacks": [handler]})]


async def _batched(one: Any, handler: BaseCallbackHandler) -> Any:
    return await one.abatch(["Hello"], {"callbacks": [handler]})


async def _hooked(one: Any, handler: BaseCallbackHandler) -> Any:
    token = HOOKED.set(handler)
    try:
        return one.invoke("Hello")
    finally:
        HOOKED.reset(token)


@pytest.fixture(autouse=True)
def _hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(context, "_configure_hooks", [])
    context.register_configure_hook(HOOKED, inheritable=True)


WAYS = [_config, _bound, _around, _streamed, _batched, _hooked]


@pytest.mark.parametrize("way", WAYS, ids=lambda one: one.__name__[1:])
@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.__name__[1:])
async def test_a_handler_of_ones_own_is_refused_wherever_it_was_set(
    asked: Callable[..., Any], way: Callable[..., Any], codebook: Codebook
) -> None:
    await way(asked(codebook, False), Own())
    with pytest.raises(PrivacyError, match="Own would upload"):
        await way(asked(codebook, True), Own())
    await way(asked(codebook, True), StdOutCallbackHandler())


@pytest.mark.parametrize("name", ["LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING_V2"])
@pytest.mark.parametrize("asked", ASKED, ids=lambda one: one.__name__[1:])
def test_the_environment_is_seen_by_all(
    asked: Callable[..., Any], name: str, codebook: Codebook, monkeypatch: pytest.MonkeyPatch, request: Any
) -> None:
    monkeypatch.setenv(name, "true")
    monkeypatch.setenv("LANGSMITH_ENDPOINT", "http://localhost:9")
    forget: Any = get_env_var
    forget.cache_clear()
    request.addfinalizer(forget.cache_clear)
    for strict in (False, True):
        with pytest.raises(PrivacyError, match="would upload"):
            asked(codebook, strict).invoke("Hello")
