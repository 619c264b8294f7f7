"""The detector that a Sanitizer uses when it is given none."""

from __future__ import annotations

import re
from collections.abc import Iterable

from privacy_chains.detect.base import Detector
from privacy_chains.detect.composite import CompositeDetector
from privacy_chains.detect.names import NameDetector
from privacy_chains.detect.patterns import PatternDetector
from privacy_chains.detect.presidio import PresidioPatterns
from privacy_chains.entities import ENTITY_TYPES
from privacy_chains.errors import DetectionError
from privacy_chains.spans import Span

__all__ = ["StructuredDetector", "default_detector"]

_LEFTOVER = re.compile(r"(?<!\w)(?=[A-Za-z]{0,4}[0-9])[A-Za-z0-9](?:[ .\-]?[A-Za-z0-9]){8,68}(?!\w)")
_ENOUGH_DIGITS = 9


class StructuredDetector:
    """Our patterns first, then Presidio's recognizers on what they left that still looks like an identifier.

    Most texts leave nothing, and Presidio is then not even imported.

    Args:
        entity_types: The types to report; all that either knows when None.
    """

    def __init__(self, entity_types: Iterable[str] | None = None) -> None:
        self._patterns = PatternDetector(entity_types)
        self._presidio = PresidioPatterns(entity_types)

    def detect(self, text: str) -> list[Span]:
        """The structured identifiers and amounts in ``text``."""
        spans = self._patterns.detect(text)
        if not self._presidio.entity_types:
            return spans
        position = 0
        found = list(spans)
        for span in [*spans, Span(len(text), len(text) + 1, "")]:
            for leftover in _LEFTOVER.finditer(text, position, span.start):
                if sum(map(str.isdigit, leftover.group())) >= _ENOUGH_DIGITS:
                    found.extend(self._presidio.detect_within(text, *leftover.span()))
            position = span.end
        return found


def default_detector(region: str = "US", entity_types: Iterable[str] | None = None) -> Detector:
    """The default detector: offline, nothing downloaded.

    Args:
        region: Whose structured identifiers are looked for; ``"US"`` is what there is.
        entity_types: The types to report; those of the built-in catalogue when None.

    Raises:
        DetectionError: The region is unknown.
    """
    if region != "US":
        msg = f"default_detector knows the region 'US', not {region!r}; build a CompositeDetector for others"
        raise DetectionError(msg)
    wanted = frozenset(ENTITY_TYPES if entity_types is None else entity_types)
    structured = StructuredDetector(wanted)
    return CompositeDetector(structured, NameDetector()) if "PERSON" in wanted else CompositeDetector(structured)
