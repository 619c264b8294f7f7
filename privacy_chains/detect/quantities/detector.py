"""The findings of a detector, and the amounts, ages and ids that no pattern reads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from privacy_chains.contract.spans import Span, resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.detect.quantities.judge import Spelled, chances
from privacy_chains.detect.quantities.reading import Window, WindowNumber, windows_of
from privacy_chains.detect.recent import Recent
from privacy_chains.language.patterns import worded

__all__ = ["QUANTITIES", "WithQuantities"]

QUANTITIES = "quantities"
"""The source of its spans."""
_UNIT = worded(r"[ \u00a0-]?(?:{age_month}|{age_week}|{age_day})\b", re.IGNORECASE)
"""Units after an age, other than years."""
_LEAST = {"AGE": 0.8, "ID_NUMBER": 0.6, "MONEY": 0.6}
"""If a number or code is private with at least this probability, it is reported as its likeliest type."""

_JUDGED = Recent[Sequence[Mapping[str, float]]](4_096)
"""What the numbers of windows read lately are."""


class WithQuantities:
    """A detector, and a learned judge of the numbers that the detector left.

    A number is reported if its spelling can be that of the type, and the network's states say that it is one: ``1,850``
    in *rent (1,850/mo)*, ``67`` in *67F w/ hx of CHF*. It only adds.

    Args:
        detector: The detector.
        entity_types: Some of ``"AGE"``, ``"ID_NUMBER"`` and ``"MONEY"``.

    Attributes:
        known: The detector.
    """

    def __init__(self, detector: Detector, entity_types: frozenset[str]) -> None:
        self.known = detector
        self._types = entity_types

    def detect(self, text: str) -> Iterator[Span]:
        """The spans of the detector, and those of the numbers."""
        spans = resolve_overlaps(self.known.detect(text))
        yield from spans
        yield from self._numbers(text, spans)

    def _numbers(self, text: str, spans: Sequence[Span]) -> Iterator[Span]:
        """The numbers, each judged in the window in which it is farthest from an end."""
        depths: dict[int, int] = {}
        found: dict[int, Span | None] = {}
        for window in windows_of(text, spans):
            for number, likely in zip(window.numbers, _judged(window), strict=True):
                depth = min(number.first, window.pieces - number.last)
                if depth > depths.get(number.start, -1):
                    depths[number.start] = depth
                    found[number.start] = self._span(text, likely, number)
        yield from (span for span in found.values() if span)

    def _span(self, text: str, chances: Mapping[str, float], number: WindowNumber) -> Span | None:
        """A number that is probably private, as its likeliest type: a wrong type matters less."""
        kind = max(number.may_be, key=lambda one: (chances[one], one))
        private = sum(chances[one] for one in number.may_be)
        if kind not in self._types or private < _LEAST[kind]:
            return None
        stop = _end_of_age(text, number.end) if kind == "AGE" else number.stop
        return Span(number.start, stop, kind, private, QUANTITIES)


def _end_of_age(text: str, end: int) -> int:
    """The end of an age: after ``months``, since the number alone would be read as years."""
    unit = _UNIT.match(text, end)
    return unit.end() if unit else end


def _judged(window: Window) -> Sequence[Mapping[str, float]]:
    """The judgement of each number of a window, remembered in case the window comes again."""
    name = _JUDGED.name(window.text, [(one.first, one.last, one.traits) for one in window.numbers])
    return _JUDGED.of(name, partial(_judge, window))


def _judge(window: Window) -> Sequence[Mapping[str, float]]:
    if not window.numbers:
        return []
    return chances(window.states(), [Spelled(one.first, one.last, one.traits) for one in window.numbers])
