"""Known values: those that are always private, and those that are never private."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from privacy_chains.contract.spans import Span
from privacy_chains.detect.base import Detector
from privacy_chains.detect.patterns.numerals import AFTER, BEFORE
from privacy_chains.errors import DetectionError
from privacy_chains.formats.organizations import is_legal_form
from privacy_chains.language.ordinary import languages_of
from privacy_chains.lazy import lazily

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
        values: The values that are not private. A finding that is one of them is dropped. A finding is cut if such a
            value is part of a firm's or a place's name, or stands before a possessive: of ``Initech's Bob``, ``Bob`` is
            left. A part of a person's name, an address or a code stays private.
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
            allowed = [found.span() for found in self._pattern.finditer(text, span.start, span.end)]
            if not allowed:
                yield span
            elif allowed != [(span.start, span.end)]:
                yield from _left(text, span, allowed)


_CUT = frozenset({"LOCATION", "ORGANIZATION"})
_OWNED = lazily(r"['\u2019]s\b|(?<=s)['\u2019](?!\w)")
_WORDS = lazily(r"[^\W_](?:.*[^\W_])?", re.DOTALL)


def _left(text: str, span: Span, allowed: Sequence[tuple[int, int]]) -> Iterator[Span]:
    """What is left of a finding around the allowed values in it; all of it, where these are parts of a name."""
    owned = [(start, found.end() if (found := _OWNED.match(text, end)) else end) for start, end in allowed]
    if span.entity_type not in _CUT and (span.entity_type != "PERSON" or owned == list(allowed)):
        yield span
        return
    position = span.start
    for start, end in (*owned, (span.end, span.end)):
        piece = _WORDS.search(text, position, start)
        if piece and not _says_nothing(piece[0]):
            yield replace(span, start=piece.start(), end=piece.end())
        position = max(position, end)


def _says_nothing(piece: str) -> bool:
    """Whether a piece beside an allowed value names nobody: a legal form, or everyday words."""
    return is_legal_form(piece) or all(languages_of(word.lower()) for word in piece.split())


def _whole_words(values: Iterable[str], *, ignore_case: bool) -> re.Pattern[str]:
    listed = sorted(set(values), key=lambda value: (-len(value), value))
    if not listed or not all(value.strip() for value in listed):
        msg = "a list needs at least one value, and none of them empty"
        raise DetectionError(msg)
    body = "|".join(re.escape(value) for value in listed)
    return re.compile(rf"{BEFORE}(?:{body}){AFTER}", re.IGNORECASE if ignore_case else 0)
