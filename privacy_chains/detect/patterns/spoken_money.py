"""Amounts in words of any language that numbers are spelled in: ``centoventi euro``, ``deux mille euros``."""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.detect.patterns.numerals import AFTER, one_of
from privacy_chains.detect.patterns.reading import FoundValue, ValueReading
from privacy_chains.language import currencies
from privacy_chains.language.spellout import Uttered, find_spoken
from privacy_chains.lazy import lazily

__all__ = ["find_spoken_money"]

_CURRENCY = lazily(rf"(?<=[^\W\d_])[\s\-]{one_of(' '.join(sorted(currencies.words())), any_case=True)}{AFTER}")
_LONGEST = 80
_LEAST = 2
"""One euro is no amount that tells anything, and *one* is an article too."""


def find_spoken_money(reading: ValueReading) -> Iterator[FoundValue]:
    """Numbers in words with a currency right behind them."""
    text = reading.text
    ends: dict[int, int] = {}  # of *six cents euros* the longer
    for unit in _CURRENCY.finditer(text):
        last = _last_before(text, unit.start())
        if last is not None and any(one.number >= _LEAST for one in last.said):
            ends[last.start] = unit.end()
    yield from (FoundValue(start, end, "MONEY", 0.9) for start, end in ends.items())


def _last_before(text: str, end: int) -> Uttered | None:
    """The number in words that ends at a place, if one does."""
    start = max(0, end - _LONGEST)
    start = text.find(" ", start, end) + 1 if start else 0
    found = list(find_spoken(text, start, end))
    return found[-1] if found and found[-1].end == end else None
