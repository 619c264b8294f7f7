"""Provenance: who wrote which values, and how a model wrote what was read back to the caller.

A document may tell a model to send values away: a value that only documents contain is not given to a remote tool.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from threading import RLock
from typing import NoReturn

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize import Issued
from privacy_chains.errors import PrivacyError
from privacy_chains.lazy import lazily
from privacy_chains.preempt.memory import Memory, Outcome

__all__ = ["Provenance", "is_told_by_user"]

_LEAVES = 2_000
"""How many texts of a model are remembered as it wrote them."""
_CHARACTERS = 300_000
"""How much text of documents is remembered."""
_HELD = 1_000
_BESIDE = 24
"""How many characters beside a value show which document it was copied from."""
_TELLING = 8
"""Of so many at least."""
_AROUND = 400
"""How far around a value a whole text, or a line of it, is looked for."""

_WORD = lazily(r"\w*[^\W\d_]\w*")
_BLANK = lazily(r"\s+")


class Documents:
    """Texts that came from elsewhere, as many as are remembered."""

    def __init__(self) -> None:
        self._texts: OrderedDict[int, tuple[str, frozenset[str]]] = OrderedDict()
        self._held = 0

    def add(self, text: str) -> None:
        """Remember a text, and forget the oldest."""
        if not text or hash(text) in self._texts:
            return
        plain = _plain(text)
        self._texts[hash(text)] = plain, frozenset((plain, *map(_plain, text.splitlines())))
        self._held += len(plain)
        while self._held > _CHARACTERS and len(self._texts) > 1:
            self._held -= len(self._texts.popitem(last=False)[1][0])

    def hold(self, text: str, start: int, end: int) -> bool:
        """Whether a value was copied from a text: with words beside it, with its line, or with the whole text."""
        value = _plain(text[start:end])
        holding = [(known, lines) for known, lines in self._texts.values() if value in known]
        if not holding:
            return False
        left, right = _left(text[max(0, start - _AROUND) : start]), _right(text[end : end + _AROUND])
        sides = [
            side for side in (left[-_BESIDE:] + value, value + right[:_BESIDE]) if len(side) >= len(value) + _TELLING
        ]
        around = left + value + right
        return any(
            any(side in known for side in sides) or any(_covers(line, value, around, len(left)) for line in lines)
            for known, lines in holding
        )


def _covers(line: str, value: str, around: str, at: int) -> bool:
    """Whether the line around a place contains a value."""
    inside = line.find(value)
    while inside >= 0:
        if at >= inside and around.startswith(line, at - inside):
            return True
        inside = line.find(value, inside + 1)
    return False


@dataclass(slots=True, repr=False)
class Provenance:
    """What is known about one session's values, shared by all objects with its name. Safe to share between threads.

    It holds clear values, as sessions do: in memory only.
    """

    held: list[Sighting] = field(default_factory=list)
    _known: Memory = field(default_factory=Memory)
    _own: set[str] = field(default_factory=set)
    _numbers: set[tuple[str, Fraction]] = field(default_factory=set)
    _wrote: OrderedDict[str, str] = field(default_factory=OrderedDict)
    _noted: set[int] = field(default_factory=set)
    _documents: Documents = field(default_factory=Documents)
    _lock: RLock = field(default_factory=RLock)

    def saw(self, texts: Sequence[str]) -> None:
        """Remember texts that came from elsewhere: values copied from them are not the user's own."""
        with self._lock:
            for text in texts:
                self._documents.add(text)

    def said(self, texts: Sequence[str], own: Sequence[bool], outcome: Outcome) -> None:
        """Learn who wrote the values of a turn: the user, if they occur in one of the user's texts."""
        told = hash((*texts, *own))
        with self._lock:
            if told in self._noted:
                return
            self._noted.add(told)
            self._learn(outcome)
            for text, is_own, found in zip(texts, own, _places(outcome), strict=True):
                for entity_type, start, original in found if is_own else ():
                    if not self._documents.hold(text, start, start + len(original)):
                        self._take(entity_type, original, outcome)

    def _take(self, entity_type: str, original: str, outcome: Outcome) -> None:
        self._own.add(original.casefold())
        self._own.update(_WORD.findall(original.casefold()))
        pair = outcome.issued.get((entity_type, original))
        if pair is not None and pair.number is not None:
            self._numbers.add((entity_type, pair.number))

    def _learn(self, outcome: Outcome) -> None:
        known = self._known
        known.needles.update(dict.fromkeys(outcome.needles))
        known.settled.update(outcome.settled)
        known.printed.update(outcome.printed)
        for pair in outcome.issued.values():
            known.issued[pair.entity_type, pair.original, pair.surrogate] = pair

    def read(self, wrote: Sequence[Leaf], read: Sequence[Leaf], issued: Sequence[Issued]) -> None:
        """Remember the texts of a model's message that hold surrogates, each as the model wrote it.

        Where they are asked on, by a tool that is an engine of its own, they are not the user's words.
        """
        with self._lock:
            for before, after in zip(wrote, read, strict=False):
                if not (isinstance(before, str) and isinstance(after, str)):
                    continue
                if before != after:
                    self._documents.add(after)
                if before != after or _holds(before, issued):  # a reader leaves them in addresses
                    self._wrote[after] = before
                    self._wrote.move_to_end(after)
            while len(self._wrote) > _LEAVES:
                self._wrote.popitem(last=False)

    def wrote(self, text: str) -> str | None:
        """How the model wrote a text that was read back; nothing for one that it did not write."""
        with self._lock:
            return self._wrote.get(text)

    def is_own(self, pair: Issued) -> bool:
        """Whether the user wrote the original; only their own texts make it theirs."""
        told = pair.original.casefold() in self._own
        return told or (pair.number is not None and (pair.entity_type, pair.number) in self._numbers)

    def recall(self, memory: Memory) -> str:
        """Make a memory know what was issued under its session's name; return what was new to it, as one text."""
        with self._lock:
            known = self._known
            new = [pair for place, pair in known.issued.items() if place not in memory.issued]
            if not new:
                return ""
            memory.carry(new, known.needles)
            for key, number in known.settled.items():
                memory.settled.setdefault(key, number)
                memory.printed.setdefault(key, known.printed[key])
            return "\0".join(sorted(f"{pair.entity_type}\1{pair.original}\1{pair.surrogate}" for pair in new))

    def hold(self, sightings: Sequence[Sighting]) -> None:
        """Keep account of what was held back; it holds no value."""
        with self._lock:
            self.held.extend(sightings)
            del self.held[:-_HELD]

    def __repr__(self) -> str:
        return f"Provenance(held={len(self.held)})"

    def __reduce__(self) -> NoReturn:
        msg = "where values came from is not pickled: it holds clear values"
        raise PrivacyError(msg)


def is_told_by_user(message: Message) -> bool:
    """Whether a message is the user's, or the application's: what stands in it may be told as they ask."""
    return message.origin in ("user", "system") and not message.from_model


def _holds(text: str, issued: Sequence[Issued]) -> bool:
    folded = text.casefold()
    return any(pair.surrogate.casefold() in folded for pair in issued)


def _places(outcome: Outcome) -> Iterator[list[tuple[str, int, str]]]:
    """The values of each text: type, where it stood in the clear text, and the value."""
    for spans, originals in zip(outcome.spans, outcome.originals, strict=True):
        moved, found = 0, list[tuple[str, int, str]]()
        for span, original in zip(spans, originals, strict=True):
            found.append((span.entity_type, span.start - moved, original))
            moved += (span.end - span.start) - len(original)
        yield found


def _left(text: str) -> str:
    return _plain(f"{text}|")[:-1]


def _right(text: str) -> str:
    return _plain(f"|{text}")[1:]


def _plain(text: str) -> str:
    return _BLANK.sub(" ", text).strip().casefold()
