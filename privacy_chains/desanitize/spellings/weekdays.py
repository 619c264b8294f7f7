"""Released days of the week in an answer, and those that a model counts from them, in any case and language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.tokens import TOKEN, WAIT, Found, Wait, in_word, starts_clean
from privacy_chains.detect.patterns.weekdays import WIDTH, day_at, spellings
from privacy_chains.errors import FormatError
from privacy_chains.formats.months import MONTH_NAMES
from privacy_chains.formats.weekdays import DAYS, RINGS, Weekday, weekday
from privacy_chains.language.lexicon import word_set
from privacy_chains.lazy import lazily

__all__ = ["Weekdays"]

_WEEK: Final = RINGS[0].domain
_OTHER_WEEKS: Final = MappingProxyType({ring.domain: DAYS[-1] for ring in RINGS if ring.names == DAYS[-1][:5]})
"""Names that are not a whole week by themselves, and the week that they belong to."""
_LONGEST: Final = max(map(len, spellings()))
_NAME: Final = lazily(r"[^\W\d_]+(?:-[^\W\d_]*)?")
_SETTLED: Final = lazily(r"[.,]?\s{0,3}(?:(?P<word>[^\W\d_]+)(?=[\W\d_])|[^\w\s.,/&+@\u2010-\u2015-])")
"""What follows a day's name where nothing after it matters, unless the word is one of ``_leading()``."""


@cache
def _leading() -> frozenset[str]:
    short = {name.lower() for ring in RINGS if ring.short for name in ring.names}
    return word_set("behind_weekday") | MONTH_NAMES | short


class Weekdays:
    """Restores released days: all days of a ring were shifted by the same distance.

    A day in an answer that was not released is counted from one that was (``two days after``), or it is the model's
    own, such as the first day of a week. Both are read alike.

    Args:
        issued: Released days with their places among the issued surrogates.
    """

    def __init__(self, issued: Sequence[tuple[int, Issued]]) -> None:
        self._entries: dict[str, tuple[int, Issued]] = {}
        distances: dict[str, int | None] = {}
        for entry, item in issued:
            self._entries.setdefault(item.surrogate, (entry, item))
            domain, distance = _turned(item)
            if domain and distances.setdefault(domain, distance) != distance:
                distances[domain] = None
        self._distances = {domain: by for domain, by in distances.items() if by is not None}
        self._any = issued[0][0]

    @property
    def heads(self) -> frozenset[str]:
        """The words that a day may start with."""
        return _heads()

    def match(self, text: str, start: int, *, final: bool) -> Found | Wait | None:
        """The day that stands at ``start``, unless a date holds it."""
        if not starts_clean(text, start):
            return None
        if not final and _may_go_on(text, start):
            return WAIT
        escaped = start > 0 and in_word(text[start - 1])  # what stands before is the letter of an escape
        first = start if escaped else 0
        end = day_at(text, start, first)
        if end is None:
            return None
        spelled = text[start:end]
        entry, item = self._entries.get(spelled, (self._any, None))
        if item is not None and _turned(item)[0] not in self._distances:
            return Found(start, end, item.original, entry, "exact")
        true = self._turned_back(weekday(spelled))
        return Found(start, end, true, entry, "exact" if item else "day") if true else None

    def _turned_back(self, day: Weekday) -> str | None:
        names, domain = day.ring.names, day.ring.domain
        if domain not in self._distances:
            names, domain = _OTHER_WEEKS.get(domain, names), _WEEK
            if len(names) != len(RINGS[0].names) or domain not in self._distances:
                return None
        return day.written(names[(day.rank - self._distances[domain]) % len(names)])


def _turned(item: Issued) -> tuple[str, int]:
    """The ring of a released day, and how far it was turned."""
    released = weekday(item.surrogate)
    try:
        true = weekday(item.original)
    except FormatError:
        return "", 0
    return released.ring.domain, (released.rank - true.rank) % len(released.ring.names)


def _may_go_on(text: str, start: int) -> bool:
    """Whether what has not arrived can say whether a day stands here."""
    if len(text) - start >= _LONGEST + WIDTH:
        return False
    name = _NAME.match(text, start)
    if name is None or name.end() == len(text):
        return True
    after = _SETTLED.match(text, name.end())
    return after is None or (after["word"] or "").lower() in _leading()


@cache
def _heads() -> frozenset[str]:
    words = {case(spelled) for spelled in spellings() for case in (str, str.capitalize, str.title, str.upper)}
    tokens = (TOKEN.search(word) for word in words)
    return frozenset(token[0] for token in tokens if token)
