"""Known values: those that are always private, and those that are never private."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE
from privacy_chains.errors import DetectionError

__all__ = ["AllowList", "DenyList"]


class DenyList:
    """Finds given values wherever they stand as whole words.

    Args:
        entity_type: What the values are.
        values: The values. They are kept in memory and never shown.
        ignore_case: Whether letter case is ignored.

    Raises:
        DetectionError: There is no value, or one is empty.
    """

    def __init__(self, entity_type: str, values: Iterable[str], *, ignore_case: bool = False) -> None:
        self.entity_type = entity_type
        self._pattern = _whole_words(values, ignore_case=ignore_case)

    def __repr__(self) -> str:
        return f"DenyList({self.entity_type!r})"

    def detect(self, text: str) -> Iterator[Span]:
        """The listed values in ``text``."""
        for found in self._pattern.finditer(text):
            yield Span(found.start(), found.end(), self.entity_type, 1.0, "deny list")


class AllowList:
    """A detector that does not report given values, such as the name of your own company.

    Args:
        detector: The detector to correct.
        values: The values that are not private. A finding is dropped if it is exactly one of them.
        ignore_case: Whether letter case is ignored.

    Raises:
        DetectionError: There is no value, or one is empty.
    """

    def __init__(self, detector: Detector, values: Iterable[str], *, ignore_case: bool = False) -> None:
        self.detector = detector
        self._pattern = _whole_words(values, ignore_case=ignore_case)

    def __repr__(self) -> str:
        return f"AllowList({type(self.detector).__name__})"

    def detect(self, text: str) -> Iterator[Span]:
        """What the detector finds in ``text``, without the allowed values."""
        for span in self.detector.detect(text):
            if not self._pattern.fullmatch(text, span.start, span.end):
                yield span


def _whole_words(values: Iterable[str], *, ignore_case: bool) -> re.Pattern[str]:
    listed = sorted(set(values), key=lambda value: (-len(value), value))
    if not listed or not all(value.strip() for value in listed):
        msg = "a list needs at least one value, and none of them empty"
        raise DetectionError(msg)
    body = "|".join(re.escape(value) for value in listed)
    return re.compile(rf"{BEFORE}(?:{body}){AFTER}", re.IGNORECASE if ignore_case else 0)
