"""The gateway as an ASGI application."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Mapping
from contextlib import aclosing
from typing import Any

from gateway_privacy_chains.front import Front, dialect_of, refuse
from gateway_privacy_chains.gateway import Gateway, RefusedError
from gateway_privacy_chains.metrics import KIND
from gateway_privacy_chains.wire.embeddings import PATH as EMBEDDINGS
from gateway_privacy_chains.wire.errors import Failure
from gateway_privacy_chains.wire.formats import FORMATS, Wire
from gateway_privacy_chains.wire.sse import Event
from privacy_chains import PrivacyError
from privacy_chains.adapting import off_loop
from privacy_chains.adapting.asgi import App, Receive, Scope, Send

__all__ = ["application", "missing_extra"]

_LARGE = 100_000
"""A request of so many bytes is parsed off the event loop."""

Speak = Callable[[Scope, Receive, Send], Awaitable[int]]
"""Answers a request, and returns the status of the answer."""


def missing_extra() -> PrivacyError:
    """The refusal where the extra is not installed."""
    return PrivacyError("the gateway needs the extra [serve]: pip install 'privacy-chains[serve]'")


def application(gateway: Gateway, hosts: Collection[str], origins: Collection[str] = ()) -> App:
    """A gateway that is asked over HTTP.

    Args:
        gateway: What answers.
        hosts: The values of ``Host`` that are answered, with their port.
        origins: The origins of pages that may ask.

    Raises:
        PrivacyError: The extra ``[serve]`` is not installed.
    """
    try:
        from starlette.routing import Route, Router  # noqa: PLC0415  # of the extra
    except ImportError:
        raise missing_extra() from None
    speaking: dict[str, Speak] = {f"/v1/{path}": _speaking(gateway, wire) for path, wire in FORMATS.items()}
    routes = [Route(path, _Endpoint(gateway, path, "POST", speak)) for path, speak in speaking.items()]
    routes += [
        Route(f"/v1/{EMBEDDINGS}", _Endpoint(gateway, f"/v1/{EMBEDDINGS}", "POST", _embedding(gateway))),
        Route("/v1/models", _Endpoint(gateway, "/v1/models", "GET", _models(gateway))),
        Route("/v1/models/{model}", _Endpoint(gateway, "/v1/models", "GET", _models(gateway))),
        Route("/health", _Endpoint(gateway, "/health", "GET", _text(lambda: "ok\n"))),
        Route("/metrics", _Endpoint(gateway, "/metrics", "GET", _text(gateway.metrics.text, KIND))),
    ]
    unknown = _Endpoint(gateway, "unknown", "", _nothing)
    return Front(Router(routes, redirect_slashes=False, default=unknown), hosts, origins, gateway.limits)


class _Endpoint:
    """Answers one route, and counts; a refusal is told in the provider's format."""

    def __init__(self, gateway: Gateway, route: str, method: str, speak: Speak) -> None:
        self._gateway = gateway
        self._route = route
        self._method = method
        self._speak = speak

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        status = 500
        try:
            _check_method(scope, self._method)
            status = await self._speak(scope, receive, send)
        except RefusedError as error:
            status = error.failure.status
            await refuse(send, dialect_of(scope["path"]), error.failure, error.headers)
        finally:
            self._gateway.metrics.answered(self._route, status)


def _check_method(scope: Scope, method: str) -> None:
    if method and scope["method"] != method:
        raise RefusedError(Failure(405, f"only {method} is answered here"))


def _speaking(gateway: Gateway, wire: Wire) -> Speak:
    async def speak(scope: Scope, receive: Receive, send: Send) -> int:
        headers = _headers(scope)
        client = await gateway.client(headers)
        with gateway.taking(client):
            body = await _parsed(await _body(receive))
            if body.get("stream") is True:
                events = await gateway.streamed(client, wire, headers, body)
                await _stream(gateway, wire, events, scope, receive, send)
            else:
                await _json(await gateway.whole(client, wire, headers, body), scope, receive, send)
        return 200

    return speak


def _embedding(gateway: Gateway) -> Speak:
    async def speak(scope: Scope, receive: Receive, send: Send) -> int:
        headers = _headers(scope)
        client = await gateway.client(headers)
        with gateway.taking(client):
            body = await _parsed(await _body(receive))
            await _json(await gateway.embedded(client, headers, body), scope, receive, send)
        return 200

    return speak


def _models(gateway: Gateway) -> Speak:
    async def speak(scope: Scope, receive: Receive, send: Send) -> int:
        headers = _headers(scope)
        with gateway.taking(await gateway.client(headers)):
            model = scope.get("path_params", {}).get("model", "")
            await _json(await gateway.models(headers, model), scope, receive, send)
        return 200

    return speak


async def _json(answer: dict[str, Any], scope: Scope, receive: Receive, send: Send) -> None:
    from starlette.responses import JSONResponse  # noqa: PLC0415  # of the extra

    await JSONResponse(answer)(scope, receive, send)


async def _stream(  # noqa: PLR0913, PLR0917  (the three of ASGI among them)
    gateway: Gateway,
    wire: Wire,
    events: AsyncGenerator[Event, None],
    scope: Scope,
    receive: Receive,
    send: Send,
) -> None:
    """Send events until they end, break off, or the client has gone."""
    from starlette.responses import StreamingResponse  # noqa: PLC0415  # of the extra

    async def encoded() -> AsyncGenerator[bytes, None]:
        try:
            async for event in events:
                yield event.encode()
        except RefusedError as error:
            gateway.metrics.broke()
            yield wire.failed(error.failure).encode()

    async with aclosing(events), aclosing(encoded()) as content:
        await StreamingResponse(content, media_type="text/event-stream")(scope, receive, send)


def _text(told: Callable[[], str], kind: str = "text/plain; charset=utf-8") -> Speak:
    async def speak(scope: Scope, receive: Receive, send: Send) -> int:
        from starlette.responses import Response  # noqa: PLC0415  # of the extra

        await Response(told(), media_type=kind)(scope, receive, send)
        return 200

    return speak


async def _nothing(*_: object) -> int:
    known = ", ".join((*(f"/v1/{path}" for path in FORMATS), f"/v1/{EMBEDDINGS}", "/v1/models", "/health", "/metrics"))
    raise RefusedError(Failure(404, f"there is nothing here; this gateway has {known}"))


def _headers(scope: Scope) -> Mapping[str, str]:
    """The headers of a request by their names; of one that was sent twice, nothing is taken."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        told = name.decode("latin-1").lower()
        found[told] = "" if told in found else value.decode("latin-1")
    return found


async def _body(receive: Receive) -> bytes:
    """A body that was read before."""
    content: bytes = (await receive())["body"]
    return content


async def _parsed(content: bytes) -> dict[str, Any]:
    body = await off_loop(_read, content) if len(content) > _LARGE else _read(content)
    if body is None:
        raise RefusedError(Failure(400, "the request is no JSON object"))
    if not isinstance(body.get("stream", False), bool | None):
        raise RefusedError(Failure(400, "'stream' is true or false"))
    return body


def _read(content: bytes) -> dict[str, Any] | None:
    try:
        body = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return body if isinstance(body, dict) else None


def _no_number(word: str) -> None:
    """Refuse what is no number of JSON, such as NaN."""
    raise ValueError(word)
