"""Days of the week, by the first tokens of their names."""

from __future__ import annotations

from functools import partial

from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.kinds.first_tokens import only
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates
from privacy_chains.desanitize.spellings.literals import EXACT_TIES, literal_forms
from privacy_chains.desanitize.spellings.weekdays import Weekdays
from privacy_chains.formats.weekdays import is_weekday

__all__ = ["WeekdayKind"]


class WeekdayKind(SpellingKind):
    """The surrogates that are days of the week; the days that a model counts from them are read, too.

    Args:
        surrogates: The surrogates of the request.
    """

    def __init__(self, surrogates: Surrogates) -> None:
        super().__init__(surrogates)
        self._days: list[tuple[int, Issued]] = []

    def takes(self, item: Issued) -> bool:
        return item.reading == "day" and is_weekday(item.surrogate)

    def take(self, entry: int, item: Issued) -> None:
        self._days.append((entry, item))

    def complete(self) -> None:
        """Register the names of all days: all of them together tell how far they were shifted."""
        if not self._days:
            return
        weekdays = Weekdays(self._days)
        for head in weekdays.heads:
            self.tokens.register(head, partial(only, weekdays))
        for entry, item in self._days:
            for literal in literal_forms(entry, item, EXACT_TIES) if not item.surrogate.isascii() else ():
                if literal.kind != "exact":
                    self.tokens.add(literal, literal.spelled)
