"""The commands ``serve`` and ``keys client``, as they are typed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from adapter_support.server import HOST, serving
from adapter_support.wire import Provider
from adapter_support.wire import openai as speaks_chat

pytest.importorskip("uvicorn", reason="needs the extra [serve]")
httpx = pytest.importorskip("httpx", reason="needs the extra [serve]")
pytestmark = pytest.mark.allow_hosts([HOST])

BODY = {"model": "m", "messages": [{"role": "user", "content": "I am Alice Barr (SSN 182-69-2573)."}]}


def command(*options: str) -> list[str]:
    return [sys.executable, "-c", "from privacy_chains.cli import main; main()", *options]


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*options), capture_output=True, text=True, check=False)


@contextmanager
def served(*options: str, **environment: str) -> Iterator[tuple[str, str]]:
    """A gateway that runs by itself: its address, and the token it prints, if it does."""
    names = {name: value for name, value in os.environ.items() if not name.startswith("PRIVACY_CHAINS_")}
    process = subprocess.Popen(
        command("serve", "--port", "0", *options), stdout=subprocess.PIPE, text=True, env={**names, **environment}
    )
    assert process.stdout is not None
    try:
        first = process.stdout.readline()
        token = first.removeprefix("token: ").strip() if first.startswith("token: ") else ""
        address = process.stdout.readline() if token else first
        yield address.strip(), token
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
        process.stdout.close()


def ask(url: str, token: str) -> Any:
    headers = {"authorization": f"Bearer {token}"}
    return httpx.post(f"{url}/chat/completions", json=BODY, headers=headers, timeout=60, trust_env=False)


def test_one_client_is_served_with_nothing_but_an_upstream() -> None:
    provider = Provider(speaks_chat)
    with serving(provider) as above, served("--upstream", f"{above}/v1") as (url, token):
        assert re.fullmatch(r"http://127\.0\.0\.1:[0-9]+/v1", url)
        assert len(token) == 43
        assert ask(url, "x").status_code == 401
        assert "Alice Barr" in ask(url, token).json()["choices"][0]["message"]["content"]
    assert not provider.said("Barr")


def test_two_clients_of_a_folder_are_two_users(tmp_path: Path) -> None:
    folder = str(tmp_path / "clients")
    made = [run("keys", "client", name, "--clients", folder) for name in ("alice", "bob")]
    tokens = [one.stdout.strip() for one in made]
    assert [len(token) for token in tokens] == [43, 43]
    provider = Provider(speaks_chat)
    record = tmp_path / "record"
    options = ("--clients", folder, "--record", str(record))
    with serving(provider) as above, served("--upstream", f"{above}/v1", *options) as (url, printed):
        assert printed == ""
        for token in tokens:
            assert ask(url, token).status_code == 200
    one, other = (body["messages"][0]["content"] for body in provider.bodies)
    assert one != other
    assert not provider.said("Barr")
    stored = record.read_bytes()
    for value in (b"Alice", b"Barr", b"182-69-2573", *(token.encode() for token in tokens)):
        assert value not in stored


def test_a_function_knows_the_keys() -> None:
    provider = Provider(speaks_chat)
    path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    with (
        serving(provider) as above,
        served("--upstream", f"{above}/v1", "--keys-from", "gateway_support.keys:key_of", PYTHONPATH=path) as (url, _),
    ):
        assert ask(url, "known").status_code == 200
        assert ask(url, "unknown").status_code == 401


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--upstream", "nonsense"], "upstream"),
        (["--upstream", "http://ollama:11434/v1"], "--plain-http"),
        (["--upstream", "https://x/v1", "--clients", "/nowhere"], "folder of clients"),
        (["--upstream", "https://x/v1", "--clients", "a", "--keys-from", "b:c"], "not both"),
        (["--upstream", "https://x/v1", "--unproven", "maybe"], "unproven"),
        (["--upstream", "https://x/v1", "--bind", "0.0.0.0"], "--host-name"),  # noqa: S104
    ],
)
def test_what_makes_no_sense_is_one_line(options: list[str], told: str) -> None:
    done = run("serve", "--port", "0", *options)
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_help_names_every_option() -> None:
    done = run("serve", "--help")
    assert done.returncode == 0
    for option in ("--upstream", "--clients", "--keys-from", "--record", "--host-name", "--session-header", "--allow"):
        assert option in done.stdout
