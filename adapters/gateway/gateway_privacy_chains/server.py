"""The gateway's server: on this machine alone, unless other names are given for it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from gateway_privacy_chains.application import application, missing_extra
from gateway_privacy_chains.gateway import Gateway
from privacy_chains import PrivacyError
from privacy_chains.adapting.asgi import App, listening

if TYPE_CHECKING:
    import uvicorn

__all__ = ["BACKLOG", "hosts_of", "serve", "server"]

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
BACKLOG = 512
"""Connections that wait to be taken on at most."""
_HEADERS = 64 * 1024
"""Bytes of a request's headers that are read at most."""


def hosts_of(port: int, names: Collection[str] = ()) -> frozenset[str]:
    """The values of ``Host`` by which the gateway is asked: this machine's own, and names that were given.

    Args:
        port: The gateway's port.
        names: Names, each with or without the port that clients see.
    """
    return frozenset(
        {*(f"{name}:{port}" for name in _LOOPBACK), *names, *(f"{name}:{port}" for name in names if ":" not in name)}
    )


def server(app: App) -> uvicorn.Server:
    """What serves an application. Nothing is logged.

    Raises:
        PrivacyError: The extra ``[serve]`` is not installed.
    """
    try:
        import uvicorn  # noqa: PLC0415  # of the extra
    except ImportError:
        raise missing_extra() from None
    config = uvicorn.Config(
        app,
        access_log=False,
        date_header=False,
        h11_max_incomplete_event_size=_HEADERS,
        http="h11",
        lifespan="off",
        log_config=None,
        log_level="critical",
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=20,
        ws="none",
    )
    return uvicorn.Server(config)


def serve(  # noqa: PLR0913  (each says one thing of where it is)
    gateway: Gateway,
    told: Callable[[str], None],
    *,
    bind: str = "127.0.0.1",
    port: int = 0,
    names: Collection[str] = (),
    origins: Collection[str] = (),
) -> None:
    """Serve a gateway until the process is interrupted.

    Args:
        gateway: What answers.
        told: Is given the address once it can be asked.
        bind: The address of this machine to listen on.
        port: The port; any free one for 0.
        names: Names by which the gateway is asked beside this machine's own.
        origins: The origins of pages that may ask.

    Raises:
        PrivacyError: The extra ``[serve]`` is not installed, or others could ask, and no name is given for them.
        OSError: The port is taken.
    """
    if bind not in {"127.0.0.1", "::1"} and not names:
        msg = f"to be asked from elsewhere (--bind {bind}), say by which name: --host-name gateway.example"
        raise PrivacyError(msg)
    with listening(bind, port, BACKLOG) as listener:
        found = listener.getsockname()[1]
        running = server(application(gateway, hosts_of(found, names), origins))
        told(f"http://{f'[{bind}]' if ':' in bind else bind}:{found}")
        running.run(sockets=[listener])
