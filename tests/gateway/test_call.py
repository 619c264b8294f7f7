"""Calls through a gateway, over sockets, in every wire format, whole and streamed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
pytest.importorskip("httpx", reason="needs the extra [serve]")

from adapter_support.codebook import PLANTED, SECRET
from adapter_support.server import HOST
from adapter_support.wire import Provider, Reply
from gateway_support.apis import APIS, Api, Message, called, events_of, said
from gateway_support.running import KEY, TOKEN, UPSTREAM_KEY, in_front_of

from privacy_chains import Sanitizer

pytestmark = pytest.mark.allow_hosts([HOST])

ASKED = 'I am Renée O\'Hara, friend of Bob "Bobby" Tables'
EVERY_API = pytest.mark.parametrize("api", APIS, ids=str)
STREAM = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
STRICT = Sanitizer(KEY, unproven="refuse")
"""Refuses whatever stands in the model's name without a proof."""


@pytest.fixture
def provider(api: Api) -> Provider:
    return Provider(api.respond)


@pytest.fixture
def url(provider: Provider) -> Iterator[str]:
    with in_front_of(provider) as address:
        yield address


@pytest.fixture
def strict(provider: Provider) -> Iterator[str]:
    """The address of a gateway that refuses what nothing proves."""
    with in_front_of(provider, lambda _: STRICT.session) as address:
        yield address


@STREAM
@EVERY_API
def test_no_planted_byte_is_sent_and_answers_are_clear(api: Api, stream: bool, url: str, provider: Provider) -> None:
    messages: list[Message] = [("user", "For Alice Johnson."), ("user", ASKED)]
    response = api.ask(url, {**api.body(messages), "stream": stream})
    assert said(api, response)[-1] == f"I read: {ASKED}"
    assert [value for value in PLANTED if provider.said(value)] == []


@EVERY_API
def test_the_clients_token_goes_nowhere_and_the_gateways_key_goes_up(api: Api, url: str, provider: Provider) -> None:
    said(api, api.ask(url, api.body([("user", "hello")]), x_privacy_session="of-alice", x_user="alice@corp.example"))
    (sent,) = provider.requests
    assert UPSTREAM_KEY.encode() in sent
    for told in (TOKEN, "of-alice", "alice@corp.example"):
        assert told.encode() not in sent


@STREAM
@EVERY_API
def test_tools_are_called_in_clear(api: Api, stream: bool, url: str, provider: Provider) -> None:
    body = {**api.body([("user", ASKED)]), "tools": list(api.tools), "stream": stream}
    assert called(said(api, api.ask(url, body))[-1]) == {"name": ASKED}
    assert [value for value in PLANTED if provider.said(value)] == []


def continued(messages: list[Message], answer: list[str]) -> list[Message]:
    return [*messages, ("assistant", answer[-1]), ("user", "And what is 12 times 3?")]


@STREAM
@EVERY_API
def test_what_a_model_wrote_goes_back_as_it_wrote_it(api: Api, stream: bool, strict: str, provider: Provider) -> None:
    """The provider repeats what it is asked, so its answers hold surrogates; a client stores their plain texts."""
    messages: list[Message] = [("user", "I am Alice Barr (SSN 182-69-2573), and I earn $85,000.")]
    for _ in range(3):
        answer = said(api, api.ask(strict, {**api.body(messages), "stream": stream}))
        assert "Alice Barr" in answer[-1] or len(messages) > 1
        messages = continued(messages, answer)
    first, *_, last = (body.get("messages") or body["input"] for body in provider.bodies)
    assert last[:1] == first
    (wrote,) = [text for text in texts_in(last[1]) if "I read" in text]
    assert wrote == f"I read: {texts_in(first[0])[0]}"
    assert not provider.said("Alice Barr")


def texts_in(value: Any) -> list[str]:
    """The texts of a message."""
    if isinstance(value, str):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    names = ("content", "text")
    if isinstance(value, dict):
        parts = [value[name] for name in names if name in value]
    return [text for part in parts for text in texts_in(part)]


@EVERY_API
def test_what_a_model_did_not_write_is_refused_where_that_is_asked_for(api: Api, strict: str) -> None:
    messages: list[Message] = [("user", "hello"), ("assistant", "I am Bob Miller."), ("user", "who?")]
    response = api.ask(strict, api.body(messages))
    assert response.status_code == 400
    assert "does not prove" in response.text


@STREAM
@EVERY_API
def test_a_window_that_was_cut_goes_on_with_its_session(
    api: Api, stream: bool, strict: str, provider: Provider
) -> None:
    messages: list[Message] = [("user", "hello"), ("assistant", "hi"), ("user", "I am Alice Barr.")]
    messages = messages[:1]
    answer = said(api, api.ask(strict, {**api.body(messages), "stream": stream}))
    messages = [*messages, ("assistant", answer[-1]), ("user", "I am Alice Barr.")]
    answer = said(api, api.ask(strict, {**api.body(messages), "stream": stream}))
    cut = [*messages[2:], ("assistant", answer[-1]), ("user", "Who is Alice Barr?")]
    said(api, api.ask(strict, {**api.body(cut), "stream": stream}))
    before, after = ((body.get("messages") or body["input"]) for body in provider.bodies[1:])
    assert texts_in(after[0]) == texts_in(before[-1])


