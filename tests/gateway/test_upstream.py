"""The provider: what it answers beside answers, and what happens where it breaks off."""

from __future__ import annotations

import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
httpx = pytest.importorskip("httpx", reason="needs the extra [serve]")

from adapter_support.codebook import PLANTED
from adapter_support.server import HOST
from adapter_support.wire import Provider, Reply
from gateway_support.apis import APIS, Api, events_of, said
from gateway_support.pausing import Pausing, answering
from gateway_support.running import KEY, TOKEN, UPSTREAM_KEY, gateway_to, in_front_of, running

from gateway_privacy_chains import Limits, Record, Upstream
from privacy_chains import PrivacyError, Sanitizer

pytestmark = pytest.mark.allow_hosts([HOST])

EVERY_API = pytest.mark.parametrize("api", APIS, ids=str)
STREAM = pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
ASKED = "I am Alice Johnson, and this is a sentence that nobody should quote."


def error_of(api: Api, answer: dict[str, Any]) -> dict[str, Any]:
    """An error in the format of the API's provider."""
    if api.name == "messages":
        assert answer["type"] == "error"
    error: dict[str, Any] = answer["error"]
    assert {"type", "message"} <= error.keys()
    return error


@STREAM
@EVERY_API
def test_too_many_requests_are_told_with_when_to_try_again(api: Api, stream: bool) -> None:
    provider = Provider(api.respond, failures=1)
    with in_front_of(provider) as url:
        body = {**api.body([("user", ASKED)]), "stream": stream}
        response = api.ask(url, body)
        assert response.status_code == 429
        assert response.headers["retry-after-ms"] == "1"
        error = error_of(api, response.json())
        assert (error["type"], error["message"]) == ("rate_limit_error", "slow down")
        assert "Johnson" in said(api, api.ask(url, body))[-1]


def failing(status: int, error: Any) -> Provider:
    return Provider(lambda _: Reply(json.dumps(error).encode(), status=status))


@STREAM
@EVERY_API
@pytest.mark.parametrize(
    ("quoted", "shown"),
    [
        ("prompt is too long: 213462 tokens > 200000 maximum", True),
        ("cannot read: nobody should quote", False),
        (f"who is {PLANTED['Alice Johnson']}?", False),
        (f"WHO IS {PLANTED['Alice Johnson'].upper()}?", False),
        ("x" * 5000, False),
    ],
)
def test_an_error_is_told_unless_it_quotes(api: Api, stream: bool, quoted: str, shown: bool) -> None:
    told = {"type": "invalid_request_error", "message": quoted, "code": "context_length_exceeded", "param": ASKED}
    with in_front_of(failing(400, {"error": told})) as url:
        response = api.ask(url, {**api.body([("user", ASKED)]), "stream": stream})
    assert response.status_code == 400
    error = error_of(api, response.json())
    assert (error["message"] == quoted) == shown
    assert error["type"] == "invalid_request_error"
    for value in ("nobody should quote", "Johnson", PLANTED["Alice Johnson"]):
        assert value.casefold() not in response.text.casefold()


@STREAM
@EVERY_API
@pytest.mark.parametrize("status", [401, 403])
def test_that_the_gateways_key_is_refused_is_no_fault_of_the_clients(api: Api, stream: bool, status: int) -> None:
    with in_front_of(failing(status, {"error": {"message": "bad key"}})) as url:
        assert api.ask(url, {**api.body([("user", "hi")]), "stream": stream}).status_code == 502


@STREAM
@EVERY_API
@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"<html>", "text/html"),
        Reply(b"[]"),
        Reply(b"{", status=500),
        Reply(b"", status=302),
        Reply(b'{"error": {"message": "x"}}'),
        Reply(b"data: {\n\n", "text/event-stream"),
        Reply(b"data: {}", "text/event-stream"),
    ],
)
def test_what_is_no_answer_is_told_as_an_error(api: Api, stream: bool, reply: Reply) -> None:
    with in_front_of(Provider(lambda _: reply)) as url:
        response = api.ask(url, {**api.body([("user", "hi")]), "stream": stream})
    if response.status_code == 200:  # a stream that had begun
        assert stream
        assert events_of(response.text)[-1].get("type") == "error" or "error" in events_of(response.text)[-1]
    else:
        assert response.status_code in {500, 502}
        error_of(api, response.json())


def test_nobody_there_is_told() -> None:
    with running(gateway_to("http://127.0.0.1:9/v1")) as url:
        assert APIS[0].ask(url, APIS[0].body([("user", "hi")])).status_code == 502


@EVERY_API
@pytest.mark.parametrize("cut", [1, 3, 6])
def test_a_provider_that_dies_in_the_middle(api: Api, cut: int) -> None:
    provider = Provider(api.respond, cut=cut)
    with in_front_of(provider) as url:
        response = api.ask(url, {**api.body([("user", ASKED)]), "stream": True})
    last = events_of(response.text)[-1]
    assert "error" in (last.get("type"), *last)
    assert "Xq" not in response.text
    assert "[DONE]" not in response.text
    assert "message_stop" not in response.text


