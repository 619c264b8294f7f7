"""Recent findings: a conversation sends its history again with every message."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.models.recent import Recent

__all__ = ["Recent", "Remembered"]

_REMEMBERED, _MOST_SPANS = 4_096, 1_000
"""Texts, and how many findings each may have."""
_SPANS = Recent[tuple[Span, ...]](_REMEMBERED)


class Remembered:
    """What a detector finds, remembered for when a text comes again.

    Args:
        detector: The detector.
        alike: Everything that its findings depend on beside the text; detectors with equal values share their findings.
    """

    def __init__(self, detector: Detector, alike: object) -> None:
        self.detector = detector
        self._alike = alike

    def detect(self, text: str) -> Sequence[Span]:
        """The spans of the detector."""
        name = _SPANS.name(text, self._alike)
        found = _SPANS.get(name)
        if found is None:
            found = tuple(self.detector.detect(text))
            if len(found) <= _MOST_SPANS:
                _SPANS.put(name, found)
        return found
