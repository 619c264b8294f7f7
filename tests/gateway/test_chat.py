"""OpenAI's chat completions: the real client against a gateway, over sockets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from adapter_support.codebook import PLANTED
from adapter_support.server import HOST
from adapter_support.wire import Provider
from adapter_support.wire import openai as speaks_chat
from gateway_support.running import TOKEN, UPSTREAM_KEY, in_front_of

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
openai = pytest.importorskip("openai")
pytestmark = pytest.mark.allow_hosts([HOST])

ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'


@pytest.fixture
def provider() -> Provider:
    return Provider(speaks_chat)


@pytest.fixture
def client(provider: Provider) -> Iterator[Any]:
    with ExitStack() as stack:
        url = stack.enter_context(in_front_of(provider))
        yield stack.enter_context(openai.OpenAI(base_url=f"{url}/v1", api_key=TOKEN, max_retries=0))


def said(client: Any, *, stream: bool, **asked: object) -> str:
    """The text of an answer."""
    if not stream:
        return str(client.chat.completions.create(model="m", **asked).choices[0].message.content)
    chunks = list(client.chat.completions.create(model="m", stream=True, **asked))
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)


@pytest.mark.parametrize("stream", [False, True])
def test_no_planted_byte_is_sent_and_answers_are_clear(stream: bool, client: Any, provider: Provider) -> None:
    messages = [{"role": "system", "content": "You help Alice Johnson."}, {"role": "user", "content": ASKED}]
    assert said(client, stream=stream, messages=messages) == f"I read: {ASKED}"
    assert [value for value in PLANTED if provider.said(value)] == []
    assert TOKEN.encode() not in b"".join(provider.requests)
    assert UPSTREAM_KEY.encode() in provider.requests[0]


@pytest.mark.parametrize("stream", [False, True])
def test_what_the_model_wrote_goes_back_as_it_wrote_it(stream: bool, client: Any, provider: Provider) -> None:
    messages = [{"role": "user", "content": ASKED}]
    answer = said(client, stream=stream, messages=messages)
    messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": "go on"}]
    said(client, stream=stream, messages=messages)
    first, second = (body["messages"] for body in provider.bodies)
    assert second[:1] == first
    assert second[1]["content"] == f"I read: {first[0]['content']}"
