"""The real clients of two providers, and the bytes they send.

They need an environment of their own, since they want older ``openai`` and ``anthropic`` than LangChain's clients do:
``llama-index-llms-openai`` 0.8 with ``openai`` 2, ``llama-index-llms-anthropic`` 0.12 with ``anthropic`` 0.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.wire import Provider, anthropic, openai
from llama_index.core.base.llms.types import ChatMessage, ThinkingBlock
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel, Field

from llama_index_privacy_chains import PrivateFunctionCallingLLM, protect

openai_llms = pytest.importorskip("llama_index.llms.openai")
anthropic_llms = pytest.importorskip("llama_index.llms.anthropic")

Call = Callable[[Any, Any], Awaitable[Any]]
ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'


def _openai_llm(**options: Any) -> tuple[FunctionCallingLLM, Provider]:
    provider = Provider(openai)
    library = import_module("httpx")
    transport = provider.transport(library)
    clients = {
        "http_client": library.Client(transport=transport),
        "async_http_client": library.AsyncClient(transport=transport),
    }
    return openai_llms.OpenAI(model="gpt-4o-mini", api_key="none", **clients, **options), provider


def _anthropic_llm(**options: Any) -> tuple[FunctionCallingLLM, Provider]:
    provider = Provider(anthropic)
    client = import_module("anthropic")
    names = ("httpx2", "httpx")
    library = import_module(next(name for name in names if hasattr(import_module("anthropic._client"), name)))
    transport = provider.transport(library)
    llm = anthropic_llms.Anthropic(model="claude-3-7-sonnet-latest", api_key="none", max_tokens=3000, **options)
    llm._client = client.Anthropic(api_key="none", http_client=library.Client(transport=transport))
    llm._aclient = client.AsyncAnthropic(api_key="none", http_client=library.AsyncClient(transport=transport))
    return llm, provider


async def _chat(llm: Any, messages: Any) -> Any:
    return llm.chat(messages)


async def _achat(llm: Any, messages: Any) -> Any:
    return await llm.achat(messages)


async def _stream_chat(llm: Any, messages: Any) -> Any:
    return list(llm.stream_chat(messages))[-1]


async def _astream_chat(llm: Any, messages: Any) -> Any:
    return [chunk async for chunk in await llm.astream_chat(messages)][-1]


EVERY_CHAT = pytest.mark.parametrize("call", [_chat, _achat, _stream_chat, _astream_chat])
BOTH = pytest.mark.parametrize("make", [_openai_llm, _anthropic_llm])


def pay(name: str) -> str:
    """Pay somebody, such as Alice Johnson."""
    return f"paid {name}"


def _assert_clean(provider: Provider) -> None:
    assert provider.requests
    assert not [value for value in PLANTED if provider.said(value)]


@BOTH
@EVERY_CHAT
async def test_no_planted_byte_is_sent_and_answers_are_clear(make: Any, call: Call, codebook: Codebook) -> None:
    inner, provider = make()
    messages = [
        ChatMessage(role="system", content="You help Alice Johnson."),
        ChatMessage(content="hello"),
        ChatMessage(role="assistant", content="hi, Alice Johnson"),
        ChatMessage(content=ASKED),
    ]
    answer = await call(protect(inner, codebook), messages)
    assert answer.message.content == f"I read: {ASKED}"
    _assert_clean(provider)


@BOTH
async def test_completions(make: Any, codebook: Codebook) -> None:
    inner, provider = make()
    llm = protect(inner, codebook)
    assert llm.complete(ASKED).text == f"I read: {ASKED}"
    assert (await llm.acomplete(ASKED)).text == f"I read: {ASKED}"
    chunks = list(llm.stream_complete(ASKED))
    assert chunks[-1].text == "".join(chunk.delta or "" for chunk in chunks) == f"I read: {ASKED}"
    _assert_clean(provider)


@BOTH
@pytest.mark.parametrize("streaming", [False, True])
async def test_tool_rounds(make: Any, streaming: bool, codebook: Codebook) -> None:
    inner, provider = make()
    llm = protect(inner, codebook)
    assert isinstance(llm, PrivateFunctionCallingLLM)
    tools = [FunctionTool.from_defaults(pay)]
    history = [ChatMessage(content=ASKED)]
    if streaming:
        answer = list(llm.stream_chat_with_tools(tools, chat_history=history))[-1]
    else:
        answer = await llm.achat_with_tools(tools, chat_history=history)
    (made,) = llm.get_tool_calls_from_response(answer)
    assert made.tool_kwargs == {"name": ASKED}
    result = ChatMessage(role="tool", content=pay(**made.tool_kwargs), additional_kwargs={"tool_call_id": made.tool_id})
    answer = llm.chat_with_tools(tools, chat_history=[*history, answer.message, result])
    assert answer.message.content == f"I read: paid {ASKED}"
    _assert_clean(provider)


@EVERY_CHAT
async def test_thoughts_return_as_the_provider_signed_them(call: Call, codebook: Codebook) -> None:
    inner, provider = _anthropic_llm(thinking_dict={"type": "enabled", "budget_tokens": 1024})
    llm = protect(inner, codebook)
    answer = await call(llm, [ChatMessage(content=ASKED)])
    (thought,) = [block for block in answer.message.blocks if isinstance(block, ThinkingBlock)]
    assert thought.content == f"Hm, {ASKED}"
    await call(llm, [ChatMessage(content=ASKED), answer.message, ChatMessage(content="go on")])
    sent = provider.bodies[1]["messages"][1]["content"][0]
    surrogate = ASKED.replace("Renée O'Hara", PLANTED["Renée O'Hara"]).replace('Bob "Bobby" Tables', "Krun Vexley")
    assert (sent["thinking"], sent["signature"]) == (f"Hm, {surrogate}", "c2lnbmF0dXJl")
    _assert_clean(provider)


class Person(BaseModel):
    """A person, such as Alice Johnson."""

    name: str = Field(pattern="Renée")


@BOTH
async def test_structured_predictions(make: Any, codebook: Codebook) -> None:
    inner, provider = make()
    llm = protect(inner, codebook)
    prompt = PromptTemplate("{asked}")
    assert llm.structured_predict(Person, prompt, asked=ASKED) == Person(name=ASKED)
    assert await llm.astructured_predict(Person, prompt, asked=ASKED) == Person(name=ASKED)
    if make is _openai_llm:  # the other's own streamed predictions stay empty
        assert list(llm.stream_structured_predict(Person, prompt, asked=ASKED))[-1] == Person(name=ASKED)
    _assert_clean(provider)
