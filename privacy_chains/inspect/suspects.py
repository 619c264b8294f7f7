"""What leaves as it is and looks private: what detectors were not asked for or are not sure of, and unknown words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Literal

from privacy_chains.contract.entities import ENTITY_TYPES
from privacy_chains.contract.spans import Span
from privacy_chains.detect import NEURAL_TYPES, CompositeDetector, DenyList, NeuralDetector, StructuredDetector
from privacy_chains.detect.network.detector import NEURAL
from privacy_chains.methods.characters.choice import chosen
from privacy_chains.methods.characters.tokens import token
from privacy_chains.methods.characters.words import left_alone, words
from privacy_chains.preempt.policy import Policy

__all__ = ["Suspect", "Why", "suspects"]

Why = Literal["allowed", "unsought", "unsure", "let go", "unknown"]
"""Why a stretch leaves as it is: the policy's list allows it; the policy does not look for its type; the detector is
not sure enough; the detector's rules let it go, as public names in questions; no detector knows of it, and no list has
it as an ordinary word."""

_SENSITIVITY = 4.5
"""More than twice that of the default detector: what it finds beyond that is what the network finds likely enough to
be shown to a person, and too unlikely to be hidden."""

_SURE = 0.9
"""From here on a detector is so sure that not its doubt but another rule let the value go."""

_DULL = frozenset({"NUMBER", "TITLE"})
"""Plain numbers and ``Ms.``: to show each would hide the rest."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A stretch that leaves as it is and looks private, by position; it never holds the text.

    Attributes:
        start: First code point.
        end: One past the last.
        why: Why it leaves, and why it is shown.
        entity_type: What it may be; empty where nothing tells.
        score: How sure of that a detector is; None where none was asked.
    """

    start: int
    end: int
    why: Why
    entity_type: str = ""
    score: float | None = None


def suspects(text: str, closed: Sequence[Span], policy: Policy) -> tuple[Suspect, ...]:
    """What looks private in a text beside what is hidden, in reading order, disjoint.

    Args:
        text: The text as it was written.
        closed: What is hidden in it, or kept in clear by a rule: disjoint spans in reading order.
        policy: Which types are looked for, and what is allowed.
    """
    taken, cut = _Taken(closed), _Cores(text, closed)
    found = chain(_allowed(text, policy), _candidates(text, policy, cut), cut.unknown())
    return tuple(sorted(filter(taken.takes, found), key=lambda one: one.start))


class _Taken:
    """What is taken already: who comes first keeps a place."""

    def __init__(self, closed: Iterable[Span]) -> None:
        self._places = [(span.start, span.end) for span in closed]

    def takes(self, one: Suspect) -> bool:
        after = bisect_left(self._places, (one.start, one.end))
        beside = self._places[max(after - 1, 0) : after + 1]
        free = not any(start < one.end and one.start < end for start, end in beside)
        if free:
            self._places.insert(after, (one.start, one.end))
        return free and one.entity_type not in _DULL


def _allowed(text: str, policy: Policy) -> Iterator[Suspect]:
    if policy.allow:
        for span in DenyList("ALLOWED", policy.allow).detect(text):
            yield Suspect(span.start, span.end, "allowed")


def _candidates(text: str, policy: Policy, cut: _Cores) -> Iterator[Suspect]:
    """What a detector that looks for every type, and leans to finding, would hide."""
    for span in _curious().detect(text):
        start, end = cut.widened(span.start, span.end) if span.source == NEURAL else (span.start, span.end)
        if start < end:
            yield Suspect(start, end, _why(span, policy), span.entity_type, span.score)


def _why(span: Span, policy: Policy) -> Why:
    if span.entity_type not in policy.entity_types:
        return "unsought"
    return "unsure" if span.score < _SURE else "let go"


class _Cores:
    """The words of a text outside what is closed, without the punctuation around them."""

    def __init__(self, text: str, closed: Sequence[Span]) -> None:
        self._text = text
        alone = [span for span in left_alone(text) if not any(span.overlaps(other) for other in closed)]
        cut = [(word, token(word.text)) for word in words(text, sorted([*closed, *alone]))]
        self._words = [word for word, parts in cut if parts.written]
        starts = [(word.start + len(parts.lead), parts.written) for word, parts in cut if parts.written]
        self._places = [(start, start + len(written)) for start, written in starts]

    def unknown(self) -> Iterator[Suspect]:
        """Words that ``undetected="noise"`` would noise."""
        odd = chosen(self._text, self._words, "undetected")
        for (start, end), is_odd in zip(self._places, odd, strict=True):
            if is_odd:
                yield Suspect(start, end, "unknown")

    def widened(self, start: int, end: int) -> tuple[int, int]:
        """A stretch with the whole of the words that it has a part of, and no punctuation around; empty for none."""
        first = bisect_left(self._places, start, key=lambda place: place[1] - 1)
        last = bisect_left(self._places, end, key=lambda place: place[0])
        return (self._places[first][0], self._places[last - 1][1]) if first < last else (start, start)


@cache
def _curious() -> CompositeDetector:
    kinds = frozenset(ENTITY_TYPES)
    return CompositeDetector(StructuredDetector(kinds), NeuralDetector(_SENSITIVITY, NEURAL_TYPES))
