"""Clients as people use them, against a gateway over sockets: openai, anthropic, LangChain, LlamaIndex.

LlamaIndex's clients want older packages than LangChain's do, so ``make clients`` tests them in an environment of their
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
pytest.importorskip("httpx", reason="needs the extra [serve]")

from adapter_support.codebook import PLANTED
from adapter_support.server import HOST
from adapter_support.wire import Provider, anthropic, openai, responses
from gateway_support.running import KEY, TOKEN, by_codebook, in_front_of

from privacy_chains import Sanitizer

pytestmark = pytest.mark.allow_hosts([HOST])

ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'
STREAM = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
STRICT = Sanitizer(KEY, unproven="refuse")
CLEAR = "I am Alice Barr (SSN 182-69-2573), and I earn $85,000."
Serve = Callable[..., tuple[str, Provider]]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Puts a gateway in front of a provider; returns the gateway's address, and the provider."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with ExitStack() as stack:

        def served(respond: Any, *, strict: bool = False, **options: Any) -> tuple[str, Provider]:
            provider = Provider(respond, **options)
            opener = (lambda _: STRICT.session) if strict else by_codebook
            return stack.enter_context(in_front_of(provider, opener)), provider

        yield served


def assert_clean(provider: Provider) -> None:
    assert provider.requests
    assert [value for value in (*PLANTED, "Barr", "182-69-2573", TOKEN) if provider.said(value)] == []


# --- openai ---


@pytest.fixture
def openai_client() -> Callable[[str], Any]:
    package = pytest.importorskip("openai", reason="needs openai")
    return lambda url: package.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0)


@STREAM
def test_openai_chats(stream: bool, serve: Serve, openai_client: Callable[[str], Any]) -> None:
    url, provider = serve(openai, strict=True)
    messages: list[Any] = [{"role": "user", "content": CLEAR}]
    with openai_client(url) as client:
        for _ in range(2):
            if stream:
                chunks = client.chat.completions.create(model="m", messages=messages, stream=True)
                text = "".join(one.choices[0].delta.content or "" for one in chunks if one.choices)
                answer: Any = {"role": "assistant", "content": text}
            else:
                whole = client.chat.completions.create(model="m", messages=messages).choices[0].message
                text, answer = whole.content, whole.model_dump(exclude_none=True)
            assert text.startswith("I read: ")
            messages += [answer, {"role": "user", "content": "go on"}]
    assert messages[1]["content"] == f"I read: {CLEAR}"
    assert_clean(provider)


@STREAM
def test_openai_calls_tools(stream: bool, serve: Serve, openai_client: Callable[[str], Any]) -> None:
    url, provider = serve(openai, strict=True)
    tools = [{"type": "function", "function": {"name": "pay", "parameters": SCHEMA}}]
    messages: list[Any] = [{"role": "user", "content": CLEAR}]
    with openai_client(url) as client:
        if stream:
            with client.chat.completions.stream(model="m", messages=messages, tools=tools) as events:
                answer = events.until_done().get_final_completion().choices[0].message
        else:
            answer = client.chat.completions.create(model="m", messages=messages, tools=tools).choices[0].message
        (call,) = answer.tool_calls
        assert call.function.arguments == f'{{"name": "{CLEAR}"}}'
        made = {"name": "pay", "arguments": call.function.arguments}
        written = {"role": "assistant", "tool_calls": [{"id": call.id, "type": "function", "function": made}]}
        messages += [written, {"role": "tool", "tool_call_id": call.id, "content": "paid Alice Barr"}]
        again = client.chat.completions.create(model="m", messages=messages, tools=tools)
    assert again.choices[0].message.content == "I read: paid Alice Barr"
    sent = [body["messages"] for body in provider.bodies]
    assert sent[1][:1] == sent[0]
    assert_clean(provider)


@STREAM
def test_openai_responds(stream: bool, serve: Serve, openai_client: Callable[[str], Any]) -> None:
    url, provider = serve(responses, strict=True)
    history: list[Any] = [{"role": "user", "content": CLEAR}]
    asked = {"model": "m", "reasoning": {"effort": "low"}, "store": False, "include": ["reasoning.encrypted_content"]}
    with openai_client(url) as client:
        for _ in range(2):
            if stream:
                with client.responses.stream(input=history, **asked) as events:
                    answer = events.get_final_response()
            else:
                answer = client.responses.create(input=history, **asked)
            assert answer.output_text.startswith("I read: ")
            history += [item.model_dump(exclude_none=True, exclude={"parsed"}) for item in answer.output]
            history += [{"role": "user", "content": "go on"}]
    reasoning = provider.bodies[1]["input"][1]
    assert reasoning["encrypted_content"] == "c2VhbGVk"
    assert reasoning["summary"][0]["text"] == f"Hm, {provider.bodies[0]['input'][0]['content']}"
    assert_clean(provider)


def test_openai_structures_answers(serve: Serve, openai_client: Callable[[str], Any]) -> None:
    from pydantic import BaseModel  # noqa: PLC0415

    class Person(BaseModel):
        name: str

    url, provider = serve(openai)
    with openai_client(url) as client:
        made = client.chat.completions.parse(
            model="m", messages=[{"role": "user", "content": ASKED}], response_format=Person
        )
    assert made.choices[0].message.parsed == Person(name=ASKED)
    assert_clean(provider)


def test_openai_tries_again_when_it_is_told_to(serve: Serve) -> None:
    package = pytest.importorskip("openai", reason="needs openai")
    url, provider = serve(openai, failures=1)
    with package.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=2) as client:
        answer = client.chat.completions.create(model="m", messages=[{"role": "user", "content": ASKED}])
    assert answer.choices[0].message.content == f"I read: {ASKED}"
    assert len(provider.requests) == 2


def test_openai_raises_its_own_errors(serve: Serve) -> None:
    package = pytest.importorskip("openai", reason="needs openai")
    url, _ = serve(openai)
    stranger = package.OpenAI(base_url=f"{url}/v1", api_key="x", max_retries=0)
    with stranger, pytest.raises(package.AuthenticationError):
        stranger.models.list()
    image = [{"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}]
    with package.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0) as client:
        with pytest.raises(package.BadRequestError, match="image_url"):
            client.chat.completions.create(model="m", messages=[{"role": "user", "content": image}])
        with pytest.raises(package.NotFoundError):
            client.files.list()


# --- anthropic ---


@pytest.fixture
def anthropic_client() -> Callable[[str], Any]:
    package = pytest.importorskip("anthropic", reason="needs anthropic")
    return lambda url: package.Anthropic(base_url=url, auth_token=TOKEN, max_retries=0)


@STREAM
def test_anthropic_thinks_and_calls_tools(stream: bool, serve: Serve, anthropic_client: Callable[[str], Any]) -> None:
    url, provider = serve(anthropic, strict=True)
    messages: list[Any] = [{"role": "user", "content": CLEAR}]
    system = [{"type": "text", "text": "You help Alice Barr.", "cache_control": {"type": "ephemeral"}}]
    asked = {
        "model": "m", "max_tokens": 2000, "system": system, "tools": [{"name": "pay", "input_schema": SCHEMA}],
        "thinking": {"type": "enabled", "budget_tokens": 1024}, "messages": messages,
    }  # fmt: skip
    with anthropic_client(url) as client:
        if stream:
            with client.messages.stream(**asked) as events:
                answer = events.get_final_message()
        else:
            answer = client.messages.create(**asked)
        thought, call = answer.content
        assert (thought.thinking, thought.signature) == (f"Hm, {CLEAR}", "c2lnbmF0dXJl")
        assert call.input == {"name": CLEAR}
        paid = {"type": "tool_result", "tool_use_id": call.id, "content": "paid Alice Barr"}
        messages += [
            {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in answer.content]},
            {"role": "user", "content": [paid]},
        ]
        again = client.messages.create(**asked)
        assert again.content[-1].text == "I read: paid Alice Barr"
        assert client.messages.count_tokens(model="m", messages=messages).input_tokens == 3
    first, second, _ = provider.bodies
    assert second["messages"][:1] == first["messages"]
    assert second["messages"][1]["content"][0]["thinking"] == f"Hm, {first['messages'][0]['content']}"
    assert second["messages"][1]["content"][0]["signature"] == "c2lnbmF0dXJl"
    assert_clean(provider)


def test_anthropic_raises_its_own_errors(serve: Serve) -> None:
    package = pytest.importorskip("anthropic", reason="needs anthropic")
    url, _ = serve(anthropic)
    asked = {"model": "m", "max_tokens": 10, "messages": [{"role": "user", "content": "hi"}]}
    stranger = package.Anthropic(base_url=url, api_key="x", max_retries=0)
    with stranger, pytest.raises(package.AuthenticationError):
        stranger.messages.create(**asked)
    with package.Anthropic(base_url=url, api_key=TOKEN, max_retries=0) as client:
        assert client.messages.create(**asked).content[-1].text == "I read: hi"


# --- LangChain ---


def models_of_langchain() -> list[tuple[str, Any]]:
    return [("chat", openai), ("responses", responses), ("messages", anthropic)]


@pytest.mark.parametrize(("api", "respond"), models_of_langchain())
@STREAM
def test_langchain_chats_and_calls_tools(api: str, respond: Any, stream: bool, serve: Serve) -> None:
    url, provider = serve(respond, strict=True)
    model = langchain_model(api, url)
    core = pytest.importorskip("langchain_core.messages")

    def pay(name: str) -> str:
        """Pay somebody, such as Alice Barr."""
        return f"paid {name}"

    def ask(runnable: Any, messages: list[Any]) -> Any:
        if not stream:
            return runnable.invoke(messages)
        first, *others = runnable.stream(messages)
        return sum(others, first)

    history: list[Any] = [core.SystemMessage("You help Alice Barr."), core.HumanMessage(CLEAR)]
    answer = ask(model.bind_tools([pay]), history)
    assert [call["args"] for call in answer.tool_calls] == [{"name": CLEAR}]
    history += [answer, core.ToolMessage("paid Alice Barr", tool_call_id=answer.tool_calls[0]["id"])]
    answer = ask(model.bind_tools([pay]), history)
    assert answer.text == "I read: paid Alice Barr"
    history += [answer, core.HumanMessage("go on")]
    assert ask(model, history).text == "I read: go on"
    assert_clean(provider)


def langchain_model(api: str, url: str) -> Any:
    if api == "messages":
        package = pytest.importorskip("langchain_anthropic", reason="needs langchain-anthropic")
        return package.ChatAnthropic(model="claude-local", api_key=TOKEN, base_url=url, max_tokens=2000)
    package = pytest.importorskip("langchain_openai", reason="needs langchain-openai")
    return package.ChatOpenAI(
        model="gpt-local", api_key=TOKEN, base_url=f"{url}/v1", use_responses_api=api == "responses", max_retries=0
    )


# --- LlamaIndex ---

WHERE = "the real clients of LlamaIndex are tested in an environment of their own: make clients"


def llama_index_model(api: str, url: str) -> Any:
    if api == "messages":
        package = pytest.importorskip("llama_index.llms.anthropic", reason=WHERE)
        return package.Anthropic(model="claude-3-7-sonnet-latest", api_key=TOKEN, base_url=url, max_tokens=2000)
    package = pytest.importorskip("llama_index.llms.openai", reason=WHERE)
    made = package.OpenAIResponses if api == "responses" else package.OpenAI
    return made(model="gpt-4o-mini", api_key=TOKEN, api_base=f"{url}/v1", max_retries=0)


@pytest.mark.parametrize(("api", "respond"), models_of_langchain())
@STREAM
def test_llama_index_chats(api: str, respond: Any, stream: bool, serve: Serve) -> None:
    types = pytest.importorskip("llama_index.core.base.llms.types", reason=WHERE)
    url, provider = serve(respond, strict=True)
    model = llama_index_model(api, url)
    history = [types.ChatMessage(role="user", content=CLEAR)]
    for _ in range(2):
        answer = list(model.stream_chat(history))[-1] if stream else model.chat(history)
        assert answer.message.content.startswith("I read: ")
        history += [answer.message, types.ChatMessage(role="user", content="go on")]
    assert history[1].content == f"I read: {CLEAR}"
    assert_clean(provider)
