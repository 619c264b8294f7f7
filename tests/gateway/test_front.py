"""What stands before the gateway: who may ask, from where, how much, how slowly, and how many at once."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
httpx = pytest.importorskip("httpx", reason="needs the extra [serve]")

from adapter_support.codebook import PLANTED, SECRET
from adapter_support.server import HOST, serving
from adapter_support.wire import Provider
from gateway_support.apis import APIS, Api, said
from gateway_support.pausing import Pausing, answering
from gateway_support.running import TOKEN, UPSTREAM_KEY, gateway_to, in_front_of, running

from gateway_privacy_chains import Limits, application
from gateway_privacy_chains.server import hosts_of, serve
from privacy_chains import PrivacyError

pytestmark = pytest.mark.allow_hosts([HOST])

CHAT = APIS[0]
BODY = json.dumps(CHAT.body([("user", "hello, says Alice Johnson")])).encode()
EVERY_API = pytest.mark.parametrize("api", APIS, ids=str)
Ask = Callable[..., httpx.Response]


@pytest.fixture
def provider() -> Provider:
    return Provider(CHAT.respond)


@pytest.fixture
def ask(provider: Provider) -> Iterator[Ask]:
    """Asks a gateway with other headers, or by another method."""
    with ExitStack() as stack:
        url = stack.enter_context(serving(provider))
        app = application(gateway_to(f"{url}/v1"), hosts_of(8642, ["gateway.example"]), ["https://chat.example"])
        client = stack.enter_context(Opened(app))

        def asked(path: str = CHAT.path, method: str = "POST", content: bytes = BODY, **headers: str) -> Any:
            given = {"authorization": f"Bearer {TOKEN}", "content-type": "application/json"}
            given |= {name.replace("_", "-"): value for name, value in headers.items()}
            loop = asyncio.new_event_loop()
            try:
                return loop.run_until_complete(client.request(method, path, content=content, headers=given))
            finally:
                loop.close()

        yield asked


class Opened:
    """A client of an application, without a socket."""

    def __init__(self, app: Any) -> None:
        self._transport = httpx.ASGITransport(app=app)

    def __enter__(self) -> Any:
        return httpx.AsyncClient(transport=self._transport, base_url="http://127.0.0.1:8642")

    def __exit__(self, *_: object) -> None:
        return


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8642", "localhost:8642", "[::1]:8642", "gateway.example:8642", "gateway.example"]
)
def test_the_gateway_is_asked_by_its_names(ask: Ask, host: str) -> None:
    assert ask(host=host).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8642", "127.0.0.1", "127.0.0.1:80", "127.0.0.1:8642.evil.example", "", "localhost"],
)
@pytest.mark.parametrize("path", [CHAT.path, "/health", "/metrics", "/v1/models"])
def test_another_name_is_not_answered(ask: Ask, provider: Provider, host: str, path: str) -> None:
    """A site whose name was made to point at this machine ("DNS rebinding") sends its own name."""
    assert ask(path, "POST" if path == CHAT.path else "GET", host=host).status_code == 421
    assert provider.requests == []


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:8642", "https://chat.example.evil.example"]
)
def test_pages_of_other_sites_are_not_answered(ask: Ask, provider: Provider, origin: str) -> None:
    assert ask(origin=origin).status_code == 403
    assert provider.requests == []


@pytest.mark.parametrize("site", ["cross-site", "same-site", "x"])
def test_what_a_browser_sends_for_another_page_is_not_answered(ask: Ask, provider: Provider, site: str) -> None:
    assert ask(sec_fetch_site=site).status_code == 403
    assert provider.requests == []


def test_a_page_that_may_ask_is_answered_and_told_nothing_of_it(ask: Ask) -> None:
    response = ask(origin="https://chat.example")
    assert response.status_code == 200
    assert "access-control-allow-origin" not in response.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_form_can_send_is_not_answered(ask: Ask, provider: Provider, kind: str) -> None:
    assert ask(content_type=kind).status_code == 415
    assert provider.requests == []


def test_compressed_requests_are_not_opened(ask: Ask) -> None:
    assert ask(content_encoding="gzip").status_code == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE", "GET"])
def test_other_methods_are_not_answered(ask: Ask, provider: Provider, method: str) -> None:
    assert ask(method=method).status_code == 405
    assert provider.requests == []


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/v1",
        "/v1/",
        "/v1/completions",
        "/v1/chat/completions/",
        "/v1/files",
        "/v1/../metrics",
        "/v1/%2e%2e/metrics",
        "/v1/chat/completions/../../../etc/passwd",
        "/v1/responses/resp_1",
        "/V1/chat/completions",
        "//v1/chat/completions",
    ],
)
def test_there_is_nothing_else(ask: Ask, provider: Provider, path: str) -> None:
    response = ask(path)
    assert response.status_code in {404, 405}
    assert "error" in response.json()
    assert provider.requests == []


GIVEN = [
    {"authorization": ""}, {"authorization": "Bearer "}, {"authorization": f"Bearer {TOKEN[:-1]}"},
    {"authorization": f"Bearer {TOKEN}x"}, {"authorization": f"Basic {TOKEN}"}, {"authorization": TOKEN},
    {"authorization": "", "x_api_key": "x"}, {"authorization": f"Bearer {UPSTREAM_KEY}"},
]  # fmt: skip


@pytest.mark.parametrize("headers", GIVEN)
def test_without_its_token_nobody_is_answered(ask: Ask, provider: Provider, headers: dict[str, str]) -> None:
    response = ask(**headers)
    assert response.status_code == 401
    assert TOKEN not in response.text
    assert provider.requests == []


def test_a_token_is_taken_as_anthropics_clients_send_it(ask: Ask) -> None:
    assert ask(authorization="", x_api_key=TOKEN).status_code == 200


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"7", b'"x"', b'{"a": NaN}', b'{"a": Infinity}', b"\xff", b"[" * 100_000]
)
def test_what_is_no_object_is_refused(ask: Ask, provider: Provider, content: bytes) -> None:
    assert ask(content=content).status_code == 400
    assert provider.requests == []


def test_what_is_nested_too_deeply_is_refused(ask: Ask, provider: Provider) -> None:
    deep: Any = "Alice Johnson"
    for _ in range(900):
        deep = [deep]
    assert ask(content=json.dumps({**CHAT.body([("user", "hi")]), "extra": deep}).encode()).status_code == 400
    assert provider.requests == []


@pytest.mark.parametrize("name", ["a\x7fb", "x" * 201, " ", ""])
def test_a_name_of_a_session_that_is_none_is_refused(ask: Ask, provider: Provider, name: str) -> None:
    response = ask(x_privacy_session=name)
    assert response.status_code == 400
    assert provider.requests == []


@EVERY_API
def test_too_long_a_body_is_not_read(api: Api) -> None:
    provider = Provider(api.respond)
    with in_front_of(provider, limits=Limits(body=2000)) as url:
        assert api.ask(url, api.body([("user", "x" * 3000)])).status_code == 413
        assert api.ask(url, api.body([("user", "x" * 100)])).status_code == 200
    assert len(provider.requests) == 1


def raw(url: str, *pieces: bytes, end: bool = True) -> bytes:
    """What a server answers to bytes."""
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        for piece in pieces:
            connection.sendall(piece)
        if end:
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):  # by a server that does not read the rest
            while more := connection.recv(65536):
                answer += more
        return answer


def head(url: str, *lines: str, length: int = len(BODY)) -> bytes:
    given = [
        f"POST {CHAT.path} HTTP/1.1", f"Host: {url.removeprefix('http://')}", f"Authorization: Bearer {TOKEN}",
        "Content-Type: application/json", f"Content-Length: {length}", "Connection: close", *lines,
    ]  # fmt: skip
    return "\r\n".join([*given, "", ""]).encode()


def test_a_slow_body_is_given_up(provider: Provider) -> None:
    with in_front_of(provider, limits=Limits(body_seconds=0.2)) as url:
        answer = raw(url, head(url), BODY[:10], end=False)
    assert b" 408 " in answer.split(b"\r\n")[0]
    assert provider.requests == []


def test_a_body_that_breaks_off_is_not_sent(provider: Provider) -> None:
    with in_front_of(provider) as url:
        raw(url, head(url), BODY[:10])
    assert provider.requests == []


def test_a_body_without_a_length_is_counted(provider: Provider) -> None:
    with in_front_of(provider, limits=Limits(body=1000)) as url:
        lines = head(url).replace(f"Content-Length: {len(BODY)}".encode(), b"Transfer-Encoding: chunked")
        answer = raw(url, lines, *(b"100\r\n" + b"x" * 256 + b"\r\n" for _ in range(8)), end=False)
    assert b" 413 " in answer.split(b"\r\n")[0]


@pytest.mark.parametrize(
    "line",
    ["X-Privacy-Session: a\r\n b", "X-Privacy-Session: a\x00b", "X-Privacy-Session: a\nX-Evil: 1", "Bad Name: x"],
)
def test_headers_add_no_headers(provider: Provider, line: str) -> None:
    with in_front_of(provider) as url:
        answer = raw(url, head(url, line), BODY, end=False)
    assert b"x-evil" not in answer.lower()
    assert all(b"X-Evil" not in request for request in provider.requests)
    assert answer.split(b"\r\n")[0].split(b" ")[1] in {b"400", b"200"}


@pytest.mark.parametrize("path", ["/health", "/metrics", "/v1/models", CHAT.path, "/nothing", "/%0d%0aX-Evil:%201"])
def test_no_answer_lets_a_browser_pass_its_address_on(provider: Provider, path: str) -> None:
    with in_front_of(provider) as url:
        answer = raw(url, head(url).replace(CHAT.path.encode(), path.encode()), BODY, end=False).lower()
    headers = answer.partition(b"\r\n\r\n")[0].split(b"\r\n")
    assert b"referrer-policy: no-referrer" in headers
    assert not [line for line in headers if line.startswith(b"x-evil")]


def test_two_hosts_or_two_tokens_are_none(provider: Provider) -> None:
    with in_front_of(provider) as url:
        assert b" 400 " in raw(url, head(url, "Host: evil.example"), BODY).split(b"\r\n")[0]
        assert b" 401 " in raw(url, head(url, "Authorization: Bearer x"), BODY).split(b"\r\n")[0]
    assert provider.requests == []


def test_so_many_headers_are_not_read(provider: Provider) -> None:
    with in_front_of(provider) as url:
        answer = raw(url, head(url, *(f"X-{number}: {'y' * 1000}" for number in range(40))), BODY, end=False)
    assert not answer or answer.split(b"\r\n")[0].split(b" ")[1] in {b"400", b"431"}
    assert provider.requests == []


@pytest.mark.parametrize("limits", [Limits(concurrent=1), Limits(each=1)])
def test_too_many_calls_at_once_are_refused(limits: Limits) -> None:
    provider = Pausing(b'data: {"choices": []}\n\n', b"data: [DONE]\n\n")
    body = {**CHAT.body([("user", "hello")]), "stream": True}
    with answering(provider) as above, running(gateway_to(f"{above}/v1", limits=limits)) as url:
        first = Thread(target=CHAT.ask, args=(url, body))
        first.start()
        assert provider.sent.wait(20)
        response = CHAT.ask(url, body)
        assert response.status_code == 429
        assert response.headers["retry-after"] == "1"
        assert httpx.get(f"{url}/health", trust_env=False).status_code == 200
        provider.go_on.set()
        first.join()


def test_a_call_that_takes_too_long_is_ended() -> None:
    provider = Pausing(b"")
    with answering(provider) as above, running(gateway_to(f"{above}/v1", limits=Limits(seconds=0.3))) as url:
        try:
            assert CHAT.ask(url, {**CHAT.body([("user", "hello")]), "stream": True}).status_code == 504
        except httpx.HTTPError:  # the answer had begun, so that it is cut
            assert provider.left.wait(20)


@EVERY_API
@pytest.mark.parametrize("status", [400, 401, 404, 413])
def test_errors_are_in_the_providers_format(api: Api, status: int) -> None:
    provider = Provider(api.respond)
    with in_front_of(provider, limits=Limits(body=1000)) as url:
        response = {
            400: lambda: api.ask(url, api.body([("user", SECRET)])),
            401: lambda: api.ask(url, api.body([("user", "x")]), token="x"),  # noqa: S106
            404: lambda: httpx.post(f"{url}{api.path}/x", json={}, trust_env=False),
            413: lambda: api.ask(url, api.body([("user", "x" * 2000)])),
        }[status]()
    assert response.status_code == status
    told = response.json()
    if api.name == "messages":
        assert (told["type"], set(told["error"])) == ("error", {"type", "message"})
    else:
        assert set(told["error"]) == {"message", "type", "param", "code"}


def test_every_answer_says_what_a_browser_may_do(ask: Ask) -> None:
    for response in (ask(), ask(host="evil.example"), ask("/nothing"), ask("/health", "GET")):
        assert response.headers["cache-control"] == "no-store"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in response.headers["content-security-policy"]


def test_health_and_metrics_hold_no_value(ask: Ask) -> None:
    ask(x_privacy_session="of-alice")
    ask(content=json.dumps(CHAT.body([("user", SECRET)])).encode())
    assert ask("/health", "GET").text == "ok\n"
    told = ask("/metrics", "GET").text
    assert 'privacy_chains_calls_total{route="/v1/chat/completions",status="200"} 1' in told
    assert 'privacy_chains_refused_total{error="UnsupportedContent"} 1' in told
    for value in ("of-alice", SECRET, TOKEN, "Johnson", PLANTED["Alice Johnson"]):
        assert value not in told


class Everything(logging.Handler):
    """Keeps whatever is logged, as it is told and as it is."""

    def __init__(self) -> None:
        super().__init__(level=0)
        self.told = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.told += [record.getMessage(), repr(record.args), repr(record.exc_info), repr(vars(record))]


@EVERY_API
def test_nothing_of_a_call_is_logged(api: Api, capfd: pytest.CaptureFixture[str]) -> None:
    seen, root = Everything(), logging.getLogger()
    before = {name: logging.getLogger(name).level for name in ("", *logging.root.manager.loggerDict)}
    for name in before:
        logging.getLogger(name).setLevel(1)
    root.addHandler(seen)
    asked = ["hello, says Alice Johnson", SECRET]
    try:
        provider = Provider(api.respond, failures=1)
        with in_front_of(provider) as url:
            for stream in (False, True):
                for text in [*asked, asked[0]]:
                    _in_a_thread(api, url, {**api.body([("user", text)]), "stream": stream})
                api.ask(url, api.body([("user", text)]), token="wrong-token-x")  # noqa: S106
    finally:
        root.removeHandler(seen)
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
    written = "\n".join([*seen.told, *capfd.readouterr()])
    for value in ("Alice", "Johnson", SECRET, TOKEN, UPSTREAM_KEY, "wrong-token-x", PLANTED["Alice Johnson"]):
        assert value not in written


def _in_a_thread(api: Api, url: str, body: dict[str, Any]) -> None:
    api.ask(url, body)


def test_an_error_inside_is_told_without_its_message(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(SECRET)

    monkeypatch.setattr("gateway_privacy_chains.gateway.prepared", broken)
    response = ask()
    assert response.status_code == 500
    assert SECRET not in response.text


def test_to_be_asked_from_elsewhere_a_name_is_given() -> None:
    with pytest.raises(PrivacyError, match="--host-name"):
        serve(gateway_to("http://127.0.0.1:9/v1"), print, bind="0.0.0.0")  # noqa: S104


def test_reprs_tell_nothing() -> None:
    gateway = gateway_to("http://127.0.0.1:9/v1")
    told = repr(gateway) + repr(gateway.upstream) + repr(gateway.record) + repr(gateway._clients)
    for value in (TOKEN, UPSTREAM_KEY):
        assert value not in told


def test_a_call_goes_through(ask: Ask, provider: Provider) -> None:
    response = ask()
    assert said(CHAT, response) == ["I read: hello, says Alice Johnson"]
    assert not provider.said("Alice Johnson")
