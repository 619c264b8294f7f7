"""What more a reader may find when its request goes on, and in which of the earlier texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from privacy_chains.desanitize.engine.index import Lexicon
from privacy_chains.desanitize.spellings.text_marks import Marks

__all__ = ["News"]


@dataclass(frozen=True, slots=True, repr=False)
class News:
    """What one lexicon has and an earlier one of the same request has not.

    Attributes:
        tokens: The first tokens of spellings.
        stems: The first letters of those that may be inflected.
        initials: Initials, each with the tokens of which one follows it.
        codes: The digits of codes.
        tails: The last digits of codes.
        numbers: The significant digits of numbers.
        dates: Whether there are dates among the numbers.
    """

    tokens: frozenset[str]
    stems: frozenset[str]
    initials: tuple[tuple[str, frozenset[str]], ...]
    codes: tuple[str, ...]
    tails: frozenset[str]
    numbers: frozenset[str]
    dates: bool

    @classmethod
    def between(cls, earlier: Lexicon, later: Lexicon) -> Self:
        """What is new in ``later``."""
        known = earlier.tally()
        return cls(
            tokens=frozenset(token for token, count in later.tally().items() if count > known.get(token, 0)),
            stems=frozenset(later.stems - earlier.stems),
            initials=tuple(later.initialed_since(len(earlier.issued))),
            codes=tuple(later.digits.codes.keys() - earlier.digits.codes.keys()),
            tails=frozenset(later.digits.tails.keys() - earlier.digits.tails.keys()),
            numbers=frozenset(later.numbers.significant - earlier.numbers.significant),
            dates=len(later.dates) > len(earlier.dates),
        )

    def may_touch(self, marks: Marks) -> bool:
        """Whether anything new may be found in a text of these marks; False is certain."""
        return (
            self.dates
            or not self.tokens.isdisjoint(marks.tokens)
            or not self.stems.isdisjoint(marks.stems)
            or not self.numbers.isdisjoint(marks.numerals)
            or any(run.startswith(self.codes) or run[:4] in self.tails for run in marks.runs)
            or any(one in marks.tokens and not after.isdisjoint(marks.tokens) for one, after in self.initials)
        )
