"""The gateway's audit log: a line for each request, whatever becomes of it, and no value in any byte of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")

from adapter_support.server import HOST, serving
from adapter_support.wire import Provider, Reply
from gateway_support.apis import APIS, Api
from gateway_support.running import TOKEN, gateway_to, running

from privacy_chains import Key, Policy, Refuse, Sanitizer
from privacy_chains.ledger.audit import AuditLog, verify_log

pytestmark = pytest.mark.allow_hosts([HOST])

LOG_KEY = Key.from_bytes(bytes(range(7, 39)))
POLICY = Policy.default().with_rule("IBAN_CODE", Refuse())
ASKED = "I am Zebulon Quillfeather, SSN 182-69-2573, and I am 28."
VALUES = ("Zebulon", "Quillfeather", "182-69", "3704 0044", TOKEN, "of-zebulon")


def embeddings(body: dict[str, Any]) -> Reply:
    """A provider of embeddings."""
    return Reply(json.dumps({"data": [{"embedding": [0.5]} for _ in body["input"]]}).encode())


def logged(path: Path) -> list[dict[str, Any]]:
    content = path.read_bytes()
    assert [value for value in VALUES if value.encode() in content] == []
    assert verify_log(path, LOG_KEY).fault is None
    return [json.loads(line) for line in content.splitlines()][1:]


@pytest.mark.parametrize("api", APIS, ids=str)
def test_every_request_has_a_line(api: Api, tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl", LOG_KEY, durable=False)
    provider = Provider(api.respond)

    def opener(key: Any) -> Any:
        return Sanitizer(key, policy=POLICY, audit=log).session

    with serving(provider) as url, running(gateway_to(f"{url}/v1", opener, audit=log)) as address:
        for stream in (False, True):
            body = {**api.body([("user", ASKED)]), "stream": stream}
            assert api.ask(address, body, x_privacy_session="of-zebulon").status_code == 200
        api.ask(address, api.body([("user", "IBAN DE89 3704 0044 0532 0130 00")]))
        api.ask(address, {**api.body([("user", ASKED)]), "model": "Zebulon Quillfeather"})
    first, again, refused, unread = logged(tmp_path / "audit.jsonl")
    assert (first["decision"], first["method"], first["destination"]) == ("released", "Sanitizer", f"model {HOST}")
    assert (first["types"], first["epsilon"]) == ({"PERSON": 1, "US_SSN": 1, "AGE": 1}, {"AGE: 1 year": "1"})
    assert first["session"] == again["session"] == log.pseudonym("of-zebulon")
    assert again["types"] == first["types"]
    assert (refused["decision"], refused["reason"]) == ("refused", "PolicyError")
    assert (unread["decision"], unread["reason"], unread["method"]) == ("refused", "UnsupportedContent", "the gateway")
    assert len(provider.requests) == 2


def test_embeddings_have_a_line_each(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "audit.jsonl", LOG_KEY, durable=False)
    provider = Provider(embeddings)

    def opener(key: Any) -> Any:
        return Sanitizer(key, policy=POLICY, audit=log).session

    with serving(provider) as url, running(gateway_to(f"{url}/v1", opener, audit=log)) as address:
        ask(address, {"model": "m", "input": [ASKED, "hello"]})
        ask(address, {"model": "m", "input": [[1, 2]]})
    *released, refused = logged(tmp_path / "audit.jsonl")
    assert [line["destination"] for line in released] == [f"embeddings {HOST}"] * 2
    assert (refused["decision"], refused["reason"]) == ("refused", "UnsupportedContent")


def test_without_its_line_nothing_is_sent(tmp_path: Path) -> None:
    log = AuditLog(tmp_path / "missing" / "audit.jsonl", LOG_KEY)
    provider = Provider(embeddings)

    def opener(key: Any) -> Any:
        return Sanitizer(key, audit=log).session

    with serving(provider) as url, running(gateway_to(f"{url}/v1", opener, audit=log)) as address:
        response = ask(address, {"model": "m", "input": ASKED})
    assert response.status_code == 503
    assert str(tmp_path) not in response.text
    assert provider.requests == []


def ask(address: str, body: dict[str, Any]) -> httpx.Response:
    headers = {"authorization": f"Bearer {TOKEN}"}
    return httpx.post(f"{address}/v1/embeddings", json=body, headers=headers, timeout=60, trust_env=False)
