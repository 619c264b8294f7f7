"""Spans: where a private value stands in a text.

Positions count code points, half-open, as Python's slices do.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from privacy_chains.errors import DetectionError

__all__ = ["Span", "check_spans", "in_originals", "replace_spans", "resolve_overlaps"]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """One private value, by position; it never holds the value itself.

    Attributes:
        start: First code point of the value.
        end: One past its last code point.
        entity_type: An entity type's name, such as ``"US_SSN"``.
        score: The detector's confidence, 0 to 1.
        source: The detector that found it.
    """

    start: int
    end: int
    entity_type: str
    score: float = 1.0
    source: str = ""

    def overlaps(self, other: Span) -> bool:
        """Whether two spans share at least one code point."""
        return self.start < other.end and other.start < self.end


def check_spans(text: str, spans: Iterable[Span]) -> None:
    """Refuse spans that are empty, reversed, or outside the text.

    Raises:
        DetectionError: Naming the entity type and positions, never the text.
    """
    length = len(text)
    for span in spans:
        if not 0 <= span.start < span.end <= length:
            msg = (
                f"{span.source or 'a detector'} returned a {span.entity_type} span [{span.start}, {span.end}) "
                f"for a text of {length} characters"
            )
            raise DetectionError(msg, entity_type=span.entity_type)


def resolve_overlaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Choose among overlapping spans, and return disjoint ones in reading order.

    The rule: the longer span wins, then the higher score, then the earlier start, then the type's name. A span
    that loses keeps the stretches outside of the winners, under its own type, so that no detected character
    stays in clear.
    """
    chosen: list[Span] = []
    cluster: list[Span] = []
    end = -1
    for span in sorted(spans, key=_reading_order):
        if span.start >= end and cluster:
            chosen += _settled(cluster)
            cluster = []
        cluster.append(span)
        end = max(end, span.end)
    return tuple(chosen + _settled(cluster))


def _reading_order(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _rank(span: Span) -> tuple[int, float, int, str]:
    return span.start - span.end, -span.score, span.start, span.entity_type


def _settled(cluster: list[Span]) -> list[Span]:
    """The same for spans that overlap in a chain; most are alone."""
    if len(cluster) < 2:  # nothing to choose among
        return cluster
    chosen: list[Span] = []
    for span in sorted(cluster, key=_rank):
        for start, end in _uncovered(span, chosen):
            whole = start == span.start and end == span.end
            insort(chosen, span if whole else replace(span, start=start, end=end))
    return chosen


def _uncovered(span: Span, chosen: list[Span]) -> list[tuple[int, int]]:
    """The stretches of ``span`` that none of the disjoint, sorted ``chosen`` covers."""
    index = bisect_right(chosen, span.start, key=lambda s: s.end)
    stretches: list[tuple[int, int]] = []
    position = span.start
    while index < len(chosen) and chosen[index].start < span.end:
        if position < chosen[index].start:
            stretches.append((position, chosen[index].start))
        position = chosen[index].end
        index += 1
    if position < span.end:
        stretches.append((position, span.end))
    return stretches


def replace_spans(text: str, spans: Sequence[Span], values: Sequence[str]) -> tuple[str, tuple[Span, ...]]:
    """Replace each span by its value; return the new text and the new positions of the spans.

    ``spans`` are disjoint and in reading order; ``values`` has one entry for each. The span of an empty value is empty.
    """
    pieces: list[str] = []
    moved: list[Span] = []
    position = length = 0
    for span, value in zip(spans, values, strict=True):
        clear = text[position : span.start]
        start = length + len(clear)
        pieces += (clear, value)
        length = start + len(value)
        position = span.end
        moved.append(Span(start, length, span.entity_type, span.score, span.source))
    pieces.append(text[position:])
    return "".join(pieces), tuple(moved)


def in_originals(spans: Sequence[Span], originals: Sequence[str]) -> tuple[Span, ...]:
    """The spans of a replaced text at the places of their originals: the inverse of ``replace_spans``."""
    back: list[Span] = []
    moved = 0
    for span, original in zip(spans, originals, strict=True):
        start = span.start + moved
        back.append(replace(span, start=start, end=start + len(original)))
        moved += len(original) - (span.end - span.start)
    return tuple(back)
