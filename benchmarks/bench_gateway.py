"""What the gateway adds to a call, whether users stay apart in it, and whether its memory stays flat.

The gateway runs as ``privacy-chains serve`` does, in a process of its own, in front of a provider in another, which
streams back what it is sent at once. Clients are asynchronous, in a third.

1. First token: how much later the first event of a stream arrives through the gateway than from the provider itself,
   at a new turn of a short conversation. Sanitizing the new message is a part of it; the gateway's own metrics tell how
   long that took. The rest is what the gateway adds beside the provider's own first token.
2. Streams at once: all of them end, with the whole text, in clear.
3. Soak: two users with keys of their own talk at the same time, in conversations of four turns. No value of theirs
   reaches the provider, and none reaches the other user. The same 400 conversations come again and again, so that what
   is remembered of them is there after the first sixth, and what grows from then on is lost.

Stated bounds: beside sanitizing, the first token is at most 10 ms later; no stream is lost; no value leaves or crosses;
over the second half of the soak the gateway's memory grows by at most a tenth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import httpx
from rich.console import Console

from gateway_privacy_chains import Record
from gateway_privacy_chains.call import Asking, prepared
from gateway_privacy_chains.wire.formats import FORMATS
from privacy_chains import Key, Sanitizer

HERE = Path(__file__).parent
CLI = "from privacy_chains.cli import main; main()"
KEY = Key.generate()
MOST_ADDED_MS = 10.0
MOST_GROWTH = 1.1
TURNS = 4
TALKS = 50
USERS = {"alice": ("Alice Quillfeather", "182-69-2573"), "bob": ("Bob Zwornitzer", "509-21-7746")}
"""Surnames that are no surrogate of any: no list of surnames holds them."""
VALUES = [word for name, number in USERS.values() for word in (name.split()[1], number)]
ONES = ("one", "two", "three", "four")


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
    """A provider, and a gateway in front of it."""
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


class First(NamedTuple):
    """Median milliseconds to the first event of a stream.

    Attributes:
        whole: As its client waits for it.
        sanitizing: How much of that is sanitizing.
        others: The rest.
    """

    whole: float
    sanitizing: float
    others: float


async def first_tokens(client: httpx.AsyncClient, place: Place, rounds: int, *, is_gateway: bool) -> First:
    """How long the first event takes, at the next turn of a conversation."""
    messages, seen = list[dict[str, str]](), list[tuple[float, float]]()
    for number in range(rounds + 2):
        messages.append({"role": "user", "content": question(number)})
        before = await sanitizing(client, place) if is_gateway else 0.0
        first, text = await streamed(client, place, "alice", {"model": "m", "stream": True, "messages": messages[-6:]})
        own = await sanitizing(client, place) - before if is_gateway else 0.0
        messages.append({"role": "assistant", "content": text})
        seen.append((1e3 * first, own))
    later = seen[2:]
    return First(*(median(each) for each in zip(*((one, own, one - own) for one, own in later), strict=True)))


async def sanitizing(client: httpx.AsyncClient, place: Place) -> float:
    """The milliseconds that sanitizing took so far, as the gateway's metrics tell them."""
    told = (await client.get(f"{place.url.removesuffix('/v1')}/metrics")).text
    return 1e3 * float(re.findall(r'privacy_chains_seconds_sum{stage="sanitize"} (\S+)', told)[0])


async def at_once(client: httpx.AsyncClient, place: Place, streams: int) -> tuple[int, float]:
    """How many of so many streams end with their whole text, and the seconds for all."""

    async def one(number: int) -> bool:
        user = ("alice", "bob")[number % 2]
        text = f"{USERS[user][0]} asks for parcel {ONES[number % 4]}. " * 5
        body = {"model": "m", "stream": True, "temperature": 0.02, "messages": [{"role": "user", "content": text}]}
        return (await streamed(client, place, user, body))[1] == text

    started = time.perf_counter()
    whole = await asyncio.gather(*(one(number) for number in range(streams)), return_exceptions=True)
    return sum(one is True for one in whole), time.perf_counter() - started


class Soaked(NamedTuple):
    """What a soak brought to light."""

    wrong: int
    crossed: int
    memory: list[int]
    seconds: float


