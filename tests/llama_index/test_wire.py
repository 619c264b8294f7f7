"""The real clients of two providers, and the bytes they send to a server on this machine.

They need an environment of their own (``make clients``): ``llama-index-llms-openai`` wants an older ``openai`` than
LangChain's client does.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, SECRET, Codebook
from adapter_support.server import HOST, serving
from adapter_support.wire import Provider, Reply, anthropic, openai, responses
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.llms.function_calling import FunctionCallingLLM
from llama_index.core.prompts import PromptTemplate
from llama_index.core.tools import FunctionTool
from pydantic import BaseModel, Field

from llama_index_privacy_chains import PrivateFunctionCallingLLM, protect
from privacy_chains import PrivacyError

WHERE = "the real clients of LlamaIndex are tested in an environment of their own: make clients"
openai_llms = pytest.importorskip("llama_index.llms.openai", reason=WHERE)
anthropic_llms = pytest.importorskip("llama_index.llms.anthropic", reason=WHERE)

pytestmark = pytest.mark.allow_hosts([HOST])

Call = Callable[[Any, Any], Awaitable[Any]]
Serve = Callable[[Provider], str]
ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with ExitStack() as servers:
        yield lambda provider: servers.enter_context(serving(provider))


def _openai_llm(serve: Serve, respond: Any = openai, **options: Any) -> tuple[FunctionCallingLLM, Provider]:
    provider = Provider(respond)
    url = f"{serve(provider)}/v1"
    return openai_llms.OpenAI(model="gpt-4o-mini", api_key="none", api_base=url, **options), provider


def _responses_llm(serve: Serve, respond: Any = responses, **options: Any) -> tuple[FunctionCallingLLM, Provider]:
    """OpenAI's other API."""
    provider = Provider(respond)
    url = f"{serve(provider)}/v1"
    return openai_llms.OpenAIResponses(model="gpt-4o-mini", api_key="none", api_base=url, **options), provider


def _anthropic_llm(serve: Serve, respond: Any = anthropic, **options: Any) -> tuple[FunctionCallingLLM, Provider]:
    provider = Provider(respond)
    given = {"api_key": "none", "base_url": serve(provider), "max_tokens": 3000, **options}
    return anthropic_llms.Anthropic(model="claude-3-7-sonnet-latest", **given), provider


async def _chat(llm: Any, messages: Any) -> Any:
    return llm.chat(messages)


async def _achat(llm: Any, messages: Any) -> Any:
    return await llm.achat(messages)


async def _stream_chat(llm: Any, messages: Any) -> Any:
    return list(llm.stream_chat(messages))[-1]


async def _astream_chat(llm: Any, messages: Any) -> Any:
    return [chunk async for chunk in await llm.astream_chat(messages)][-1]


EVERY_CHAT = pytest.mark.parametrize("call", [_chat, _achat, _stream_chat, _astream_chat])
EVERY_CLIENT = pytest.mark.parametrize("make", [_openai_llm, _responses_llm, _anthropic_llm])


def pay(name: str) -> str:
    """Pay somebody, such as Alice Johnson."""
    return f"paid {name}"


def _assert_clean(provider: Provider) -> None:
    assert provider.requests
    assert not [value for value in PLANTED if provider.said(value)]


@EVERY_CLIENT
@EVERY_CHAT
async def test_no_planted_byte_is_sent_and_answers_are_clear(
    make: Any, call: Call, serve: Serve, codebook: Codebook
) -> None:
    inner, provider = make(serve)
    messages = [
        ChatMessage(role="system", content="You help Alice Johnson."),
        ChatMessage(content="hello"),
        ChatMessage(role="assistant", content="hi, Alice Johnson"),
        ChatMessage(content=ASKED),
    ]
    answer = await call(protect(inner, codebook), messages)
    assert answer.message.content == f"I read: {ASKED}"
    _assert_clean(provider)


@EVERY_CLIENT
async def test_completions(make: Any, serve: Serve, codebook: Codebook) -> None:
    inner, provider = make(serve)
    llm = protect(inner, codebook)
    assert llm.complete(ASKED).text == f"I read: {ASKED}"
    assert (await llm.acomplete(ASKED)).text == f"I read: {ASKED}"
    chunks = list(llm.stream_complete(ASKED))
    assert chunks[-1].text == "".join(chunk.delta or "" for chunk in chunks) == f"I read: {ASKED}"
    _assert_clean(provider)


