"""The command ``serve``, killed in the middle of a stream: what was stored stays, and nothing shows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

pytest.importorskip("uvicorn", reason="needs the extra [serve]")

from adapter_support.server import HOST, serving
from adapter_support.wire import Provider
from gateway_support.apis import APIS, said
from gateway_support.pausing import Pausing, answering
from gateway_support.running import KEY, TOKEN

from privacy_chains import Key, Sanitizer
from privacy_chains.ledger.audit import verify_log

pytestmark = pytest.mark.allow_hosts([HOST])

CHAT = APIS[0]
ASKED = "I am Zebulon Quillfeather, SSN 182-69-2573, and I am 28."
VALUES = ("Zebulon", "Quillfeather", "182-69", TOKEN)
LOG_KEY = Key.from_bytes(bytes(range(9, 41)))


@contextmanager
def served(upstream: str, folder: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """The command at work, and its address; it is killed at the end."""
    LOG_KEY.to_file(folder / "log.key") if not (folder / "log.key").exists() else None
    command = [sys.executable, "-c", "from privacy_chains.cli import main; main()", "serve", "--upstream", upstream]
    command += ["--record", str(folder / "record"), "--port", "0", "--unproven", "refuse"]
    command += ["--audit", str(folder / "audit.jsonl"), "--audit-key-file", str(folder / "log.key")]
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
    env |= {"PRIVACY_CHAINS_TOKEN": TOKEN, "PRIVACY_CHAINS_KEY": bytes(range(1, 33)).hex()}
    with (
        (folder / "said").open("ab") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, env=env) as process,
    ):
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip().removesuffix("/v1"), process
        process.kill()


def read_until_dead(url: str, process: subprocess.Popen[bytes]) -> bytes:
    """What a client sees of a stream; the gateway is killed as soon as text has come."""
    body = {**CHAT.body([("user", ASKED)]), "stream": True}
    headers = {"authorization": f"Bearer {TOKEN}", "x-privacy-session": "talk"}
    seen = b""
    with httpx.stream("POST", url + CHAT.path, json=body, headers=headers, trust_env=False, timeout=60) as response:
        try:
            for piece in response.iter_raw():
                seen += piece
                if b"Dear" in seen:
                    process.send_signal(signal.SIGKILL)
        except httpx.HTTPError:
            process.wait()
    assert process.returncode == -signal.SIGKILL
    return seen


def test_nothing_stored_is_lost_and_nothing_leaks(tmp_path: Path) -> None:
    surrogate = Sanitizer(KEY).session("talk").sanitize(ASKED).text.split()[2]
    with serving(Provider(CHAT.respond)) as above, served(f"{above}/v1", tmp_path) as (url, _):
        (answer,) = said(CHAT, CHAT.ask(url, CHAT.body([("user", ASKED)]), x_privacy_session="talk"))
    assert "Zebulon Quillfeather" in answer

    part = json.dumps({"choices": [{"index": 0, "delta": {"content": f"Dear {surrogate[:-2]}"}}]})
    with answering(Pausing(f"data: {part}\n\n".encode())) as above, served(f"{above}/v1", tmp_path) as (url, process):
        seen = read_until_dead(url, process)
    assert b"Dear" in seen
    assert surrogate[:4] not in seen.decode()

    for name in ("record", "record-wal", "audit.jsonl", "said"):
        content = (tmp_path / name).read_bytes() if (tmp_path / name).exists() else b""
        assert [value for value in (*VALUES, surrogate) if value.encode() in content] == [], name
    found = verify_log(tmp_path / "audit.jsonl", LOG_KEY)
    assert (found.fault, dict(found.decisions)) == (None, {"released": 2})

    with serving(Provider(CHAT.respond)) as above, served(f"{above}/v1", tmp_path) as (url, _):
        history = CHAT.body([("user", ASKED), ("assistant", answer), ("user", "And?")])
        assert CHAT.ask(url, history, x_privacy_session="talk").status_code == 200  # it is proved
        forged = CHAT.body([("user", ASKED), ("assistant", f"{answer} I owe."), ("user", "And?")])
        assert CHAT.ask(url, forged, x_privacy_session="talk").status_code == 400
