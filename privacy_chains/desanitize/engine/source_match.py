"""Echoes and places: what the sanitized texts themselves say about a surrogate.

While everything received so far equals the beginning of a sanitized text, each surrogate is known by its position, and
no rule of spelling or sense applies. That is why a sanitized text is always read back exactly. Elsewhere, where one
surrogate has several originals, the longest common context to its left decides.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from privacy_chains.desanitize.spellings.source_texts import ECHO, Source
from privacy_chains.desanitize.tokens import WAIT, Found, Wait
from privacy_chains.lazy import lazily

__all__ = ["REACH", "Echo", "Places", "Verdict", "context", "index_sources", "repeated"]

REACH: Final = 64
"""How many characters of context to the left decide between two originals of one surrogate."""

_START: Final = "\x02"
_LAST_WORD = lazily(r"\w+\W*\Z")


class Verdict(Enum):
    """What the repeated texts say about a stretch."""

    UNKNOWN = "unknown"
    CLEAR = "clear"
    SURROGATE = "surrogate"
    OPEN = "the next character will tell"


@dataclass(slots=True)
class _Trace:
    source: Source
    agrees: int = 0
    index: int = 0


@dataclass(slots=True)
class Echo:
    """Which sanitized texts the answer has repeated so far. Positions count from the answer's first character."""

    sources: dict[str, list[Source]]
    traces: list[_Trace] = field(default_factory=list)
    length: int = 0
    ended: bool = False

    def advance(self, chunk: str, *, final: bool) -> None:
        """Take in more of the answer."""
        if chunk and not self.length:
            self.traces = [_Trace(source) for source in self.sources.get(chunk[0], ())]
        for trace in self.traces:
            if trace.agrees == self.length:
                trace.agrees += _common(trace.source.text, self.length, chunk)
        self.length += len(chunk)
        self.ended = final
        if final:
            for trace in self.traces:
                trace.agrees += trace.agrees == self.length == len(trace.source.text)

    def forget(self, settled: int) -> None:
        """Drop what is not needed after ``settled``."""
        if self.traces:
            self.traces = [trace for trace in self.traces if trace.agrees > settled or trace.agrees == self.length]

    def next_start(self, at: int) -> int | None:
        """The first place from ``at`` on where a repeated text has a surrogate."""
        if not self.traces:
            return None
        nearest: int | None = None
        for trace in self.traces:
            starts = trace.source.starts
            while trace.index < len(starts) and starts[trace.index] < at:
                trace.index += 1
            if trace.index < len(starts) and starts[trace.index] < min(trace.agrees, self.length):
                start = starts[trace.index]
                nearest = start if nearest is None else min(nearest, start)
        return nearest

    def surrogate_at(self, start: int) -> Found | Wait | None:
        """The surrogate that the repeated texts have at ``start``, if they agree."""
        for trace in self.traces:
            place = trace.source.spans.get(start)
            if place is None or start >= trace.agrees:
                continue
            end, entry, original = place
            if trace.agrees <= end:
                if trace.agrees == self.length and not self.ended:
                    return WAIT
                continue
            if entry is not None and self.judge(start, end) is Verdict.SURROGATE:
                return Found(start, end, original, entry, ECHO)
        return None

    def judge(self, start: int, end: int) -> Verdict:
        """Whether a stretch of the answer is one surrogate of the repeated texts."""
        originals: set[str | None] = set()
        for trace in self.traces:
            reach = max(end, trace.source.reach(end))
            if trace.agrees == self.length and self.length <= reach and not self.ended:
                return Verdict.OPEN
            if trace.agrees > reach:
                place = trace.source.spans.get(start)
                if place is not None and place[0] == end and place[1] is None:
                    return Verdict.UNKNOWN
                originals.add(place[2] if place is not None and place[0] == end else None)
        if len(originals) != 1:
            return Verdict.UNKNOWN
        return Verdict.CLEAR if None in originals else Verdict.SURROGATE


def repeated(answer: str, sources: dict[str, list[Source]]) -> Source | None:
    """The sanitized text that an answer is, where each place in it has one meaning; ``sources`` by first character.

    Then only its surrogates are read, since nothing else in it can be one. Another text that begins alike does not
    matter if the two differ before the first surrogate of either.
    """
    alike = sources.get(answer[:1], [])
    whole = [source for source in alike if source.text == answer]
    if len(whole) != 1 or any(entry is None for _, entry, _ in whole[0].spans.values()):
        return None
    others = (source for source in alike if source is not whole[0])
    return None if any(_share_surrogates(whole[0], other) for other in others) else whole[0]


def _share_surrogates(one: Source, other: Source) -> bool:
    first = min((*one.starts[:1], *other.starts[:1]), default=len(one.text))
    return _common(one.text, 0, other.text) > first


def _common(text: str, start: int, chunk: str) -> int:
    """How many characters of ``chunk`` stand in ``text`` from ``start`` on."""
    if text.startswith(chunk, start):
        return len(chunk)
    low, high = 0, len(chunk)
    while high - low > 1:
        middle = (low + high) // 2
        if text.startswith(chunk[low:middle], start + low):
            low = middle
        else:
            high = middle
    return low


def context(text: str, start: int, *, origin: bool) -> str:
    """What stands to the left of ``start``, a mark at the start of the text. ``origin``: the text starts here."""
    left = text[max(0, start - REACH) : start]
    return _START + left if origin and start <= REACH else left


class Places:
    """Where surrogates of several meanings stand in the sanitized texts: their meaning by the context to the left."""

    def __init__(self) -> None:
        self._contexts: dict[str, set[tuple[str, str | None]]] = defaultdict(set)

    def copy(self) -> Places:
        """A copy."""
        places = Places()
        for surrogate, contexts in self._contexts.items():
            places._contexts[surrogate] = set(contexts)
        return places

    def add(self, surrogate: str, left: str, original: str | None) -> None:
        """Note that ``surrogate`` after ``left`` means ``original``; None: it is clear text there."""
        self._contexts[surrogate].add((left, original))

    def __contains__(self, surrogate: str) -> bool:
        return surrogate in self._contexts

    def knows(self, surrogate: str, left: str) -> bool:
        """Whether ``surrogate`` is already known to be clear text after ``left``."""
        return (left, None) in self._contexts.get(surrogate, ())

    def decide(self, surrogate: str, left: str, among: Iterable[str]) -> str | None:
        """The meaning that the longest common context gives; None where it does not decide."""
        best, meanings = 0, set[str | None]()
        for known, original in self._contexts[surrogate]:
            length = _common_end(known, left)
            if length > best:
                best, meanings = length, set()
            if length and length == best:
                meanings.add(original)
        meaning = meanings.pop() if len(meanings) == 1 else None
        return meaning if meaning in set(among) else None


def _common_end(known: str, left: str) -> int:
    """The length of the common end, in whole words; the start of the text is a word."""
    length = 0
    for a, b in zip(reversed(known), reversed(left), strict=False):
        if a != b:
            break
        length += 1
    whole = length == len(known) or length == len(left)
    common = left[len(left) - length :]
    if not whole and common and (common[0].isalnum() and left[-length - 1].isalnum()):
        word = re.match(r"\w*", common)
        common = common[word.end() if word else 0 :]
    return len(common) if common.startswith(_START) or _LAST_WORD.search(common) else 0


def index_sources(sources: Sequence[Source]) -> dict[str, list[Source]]:
    """Sources by their first character."""
    index: dict[str, list[Source]] = defaultdict(list)
    for source in sources:
        if source.text:
            index[source.text[0]].append(source)
    return dict(index)
