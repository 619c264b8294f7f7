"""How much later the first token of a stream arrives through the gateway than from the provider itself.

The gateway runs as ``privacy-chains serve`` does, in a process of its own, in front of a provider in another, which
streams back what it is sent. While streams of others are open, each with ten events a second, one client asks again and
again, and waits for the first text of the answer:

- a request that the gateway has read before, as clients send the whole history again: what it adds is its own work;
- a request with a new message: that is sanitized first. The gateway's metrics say how long that took.

Both are compared with the same requests to the provider itself, at the same time.

Stated bound: beside sanitizing a new message, the first token is at most 10 ms later (the median).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
from gateway_places import USERS, Place, places, processor_ms
from rich.console import Console
from rich.table import Table

from gateway_privacy_chains import Record
from gateway_privacy_chains.call import Asking, prepared
from gateway_privacy_chains.wire.formats import FORMATS
from privacy_chains import Key, Sanitizer

MOST_ADDED_MS = 10.0
WARM = 3
"""Requests before those that count."""
PAUSE = 0.1
"""Seconds between the events of the streams of others."""
LONG = "The way to the station leads past the mill. " * 200
"""What they are answered: 1,100 events, which is longer than anything is measured."""


class First(NamedTuple):
    """What was measured of one kind of request, in milliseconds: medians, and for work the mean.

    Attributes:
        direct: To the first token from the provider itself.
        through: The same through the gateway.
        sanitizing: How much of that is sanitizing.
        added: What the gateway adds beside it.
        worked: How long the gateway's processors work meanwhile, for streams of others, too.
    """

    direct: float
    through: float
    sanitizing: float
    added: float
    worked: float


async def first_text(place: Place, user: str, messages: list[dict[str, str]]) -> float:
    """The milliseconds from a request to the first text of its answer; the rest is read, too."""
    body = {"model": "m", "stream": True, "messages": messages}
    since = time.perf_counter()
    async with asked(place, user, body) as reader:
        while not content(await line(reader)):
            pass
        first = time.perf_counter() - since
        while await line(reader):
            pass
    return 1e3 * first


def content(event: bytes) -> str:
    """The text in an event of a stream; nothing where what arrived may still become a surrogate."""
    (choice,) = json.loads(event.removeprefix(b"data: "))["choices"]
    return str(choice["delta"].get("content") or "")


@asynccontextmanager
async def asked(place: Place, user: str, body: object) -> AsyncIterator[asyncio.StreamReader]:
    """The answer to a request on a connection of its own, without the work of a client's library."""
    to, sent = urlsplit(place.url), json.dumps(body).encode()
    reader, writer = await asyncio.open_connection(to.hostname, to.port)
    head = [
        f"POST {to.path}/chat/completions HTTP/1.1",
        f"host: {to.netloc}",
        f"authorization: Bearer {place.tokens[user]}",
        "content-type: application/json",
        f"content-length: {len(sent)}",
    ]
    writer.write("\r\n".join([*head, "", ""]).encode() + sent)
    try:
        answer = await reader.readuntil(b"\r\n\r\n")
        if not answer.startswith(b"HTTP/1.1 200"):
            raise OSError(answer)
        yield reader
    finally:
        writer.close()


async def line(reader: asyncio.StreamReader) -> bytes:
    """The next event; nothing at the end."""
    size = int(await reader.readuntil(b"\r\n"), 16)
    return (await reader.readexactly(size + 2))[:-2]


