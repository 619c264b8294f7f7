"""The real clients of two providers, and the bytes they send."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import httpx
import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.wire import Provider, anthropic, openai
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel, Field

from langchain_privacy_chains import protect

langchain_openai = pytest.importorskip("langchain_openai")
langchain_anthropic = pytest.importorskip("langchain_anthropic")
anthropic_client = pytest.importorskip("anthropic")

Call = Callable[[Any, Any], Awaitable[AIMessage]]
ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'


def _openai_model(**options: Any) -> tuple[BaseChatModel, Provider]:
    provider = Provider(openai)
    transport = provider.transport(httpx)
    clients = {
        "http_client": httpx.Client(transport=transport),
        "http_async_client": httpx.AsyncClient(transport=transport),
    }
    return langchain_openai.ChatOpenAI(model="gpt-local", api_key="none", **clients, **options), provider


def _anthropic_model(**options: Any) -> tuple[BaseChatModel, Provider]:
    provider = Provider(anthropic)
    model = langchain_anthropic.ChatAnthropic(model="claude-local", api_key="none", max_tokens=3000, **options)
    names = ("httpx2", "httpx")
    library = import_module(next(name for name in names if hasattr(import_module("anthropic._client"), name)))
    transport = provider.transport(library)
    retries = options.get("max_retries", 2)
    client, aclient = library.Client(transport=transport), library.AsyncClient(transport=transport)
    model.__dict__["_client"] = anthropic_client.Client(api_key="none", http_client=client, max_retries=retries)
    model.__dict__["_async_client"] = anthropic_client.AsyncClient(
        api_key="none", http_client=aclient, max_retries=retries
    )
    return model, provider


async def _invoke(model: Any, messages: Any) -> AIMessage:
    return model.invoke(messages)  # type: ignore[no-any-return]


async def _ainvoke(model: Any, messages: Any) -> AIMessage:
    return await model.ainvoke(messages)  # type: ignore[no-any-return]


async def _stream(model: Any, messages: Any) -> AIMessage:
    return _sum(list(model.stream(messages)))


async def _astream(model: Any, messages: Any) -> AIMessage:
    return _sum([chunk async for chunk in model.astream(messages)])


def _sum(chunks: list[Any]) -> Any:
    total = chunks[0]
    for chunk in chunks[1:]:
        total += chunk
    return total


EVERY_CALL = pytest.mark.parametrize("call", [_invoke, _ainvoke, _stream, _astream])
BOTH = pytest.mark.parametrize("make", [_openai_model, _anthropic_model])


@tool
def pay(name: str) -> str:
    """Pay somebody, such as Alice Johnson."""
    return f"paid {name}"


def _assert_clean(provider: Provider) -> None:
    assert provider.requests
    assert not [value for value in PLANTED if provider.said(value)]


@BOTH
@EVERY_CALL
async def test_no_planted_byte_is_sent_and_answers_are_clear(make: Any, call: Call, codebook: Codebook) -> None:
    inner, provider = make()
    messages = [SystemMessage("You help Alice Johnson."), HumanMessage("hello"), AIMessage("hi"), HumanMessage(ASKED)]
    answer = await call(protect(inner, codebook), messages)
    assert answer.text == f"I read: {ASKED}"
    assert answer.usage_metadata is not None
    assert answer.usage_metadata["output_tokens"] == 5
    _assert_clean(provider)


@BOTH
@EVERY_CALL
async def test_tool_rounds(make: Any, call: Call, codebook: Codebook) -> None:
    inner, provider = make()
    model = protect(inner, codebook).bind_tools([pay])
    history: list[Any] = [HumanMessage(ASKED)]
    answer = await call(model, history)
    assert [made["args"] for made in answer.tool_calls] == [{"name": ASKED}]
    history += [answer, ToolMessage(pay.invoke(answer.tool_calls[0]["args"]), tool_call_id=answer.tool_calls[0]["id"])]
    answer = await call(model, history)
    assert answer.text == f"I read: paid {ASKED}"
    first, second = provider.bodies
    assert second["messages"][0] == first["messages"][0]
    _assert_clean(provider)


@EVERY_CALL
async def test_thoughts_return_as_the_provider_signed_them(call: Call, codebook: Codebook) -> None:
    inner, provider = _anthropic_model(thinking={"type": "enabled", "budget_tokens": 1024})
    model = protect(inner, codebook)
    answer = await call(model, [HumanMessage(ASKED)])
    thought = answer.content[0]
    assert isinstance(thought, dict)
    assert (thought["thinking"], thought["signature"]) == (f"Hm, {ASKED}", "c2lnbmF0dXJl")
    await call(model, [HumanMessage(ASKED), answer, HumanMessage("go on")])
    sent = provider.bodies[1]["messages"][1]["content"][0]
    surrogate = ASKED.replace("Renée O'Hara", PLANTED["Renée O'Hara"]).replace('Bob "Bobby" Tables', "Krun Vexley")
    assert (sent["thinking"], sent["signature"]) == (f"Hm, {surrogate}", "c2lnbmF0dXJl")
    _assert_clean(provider)


class Person(BaseModel):
    """A person, such as Alice Johnson."""

    name: str = Field(pattern="Renée")


@pytest.mark.parametrize(
    ("make", "method"),
    [
        (_openai_model, "json_schema"),
        (_openai_model, "function_calling"),
        (_openai_model, "json_mode"),
        (_anthropic_model, "function_calling"),
    ],
)
@pytest.mark.parametrize("raw", [False, True])
async def test_structured_output_is_the_providers_own_and_clear(
    make: Any, method: str, raw: bool, codebook: Codebook
) -> None:
    inner, provider = make()
    model = protect(inner, codebook).with_structured_output(Person, method=method, include_raw=raw)
    answers = [model.invoke(ASKED), await model.ainvoke(ASKED), *([] if raw else list(model.stream(ASKED))[-1:])]
    for answer in answers:
        parsed = answer["parsed"] if isinstance(answer, dict) else answer
        assert parsed == Person(name=ASKED)
    _assert_clean(provider)
    assert ("response_format" in provider.bodies[0]) == (method in {"json_schema", "json_mode"})


@BOTH
async def test_retries_after_429_send_the_same_bytes(make: Any, codebook: Codebook) -> None:
    inner, provider = make()
    provider.failures = 1
    assert protect(inner, codebook).invoke(ASKED).text == f"I read: {ASKED}"
    first, second = provider.bodies
    assert first == second
    _assert_clean(provider)


@BOTH
def test_errors_quote_no_clear_value(make: Any, codebook: Codebook) -> None:
    inner, provider = make(max_retries=0)
    provider.failures = 1
    with pytest.raises(Exception, match="slow down") as raised:
        protect(inner, codebook).invoke(ASKED)
    assert not [value for value in PLANTED if value in str(raised.value)]


@BOTH
def test_the_provider_is_described_as_it_was(make: Any, codebook: Codebook) -> None:
    inner, _ = make()
    model = protect(inner, codebook)
    assert model._llm_type == inner._llm_type
    assert model._get_ls_params() == inner._get_ls_params()
    assert "none" not in repr(model)
