"""A memory of sanitized messages: a conversation that is handed over again is not computed again, and does not change.

If each request makes its own session, every request replays the history, or what is left of it after trimming. The
result for each message is remembered here, under a keyed digest of key, session name, formulas and the message,
together with the values that were found private under that name. So a message that was sent once under a name is sent
again unchanged, even if the messages that explain it are gone, and a later message that repeats a value hides it.

Without a name, two calls cannot be known to belong together: then the digest also covers all messages before, and a
message becomes what it would be without this memory.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import Any, NoReturn, TypeVar

from privacy_chains.errors import PrivacyError
from privacy_chains.hazmat.hashes import keyed_digest
from privacy_chains.preempt.engine import SCHEME
from privacy_chains.preempt.memory import Context, Found, Outcome, Said

__all__ = ["REMEMBERED", "Replay", "Replays"]

_T = TypeVar("_T")

REMEMBERED = 1_000_000
"""Characters of sanitized messages that are remembered at most."""

_SESSIONS = 100
"""For how many sessions the sources of values are remembered."""

_EACH = 200
"""What an entry counts in addition to its characters."""


class Replays:
    """The results for the latest messages of one sanitizer's sessions. Safe to share between threads.

    Like sessions, it holds clear values: in memory only, a limited number, and none after the key is destroyed.

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
        """Remember something, and forget what was not used for the longest time."""
        weight = characters + _EACH
        with self._lock:
            if self._closed or place in self._entries or weight > self._most:
                return
            self._keep(place, value, weight)

    def shared(self, name: str, make: Callable[[], _T]) -> _T:
        """What all sessions of a name share; separate for each session if nothing is remembered."""
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

    def learn(self, place: Hashable, found: Iterable[Hashable]) -> None:
        """Remember more of what was found under one name; if it is too much, the oldest goes first."""
        with self._lock:
            if self._closed:
                return
            known, weight = self._entries.pop(place, ({}, 0))
            self._held -= weight
            more = {**known, **dict.fromkeys(found)}
            more = dict.fromkeys([*more][max(0, len(more) - self._most // (2 * _EACH)) :])
            if more:
                self._keep(place, more, len(more) * _EACH)

    def _keep(self, place: Hashable, value: Any, weight: int) -> None:
        self._entries[place] = value, weight
        self._held += weight
        while self._held > self._most:
            self._held -= self._entries.popitem(last=False)[1][1]

    def __reduce__(self) -> NoReturn:
        msg = "what a sanitizer remembers holds clear values and is not pickled; make the sanitizer where it is needed"
        raise PrivacyError(msg)


class Replay:
    """The position of one session in what is remembered.

    Args:
        replays: What is remembered.
        context: What the session's messages are sanitized under.
    """

    def __init__(self, replays: Replays, context: Context) -> None:
        self._replays = replays
        self._context = context
        self._passed = b""
        self._carried = set[str]()

    @property
    def is_named(self) -> bool:
        """Whether messages are remembered individually, independent of the messages around them."""
        return bool(self._context.session)

    def place(self, said: Said, context: Context, together: Sequence[Said] = ()) -> bytes:
        """The key under which the outcome of the next message is remembered.

        Args:
            said: The message.
            context: What it is sanitized under.
            together: The messages that are looked at together with it, where there are several.
        """
        place = self._digest(self._before, _parts(said, context))
        if self.is_named:
            return place
        for other in together:
            place = self._digest(place, _parts(other, context))
        return place

    def find(self, place: bytes) -> Outcome | None:
        """The outcome of a message, if it is remembered."""
        found: Outcome | None = self._replays.get(place)
        return found

    def passed(self, place: bytes, outcome: Outcome) -> None:
        """Note that a message was committed; everything after it depends on it."""
        self._passed = place
        self._replays.put(place, outcome, sum(map(len, outcome.texts)))

    def once(self, what: str, work: Callable[[], _T], characters: int) -> _T:
        """The result of some work, done once; it depends on its name and the messages before."""
        place = self._digest(self._before, ["once", what])
        found: _T | None = self._replays.get(place)
        if found is None:
            found = work()
            self._replays.put(place, found, characters)
        return found

    def carried(self, what: str) -> None:
        """Note that the session learned what a message carries; everything after it may depend on it."""
        if what not in self._carried:
            self._carried.add(what)
            self._passed = self._digest(self._passed, ["carried", what])

    def known(self) -> Iterable[Found]:
        """What was found private before under this session's name."""
        found: Iterable[Found] | None = self._replays.get(self._known) if self.is_named else None
        return found or ()

    def learn(self, found: Iterable[Found]) -> None:
        """Look for this in everything that is sent under this session's name from now on."""
        if self.is_named:
            self._replays.learn(self._known, found)

    @property
    def _before(self) -> bytes:
        return b"" if self.is_named else self._passed

    @cached_property
    def _known(self) -> bytes:
        return self._digest(b"", ["known"])

    @cached_property
    def _secret(self) -> bytes:
        return self._context.engine.key.derive("replay", SCHEME, self._context.session)

    def _digest(self, before: bytes, parts: Iterable[str]) -> bytes:
        return keyed_digest(self._secret, before, parts)


def _parts(said: Said, context: Context) -> Iterator[str]:
    yield from (repr(context.dependencies), str(said.from_model), str(said.kept), said.asked, *said.texts)
