"""What detectors find, without the verbs, the public names and the markup that they take for names in requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.recent import Recent
from privacy_chains.detect.requests.markup import without_markup
from privacy_chains.detect.requests.public import Publicity
from privacy_chains.detect.requests.sentences import Sentences

__all__ = ["InRequests"]

_REMEMBERED, _MOST_SPANS = 4_096, 1_000
"""Texts, and how many findings each may have."""
_RECENT = Recent[tuple[Span, ...]](_REMEMBERED)


class InRequests:
    """What detectors find, less what is nobody's.

    Two repairs, each of which only takes away: tokens of chat templates; and, by a learned judge that reads the
    network's states, public names, verbs that orders begin with, and words of the language. What is public in one
    sentence and private in another is private.

    Args:
        detectors: The detectors.
        judge: Whether the judge is asked, which loads the network.
        alike: Says all that the detectors' findings hang on beside the text, so that what detectors made alike found
            is remembered for when the text comes again, as the history of a conversation does; nothing is when None.
    """

    def __init__(self, detectors: Sequence[Detector], *, judge: bool = True, alike: object = None) -> None:
        self._detectors = detectors
        self._judge = judge
        self._alike = alike

    def detect(self, text: str) -> Sequence[Span]:
        """The spans that are private."""
        if self._alike is None:
            return tuple(self._read(text))
        name = _RECENT.name(text, self._alike)
        found = _RECENT.get(name)
        if found is None:
            found = tuple(self._read(text))
            if len(found) <= _MOST_SPANS:
                _RECENT.put(name, found)
        return found

    def _read(self, text: str) -> Iterator[Span]:
        found = resolve_overlaps(chain.from_iterable(detector.detect(text) for detector in self._detectors))
        spans = list(without_markup(text, found))
        yield from _private(text, spans) if self._judge else spans


def _private(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """What of the spans is private, and those whose text is private somewhere else."""
    publicity = Publicity(text, Sentences(text))
    parts = [publicity.private_part(span) for span in spans]
    words = {word for part in parts if part for word in text[part.start : part.end].split()}
    for span, part in zip(spans, parts, strict=True):
        if part or not words.isdisjoint(text[span.start : span.end].split()):
            yield part or span
