"""The real clients of two providers, and the bytes they send to a server on the loopback interface."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from adapter_support.codebook import PLANTED, Codebook
from adapter_support.server import HOST, serving
from adapter_support.wire import Provider, anthropic, openai, responses
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from pydantic import BaseModel, Field

from langchain_privacy_chains import protect
from privacy_chains import UnsupportedContent

langchain_openai = pytest.importorskip("langchain_openai")
langchain_anthropic = pytest.importorskip("langchain_anthropic")

pytestmark = pytest.mark.allow_hosts([HOST])

Call = Callable[[Any, Any], Awaitable[AIMessage]]
Make = Callable[..., tuple[BaseChatModel, Provider]]
ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'
THOUGHT = ASKED.replace("Renée O'Hara", PLANTED["Renée O'Hara"]).replace('Bob "Bobby" Tables', "Krun Vexley")

NAMES = ("chat completions", "responses", "messages")
"""The APIs that are spoken: two of OpenAI's, and Anthropic's."""


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a real client by the name of the API it speaks, and the server that answers it."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with ExitStack() as servers:

        def made(name: str, **options: Any) -> tuple[BaseChatModel, Provider]:
            provider = Provider({"chat completions": openai, "responses": responses, "messages": anthropic}[name])
            url = servers.enter_context(serving(provider))
            if name == "messages":
                given = {"model": "claude-local", "max_tokens": 3000, "base_url": url, **options}
                return langchain_anthropic.ChatAnthropic(api_key="none", **given), provider
            given = {"model": "gpt-local", "base_url": f"{url}/v1", **options}
            uses = {"use_responses_api": name == "responses", "stream_usage": True}
            return langchain_openai.ChatOpenAI(api_key="none", **uses, **given), provider

        yield made


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
EVERY_API = pytest.mark.parametrize("api", NAMES)


@tool
def pay(name: str) -> str:
    """Pay somebody, such as Alice Johnson."""
    return f"paid {name}"


def _assert_clean(provider: Provider) -> None:
    assert provider.requests
    assert not [value for value in PLANTED if provider.said(value)]


@EVERY_API
@EVERY_CALL
async def test_no_planted_byte_is_sent_and_answers_are_clear(
    api: str, serve: Make, call: Call, codebook: Codebook
) -> None:
    inner, provider = serve(api)
    messages = [SystemMessage("You help Alice Johnson."), HumanMessage("hello"), AIMessage("hi"), HumanMessage(ASKED)]
    answer = await call(protect(inner, codebook), messages)
    assert answer.text == f"I read: {ASKED}"
    assert answer.usage_metadata is not None
    assert answer.usage_metadata["output_tokens"] == 5
    _assert_clean(provider)


@EVERY_API
@EVERY_CALL
async def test_tool_rounds(api: str, serve: Make, call: Call, codebook: Codebook) -> None:
    inner, provider = serve(api)
    model = protect(inner, codebook).bind_tools([pay])
    history: list[Any] = [HumanMessage(ASKED)]
    answer = await call(model, history)
    assert [made["args"] for made in answer.tool_calls] == [{"name": ASKED}]
    history += [answer, ToolMessage(pay.invoke(answer.tool_calls[0]["args"]), tool_call_id=answer.tool_calls[0]["id"])]
    answer = await call(model, history)
    assert answer.text == f"I read: paid {ASKED}"
    first, second = (body.get("messages") or body["input"] for body in provider.bodies)
    assert second[0] == first[0]
    _assert_clean(provider)


@EVERY_CALL
async def test_thoughts_return_as_the_provider_signed_them(serve: Make, call: Call, codebook: Codebook) -> None:
    inner, provider = serve("messages", thinking={"type": "enabled", "budget_tokens": 1024})
    model = protect(inner, codebook)
    answer = await call(model, [HumanMessage(ASKED)])
    thought = answer.content[0]
    assert isinstance(thought, dict)
    assert (thought["thinking"], thought["signature"]) == (f"Hm, {ASKED}", "c2lnbmF0dXJl")
    await call(model, [HumanMessage(ASKED), answer, HumanMessage("go on")])
    sent = provider.bodies[1]["messages"][1]["content"][0]
    assert (sent["thinking"], sent["signature"]) == (f"Hm, {THOUGHT}", "c2lnbmF0dXJl")
    _assert_clean(provider)


@pytest.mark.parametrize("version", [None, "v0", "responses/v1", "v1"])
@EVERY_CALL
async def test_reasoning_items_return_as_the_provider_sealed_them(
    serve: Make, call: Call, version: str | None, codebook: Codebook
) -> None:
    options = {"reasoning": {"effort": "low", "summary": "auto"}, "include": ["reasoning.encrypted_content"]}
    inner, provider = serve("responses", output_version=version, **options)
    model = protect(inner, codebook).bind_tools([pay])
    answer = await call(model, [HumanMessage(ASKED)])
    (thought,) = [block for block in answer.content_blocks if block["type"] == "reasoning"]
    assert thought["reasoning"] == f"Hm, {ASKED}"
    assert [made["args"] for made in answer.tool_calls] == [{"name": ASKED}]
    paid = ToolMessage(pay.invoke(answer.tool_calls[0]["args"]), tool_call_id=answer.tool_calls[0]["id"])
    await call(model, [HumanMessage(ASKED), answer, paid])
    items = {item["type"]: item for item in provider.bodies[1]["input"]}
    assert items["reasoning"]["encrypted_content"] == "c2VhbGVk"
    assert [part["text"] for part in items["reasoning"]["summary"]] == [f"Hm, {THOUGHT}"]
    assert json.loads(items["function_call"]["arguments"]) == {"name": THOUGHT}
    _assert_clean(provider)


@EVERY_CALL
async def test_what_a_provider_remembers_is_not_sent_again(serve: Make, call: Call, codebook: Codebook) -> None:
    inner, provider = serve("responses", use_previous_response_id=True)
    model = protect(inner, codebook)
    answer = await call(model, [HumanMessage(ASKED)])
    await call(model, [HumanMessage(ASKED), answer, HumanMessage("Alice Johnson again")])
    assert provider.bodies[1]["previous_response_id"] == "resp_1"
    assert [item["role"] for item in provider.bodies[1]["input"]] == ["user"]
    _assert_clean(provider)


@EVERY_CALL
async def test_what_a_provider_repeats_of_its_arguments_is_clear(serve: Make, call: Call, codebook: Codebook) -> None:
    inner, provider = serve("responses")
    model = protect(inner, codebook).bind(
        instructions="Help Alice Johnson.",
        user="alice@corp.example",
        extra_body={"metadata": {"customer Alice Johnson": "San Francisco"}},
    )
    answer = await call(model, ASKED)
    assert answer.response_metadata["user"] == "alice@corp.example"
    assert answer.response_metadata["metadata"] == {"customer Alice Johnson": "San Francisco"}
    assert provider.bodies[0]["instructions"] == "Help Xqzan Wurptel."
    assert provider.bodies[0]["metadata"] == {"customer Xqzan Wurptel": "Quoltan Zemvika"}
    _assert_clean(provider)


@EVERY_API
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("model_kwargs", {"extra_headers": {"X-User": "alice@corp.example"}}),
        ("extra_body", {"metadata": {"Alice Johnson": 1}}),
        ("default_headers", {"X-User": "alice@corp.example"}),
        ("stop", ["San Francisco"]),
    ],
)
def test_what_a_model_would_send_of_its_own_accord_is_looked_at(
    api: str, name: str, value: Any, serve: Make, codebook: Codebook
) -> None:
    if api == "messages" and name == "extra_body":
        pytest.skip("this client has no such setting")
    inner, provider = serve(api, **{name: value})
    name = "stop_sequences" if hasattr(inner, "stop_sequences") and name == "stop" else name
    with pytest.raises(UnsupportedContent, match=name) as raised:
        protect(inner, codebook).invoke("hello")
    assert not [value for value in PLANTED if value in str(raised.value)]
    assert not provider.requests
    protect(inner, codebook, allow={name}).invoke("hello")
    assert len(provider.requests) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (
            "mcp_servers",
            [{"type": "url", "url": "https://mcp.example", "name": "n", "authorization_token": "San Francisco"}],
        ),
        (
            "context_management",
            {"edits": [{"type": "compact_20260112", "instructions": "Keep what Alice Johnson said"}]},
        ),
        ("output_config", {"format": {"type": "json_schema", "schema": {"description": "of Alice Johnson"}}}),
        ("user_profile_id", "alice@corp.example"),
    ],
)
def test_every_field_of_a_model_is_looked_at(name: str, value: Any, serve: Make, codebook: Codebook) -> None:
    inner, provider = serve("messages", **{name: value})
    with pytest.raises(UnsupportedContent, match=f"^'{name}' of the model itself"):
        protect(inner, codebook).invoke("hello")
    assert not provider.requests


class Person(BaseModel):
    """A person, such as Alice Johnson."""

    name: str = Field(pattern="Renée")


@pytest.mark.parametrize(
    ("api", "method"),
    [
        *((api, method) for api in NAMES[:2] for method in ("json_schema", "function_calling", "json_mode")),
        ("messages", "function_calling"),
        ("messages", "json_schema"),
    ],
)
@pytest.mark.parametrize("raw", [False, True])
async def test_structured_output_is_the_providers_own_and_clear(
    api: str, serve: Make, method: str, raw: bool, codebook: Codebook
) -> None:
    inner, provider = serve(api)
    model = protect(inner, codebook).with_structured_output(Person, method=method, include_raw=raw)
    answers = [model.invoke(ASKED), await model.ainvoke(ASKED), *([] if raw else list(model.stream(ASKED))[-1:])]
    for answer in answers:
        parsed = answer["parsed"] if isinstance(answer, dict) else answer
        assert parsed == Person(name=ASKED)
    _assert_clean(provider)
    asked = [name for name in ("response_format", "text", "output_config", "tools") if name in provider.bodies[0]]
    formats = {"chat completions": "response_format", "responses": "text", "messages": "output_config"}
    assert asked == ["tools" if method == "function_calling" else formats[api]]


@EVERY_API
async def test_retries_after_429_send_the_same_bytes(api: str, serve: Make, codebook: Codebook) -> None:
    inner, provider = serve(api)
    provider.failures = 1
    assert protect(inner, codebook).invoke(ASKED).text == f"I read: {ASKED}"
    first, second = (request.partition(b"\r\n\r\n")[2] for request in provider.requests)
    assert first == second
    _assert_clean(provider)


@EVERY_API
async def test_what_is_held_back_when_a_stream_breaks_stays_back(api: str, serve: Make, codebook: Codebook) -> None:
    inner, provider = serve(api, max_retries=0)
    whole = len(list(inner.stream(THOUGHT)))
    for cut in range(3, whole, 5):
        provider.cut = cut
        for read in (_read, _aread):
            shown, error = await read(protect(inner, codebook), ASKED)
            assert error is not None
            assert f"I read: {ASKED}".startswith(shown)
            assert not [value for value in PLANTED if value in f"{error!r} {error}"]
    provider.requests = provider.requests[1:]  # the first counted the chunks, without protection
    _assert_clean(provider)


async def _read(model: BaseChatModel, text: str) -> tuple[str, Exception | None]:
    shown = ""
    try:
        for chunk in model.stream(text):
            shown += chunk.text
    except Exception as error:  # noqa: BLE001  (whatever the client raises)
        return shown, error
    return shown, None


async def _aread(model: BaseChatModel, text: str) -> tuple[str, Exception | None]:
    shown = ""
    try:
        async for chunk in model.astream(text):
            shown += chunk.text
    except Exception as error:  # noqa: BLE001  (whatever the client raises)
        return shown, error
    return shown, None


def test_tokens_are_counted_of_what_would_be_sent(serve: Make, codebook: Codebook) -> None:
    inner, provider = serve("messages")
    messages: list[Any] = [SystemMessage("You help Alice Johnson."), HumanMessage(ASKED)]
    assert protect(inner, codebook).get_num_tokens_from_messages(messages, tools=[pay]) == 1
    assert b"/v1/messages/count_tokens" in provider.requests[0]
    _assert_clean(provider)


@EVERY_API
def test_errors_quote_no_clear_value(api: str, serve: Make, codebook: Codebook) -> None:
    inner, provider = serve(api, max_retries=0)
    provider.failures = 1
    with pytest.raises(Exception, match="slow down") as raised:
        protect(inner, codebook).invoke(ASKED)
    assert not [value for value in PLANTED if value in str(raised.value)]


@EVERY_API
def test_the_provider_is_described_as_it_was(api: str, serve: Make, codebook: Codebook) -> None:
    inner, _ = serve(api)
    model = protect(inner, codebook)
    assert model._llm_type == inner._llm_type
    assert model._get_ls_params() == inner._get_ls_params()
    assert "none" not in repr(model)