async def soak(client: httpx.AsyncClient, place: Place, requests: int) -> Soaked:
    """Two users talk at the same time, each in several conversations."""
    wrong = crossed = 0
    memory, done, started = list[int](), 0, time.perf_counter()

    async def talk(user: str, part: int, turns: int) -> None:
        nonlocal wrong, crossed, done
        name, number = USERS[user]
        others = [value for other in USERS if other != user for value in (USERS[other][0].split()[1], USERS[other][1])]
        messages = list[dict[str, str]]()
        for turn in range(turns):
            if turn % TURNS == 0:
                messages = []
            talk_name = f"{part}-{turn // TURNS % TALKS}"
            text = f"I am {name} (SSN {number}), and this is question {ONES[turn % 4]} of talk {talk_name}."
            messages.append({"role": "user", "content": text})
            body = {"model": "m", "stream": turn % 2 == 0, "messages": messages}
            answer = await answered(client, place, user, body)
            wrong += answer != text
            crossed += any(value in answer for value in others)
            messages.append({"role": "assistant", "content": answer})
            done += 1
            if done % max(1, requests // 10) == 0:
                memory.append(resident(place.process.pid))

    parts = [(user, part) for user in USERS for part in range(4)]
    await asyncio.gather(*(talk(user, part, requests // len(parts)) for user, part in parts))
    return Soaked(wrong, crossed, memory, time.perf_counter() - started)


async def answered(client: httpx.AsyncClient, place: Place, user: str, body: dict[str, object]) -> str:
    """The text of an answer."""
    if body["stream"]:
        return (await streamed(client, place, user, body))[1]
    headers = {"authorization": f"Bearer {place.tokens[user]}"}
    response = await client.post(f"{place.url}/chat/completions", json=body, headers=headers)
    response.raise_for_status()
    return str(response.json()["choices"][0]["message"]["content"])


def resident(process: int) -> int:
    """Kilobytes of memory that a process holds; 0 where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def sanitizing_work(rounds: int) -> float:
    """Milliseconds of processor time that sanitizing a new turn of the same conversation takes, in this process."""
    asking, wire = Asking(KEY, Sanitizer(KEY).session, Record()), FORMATS["chat/completions"]
    messages, worked = list[dict[str, str]](), list[float]()
    for number in range(rounds + 2):
        messages.append({"role": "user", "content": question(number)})
        before = time.process_time()
        call = prepared(asking, wire, {"model": "m", "stream": True, "messages": messages[-6:]}, None)
        worked.append(1e3 * (time.process_time() - before))
        said = {"role": "assistant", "content": call.arguments["messages"][-1]["content"]}
        messages.append(call.read({"choices": [{"message": said}]})["choices"][0]["message"])
    return median(worked[2:])


def question(number: int) -> str:
    """What is asked at one turn."""
    return f"What is the way to the station from house {number}?"


def processor_ms(process: int) -> float:
    """Milliseconds that a process has worked; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1e3 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measured(given: argparse.Namespace, console: Console) -> bool:
    """Measure all; whether a bound is missed."""
    limits = httpx.Limits(max_connections=None)
    with tempfile.TemporaryDirectory() as folder, places(folder) as (provider, gateway):
        os.chmod(folder, 0o700)  # noqa: PTH101
        async with httpx.AsyncClient(timeout=600, limits=limits, trust_env=False) as client:
            added = await tell_first_tokens(client, provider, gateway, given, console)
            ended, seconds = await at_once(client, gateway, given.streams)
            console.print(
                f"streams at once: {ended} of {given.streams} ended whole, in {seconds:.1f} s; "
                f"the gateway holds {resident(gateway.process.pid) / 1024:.0f} MB"
            )
            soaked = await soak(client, gateway, given.requests)
            report = (await client.get(f"{provider.url.removesuffix('/v1')}/report")).json()
    told = " ".join(f"{each / 1024:.0f}" for each in soaked.memory)
    console.print(
        f"soak: {given.requests} requests of 2 users in {soaked.seconds:.0f} s; {soaked.wrong} answers differ, "
        f"{soaked.crossed} hold a value of the other user; the provider had {report['requests']} requests, "
        f"{report['leaks']} with a value; MB held at each tenth: {told}"
    )
    half = soaked.memory[len(soaked.memory) // 2 :] or [0]
    grows = given.requests >= 1000 and half[-1] > MOST_GROWTH * half[0]
    late = given.rounds >= 10 and added > MOST_ADDED_MS
    return bool(late or grows or ended < given.streams or soaked.wrong or soaked.crossed or report["leaks"])


async def tell_first_tokens(
    client: httpx.AsyncClient, provider: Place, gateway: Place, given: argparse.Namespace, console: Console
) -> float:
    """Measure first tokens, and return the milliseconds that the gateway adds beside sanitizing."""
    direct = await first_tokens(client, provider, given.rounds, is_gateway=False)
    worked = processor_ms(gateway.process.pid)
    through = await first_tokens(client, gateway, given.rounds, is_gateway=True)
    worked = (processor_ms(gateway.process.pid) - worked) / (given.rounds + 2)
    added = through.others - direct.others
    console.print(
        f"first token: {direct.whole:.1f} ms from the provider, {through.whole:.1f} ms through the gateway, of which "
        f"sanitizing the new message is {through.sanitizing:.1f} ms; beside that {added:.1f} ms are added; the "
        f"gateway works {worked:.1f} ms for a call and its whole answer; sanitizing alone works "
        f"{sanitizing_work(given.rounds):.1f} ms"
    )
    return added


def main() -> int:
    """Measure; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=30)
    return int(asyncio.run(measured(parser.parse_args(), Console(highlight=False, soft_wrap=True))))


if __name__ == "__main__":
    sys.exit(main())
