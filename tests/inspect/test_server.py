"""The page's server: who may ask, how much, and what an answer carries."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from privacy_chains import Key, Policy, Sanitizer
from privacy_chains.inspect.desk import LONGEST, Desk
from privacy_chains.inspect.guard import HEADERS, MOST_BYTES, Guard
from privacy_chains.inspect.server import Address, application

testclient = pytest.importorskip("starlette.testclient", reason="needs the extra [inspect]")

KEY = Key.from_bytes(bytes(range(1, 33)))
ADDRESS = Address(8765, "t" * 43)
HOST = "127.0.0.1:8765"
NOTE = "Alice Barr (SSN 182-69-2573, alice69@example.net) is 28."
CLEAR = ("Alice", "Barr", "182-69-2573", "alice69")
PAGE = Path(__file__).resolve().parents[2] / "privacy_chains" / "inspect" / "page"


def desk(path: Path | None = None, policy: Policy | None = None) -> Desk:
    def opener(given: Policy) -> Any:
        sanitizer = Sanitizer(KEY, policy=given, remember=0)
        return lambda: sanitizer.session("")

    return Desk(opener, policy or Policy.default(), path)


def opened(asked: Desk) -> Any:
    return testclient.TestClient(application(asked, ADDRESS), base_url=f"http://{HOST}")


@pytest.fixture
def client() -> Any:
    return opened(desk())


def at(name: str = "") -> str:
    return f"/{ADDRESS.token}/{name}"


def test_the_page_and_its_parts_are_there(client: Any) -> None:
    page = client.get(at())
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    for name in re.findall(r'(?:href|src)="([a-z.]+)"', page.text):
        assert client.get(at(name)).status_code == 200
    for module in re.findall(r'from "\./([a-z.]+)"', client.get(at("page.js")).text):
        assert client.get(at(module)).headers["content-type"].startswith("text/javascript")


def test_every_file_of_the_page_is_served(client: Any) -> None:
    served = {name for name in ("index.html", "") if client.get(at(name)).status_code == 200}
    assert served == {""}
    assert {path.name for path in PAGE.iterdir()} == {
        "index.html",
        *(path.name for path in PAGE.iterdir() if client.get(at(path.name)).status_code == 200),
    }


def test_a_text_is_shown_and_an_answer_read_back(client: Any) -> None:
    view = client.post(at("view"), json={"text": NOTE}).json()
    sent = "".join(piece for piece, _ in view["sent"])
    assert "".join(piece for piece, _ in view["clear"]) == NOTE
    assert [value for value in CLEAR if value in sent] == []
    read = client.post(at("answer"), json={"text": NOTE, "answer": sent}).json()
    assert "".join(piece for piece, _ in read["read"]) == NOTE
    assert {one["outcome"] for one in read["evidence"]} == {"restored"}


@pytest.mark.parametrize("path", ["", "view", "page.css", "nothing", "../view"])
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("token", [ADDRESS.token, "x" * len(ADDRESS.token)])
def test_every_answer_forbids_what_it_should(client: Any, path: str, method: str, token: str) -> None:
    answer = client.request(method, f"/{token}/{path}", json={} if method == "POST" else None)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "http" not in policy


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8765", "127.0.0.1", "127.0.0.1:80", "localhost", "127.0.0.1:8765.evil.example", ""],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_another_name_is_not_answered(client: Any, host: str, method: str) -> None:
    """A site whose name was made to point at this machine sends its own name."""
    answer = client.request(method, at("state" if method == "POST" else ""), headers={"host": host}, json={})
    assert answer.status_code == 421
    assert answer.content == b""


def test_the_other_name_of_this_machine_is(client: Any) -> None:
    assert client.get(at(), headers={"host": "localhost:8765"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/view", f"/{ADDRESS.token[:-1]}/", f"/{ADDRESS.token}", "//", "/%2e%2e/"])
def test_without_the_token_there_is_nothing(client: Any, path: str) -> None:
    for answer in (client.get(path), client.post(path, json={"text": NOTE})):
        assert answer.status_code == 404
        assert answer.content == b""


@pytest.mark.parametrize("name", ["../desk.py", "..%2fdesk.py", "%2e%2e/desk.py", "index.html/../../desk.py", "page"])
def test_no_other_file_is_served(client: Any, name: str) -> None:
    assert client.get(at(name)).status_code == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE"])
def test_other_methods_are_refused(client: Any, method: str) -> None:
    assert client.request(method, at("view")).status_code == 405


def test_calls_are_no_addresses(client: Any) -> None:
    """What could be a text never stands in an address: a call is a body."""
    assert client.get(at("view"), params={"text": NOTE}).status_code == 405


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": "application/json", "origin": "https://evil.example"}, 403),
        ({"content-type": "application/json", "origin": "null"}, 403),
        ({"content-type": "application/json", "sec-fetch-site": "cross-site"}, 403),
        ({"content-type": "application/json", "sec-fetch-site": "same-site"}, 403),
        ({"content-type": "application/json", "origin": f"http://{HOST}", "sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_another_page_cannot_have_a_browser_ask(client: Any, headers: dict[str, str], status: int) -> None:
    assert client.post(at("view"), content=json.dumps({"text": NOTE}), headers=headers).status_code == status


def test_a_body_that_is_too_long_is_refused(client: Any) -> None:
    long = json.dumps({"text": "a" * MOST_BYTES})
    assert client.post(at("view"), content=long, headers={"content-type": "application/json"}).status_code == 413


def test_a_text_that_is_too_long_is_refused_in_words(client: Any) -> None:
    for answer in (
        client.post(at("view"), json={"text": "a" * (LONGEST + 1)}),
        client.post(at("answer"), json={"text": "a", "answer": "a" * (LONGEST + 1)}),
    ):
        assert answer.status_code == 422
        assert f"{LONGEST:,}" in answer.json()["error"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b'"a"', b'{"text": 1}', b'{"text": null}', b"\xff", b"[" * 100_000, b'{"text": ["a"]}']
)
def test_what_is_no_call_is_refused(client: Any, body: bytes) -> None:
    answer = client.post(at("view"), content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error", "kind"}


def test_half_a_character_is_no_failure(client: Any) -> None:
    body = b'{"text": "\\ud83d Alice Barr"}'
    answer = client.post(at("view"), content=body, headers={"content-type": "application/json"})
    assert answer.status_code in {200, 422}


def test_a_text_that_may_not_leave_is_refused_without_being_quoted(client: Any) -> None:
    answer = client.post(at("view"), json={"text": "田中さんの電話番号は秘密です。"})
    assert answer.status_code == 422
    assert answer.json()["kind"] == "UnsupportedLanguage"
    assert "田中" not in answer.text


def test_a_failure_inside_says_nothing(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    class Failing(Desk):
        def view(self, text: str) -> dict[str, object]:
            raise RuntimeError(text)

    caplog.set_level(logging.DEBUG)
    failing = Failing(lambda given: lambda: Sanitizer(KEY, policy=given), Policy.default())
    answer = opened(failing).post(at("view"), json={"text": NOTE})
    assert answer.status_code == 500
    said = answer.text + caplog.text + "".join(capsys.readouterr())
    assert [value for value in CLEAR if value in said] == []


def asked_raw(headers: list[tuple[bytes, bytes]], method: str, received: dict[str, object]) -> tuple[int, list[str]]:
    """The status that a guard answers with, and the paths that it let through."""
    reached: list[str] = []
    sent: list[Any] = []

    async def app(scope: Any, *_: Any) -> None:
        reached.append(scope["path"])

    async def receive() -> Any:
        return received

    async def send(event: Any) -> None:
        sent.append(event)

    scope = {"type": "http", "method": method, "path": at("view"), "headers": headers}
    asyncio.run(Guard(app, ADDRESS.token, ADDRESS.hosts)(scope, receive, send))
    return sent[0]["status"] if sent else 0, reached


def test_a_body_that_breaks_off_reaches_nothing() -> None:
    headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
    assert asked_raw(headers, "POST", {"type": "http.disconnect"}) == (413, [])
    assert asked_raw(headers, "POST", {"type": "http.request", "body": b"{}"}) == (0, ["/view"])


def test_a_slow_body_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops in the middle: the page waits 20 seconds, and here not that long."""
    monkeypatch.setattr("privacy_chains.inspect.guard._SECONDS", 0.01)
    reached, sent, pieces = list[str](), list[Any](), iter([{"type": "http.request", "body": b"{", "more_body": True}])

    async def app(scope: Any, *_: Any) -> None:
        reached.append(scope["path"])

    async def receive() -> Any:
        piece = next(pieces, None)
        return piece if piece is not None else await asyncio.Event().wait()

    async def send(event: Any) -> None:
        sent.append(event)

    headers = [(b"host", HOST.encode()), (b"content-type", b"application/json")]
    scope = {"type": "http", "method": "POST", "path": at("view"), "headers": headers}
    asyncio.run(Guard(app, ADDRESS.token, ADDRESS.hosts)(scope, receive, send))
    assert reached == []
    assert sent[0]["status"] == 413