def test_a_client_that_goes_ends_the_call_above_and_its_answer_is_stored() -> None:
    """A client that stops in the middle shows what came, and sends it again: it is proved."""
    api = APIS[0]
    sanitizer, record = Sanitizer(KEY, unproven="refuse"), Record()
    chunks = [f'data: {{"choices": [{{"index": 0, "delta": {{"content": "{word} "}}}}]}}\n\n' for word in ("So", "far")]
    provider = Pausing("".join(chunks).encode())
    body = {**api.body([("user", "hello")]), "stream": True}
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        answering(provider) as above,
        running(gateway_to(f"{above}/v1", lambda _: sanitizer.session, record=record)) as url,
    ):
        with httpx.stream("POST", url + api.path, json=body, headers=headers, trust_env=False) as response:
            seen = ""
            for line in response.iter_lines():
                seen += line
                if "far" in seen:
                    break
        assert provider.left.wait(20)
        wait_for(lambda: len(record) > 0)
    said_again = Provider(api.respond)
    with in_front_of(said_again, lambda _: sanitizer.session, record=record) as url:
        history = api.body([("user", "hello"), ("assistant", "So far"), ("user", "go on")])
        assert api.ask(url, history).status_code == 200
        forged = api.body([("user", "hello"), ("assistant", "So good"), ("user", "go on")])
        assert api.ask(url, forged).status_code == 400


def wait_for(holds: Any) -> None:
    """Wait until something holds that another thread does."""
    pause = Event()
    for _ in range(2000):
        if holds():
            return
        pause.wait(0.01)
    pytest.fail("it did not happen")


def test_a_provider_that_is_silent_is_given_up() -> None:
    provider = Pausing(b'data: {"choices": [{"index": 0, "delta": {"content": "So"}}]}\n\n')
    with answering(provider) as above, running(gateway_to(f"{above}/v1", limits=Limits(silence=0.2))) as url:
        response = APIS[0].ask(url, {**APIS[0].body([("user", "hi")]), "stream": True})
    assert "error" in events_of(response.text)[-1]


@EVERY_API
def test_only_known_headers_go_up(api: Api) -> None:
    provider = Provider(api.respond)
    given = {
        "anthropic_version": "2023-06-01",
        "anthropic_beta": "prompt-caching-2024-07-31,x",
        "openai_beta": "Alice Johnson",
        "cookie": "alice=1",
        "x_forwarded_for": "10.0.0.7",
        "openai_organization": "of-alice",
    }
    with in_front_of(provider) as url:
        said(api, api.ask(url, api.body([("user", "hi")]), **given))
    head = provider.requests[0].split(b"\r\n\r\n")[0].lower()
    assert b"anthropic-version: 2023-06-01" in head
    assert b"anthropic-beta: prompt-caching-2024-07-31,x" in head
    assert b"privacy-chains" in head
    for told in (b"alice", b"10.0.0.7", b"cookie", b"organization"):
        assert told not in head
    name = b"x-api-key: " if api.name == "messages" else b"authorization: bearer "
    assert name + UPSTREAM_KEY.encode() in head


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.openai.com",
        "ftp://x/v1",
        "https://me:secret@x/v1",
        "https://x/v1?key=secret",
        "https://x:port/v1",
        "https://",
    ],
)
def test_an_address_that_is_none_is_refused_and_not_quoted(url: str) -> None:
    with pytest.raises(PrivacyError) as caught:
        Upstream(url, None, Limits())
    assert "secret" not in str(caught.value)


def test_asking_without_encryption_is_asked_for() -> None:
    with pytest.raises(PrivacyError, match="plain-http"):
        Upstream("http://ollama:11434/v1", None, Limits())
    assert "secret" not in repr(Upstream("http://ollama:11434/v1", "secret", Limits(), plain=True))
    assert "secret" not in repr(Upstream("http://127.0.0.1:11434/v1", "secret", Limits()))


def test_models_are_listed_without_anything_of_the_clients() -> None:
    seen = list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            seen.append(self.path)
            content = b'{"object": "list", "data": [{"id": "llama3.2:1b"}]}'
            self.send_response(200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *args: object) -> None:
            return

    server = ThreadingHTTPServer((HOST, 0), Handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
    try:
        with running(gateway_to(f"http://{HOST}:{server.server_port}/v1")) as url:
            headers = {"authorization": f"Bearer {TOKEN}"}

            def listed(path: str) -> int:
                return int(httpx.get(url + path, headers=headers, trust_env=False).status_code)

            assert listed("/v1/models?of=Alice") == 200
            assert listed("/v1/models/llama3.2:1b") == 200
            for path in ("%2e%2e", "..%2fkeys", "a%0d%0ab", "%2e%2e%2fadmin"):
                assert listed(f"/v1/models/{path}") == 404
            assert httpx.get(f"{url}/v1/models", trust_env=False).status_code == 401
    finally:
        server.shutdown()
        server.server_close()
    assert set(seen) <= {"/v1/models", "/v1/models/llama3.2:1b"}