@EVERY_CLIENT
@pytest.mark.parametrize("streaming", [False, True])
async def test_tool_rounds(make: Any, streaming: bool, serve: Serve, codebook: Codebook) -> None:
    inner, provider = make(serve)
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
async def test_thoughts_return_as_the_provider_signed_them(call: Call, serve: Serve, codebook: Codebook) -> None:
    inner, provider = _anthropic_llm(serve, thinking_dict={"type": "enabled", "budget_tokens": 1024})
    llm = protect(inner, codebook)
    answer = await call(llm, [ChatMessage(content=ASKED)])
    thoughts = [block.content for block in answer.message.blocks if type(block).__name__ == "ThinkingBlock"]
    if not thoughts:  # the first releases of LlamaIndex 0.14 carry it beside the blocks
        thoughts = [answer.message.additional_kwargs["thinking"]["thinking"]]
    assert thoughts == [f"Hm, {ASKED}"]
    await call(llm, [ChatMessage(content=ASKED), answer.message, ChatMessage(content="go on")])
    sent = provider.bodies[1]["messages"][1]["content"][0]
    surrogate = ASKED.replace("Renée O'Hara", PLANTED["Renée O'Hara"]).replace('Bob "Bobby" Tables', "Krun Vexley")
    assert (sent["thinking"], sent["signature"]) == (f"Hm, {surrogate}", "c2lnbmF0dXJl")
    _assert_clean(provider)


class Person(BaseModel):
    """A person, such as Alice Johnson."""

    name: str = Field(pattern="Renée")


@EVERY_CLIENT
async def test_structured_predictions(make: Any, serve: Serve, codebook: Codebook) -> None:
    inner, provider = make(serve)
    llm = protect(inner, codebook)
    prompt = PromptTemplate("{asked}")
    assert llm.structured_predict(Person, prompt, asked=ASKED) == Person(name=ASKED)
    assert await llm.astructured_predict(Person, prompt, asked=ASKED) == Person(name=ASKED)
    if make is _openai_llm:  # the other's own streamed predictions stay empty
        assert list(llm.stream_structured_predict(Person, prompt, asked=ASKED))[-1] == Person(name=ASKED)
    _assert_clean(provider)


@EVERY_CLIENT
@EVERY_CHAT
async def test_a_refused_call_sends_no_byte(make: Any, call: Call, serve: Serve, codebook: Codebook) -> None:
    inner, provider = make(serve)
    with pytest.raises(PrivacyError):
        await call(protect(inner, codebook), [ChatMessage(content=f"I am Alice Johnson, {SECRET}")])
    assert not provider.requests


def _complain(body: dict[str, Any]) -> Reply:
    given = body.get("messages") or body["input"]
    last = given if isinstance(given, str) else given[-1]["content"]
    said = last if isinstance(last, str) else last[0]["text"]
    return Reply(f'{{"error": {{"message": "cannot read {said}", "type": "invalid"}}}}'.encode(), status=400)


@EVERY_CLIENT
@EVERY_CHAT
async def test_an_error_of_the_provider_is_read_back_here_and_nothing_clear_is_sent(
    make: Any, call: Call, serve: Serve, codebook: Codebook
) -> None:
    inner, provider = make(serve, _complain)
    with pytest.raises(Exception, match="cannot read I am Renée O'Hara") as raised:
        await call(protect(inner, codebook), [ChatMessage(content="I am Renée O'Hara")])
    assert "Doblenka Mish" not in repr(raised.value) + str(raised.value)
    _assert_clean(provider)


@EVERY_CLIENT
def test_a_call_that_is_tried_again_sends_the_same_bytes(make: Any, serve: Serve, codebook: Codebook) -> None:
    inner, provider = make(serve)
    provider.failures = 1
    answer = protect(inner, codebook).chat([ChatMessage(content=ASKED)])
    assert answer.message.content == f"I read: {ASKED}"
    first, second = provider.bodies
    assert first == second
    _assert_clean(provider)
