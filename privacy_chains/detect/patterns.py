"""The compiled patterns of this package, as one detector."""

from __future__ import annotations

import re
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator

from privacy_chains.detect.ages import find_ages
from privacy_chains.detect.email import find_emails
from privacy_chains.detect.ids import find_cards, find_ips, find_labelled, find_ssns, find_zips
from privacy_chains.detect.money import find_money
from privacy_chains.detect.phones import find_phones
from privacy_chains.spans import Span

__all__ = ["PATTERN_TYPES", "PatternDetector"]

_Family = Callable[[str], Iterator[Span]]

_WITHOUT_DIGITS: tuple[_Family, ...] = (find_ages, find_money)
_WITH_DIGITS: tuple[_Family, ...] = (find_ssns, find_cards, find_phones, find_zips, find_ips, find_labelled)
_DIGIT = re.compile(r"[0-9]")

PATTERN_TYPES = frozenset(
    {"AGE", "CREDIT_CARD", "EMAIL_ADDRESS", "IP_ADDRESS", "MONEY", "PHONE_NUMBER", "US_SSN", "US_ZIP_CODE"}
)
"""Every entity type that the patterns can find."""


class PatternDetector:
    """Finds values by shape and by the words around them.

    Type-preserving: which type a value gets depends on its shape, separators, brand, check-digit class and the words
    around it, all of which surrogates keep, and on nothing else about its characters.

    Args:
        entity_types: The types to report; all of ``PATTERN_TYPES`` when None.
    """

    def __init__(self, entity_types: Iterable[str] | None = None) -> None:
        self.entity_types = PATTERN_TYPES if entity_types is None else PATTERN_TYPES & frozenset(entity_types)

    def detect(self, text: str) -> list[Span]:
        """The values in ``text``, disjoint and in reading order: the longest match wins, then the surest."""
        spans = list(find_emails(text))
        families = _WITHOUT_DIGITS + (_WITH_DIGITS if _DIGIT.search(text) else ())
        for family in families:
            spans.extend(family(text))
        return [span for span in _disjoint(spans) if span.entity_type in self.entity_types]


def _disjoint(spans: list[Span]) -> list[Span]:
    """Whole matches only: what loses an overlap is a misreading, and no piece of it is a value of its type."""
    chosen: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start - s.end, -s.score, s.start, s.entity_type)):
        index = bisect_right(chosen, span.start, key=lambda s: s.end)
        if index == len(chosen) or chosen[index].start >= span.end:
            insort(chosen, span)
    return chosen
