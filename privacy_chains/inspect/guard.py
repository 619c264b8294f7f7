"""What stands before the page: who may ask, how much, and what a browser may do with the answer."""

from __future__ import annotations

from collections.abc import Iterable
from hmac import compare_digest

from privacy_chains.adapting.asgi import (
    Answering,
    App,
    BodyError,
    Receive,
    Scope,
    Send,
    header,
    is_from_another_page,
    is_known_host,
    once,
    read_body,
)

__all__ = ["HEADERS", "MOST_BYTES", "Guard"]

MOST_BYTES = 3 * 1024 * 1024
"""The longest body: a text and an answer of the greatest length, escaped."""

_SECONDS = 20.0
"""How long a body may take to come in."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)

HEADERS = {
    "cache-control": "no-store",
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What every answer carries: nothing is stored, nothing from elsewhere is loaded, nobody is told the address."""


class Guard:
    """Lets through what asks by the right name, with the token, from the page itself; anything else learns nothing.

    A page of another site cannot read the token. A site whose name is made to point here ("DNS rebinding") sends its
    own name as ``Host``. What fails inside is answered without its message, which might quote a text.

    Args:
        app: What is guarded; it sees paths without the token.
        token: What the path begins with.
        hosts: The values of ``Host`` that are answered, with their port.
    """

    def __init__(self, app: App, token: str, hosts: Iterable[str]) -> None:
        self._app = app
        self._prefix = f"/{token}/"
        self._hosts = frozenset(hosts)

    def __repr__(self) -> str:
        return f"Guard(hosts={sorted(self._hosts)})"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return
        guarded = Answering(send, HEADERS)
        refusal = self._refusal(scope)
        try:
            if refusal is not None:
                await _plain(guarded, refusal)
                return
            body = await read_body(receive, MOST_BYTES, _SECONDS) if scope["method"] == "POST" else b""
            path = f"/{scope['path'][len(self._prefix) :]}"
            await self._app({**scope, "path": path}, once(body, receive), guarded)
        except BodyError:
            await _plain(guarded, 413)
        except Exception:  # noqa: BLE001  # its message and traceback might quote a text
            if not guarded.started:
                await _plain(guarded, 500)

    def _refusal(self, scope: Scope) -> int | None:
        """The status of a refusal; None where there is none."""
        headers = scope["headers"]
        if not is_known_host(headers, self._hosts):
            return 421
        if scope["method"] not in {"GET", "POST"}:
            return 405
        prefix = scope["path"].encode("utf-8", "replace")[: len(self._prefix)]
        if not compare_digest(prefix, self._prefix.encode()):
            return 404
        own = [b"http://" + name for name in header(headers, b"host")]
        if is_from_another_page(headers, own):
            return 403
        kind = b"".join(header(headers, b"content-type")).split(b";")[0].strip()
        return None if scope["method"] == "GET" or kind == b"application/json" else 415


async def _plain(send: Send, status: int) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body", "body": b""})
