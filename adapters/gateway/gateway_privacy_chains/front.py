"""What stands before the gateway: by which name it is asked, from where, how much, how long, and how many at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Mapping

from gateway_privacy_chains.limits import Limits
from gateway_privacy_chains.wire.errors import Dialect, Failure, written
from privacy_chains.adapting.asgi import (
    Answering,
    App,
    BrokenBody,
    LongBody,
    Receive,
    Scope,
    Send,
    SlowBody,
    header,
    is_from_another_page,
    is_known_host,
    once,
    read_body,
)

__all__ = ["Front", "dialect_of", "refuse"]

_HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""What every answer carries."""


_WATCHED = frozenset({"/health", "/metrics"})
"""What is answered however much there is to do."""


class Front:
    """Lets requests through that name this gateway, come from no page of another site, and are within its limits.

    What fails inside is answered without its message, which might quote a text. Nothing is logged.

    Args:
        app: The gateway.
        hosts: The values of ``Host`` that are answered, with their port.
        origins: The values of ``Origin`` that are.
        limits: How much is taken on.
    """

    def __init__(self, app: App, hosts: Collection[str], origins: Collection[str], limits: Limits) -> None:
        self._app = app
        self._hosts = frozenset(hosts)
        self._origins = frozenset(origin.encode() for origin in origins)
        self._limits = limits
        self._running = 0

    def __repr__(self) -> str:
        return f"Front(hosts={sorted(self._hosts)})"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        guarded = Answering(send, _HEADERS)
        self._running += 1
        try:
            async with asyncio.timeout(self._limits.seconds):
                failure = self._refusal(scope) or await self._passed(scope, receive, guarded)
        except TimeoutError:
            failure = Failure(504, "the call took longer than this gateway waits")
        except Exception:  # noqa: BLE001  # its message and traceback might quote a text
            failure = Failure(500, "the gateway failed; nothing further was sent")
        finally:
            self._running -= 1
        if failure is not None:
            if guarded.started:
                raise _Broken  # the server cuts the connection, so that nobody takes the answer for whole
            await refuse(guarded, dialect_of(scope["path"]), failure)

    async def _passed(self, scope: Scope, receive: Receive, send: Send) -> Failure | None:
        try:
            body = b""
            if scope["method"] == "POST":
                body = await read_body(receive, self._limits.body, self._limits.body_seconds)
        except LongBody:
            return Failure(413, f"a request has at most {self._limits.body} bytes here")
        except SlowBody:
            return Failure(408, "the request took too long to come in")
        except BrokenBody:
            return Failure(400, "the request breaks off")
        await self._app(scope, once(body, receive), send)
        return None

    def _refusal(self, scope: Scope) -> Failure | None:  # noqa: PLR0911  (one for each reason)
        headers = scope["headers"]
        if not is_known_host(headers, self._hosts):
            return Failure(421, "this gateway is not asked by this name; start it with --host-name for another")
        if is_from_another_page(headers, self._origins):
            return Failure(403, "pages of other sites are not answered; start the gateway with --origin for yours")
        if scope["method"] not in {"GET", "POST"}:
            return Failure(405, "only GET and POST are answered")
        if self._running > self._limits.concurrent and scope["path"] not in _WATCHED:
            return Failure(429, "the gateway has as many calls as it takes on; try again")
        if sum(len(name) + len(value) for name, value in headers) > self._limits.headers:
            return Failure(431, f"the headers of a request have at most {self._limits.headers} bytes here")
        kind = b"".join(header(headers, b"content-type")).split(b";")[0].strip().lower()
        if scope["method"] == "POST" and kind != b"application/json":
            return Failure(415, "requests are application/json")
        if header(headers, b"content-encoding"):
            return Failure(415, "requests are not compressed here")
        return None


class _Broken(Exception):
    """An answer broke off. It says nothing of what it holds."""


def dialect_of(path: str) -> Dialect:
    """Whose errors a path has."""
    return "anthropic" if path.startswith("/v1/messages") else "openai"


async def refuse(send: Send, dialect: Dialect, failure: Failure, told: Mapping[str, str] | None = None) -> None:
    """Answer with a failure, in the format of a provider.

    Args:
        send: Sends the answer.
        dialect: Whose format.
        failure: The failure.
        told: Headers of the provider's that go on.
    """
    content = json.dumps(written(dialect, failure)).encode()
    given = dict(told or {})
    given |= {"content-type": "application/json", "content-length": str(len(content))}
    if failure.status == 429:
        given.setdefault("retry-after", "1")
    if failure.status in {408, 413}:
        given["connection"] = "close"  # the rest of the body is not read
    headers = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in given.items()]
    await send({"type": "http.response.start", "status": failure.status, "headers": headers})
    await send({"type": "http.response.body", "body": content})
