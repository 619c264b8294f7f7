"""What conversations that are handed over again need not compute again.

A session is what a replay of its messages gives. Where each request makes a session of its own, the whole history is
replayed with every request; what became of each message before is remembered here, under a keyed digest of everything
it depends on: key, session, formulas, and all messages up to it. So a session made anew is what it would be without.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from hashlib import blake2b
from threading import Lock
from typing import Any, NoReturn, TypeVar

from privacy_chains.engine import SCHEME
from privacy_chains.errors import PrivacyError
from privacy_chains.memory import Context, Outcome, Said

__all__ = ["REMEMBERED", "Replay", "Replays"]

_T = TypeVar("_T")

REMEMBERED = 1_000_000
"""Characters of sanitized messages that are remembered at most."""

_SESSIONS = 100
"""Of how many sessions it is remembered where their values came from."""

_EACH = 200
"""What an entry counts beside its characters."""


class Replays:
    """What became of the latest messages of one sanitizer's sessions. Safe to share between threads.

    It holds clear values, as sessions do: in memory only, at most so many, and none once the key is destroyed.

    Args:
        most: Characters of messages that are remembered at most; the oldest go first.
    """

    def __init__(self, most: int = REMEMBERED) -> None:
        self._most = most
        self._held = 0
        self._entries: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._shared: OrderedDict[str, Any] = OrderedDict()
        self._closed = False
        self._lock = Lock()

    def get(self, place: Hashable) -> Any:
        """What was remembered there, or nothing."""
        with self._lock:
            if place not in self._entries:
                return None
            self._entries.move_to_end(place)
            return self._entries[place][0]

    def put(self, place: Hashable, value: Any, characters: int) -> None:
        """Remember something, and forget what was not asked for for longest."""
        weight = characters + _EACH
        with self._lock:
            if self._closed or place in self._entries or weight > self._most:
                return
            self._entries[place] = value, weight
            self._held += weight
            while self._held > self._most:
                self._held -= self._entries.popitem(last=False)[1][1]

    def shared(self, name: str, make: Callable[[], _T]) -> _T:
        """What all sessions of a name have in common; one of its own for each where nothing is remembered."""
        with self._lock:
            if self._closed or not self._most:
                return make()
            found: _T = self._shared.setdefault(name, make())
            self._shared.move_to_end(name)
            while len(self._shared) > _SESSIONS:
                self._shared.popitem(last=False)
            return found

    def close(self) -> None:
        """Forget everything, and remember nothing from now on."""
        with self._lock:
            self._closed = True
            self._entries.clear()
            self._shared.clear()
            self._held = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"Replays({len(self)})"

    def __reduce__(self) -> NoReturn:
        msg = "what a sanitizer remembers holds clear values and is not pickled; make the sanitizer where it is needed"
        raise PrivacyError(msg)


class Replay:
    """How far one session has come among what is remembered.

    Args:
        replays: What is remembered.
        context: What the session's messages are sanitized under.
    """

    def __init__(self, replays: Replays, context: Context) -> None:
        self._replays = replays
        self._context = context
        self._passed = b""
        self._carried = set[str]()

    def place(self, said: Said, context: Context) -> bytes:
        """What the outcome of a message is remembered under, if it comes next."""
        parts = (repr(context.dependencies), str(said.from_model), str(said.kept), said.asked, *said.texts)
        return self._digest(self._passed, parts)

    def find(self, place: bytes) -> Outcome | None:
        """The outcome of a message, if it is remembered."""
        found: Outcome | None = self._replays.get(place)
        return found

    def passed(self, place: bytes, outcome: Outcome) -> None:
        """A message was committed; whatever comes after it depends on it."""
        self._passed = place
        self._replays.put(place, outcome, sum(map(len, outcome.texts)))

    def once(self, what: str, work: Callable[[], _T], characters: int) -> _T:
        """What some work gives, which depends on what it is called and on the messages before, done once."""
        place = self._digest(self._passed, ["once", what])
        found: _T | None = self._replays.get(place)
        if found is None:
            found = work()
            self._replays.put(place, found, characters)
        return found

    def carried(self, what: str) -> None:
        """The session has come to know what a message carries; whatever comes after it may depend on it."""
        if what not in self._carried:
            self._carried.add(what)
            self._passed = self._digest(self._passed, ["carried", what])

    @cached_property
    def _secret(self) -> bytes:
        return self._context.engine.key.derive("replay", SCHEME, self._context.session)

    def _digest(self, before: bytes, parts: Iterable[str]) -> bytes:
        digest = blake2b(before, key=self._secret, digest_size=32)
        for part in parts:
            written = part.encode("utf-8", "surrogatepass")
            digest.update(len(written).to_bytes(8, "big") + written)
        return digest.digest()
