"""The page's server: on this machine alone, by an address that cannot be guessed."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING

from privacy_chains.adapting.asgi import App, listening
from privacy_chains.errors import PrivacyError, UnsupportedContent
from privacy_chains.inspect.desk import Data, Desk
from privacy_chains.inspect.guard import Guard

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

__all__ = ["Address", "application", "serve"]

_FILES = {
    "": ("index.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
    "marks.js": ("marks.js", "text/javascript"),
    "server.js": ("server.js", "text/javascript"),
}
_TOKEN_BYTES = 32


class Address:
    """Where the page is. The token is a secret: whoever has it sees and changes what the page shows.

    Args:
        port: A port of this machine.
        token: What the path begins with; drawn at random if left out.
    """

    def __init__(self, port: int, token: str | None = None) -> None:
        self.port = port
        self.token = secrets.token_urlsafe(_TOKEN_BYTES) if token is None else token

    @property
    def url(self) -> str:
        """The page's address."""
        return f"http://127.0.0.1:{self.port}/{self.token}/"

    @property
    def hosts(self) -> frozenset[str]:
        """The names that it is asked by."""
        return frozenset(f"{name}:{self.port}" for name in ("127.0.0.1", "localhost"))

    def __repr__(self) -> str:
        return f"Address(port={self.port})"


def application(desk: Desk, address: Address) -> App:
    """The page as an ASGI application.

    Args:
        desk: What answers it.
        address: Where it is served.

    Raises:
        PrivacyError: The extra ``[inspect]`` is not installed.
    """
    try:
        from starlette.applications import Starlette  # noqa: PLC0415  # of the extra
        from starlette.routing import Route  # noqa: PLC0415
    except ImportError:
        raise _missing() from None
    calls: dict[str, Callable[[Data], Data]] = {
        "state": lambda _: desk.state(),
        "view": lambda data: desk.view(_text(data, "text")),
        "answer": lambda data: desk.answer(_text(data, "text"), _text(data, "answer")),
        "change": lambda data: desk.change(_text(data, "change"), _text(data, "value"), _text(data, "type")),
    }
    routes = [Route(f"/{name}", _file(*place), methods=["GET"]) for name, place in _FILES.items()]
    routes += [Route(f"/{name}", _call(answer), methods=["POST"]) for name, answer in calls.items()]
    return Guard(Starlette(routes=routes), address.token, address.hosts)


def serve(desk: Desk, told: Callable[[str], None], port: int = 0) -> None:
    """Serve the page until the process is interrupted. Nothing is logged.

    Args:
        desk: What answers it.
        told: Is given the page's address once it can be opened.
        port: A port of this machine; any free one for 0.

    Raises:
        PrivacyError: The extra ``[inspect]`` is not installed.
        OSError: The port is taken.
    """
    try:
        import uvicorn  # noqa: PLC0415  # of the extra
    except ImportError:
        raise _missing() from None
    with listening("127.0.0.1", port) as listener:
        address = Address(listener.getsockname()[1])
        config = uvicorn.Config(
            application(desk, address),
            access_log=False,
            limit_concurrency=32,
            lifespan="off",
            log_config=None,
            log_level="critical",
            server_header=False,
            ws="none",
        )
        told(address.url)
        uvicorn.Server(config).run(sockets=[listener])


def _missing() -> PrivacyError:
    return PrivacyError("the page needs the extra [inspect]: pip install 'privacy-chains[inspect]'")


def _file(name: str, kind: str) -> Callable[[Request], Response]:
    from starlette.responses import Response  # noqa: PLC0415  # of the extra

    content = (files("privacy_chains.inspect") / "page" / name).read_bytes()

    def answer(_: Request) -> Response:
        return Response(content, media_type=kind)

    return answer


def _call(ask: Callable[[Data], Data]) -> Callable[[Request], object]:
    """A call of the page's: JSON in, JSON out. An error of ours is a sentence that quotes no text."""
    from starlette.concurrency import run_in_threadpool  # noqa: PLC0415  # of the extra
    from starlette.responses import Response  # noqa: PLC0415

    def answered(body: bytes) -> tuple[int, Data]:
        try:
            return 200, ask(_read(body))
        except PrivacyError as error:
            return 422, {"error": str(error), "kind": type(error).__name__}

    async def answer(request: Request) -> Response:
        status, data = await run_in_threadpool(answered, await request.body())
        return Response(json.dumps(data), status, media_type="application/json")

    return answer


def _read(body: bytes) -> Data:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        msg = "a call of the page is a JSON object"
        raise UnsupportedContent(msg)
    return data


def _text(data: Data, name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        msg = f"{name} is a text"
        raise UnsupportedContent(msg)
    return value
