"""What detectors find, without the verbs, the public names and the markup that they take for names in requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.requests.markup import without_markup
from privacy_chains.detect.requests.public import Publicity
from privacy_chains.detect.sentences import Sentences

__all__ = ["InRequests"]


class InRequests:
    """What detectors find, less what is nobody's.

    Two repairs, each of which only takes away: tokens of chat templates; and, by a learned judge that reads the
    network's states, public names, verbs that orders begin with, and words of the language. What is public in one
    sentence and private in another is private.

    Args:
        detectors: The detectors.
        judge: Whether the judge is asked, which loads the network.
    """

    def __init__(self, detectors: Sequence[Detector], *, judge: bool = True) -> None:
        self._detectors = detectors
        self._judge = judge

    def detect(self, text: str) -> Iterator[Span]:
        """The spans that are private."""
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
