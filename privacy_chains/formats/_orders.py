"""Whether the day or the month comes first in the dates of a text: other dates show it, or the language suggests it.

Of the languages that are read, only English puts the month first, and not everywhere. If all the text around a date is
English, the order of the United States applies.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from privacy_chains.language.tongues import most_spoken
from privacy_chains.lazy import lazily

__all__ = ["AMBIGUOUS", "is_day_first"]

_UP_TO_12, _FROM_13 = r"(?:0?[1-9]|1[0-2])", r"(?:1[3-9]|2[0-9]|3[01])"
_SEPARATED = r"\s?(?P<mark>[-/. ])\s?%s\s?(?P=mark)\s?(?:[0-9]{4}|[0-9]{2})"
AMBIGUOUS: Final = lazily(
    rf"{_UP_TO_12}{_SEPARATED % _UP_TO_12}|(?:0[1-9]|1[0-2]){{2}}(?:(?:19|20)[0-9]{{2}}|[0-9]{{2}})"
)
"""A date that does not show whether its day or its month comes first."""
_SHOWN = tuple(
    lazily(rf"(?<![0-9./\-]){first}{_SEPARATED % second}(?![0-9]|[./\-][0-9])")
    for first, second in ((_FROM_13, _UP_TO_12), (_UP_TO_12, _FROM_13))
)
"""Dates that show that the day comes first, and dates that show that the month does."""
_WORD = lazily(r"[^\W\d_]+")
_REACH = 400
_SAMPLE = 4_000


def is_day_first(texts: Sequence[str], start: int, end: int) -> bool:
    """Whether the dates of the first text put the day first. The other texts count if the first does not show it.

    Args:
        texts: The text of the date, and what was written with it.
        start: The start of the date in the first text.
        end: Its end.
    """
    first = texts[0]
    around = first[max(0, start - _REACH) : start] + " " + first[end : end + _REACH]
    for text in (around, *(text[:_SAMPLE] for text in texts[1:])):
        told = _told(text)
        if told is not None:
            return told
    return False


def _told(text: str) -> bool | None:
    """The order that a text shows; None if it shows none."""
    days, months = (shown.search(text) is not None for shown in _SHOWN)
    if days != months:
        return days
    tongues = most_spoken(_WORD.findall(text))
    return "en" not in tongues if tongues else None