@EVERY_API
def test_a_text_that_is_refused_stops_the_call(api: Api, url: str, provider: Provider) -> None:
    response = api.ask(url, api.body([("user", f"this is {SECRET}")]))
    assert response.status_code == 400
    assert SECRET not in response.text
    assert provider.requests == []


FIELDS = {
    "user": "Alice Johnson",
    "metadata": {"who": "Alice Johnson", "Alice Johnson": "x"},
    "unheard_of": ["Alice Johnson"],
}


@EVERY_API
@pytest.mark.parametrize("name", FIELDS)
def test_fields_that_nobody_knows_are_treated(api: Api, name: str, url: str, provider: Provider) -> None:
    said(api, api.ask(url, {**api.body([("user", "hello")]), name: FIELDS[name]}))
    assert not provider.said("Alice Johnson")
    assert provider.said(PLANTED["Alice Johnson"])


@EVERY_API
def test_the_form_of_an_answer_is_asked_for_and_read(api: Api, url: str, provider: Provider) -> None:
    schema = {"type": "object", "properties": {"name": {"type": "string", "description": "such as Alice Johnson"}}}
    form = {"type": "json_schema", "name": "person", "schema": schema}
    asked = {
        "chat completions": {"response_format": {"type": "json_schema", "json_schema": form}},
        "responses": {"text": {"format": form}},
        "messages": {"output_config": {"format": {"type": "json_schema", "schema": schema}}},
    }[api.name]
    answer = said(api, api.ask(url, {**api.body([("user", ASKED)]), **asked}))
    assert json.loads(answer[-1]) == {"name": ASKED}
    assert [value for value in PLANTED if provider.said(value)] == []


@EVERY_API
@pytest.mark.parametrize("given", [{"stream": "yes"}, {"stream": 1}])
def test_a_stream_is_asked_for_by_true(api: Api, given: dict[str, Any], url: str, provider: Provider) -> None:
    assert api.ask(url, {**api.body([("user", "hello")]), **given}).status_code == 400
    assert provider.requests == []


@STREAM
def test_what_a_response_repeats_of_its_request_is_what_was_asked(stream: bool) -> None:
    provider = Provider(APIS[1].respond)
    asked = {"instructions": "Help Alice Johnson.", "metadata": {"who": "Alice Johnson"}, "user": "alice@corp.example"}
    with in_front_of(provider) as url:
        response = APIS[1].ask(url, {**APIS[1].body([("user", "hello")]), **asked, "stream": stream})
    answer = events_of(response.text)[-1]["response"] if stream else response.json()
    assert {name: answer[name] for name in asked} == asked
    assert [value for value in PLANTED if provider.said(value)] == []


def test_tokens_are_counted_as_they_would_be_sent() -> None:
    provider = Provider(APIS[2].respond)
    with in_front_of(provider) as url:
        body = APIS[2].body([("user", ASKED)])
        del body["max_tokens"]
        counting = Api("count", "/v1/messages/count_tokens", *_rest(APIS[2]))
        assert counting.ask(url, body).json() == {"input_tokens": 1}
    assert [value for value in PLANTED if provider.said(value)] == []


def _rest(api: Api) -> tuple[Any, ...]:
    return api.respond, api.body, api.texts, api.streamed, api.tools


def test_embeddings_of_one_text_are_asked_for_in_one_form() -> None:
    answered = {"object": "list", "data": [{"index": 0, "embedding": [0.5, -1.0]}], "model": "m"}
    provider = Provider(lambda _: Reply(json.dumps(answered).encode()))
    sanitizer = Sanitizer(KEY)
    embeddings = Api("embeddings", "/v1/embeddings", *_rest(APIS[0]))
    with in_front_of(provider, lambda _: sanitizer.session) as url:
        for given in ("Alice Barr called.", ["Alice Barr called.", "x"]):
            assert embeddings.ask(url, {"model": "m", "input": given, "dimensions": 256}).json() == answered
        other = embeddings.ask(url, {"model": "m", "input": "Alice Barr called."}, x_privacy_index="other")
        assert other.status_code == 200
        for refused in ([1, 2, 3], [[1, 2]], {"text": "x"}, None):
            assert embeddings.ask(url, {"model": "m", "input": refused}).status_code == 400
    one, several, elsewhere = (body["input"] for body in provider.bodies)
    assert one == several[0] != elsewhere
    assert "Barr" not in one
    assert provider.bodies[0]["dimensions"] == 256


def test_a_private_setting_of_embeddings_is_refused() -> None:
    provider = Provider(lambda _: Reply(b"{}"))
    embeddings = Api("embeddings", "/v1/embeddings", *_rest(APIS[0]))
    with in_front_of(provider) as url:
        assert embeddings.ask(url, {"model": "m", "input": "x", "user": "Alice Johnson"}).status_code == 400
    assert provider.requests == []