@pytest.mark.parametrize("name", ["%0d%0aX-Evil:%201", "page.js%0d%0aX-Evil:%201", "?a=%0d%0aX-Evil:%201"])
def test_an_address_adds_no_headers(client: Any, name: str) -> None:
    answer = client.get(at(name), headers={"X-Asked": "a%0d%0aX-Evil: 1"})
    assert "x-evil" not in answer.headers
    assert not [value for value in answer.headers.values() if "evil" in value.lower()]


def test_two_hosts_are_none() -> None:
    assert asked_raw([(b"host", HOST.encode())] * 2, "GET", {}) == (421, [])
    assert asked_raw([(b"host", HOST.encode())], "GET", {}) == (0, ["/view"])


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {Address(1).token for _ in range(50)}
    assert len(tokens) == 50
    assert min(map(len, tokens)) >= 43
    assert Address(1, "secret").token not in repr(Address(1, "secret"))


def test_a_change_is_saved_and_holds(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text("# ours\nepsilon = 2\n", encoding="utf-8")
    client = opened(desk(path, Policy.load(path)))
    text = "He works at Initech with bluebird."
    before = client.post(at("view"), json={"text": text}).json()
    assert "Initech" not in "".join(piece for piece, _ in before["sent"])
    state = client.post(at("change"), json={"change": "allow", "value": "Initech"}).json()
    assert state["allow"] == ["Initech"]
    client.post(at("change"), json={"change": "deny", "value": "bluebird", "type": "PERSON"})
    after = "".join(piece for piece, _ in client.post(at("view"), json={"text": text}).json()["sent"])
    refused = client.post(at("change"), json={"change": "deny", "value": "x", "type": "NO_SUCH_TYPE"})
    assert "Initech" in after
    assert "bluebird" not in after
    assert refused.status_code == 422
    saved = path.read_text(encoding="utf-8")
    assert saved.startswith("# ours\n")
    assert Policy.load(path) == Policy.default(2).with_allowed("Initech").with_denied("PERSON", "bluebird")


def test_without_a_file_a_change_holds_until_the_end() -> None:
    asked = desk()
    state = asked.change("allow", "Initech")
    assert state["allow"] == ["Initech"]
    assert state["saved"] == ""
    assert asked.change("forget", "Initech")["allow"] == []


def test_a_type_is_looked_for_once_that_is_asked() -> None:
    asked = desk()
    text = "Seen on 3 May 2024."
    assert [highlight["status"] for highlight in asked.view(text)["highlights"]] == ["unsought"]  # type: ignore[attr-defined]
    asked.change("seek", "", "DATE_TIME")
    assert [highlight["status"] for highlight in asked.view(text)["highlights"]] == ["noisy"]  # type: ignore[attr-defined]


def test_the_page_names_nothing_elsewhere_and_writes_texts_as_text() -> None:
    for path in PAGE.iterdir():
        content = path.read_text(encoding="utf-8")
        assert "http://" not in content
        assert "https://" not in content
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function", content)
        assert not re.search(r"\bon[a-z]+=|style=|<style|<script>", content)
        assert "localStorage" not in content
