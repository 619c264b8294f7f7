"""What detectors find, without the verbs, the public names and the markup that they take for names in requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.requests.commands import without_verb
from privacy_chains.detect.requests.markup import without_markup
from privacy_chains.detect.requests.public import Publicity
from privacy_chains.detect.requests.sentences import Sentences

__all__ = ["InRequests"]


class InRequests:
    """What detectors find, less what in commands and questions is nobody's.

    Three repairs, each of which only takes away: tokens of chat templates, verbs and adverbs at the beginning of
    sentences, and public names in general questions. What is public in one sentence and private in another is private.

    Args:
        detectors: The detectors.
        public: Whether public names are let go.
        verbs: Whether verbs and adverbs are.
    """

    def __init__(self, detectors: Sequence[Detector], *, public: bool = True, verbs: bool = True) -> None:
        self._detectors = detectors
        self._public, self._verbs = public, verbs

    def detect(self, text: str) -> Iterator[Span]:
        """The spans that are private."""
        found = resolve_overlaps(chain.from_iterable(detector.detect(text) for detector in self._detectors))
        spans = list(without_markup(text, found))
        sentences = Sentences(text)
        if self._verbs:
            following = [*spans[1:], None]
            cut = (without_verb(text, one, sentences, after) for one, after in zip(spans, following, strict=False))
            spans = [one for one in cut if one]
        if self._public:
            spans = list(_private(text, sentences, spans))
        yield from spans


def _private(text: str, sentences: Sentences, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans that are not public, and those whose text is private somewhere else."""
    publicity = Publicity(text, sentences, spans)
    open_ = [publicity.covers(span) for span in spans]
    words = {w for one, free in zip(spans, open_, strict=True) if not free for w in text[one.start : one.end].split()}
    for span, free in zip(spans, open_, strict=True):
        if not free or not words.isdisjoint(text[span.start : span.end].split()):
            yield span
