"""Who may ask, and under which key: a bearer token tells the client, and the client has a key of its own."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from importlib import import_module
from pathlib import Path
from secrets import token_urlsafe
from threading import Lock
from time import monotonic
from typing import Protocol

from privacy_chains import Key, KeyMaterialError
from privacy_chains.keys import KeyRing
from privacy_chains.lazy import lazily

__all__ = ["AskedKeys", "Client", "Clients", "KeyDirectory", "OneClient", "add_client", "digest_of", "new_token"]

_NAME = lazily(r"[a-z0-9][a-z0-9_-]{0,63}")
_DIGEST = lazily(r"sha256:[0-9a-f]{64}")
_MOST = 1_000
"""Answers of a function that are remembered at most."""
_SECONDS = 60.0
"""How long an answer of a function holds: as long a token that was withdrawn is still taken."""


@dataclass(frozen=True, repr=False)
class Client:
    """A client: the key's id tells it from others.

    Attributes:
        key: Its key, or its keys, the one in use first.
    """

    key: Key | KeyRing

    @property
    def id(self) -> str:
        """What it is counted under; public."""
        return self.key.id

    def __repr__(self) -> str:
        return f"Client({self.id})"


class Clients(Protocol):
    """Knows clients by their tokens.

    Attributes:
        waits: Whether ``of`` may wait for somebody else.
    """

    waits: bool

    def of(self, token: str) -> Client | None:
        """The client of a token; nothing for a token that nobody has. It may take a while.

        Raises:
            KeyMaterialError: The client is known, and its key cannot be had.
        """
        ...


def new_token() -> str:
    """A new random token of 256 bits."""
    return token_urlsafe(32)


def digest_of(token: str) -> str:
    """What is stored of a token.

    **Guarantee**: a token of 256 random bits cannot be told from it (SHA-256).

    **Warning**: one that a person made up can be guessed from it: make tokens with ``new_token``.
    """
    return f"sha256:{sha256(token.encode('utf-8', 'surrogatepass')).hexdigest()}"


class OneClient:
    """One client with one token.

    Args:
        token: Its token.
        key: Its key.
    """

    waits = False

    def __init__(self, token: str, key: Key | KeyRing) -> None:
        self._digest = digest_of(token)
        self._client = Client(key)

    def of(self, token: str) -> Client | None:
        """The client, if the token is its own."""
        return self._client if compare_digest(digest_of(token), self._digest) else None


class KeyDirectory:
    """Clients in a folder: ``NAME.token`` holds a token's digest, ``NAME.key`` the key, ``NAME.key.1`` an older one.

    The folder is read again when it has changed, so clients come and go without a restart. Every digest is compared,
    each in constant time.

    Args:
        folder: The folder; nobody but its owner may write to it.

    Raises:
        KeyMaterialError: It is none, others may write to it, or a file in it is not as it should be.
    """

    waits = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._seen: tuple[int, ...] = ()
        self._clients: list[tuple[str, Client]] = []
        self._read()

    def of(self, token: str) -> Client | None:
        """The client of a token."""
        digest, found = digest_of(token), None
        for stored, client in self._read():
            if compare_digest(stored, digest):
                found = client
        return found

    def __repr__(self) -> str:
        return f"KeyDirectory({len(self._clients)} clients)"

    def _read(self) -> list[tuple[str, Client]]:
        with self._lock:
            files = _listed(self._folder)
            seen = tuple(value for file in files for value in _stamp(file))
            if seen != self._seen:
                self._clients = [_client(file) for file in files if file.suffix == ".token"]
                self._seen = seen
            return self._clients


def _listed(folder: Path) -> list[Path]:
    try:
        mode = folder.stat().st_mode
        files = sorted(folder.iterdir())
    except OSError as error:
        msg = f"the folder of clients cannot be read: {error.strerror}"
        raise KeyMaterialError(msg) from None
    if os.name == "posix" and mode & 0o022:
        msg = "others may write to the folder of clients; make it yours alone by chmod 700"
        raise KeyMaterialError(msg)
    return files


def _stamp(file: Path) -> tuple[int, ...]:
    try:
        seen = file.stat()
    except OSError:  # it went away meanwhile
        return (0,)
    return hash(file.name), seen.st_mtime_ns, seen.st_size, seen.st_ino


def _client(file: Path) -> tuple[str, Client]:
    try:
        digest = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        digest = ""
    if not _NAME.fullmatch(file.stem) or not _DIGEST.fullmatch(digest):
        msg = (
            "a file of a token is called NAME.token and holds 'sha256:' and 64 hexadecimal digits; "
            "'privacy-chains keys client' makes one"
        )
        raise KeyMaterialError(msg)
    newest = file.with_suffix(".key")
    older = sorted(newest.parent.glob(f"{newest.name}.*"), key=lambda path: path.suffix)
    return digest, Client(KeyRing(*map(Key.from_file, (newest, *older))))


class AskedKeys:
    """Clients that a function knows, such as one that asks a key management service.

    Args:
        function: Given a token, returns the 32 bytes of the client's key, or nothing for a token that nobody has. What
            it raises is not shown. Its answers are remembered for a minute, under digests of the tokens.
    """

    waits = True

    def __init__(self, function: Callable[[str], bytes | None]) -> None:
        self._function = function
        self._known: OrderedDict[str, tuple[float, Client | None]] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def named(cls, place: str) -> AskedKeys:
        """The function at ``"module:function"``.

        Raises:
            KeyMaterialError: There is none.
        """
        module, _, name = place.partition(":")
        try:
            function = getattr(import_module(module), name)
        except Exception as error:  # noqa: BLE001  (whatever a module does when it is imported)
            failure = type(error).__name__
            msg = f"the function that knows keys cannot be imported ({failure}); write it as module:function"
            raise KeyMaterialError(msg) from None
        if not callable(function):
            msg = "what should know keys is no function; write it as module:function"
            raise KeyMaterialError(msg)
        return cls(function)

    def of(self, token: str) -> Client | None:
        """The client of a token."""
        digest = digest_of(token)
        with self._lock:
            since, client = self._known.get(digest, (float("-inf"), None))
        if monotonic() - since <= _SECONDS:
            return client
        client = self._asked(token)
        with self._lock:
            self._known[digest] = monotonic(), client
            while len(self._known) > _MOST:
                self._known.popitem(last=False)
        return client

    def _asked(self, token: str) -> Client | None:
        try:
            material = self._function(token)
        except Exception as error:  # noqa: BLE001  (key services raise what they like, and may quote the key)
            failure = type(error).__name__
        else:
            return None if material is None else Client(Key.from_bytes(material))
        msg = f"the function that knows keys failed with {failure}"
        raise KeyMaterialError(msg)


def add_client(folder: Path, name: str) -> str:
    """Make a client with a new key, and return its token, which is stored nowhere.

    Raises:
        KeyMaterialError: The name is none, or there is such a client.
    """
    if not _NAME.fullmatch(name):
        msg = "the name of a client is made of small letters, digits, - and _"
        raise KeyMaterialError(msg)
    folder.mkdir(mode=0o700, exist_ok=True)
    token = new_token()
    Key.generate().to_file(folder / f"{name}.key")
    with (folder / f"{name}.token").open("x", encoding="ascii") as file:
        (folder / f"{name}.token").chmod(0o600)
        file.write(digest_of(token) + "\n")
    return token
