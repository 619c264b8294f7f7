"""A provider and a gateway in processes of their own, as benchmarks of the gateway ask them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

__all__ = ["USERS", "VALUES", "Place", "places", "processor_ms", "resident", "streamed"]

HERE = Path(__file__).parent
CLI = "from privacy_chains.cli import main; main()"
USERS = {"alice": ("Alice Quillfeather", "182-69-2573"), "bob": ("Bob Zwornitzer", "509-21-7746")}
"""Surnames that are no surrogate of any: no list of surnames holds them."""
VALUES = [word for name, number in USERS.values() for word in (name.split()[1], number)]


class Place(NamedTuple):
    """Where a process is asked, and as whom."""

    url: str
    tokens: dict[str, str]
    process: subprocess.Popen[str]


@contextmanager
def running(*command: str) -> Iterator[subprocess.Popen[str]]:
    """A process, ended at the end."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextmanager
def places(folder: str) -> Iterator[tuple[Place, Place]]:
    """A provider, and a gateway in front of it that runs as ``privacy-chains serve`` does."""
    with running(sys.executable, str(HERE / "gateway_upstream.py"), *VALUES) as provider:
        above = f"http://127.0.0.1:{line_of(provider)}/v1"
        clients = f"{folder}/clients"
        tokens = {name: made(name, clients) for name in USERS}
        options = ["--upstream", above, "--clients", clients, "--record", f"{folder}/record", "--port", "0"]
        with running(sys.executable, "-c", CLI, "serve", *options, "--most-calls-each", "256") as gateway:
            yield Place(above, dict.fromkeys(USERS, "none"), provider), Place(line_of(gateway), tokens, gateway)


def line_of(process: subprocess.Popen[str]) -> str:
    """The first line that a process prints."""
    assert process.stdout is not None  # noqa: S101
    return process.stdout.readline().strip()


def made(name: str, folder: str) -> str:
    """The token of a new client."""
    command = [sys.executable, "-c", CLI, "keys", "client", name, "--clients", folder]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


async def streamed(client: httpx.AsyncClient, place: Place, user: str, body: object) -> tuple[float, str]:
    """The seconds to the first event of a stream, and its text."""
    started, first, text = time.perf_counter(), 0.0, ""
    headers = {"authorization": f"Bearer {place.tokens[user]}"}
    async with client.stream("POST", f"{place.url}/chat/completions", json=body, headers=headers) as response:
        response.raise_for_status()
        async for line in response.aiter_lines():
            first = first or time.perf_counter() - started
            if line.startswith("data: {"):
                (choice,) = json.loads(line[6:])["choices"]
                text += choice["delta"].get("content") or ""
    return first, text


def resident(process: int) -> int:
    """Kilobytes of memory that a process holds; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def processor_ms(process: int) -> float:
    """Milliseconds that a process has worked; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1e3 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
