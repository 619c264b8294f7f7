"""Examples as the network reads them: with stand-ins for what patterns and lists find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

from privacy_chains.contract.spans import Span
from privacy_chains.detect import PATTERN_TYPES, CompositeDetector, NameDetector, StructuredDetector
from privacy_chains.detect.network.stand_ins import Canonical
from training.example import UNSURE, Example, Mark

__all__ = ["as_read"]


def as_read(example: Example) -> Example:
    """The example's text with stand-ins, and its marks there.

    A mark that holds more than values that were found is kept, and holds them whole; so is one of the value's own type.
    Of all else that patterns and lists found nothing is learned: it is theirs, whatever the network says.
    """
    found = _certain().detect(example.text)
    if not found:
        return example
    canonical = Canonical(example.text, found)
    owners = [_owner(example, found, *canonical.original(at, at + 1)) for at in range(len(canonical.text))]
    return Example(canonical.text, list(_marks(owners)), example.annotated)


@cache
def _certain() -> CompositeDetector:
    """The patterns and lists that the network reads after."""
    return CompositeDetector(StructuredDetector(PATTERN_TYPES - {"NUMBER"}), NameDetector())


def _owner(example: Example, found: Sequence[Span], start: int, end: int) -> Mark | None:
    """What a stretch of the example's text, a character or a whole value that was found, belongs to.

    Returns:
        The example's mark there. Where a value was found, the mark counts only if it holds more than the value or is of
        its type; if not, the value itself, as unsure.
    """
    mark = next((mark for mark in example.marks if mark[0] < end and mark[1] > start), None)
    value = next((span for span in found if span.start <= start and end <= span.end), None)
    if value is None or (mark is not None and _counts(mark, value)):
        return mark
    return value.start, value.end, UNSURE


def _counts(mark: Mark, value: Span) -> bool:
    """Whether a mark says more of a value than that it was found."""
    return mark[0] < value.start or mark[1] > value.end or mark[2] == value.entity_type


def _marks(owners: Iterable[Mark | None]) -> Iterator[Mark]:
    """A mark for each run of characters of one owner."""
    position = 0
    for owner, run in groupby(owners):
        length = sum(1 for _ in run)
        if owner is not None:
            yield position, position + length, owner[2]
        position += length
