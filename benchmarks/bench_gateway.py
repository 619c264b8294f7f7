"""Whether users stay apart in the gateway, whether no stream is lost, and whether its memory stays flat.

The gateway runs as ``privacy-chains serve`` does, in a process of its own, in front of a provider in another, which
streams back what it is sent at once. Clients are asynchronous, in a third.

1. Streams at once: all of them end, with the whole text, in clear.
2. Soak: two users with keys of their own talk at the same time, in conversations of four turns. No value of theirs
   reaches the provider, and none reaches the other user. The same 400 conversations come again and again, so that what
   is remembered of them is there after the first sixth, and what grows from then on is lost.

Stated bounds: no stream is lost; no value leaves or crosses; over the second half of the soak the gateway's memory
grows by at most a tenth. ``bench_first_token.py`` measures what the gateway adds to the first token of a stream.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from typing import NamedTuple

import httpx
from gateway_places import USERS, Place, places, resident, streamed
from rich.console import Console

MOST_GROWTH = 1.1
TURNS = 4
TALKS = 50
ONES = ("one", "two", "three", "four")


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


async def measured(given: argparse.Namespace, console: Console) -> bool:
    """Measure all; whether a bound is missed."""
    limits = httpx.Limits(max_connections=None)
    with tempfile.TemporaryDirectory() as folder, places(folder) as (provider, gateway):
        os.chmod(folder, 0o700)  # noqa: PTH101
        async with httpx.AsyncClient(timeout=600, limits=limits, trust_env=False) as client:
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
    return bool(grows or ended < given.streams or soaked.wrong or soaked.crossed or report["leaks"])


def main() -> int:
    """Measure; 1 if a bound is missed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--streams", type=int, default=200)
    return int(asyncio.run(measured(parser.parse_args(), Console(highlight=False, soft_wrap=True))))


if __name__ == "__main__":
    sys.exit(main())
