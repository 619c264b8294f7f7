"""Dates, times of day and other numbers that no numeral says."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Final, Self

from privacy_chains.desanitize.kinds.first_tokens import only
from privacy_chains.desanitize.kinds.kind import SpellingKind, Surrogates, Touches, untouched
from privacy_chains.desanitize.kinds.numbers import NumberKind
from privacy_chains.desanitize.spellings.dates import Dates
from privacy_chains.desanitize.spellings.moments import moment_of
from privacy_chains.desanitize.spellings.source_texts import Marks, Source
from privacy_chains.desanitize.tokens import Found, Wait

__all__ = ["DateKind"]

_TIES: Final = "-.,/:"


class DateKind(SpellingKind):
    """Those of the numbers that no numeral says: as issued, and dates and times in other spellings.

    Args:
        surrogates: The surrogates of the request.
        numbers: The kind that takes them.

    Attributes:
        dates: The dates and times; none before :meth:`complete`.
    """

    def __init__(self, surrogates: Surrogates, numbers: NumberKind) -> None:
        super().__init__(surrogates)
        self._numbers = numbers
        self.dates = Dates((), (), _TIES)

    def complete(self) -> None:
        """Register the dates. A timestamp is looked up by what stands there, if it has one original."""
        issued = self.surrogates.issued
        others = [number for number in self._numbers.issued.values() if not number.plain]
        originals: dict[str, set[str]] = defaultdict(set)
        for number in others:
            originals[issued[number.entry].surrogate].add(issued[number.entry].original)
        moments = (moment_of(number, issued[number.entry].surrogate) for number in others)
        self.dates = Dates([moment for moment in moments if moment], issued, _TIES)
        for number in others:
            item = issued[number.entry]
            if len(originals[item.surrogate]) > 1 or number.entry not in self.dates.stamps:
                self.tokens.add_literals(number.entry, item, _TIES)
        for head in self.dates.heads if self.dates else ():
            self.tokens.register(head, partial(only, self.dates))

    def learn(self, sources: Sequence[Source]) -> None:
        """Learn which languages the texts are in."""
        self.dates.tongues.texts = tuple(source.text for source in sources)

    def starts_unregistered(self, token: str) -> bool:
        return bool(self.dates) and token[0].isdecimal()

    def starts_with(self, figures: str) -> bool:
        return bool(self.dates) and self.dates.may_start(figures)

    def at_figures(self, text: str, token: re.Match[str], *, final: bool) -> list[Found] | Wait:
        found = self.dates.match(text, token.start(), final=final) if self.dates else None
        return found if isinstance(found, Wait) else [found] if found else []

    def news(self, earlier: Self) -> Touches:
        """Read every text again once there are further dates."""
        return _anything if len(self.dates) > len(earlier.dates) else untouched


def _anything(marks: Marks) -> bool:  # noqa: ARG001  (whatever the text)
    return True
