"""The gateway: a client's request becomes a private one, and the provider's answer a clear one."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from contextlib import aclosing, contextmanager
from functools import partial
from threading import Lock
from time import perf_counter
from typing import Any

from gateway_privacy_chains.call import Asking, Call, as_bytes, prepared
from gateway_privacy_chains.clients import Client, Clients
from gateway_privacy_chains.limits import Limits
from gateway_privacy_chains.metrics import Metrics
from gateway_privacy_chains.record import Record
from gateway_privacy_chains.sessions import named
from gateway_privacy_chains.upstream import Upstream, UpstreamError
from gateway_privacy_chains.wire.embeddings import PATH, asked_for
from gateway_privacy_chains.wire.errors import Dialect, Failure, harmless
from gateway_privacy_chains.wire.formats import Wire
from gateway_privacy_chains.wire.sse import Event
from gateway_privacy_chains.wire.stream import AnswerFailed, StreamedAnswer
from privacy_chains import Key, KeyMaterialError, Method, PrivacyError
from privacy_chains.adapting import adrive, allowed_kinds, astream, destination, exchange, off_loop, opening
from privacy_chains.contract.recording import Recording
from privacy_chains.contract.records import DEFAULT_INDEX
from privacy_chains.errors import AuditError
from privacy_chains.keys import KeyRing
from privacy_chains.lazy import lazily
from privacy_chains.ledger.audit import AuditLog

__all__ = ["Gateway", "Opener", "RefusedError"]

Opener = Callable[[Key | KeyRing], Callable[[str], Method]]
"""Makes, of a client's key, what opens the client's session of a name."""

_INDEX = "x-privacy-index"
"""The header that names the index of embeddings."""

_MODEL = lazily(r"[A-Za-z0-9][A-Za-z0-9_:-]{0,99}(?:\.[A-Za-z0-9_:-]{1,99}){0,9}")


class RefusedError(Exception):
    """A request was not answered.

    Args:
        failure: What the client is told.
        headers: Headers of the provider's that it is told.
    """

    def __init__(self, failure: Failure, headers: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.failure = failure
        self.headers = headers or {}


class Gateway:
    """Sanitizes what clients send, asks the provider, and reads what it answers.

    **Guarantee**: whatever a client's request says goes to the provider as the client's method makes it, or not at all.
    A client's surrogates are made and read under its own key alone. Its token goes nowhere.

    **Warning**: the gateway's process sees clear text and holds the clients' keys. What no detector finds leaves as it
    is.

    Args:
        clients: Who may ask.
        upstream: The provider.
        opener: Makes what sanitizes.
        record: What models wrote.
        limits: How much is taken on.
        allow: Kinds of content, such as ``"image"``, that are sent in clear.
        header: The header that names a session, in small letters.
        audit: A log that gets a line for what is refused before a method sees it. What methods release and refuse
            they log themselves: give the log to the opener, too.
    """

    def __init__(  # noqa: PLR0913  (each says one thing of the gateway)
        self,
        clients: Clients,
        upstream: Upstream,
        opener: Opener,
        *,
        record: Record | None = None,
        limits: Limits | None = None,
        allow: Iterable[str] = (),
        header: str = "x-privacy-session",
        audit: AuditLog | None = None,
    ) -> None:
        self.metrics = Metrics()
        self.limits = limits or Limits()
        self.upstream = upstream
        self.record = Record() if record is None else record
        self._clients = clients
        self._opener = opener
        self._allow = allowed_kinds(frozenset(allow))
        self._header = header
        self._recording = Recording(audit, "the gateway")
        self._methods: OrderedDict[str, Callable[[str], Method]] = OrderedDict()
        self._lock = Lock()
        self._running = Counter[str]()

    async def client(self, headers: Mapping[str, str]) -> Client:
        """Who asks.

        Raises:
            RefusedError: Nobody knows.
        """
        given = headers.get("authorization", "")
        token = given[7:].strip() if given[:7].lower() == "bearer " else headers.get("x-api-key", "").strip()
        try:
            client = await self._known(token) if token else None
        except KeyMaterialError:
            self.metrics.refused("KeyMaterialError")
            raise RefusedError(Failure(503, "the key of this client cannot be had now")) from None
        if client is None:
            raise RefusedError(Failure(401, "give the token of this gateway as a bearer token", code="invalid_api_key"))
        return client

    async def _known(self, token: str) -> Client | None:
        return await off_loop(self._clients.of, token) if self._clients.waits else self._clients.of(token)

    @contextmanager
    def taking(self, client: Client) -> Iterator[None]:
        """A call of a client's, while it runs.

        Raises:
            RefusedError: The client has as many as it may.
        """
        if self._running[client.id] >= self.limits.each:
            raise RefusedError(Failure(429, "this client has as many calls as are taken on at once; try again"))
        self._running[client.id] += 1
        self.metrics.runs(1)
        try:
            yield
        finally:
            self.metrics.runs(-1)
            self._running[client.id] -= 1
            if not self._running[client.id]:
                del self._running[client.id]

    def session(self, client: Client, name: str) -> Method:
        """A client's session of a name."""
        with self._lock:
            if client.id not in self._methods:
                self._methods[client.id] = self._opener(client.key)
            self._methods.move_to_end(client.id)
            while len(self._methods) > self.limits.clients:
                self._methods.popitem(last=False)
            opened = self._methods[client.id]
        return opened(name)

    async def whole(self, client: Client, wire: Wire, headers: Mapping[str, str], body: dict[str, Any]) -> Any:
        """A whole answer, read.

        Raises:
            RefusedError: There is none.
        """
        asked = _Asked(partial(self._prepared, client, wire, headers, body))

        async def send(call: Call) -> dict[str, Any]:
            return await self.upstream.ask(wire.path, wire.dialect, headers, call.content)

        with self.failing(asked):
            return await adrive(exchange(asked, Call.read), send)

    async def embedded(self, client: Client, headers: Mapping[str, str], body: dict[str, Any]) -> dict[str, Any]:
        """Embeddings of texts in surrogates of the client's index: numbers, in which nothing is read back.

        Raises:
            RefusedError: There are none.
        """
        index = headers.get(_INDEX) or DEFAULT_INDEX

        def asked() -> dict[str, Any]:
            return asked_for(body, self.session(client, ""), str(named(index)))

        def embedding() -> bytes:
            with destination("embeddings", self.upstream, self.upstream.host):
                return as_bytes(self._recording.refusals_of(asked))

        with self.failing():
            return await self.upstream.ask(PATH, "openai", headers, await off_loop(embedding))

    async def models(self, headers: Mapping[str, str], model: str = "") -> dict[str, Any]:
        """The provider's models, or one of them: nothing of a client's is sent.

        Raises:
            RefusedError: They are not told.
        """
        if model and not _MODEL.fullmatch(model):
            raise RefusedError(Failure(404, "there is no such model"))
        dialect: Dialect = "anthropic" if "anthropic-version" in headers else "openai"
        with self.failing():
            return await self.upstream.ask(f"models/{model}" if model else "models", dialect, headers, None)

    async def streamed(
        self, client: Client, wire: Wire, headers: Mapping[str, str], body: dict[str, Any]
    ) -> AsyncGenerator[Event, None]:
        """An answer as it streams, read; what may fail before it begins has failed when this returns.

        Raises:
            RefusedError: There is none; from the events, too, where it breaks off.
        """
        asked = _Asked(partial(self._prepared, client, wire, headers, body))

        async def send(call: Call) -> AsyncGenerator[tuple[Event, ...], None]:
            return await self.upstream.stream(wire.path, wire.dialect, headers, call.content)

        readers = list[StreamedAnswer]()

        def reader(call: Call) -> StreamedAnswer:
            readers.append(call.streamed())
            return readers[0]

        with self.failing(asked):
            chunks = await astream(opening(asked, reader), send)
        return self._shown(chunks, readers[0], asked)

    async def _shown(
        self, chunks: AsyncGenerator[tuple[Event, ...], None], reader: StreamedAnswer, asked: _Asked
    ) -> AsyncGenerator[Event, None]:
        """The events for the client. However they end, the proof of what was written is stored."""
        since = perf_counter()
        try:
            with self.failing(asked):
                async with aclosing(chunks):
                    async for events in chunks:
                        for event in events:
                            if since:
                                self.metrics.took("first_event", perf_counter() - since)
                                since = 0.0
                            yield event
        finally:
            reader.keep()

    def _prepared(self, client: Client, wire: Wire, headers: Mapping[str, str], body: dict[str, Any]) -> Call:
        since = perf_counter()
        asking = Asking(client.key, partial(self.session, client), self.record, self._allow)
        with destination("model", self.upstream, self.upstream.host):
            call = self._recording.refusals_of(lambda: prepared(asking, wire, body, headers.get(self._header)))
        self.metrics.took("sanitize", perf_counter() - since)
        return call

    @contextmanager
    def failing(self, asked: _Asked | None = None) -> Iterator[None]:
        """Tell failures as the client may know them.

        Raises:
            RefusedError: In the place of what failed.
        """
        try:
            yield
        except KeyMaterialError:
            self.metrics.refused("KeyMaterialError")
            raise RefusedError(Failure(503, "the key of this client cannot be had now")) from None
        except AuditError:
            self.metrics.refused("AuditError")
            raise RefusedError(Failure(503, "the audit log cannot be written, so nothing was sent")) from None
        except PrivacyError as error:
            kind = type(error).__name__
            self.metrics.refused(kind)
            raise RefusedError(Failure(400, str(error), code=kind)) from None
        except UpstreamError as error:
            raise RefusedError(_told(error.status, error.error, asked), error.headers) from None
        except AnswerFailed as error:
            raise RefusedError(_told(502, error.error, asked)) from None


class _Asked:
    """Prepares a call, and knows what was sent."""

    def __init__(self, prepare: Callable[[], Call]) -> None:
        self._prepare = prepare
        self.call: Call | None = None

    def __call__(self) -> Call:
        self.call = self._prepare()
        return self.call


def _told(status: int, error: Mapping[str, Any], asked: _Asked | None) -> Failure:
    if not error:
        return Failure(status, "the provider gave no answer, or one that breaks off")
    call = asked.call if asked else None
    return harmless(status, error, call.sent if call else (), call.answer.prompt.surrogates if call else ())
