"""What detectors find, without the dates that are nobody's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.days.judge import chances
from privacy_chains.detect.days.reading import DateWindow, windows_of
from privacy_chains.detect.days.traits import DATE, OTHER, PRIVATE, Company, is_readable
from privacy_chains.detect.quantities.judge import Spelled
from privacy_chains.detect.recent import Recent

__all__ = ["PrivateDates"]

_LEAST, _BESIDE, _IN_COMPANY = 0.5, 0.25, 0.1
"""From which probability on a date is private; from which beside a private one, with which it moves together; and from
which in a text that holds who somebody is."""
_IDENTIFIES = frozenset({"AGE", "DATE_OF_BIRTH", "PERSON", "STREET_ADDRESS", OTHER})
_JUDGED = Recent[Sequence[float]](4_096)


class PrivateDates:
    """What a detector finds, with dates as ``PRIVATE_DATE`` and without those that are nobody's.

    A judge decides that reads the network's states around a date and what else is private in the text. Without the
    network a date is private where anything else in its text is.

    Args:
        detector: The detector.
        judge: Whether the judge is asked, which loads the network.

    Attributes:
        known: The detector.
    """

    def __init__(self, detector: Detector, *, judge: bool = True) -> None:
        self.known = detector
        self._judge = judge

    def detect(self, text: str) -> Iterator[Span]:
        """The spans that are private."""
        spans = resolve_overlaps(span for span in self.known.detect(text) if _may_be(text, span))
        dates = [span for span in spans if span.entity_type == DATE]
        private = frozenset(self._private(text, spans, dates)) if dates else frozenset[Span]()
        for span in spans:
            if span.entity_type != DATE:
                yield span
            elif span in private:
                yield replace(span, entity_type=PRIVATE)

    def _private(self, text: str, spans: Sequence[Span], dates: Sequence[Span]) -> Iterator[Span]:
        if not self._judge:
            yield from dates if Company(text, spans).kinds else ()
            return
        likely = _likely(text, spans)
        surest = max(likely.get(span, 1.0) for span in dates)
        in_company = not _IDENTIFIES.isdisjoint(Company(text, spans).kinds)
        least = _IN_COMPANY if in_company else _BESIDE if surest >= _LEAST else _LEAST
        yield from (span for span in dates if likely.get(span, 1.0) >= least)


def _may_be(text: str, span: Span) -> bool:
    return span.entity_type != DATE or is_readable(text[span.start : span.end])


def _likely(text: str, spans: Sequence[Span]) -> Mapping[Span, float]:
    """How likely each date is private, as the window says in which it stands farthest from an end."""
    depths: dict[Span, int] = {}
    found: dict[Span, float] = {}
    for window in windows_of(text, spans):
        for one, likely in zip(window.dates, _judged(window), strict=True):
            depth = min(one.first, window.pieces - one.last)
            if depth > depths.get(one.span, -1):
                depths[one.span], found[one.span] = depth, likely
    return found


def _judged(window: DateWindow) -> Sequence[float]:
    """How likely each date of a window is private, remembered for when the window comes again."""
    name = _JUDGED.name(window.text, [(one.first, one.last, one.traits) for one in window.dates])
    return _JUDGED.of(name, partial(_judge, window))


def _judge(window: DateWindow) -> Sequence[float]:
    dates = [Spelled(one.first, one.last, one.traits) for one in window.dates]
    return chances(window.states(), dates) if dates else []
