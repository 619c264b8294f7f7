"""Examples as the network reads them: with stand-ins for what patterns and lists find."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import groupby

from privacy_chains.detect import PATTERN_TYPES, CompositeDetector, NameDetector, StructuredDetector
from privacy_chains.detect.stand_ins import Canonical
from privacy_chains.spans import Span
from training.example import UNSURE, Example, Mark

__all__ = ["as_read"]


def as_read(example: Example) -> Example:
    """The example's text with stand-ins, and its marks there.

    A mark that holds more than values that were found is kept, and holds them whole. Of what patterns and lists found
    by themselves nothing is learned: it is theirs, whatever the network says.
    """
    spans = _certain().detect(example.text)
    if not spans:
        return example
    canonical = Canonical(example.text, spans)
    owners = [_owner(example, spans, *canonical.original(at, at + 1)) for at in range(len(canonical.text))]
    return Example(canonical.text, list(_marks(owners)), example.annotated)


@cache
def _certain() -> CompositeDetector:
    return CompositeDetector(StructuredDetector(PATTERN_TYPES - {"NUMBER"}), NameDetector())


def _owner(example: Example, spans: Iterable[Span], start: int, end: int) -> Mark | None:
    """The mark that a character or a whole stand-in belongs to; the value itself where it is all there is."""
    mark = next((mark for mark in example.marks if mark[0] < end and mark[1] > start), None)
    value = next((span for span in spans if span.start <= start and end <= span.end), None)
    if value is None:
        return mark
    longer = mark is not None and (mark[0] < value.start or mark[1] > value.end)
    return mark if longer else (value.start, value.end, UNSURE)


def _marks(owners: Iterable[Mark | None]) -> Iterable[Mark]:
    position = 0
    for owner, run in groupby(owners):
        length = sum(1 for _ in run)
        if owner is not None:
            yield position, position + length, owner[2]
        position += length
