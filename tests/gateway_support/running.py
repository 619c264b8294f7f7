"""A gateway behind a socket of this machine, in front of a provider behind another."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from time import sleep
from typing import Any

from adapter_support.codebook import Codebook
from adapter_support.server import HOST, serving
from adapter_support.wire import Provider

from gateway_privacy_chains import Clients, Gateway, Limits, OneClient, Record, Upstream, application
from gateway_privacy_chains.server import BACKLOG, hosts_of, server
from privacy_chains import Key, Method
from privacy_chains.adapting.asgi import listening
from privacy_chains.keys import KeyRing

__all__ = ["KEY", "TOKEN", "UPSTREAM_KEY", "by_codebook", "gateway_to", "in_front_of", "running"]

KEY = Key.from_bytes(bytes(range(1, 33)))
TOKEN = "client-token-of-the-tests"  # noqa: S105  (opens nothing)
UPSTREAM_KEY = "upstream-key-of-the-tests"

Opener = Callable[[Key | KeyRing], Callable[[str], Method]]


def by_codebook(_: Key | KeyRing) -> Callable[[str], Method]:
    """A method that is known to the letter."""
    return lambda _: Codebook()


def gateway_to(
    url: str,
    opener: Opener = by_codebook,
    *,
    clients: Clients | None = None,
    limits: Limits | None = None,
    record: Record | None = None,
    **options: Any,
) -> Gateway:
    """A gateway to a provider at an address."""
    limits = limits or Limits()
    upstream = Upstream(url, UPSTREAM_KEY, limits)
    given = clients or OneClient(TOKEN, KEY)
    return Gateway(given, upstream, opener, record=record, limits=limits, **options)


@contextmanager
def running(gateway: Gateway, origins: tuple[str, ...] = ()) -> Iterator[str]:
    """Serve a gateway while in use, and yield its address."""
    with listening(HOST, 0, BACKLOG) as listener:
        port = listener.getsockname()[1]
        serving_it = server(application(gateway, hosts_of(port), origins))
        thread = Thread(target=serving_it.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            while not serving_it.started:
                sleep(0.005)
            yield f"http://{HOST}:{port}"
        finally:
            serving_it.should_exit = True
            thread.join()


@contextmanager
def in_front_of(provider: Provider, opener: Opener = by_codebook, **options: Any) -> Iterator[str]:
    """A gateway in front of a provider; yields the gateway's address."""
    with serving(provider) as url, running(gateway_to(f"{url}/v1", opener, **options)) as address:
        yield address