@asynccontextmanager
async def others(place: Place, streams: int) -> AsyncIterator[None]:
    """So many streams of others that are open and go on."""
    begun = asyncio.Semaphore(0)

    async def one(number: int) -> None:
        user = tuple(USERS)[number % 2]
        body = {"model": "m", "stream": True, "temperature": PAUSE, "messages": [{"role": "user", "content": LONG}]}
        async with asked(place, user, body) as reader:
            await line(reader)
            begun.release()
            while await line(reader):
                pass
        msg = "the streams of others ended before the measurement"
        raise RuntimeError(msg)

    running = [asyncio.create_task(one(number)) for number in range(streams)]
    try:
        for _ in running:
            await begun.acquire()
        yield
        for task in running:
            if task.done():
                task.result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def measured(provider: Place, gateway: Place, requests: Sequence[list[dict[str, str]]]) -> First:
    """What is measured of requests, one after another."""
    seen = list[tuple[float, float, float]]()
    worked = 0.0
    for messages in requests:
        direct = await first_text(provider, "alice", messages)
        before, since = await sanitizing(gateway), processor_ms(gateway.process.pid)
        through = await first_text(gateway, "alice", messages)
        worked += processor_ms(gateway.process.pid) - since
        seen.append((direct, through, await sanitizing(gateway) - before))
        await asyncio.sleep(PAUSE / 3)
    added = median(through - own - direct for direct, through, own in seen)
    direct, through, own = (median(each) for each in zip(*seen, strict=True))
    return First(direct, through, own, added, worked / len(seen))


async def sanitizing(place: Place) -> float:
    """The milliseconds that sanitizing took so far, as the gateway's metrics tell them."""
    async with httpx.AsyncClient(trust_env=False, timeout=60) as client:
        told = (await client.get(f"{place.url.removesuffix('/v1')}/metrics")).text
    return 1e3 * float(re.findall(r'privacy_chains_seconds_sum{stage="sanitize"} (\S+)', told)[0])


def sanitizing_work(rounds: int) -> float:
    """Milliseconds of processor time that sanitizing a new message takes, in this process."""
    key = Key.generate()
    asking, wire, worked = Asking(key, Sanitizer(key).session, Record()), FORMATS["chat/completions"], list[float]()
    for number in range(rounds + 2):
        before = time.process_time()
        prepared(asking, wire, {"model": "m", "stream": True, "messages": new(number)}, None)
        worked.append(1e3 * (time.process_time() - before))
    return median(worked[2:])


def new(number: int) -> list[dict[str, str]]:
    """A conversation whose last message is new."""
    said = ("What is the way to the station?", "Past the mill, and then left.")
    roles = ("user", "assistant", "user")
    texts = (*said, f"And from house {number} of Mrs. Quillfeather?")
    return [{"role": role, "content": text} for role, text in zip(roles, texts, strict=True)]


async def told(given: argparse.Namespace, console: Console) -> bool:
    """Measure all, and tell it; whether the bound is missed."""
    table = Table("streams open", "request", "provider", "gateway", "of it sanitizing", "added beside", "worked")
    late, numbers = False, count()
    with tempfile.TemporaryDirectory() as folder, places(folder) as (provider, gateway):
        os.chmod(folder, 0o700)  # noqa: PTH101
        for user in USERS:
            await first_text(gateway, user, [{"role": "user", "content": LONG}])
        for streams in given.streams:
            async with others(gateway, streams - 1):
                for kind in ("seen", "new"):
                    asked = [new(next(numbers) if kind == "new" else -1) for _ in range(given.rounds + WARM)]
                    await measured(provider, gateway, asked[:WARM])
                    first = await measured(provider, gateway, asked[WARM:])
                    table.add_row(str(streams), kind, *(f"{one:.1f} ms" for one in first))
                    late |= first.added > MOST_ADDED_MS
    console.print(table)
    console.print(f"sanitizing a new message works {sanitizing_work(given.rounds):.1f} ms by itself")
    return late and given.rounds >= 10


def main() -> int:
    """Measure; 1 if the bound is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--streams", type=int, nargs="+", default=[1, 10, 200])
    parser.add_argument("--rounds", type=int, default=40)
    return int(asyncio.run(told(parser.parse_args(), Console(highlight=False, soft_wrap=True))))


if __name__ == "__main__":
    sys.exit(main())
