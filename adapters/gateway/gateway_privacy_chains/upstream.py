"""The provider: asked in surrogates, under the gateway's own key."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from gateway_privacy_chains.limits import Limits
from gateway_privacy_chains.wire.errors import Dialect
from gateway_privacy_chains.wire.sse import BadEvent, Event, EventReader
from privacy_chains import PrivacyError
from privacy_chains.adapting import off_loop
from privacy_chains.lazy import lazily

if TYPE_CHECKING:
    import httpx

__all__ = ["Upstream", "UpstreamError"]

_HEADERS: Mapping[str, Any] = {
    "anthropic-version": lazily(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
    "anthropic-beta": lazily(r"[a-z0-9-]{1,60}(?:, ?[a-z0-9-]{1,60}){0,20}"),
    "openai-beta": lazily(r"[a-z0-9_=-]{1,60}(?:, ?[a-z0-9_=-]{1,60}){0,20}"),
}
"""The headers of a client that go on, in the form that they have."""

_RETURNED = ("retry-after", "retry-after-ms", "x-request-id", "request-id")
_RATE_LIMITS = ("x-ratelimit-", "anthropic-ratelimit-")
_LARGE = 100_000
"""An answer of so many bytes is parsed off the event loop."""
_KEPT_SECONDS = 30.0
"""How long an idle connection is kept. As many are kept as may be open: httpx counts busy ones, too, and with fewer it
would open a new one for each call while many streams run."""
_VALUE = lazily(r"[\x21-\x7e][\x20-\x7e]{0,199}")
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


class UpstreamError(Exception):
    """The provider answered with an error, or with what is no answer.

    Args:
        status: The HTTP status for the client.
        error: What the provider says, which may quote what it was sent.
        headers: The headers that the client is told.
    """

    def __init__(
        self, status: int, error: Mapping[str, Any] | None = None, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__()
        self.status = status
        self.error = error or {}
        self.headers = headers or {}


class Upstream:
    """A provider's API.

    Args:
        url: Its address, up to what stands before ``/chat/completions`` or ``/messages``.
        key: The gateway's own key there; nothing where none is asked for.
        limits: How long is waited for it, and how much is read.
        plain: Whether it may be asked without encryption though it is not on this machine.

    Raises:
        PrivacyError: The address is none, or holds more than one.
    """

    def __init__(self, url: str, key: str | None, limits: Limits, *, plain: bool = False) -> None:
        self._url = _checked(url, plain=plain).rstrip("/")
        self._key = key
        self._limits = limits
        self._client: httpx.AsyncClient | None = None

    @property
    def host(self) -> str:
        """The name of the machine that is asked."""
        return str(urlsplit(self._url).hostname)

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def ask(self, path: str, dialect: Dialect, given: Mapping[str, str], content: bytes | None) -> dict[str, Any]:
        """A whole answer.

        Args:
            path: Where to ask, below the address.
            dialect: Whose headers are sent.
            given: The client's headers.
            content: The request; nothing to only look something up.

        Raises:
            UpstreamError: There is none.
        """
        response = await self._sent(path, dialect, given, content)
        try:
            answer = await self._whole(response)
        finally:
            await response.aclose()
        if answer is None:
            raise UpstreamError(502)
        return answer

    async def stream(
        self, path: str, dialect: Dialect, given: Mapping[str, str], content: bytes
    ) -> AsyncGenerator[tuple[Event, ...], None]:
        """An answer as it streams; what may fail before it begins has failed when this returns.

        Raises:
            UpstreamError: There is none.
        """
        response = await self._sent(path, dialect, given, content)
        if not response.headers.get("content-type", "").startswith("text/event-stream"):
            await response.aclose()
            raise UpstreamError(502)
        return _events(response)

    def __repr__(self) -> str:
        return f"Upstream({self.host})"

    async def _sent(
        self, path: str, dialect: Dialect, given: Mapping[str, str], content: bytes | None
    ) -> httpx.Response:
        import httpx  # noqa: PLC0415  # of the extra

        client = self._opened()
        request = client.build_request(
            "GET" if content is None else "POST",
            f"{self._url}/{path}",
            content=content,
            headers=self._headers(dialect, given),
        )
        try:
            response = await client.send(request, stream=True)
        except httpx.TimeoutException:
            raise UpstreamError(504) from None
        except httpx.HTTPError:
            raise UpstreamError(502) from None
        if response.status_code != 200:  # a redirection would send the request elsewhere
            raise await self._failed(response)
        return response

    async def _failed(self, response: httpx.Response) -> UpstreamError:
        try:
            told = await self._whole(response)
        finally:
            await response.aclose()
        error = (told or {}).get("error", told)
        error = {"message": error} if isinstance(error, str) else error
        status = response.status_code if 400 <= response.status_code < 600 else 502
        status = 502 if status in {401, 403, 407} else status  # the gateway's own key was refused, not the client's
        return UpstreamError(status, error if isinstance(error, Mapping) else {}, _told(response.headers))

    async def _whole(self, response: httpx.Response) -> dict[str, Any] | None:
        import httpx  # noqa: PLC0415  # of the extra

        pieces, length = list[bytes](), 0
        try:
            async for piece in response.aiter_bytes():
                length += len(piece)
                if length > self._limits.answer:
                    return None
                pieces.append(piece)
            content = b"".join(pieces)
            answer = await off_loop(json.loads, content) if length > _LARGE else json.loads(content)
        except httpx.TimeoutException:
            raise UpstreamError(504) from None
        except (httpx.HTTPError, ValueError, RecursionError):
            return None
        return answer if isinstance(answer, dict) else None

    def _headers(self, dialect: Dialect, given: Mapping[str, str]) -> dict[str, str]:
        passed = {name: given[name] for name, form in _HEADERS.items() if form.fullmatch(given.get(name, ""))}
        headers = {"content-type": "application/json", "user-agent": "privacy-chains", **passed}
        if self._key is not None and dialect == "anthropic":
            headers["x-api-key"] = self._key
        elif self._key is not None:
            headers["authorization"] = f"Bearer {self._key}"
        return headers

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx  # noqa: PLC0415  # of the extra

            most = self._limits.concurrent
            limits = httpx.Limits(max_connections=most, max_keepalive_connections=most, keepalive_expiry=_KEPT_SECONDS)
            timeout = httpx.Timeout(self._limits.silence, connect=10.0)
            self._client = httpx.AsyncClient(limits=limits, timeout=timeout, follow_redirects=False)
        return self._client


async def _events(response: httpx.Response) -> AsyncGenerator[tuple[Event, ...], None]:
    """The events of a response; one that breaks off, or is none, is an error."""
    import httpx  # noqa: PLC0415  # of the extra

    reader = EventReader()
    try:
        async with aclosing(_pieces(response)) as pieces:
            async for piece in pieces:
                for event in reader.feed(piece):
                    yield (event,)
    except (httpx.HTTPError, BadEvent):
        raise UpstreamError(502) from None
    finally:
        await response.aclose()
    if not reader.is_between:
        raise UpstreamError(502)


async def _pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    pieces: AsyncIterator[bytes] = response.aiter_bytes()
    async for piece in pieces:
        yield piece


def _told(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers of an answer that its client is told."""
    names = [name for name in headers if name.lower() in _RETURNED or name.lower().startswith(_RATE_LIMITS)]
    return {name.lower(): headers[name] for name in names if _VALUE.fullmatch(headers[name])}


def _checked(url: str, *, plain: bool) -> str:
    try:
        parts = urlsplit(url)
        host = parts.hostname
        _ = parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in {"http", "https"} or parts.query or parts.fragment or "@" in parts.netloc:
        msg = "the upstream is an address such as https://api.openai.com/v1, without a name, a password or a query"
        raise PrivacyError(msg)
    if parts.scheme == "http" and host not in _LOOPBACK and not plain:
        msg = (
            "the upstream would be asked without encryption; give an https address, or --plain-http in your own network"
        )
        raise PrivacyError(msg)
    return url
