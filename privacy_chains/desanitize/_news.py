"""What more a reader may find when its request goes on, and in which of the earlier texts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import Self

from privacy_chains.desanitize._echo import Source
from privacy_chains.desanitize._lexicon import STEM, Lexicon

__all__ = ["News"]


@dataclass(frozen=True, slots=True, repr=False)
class News:
    """What spellings start with that one lexicon has and an earlier one of the same request has not.

    Attributes:
        tokens: Their first tokens.
        stems: The first letters of those that may be inflected.
        figures: The significant digits of codes and numbers.
        dates: Whether there are dates among them.
    """

    tokens: frozenset[str]
    stems: frozenset[str]
    figures: frozenset[str]
    dates: bool

    @classmethod
    def between(cls, earlier: Lexicon, later: Lexicon) -> Self:
        """What is new in ``later``."""
        known = earlier.tally()
        return cls(
            frozenset(token for token, count in later.tally().items() if count > known.get(token, 0)),
            frozenset(later.stems - earlier.stems),
            frozenset(
                (later.digits.codes.keys() - earlier.digits.codes.keys())
                | (later.digits.tails.keys() - earlier.digits.tails.keys())
                | (later.numbers.significant - earlier.numbers.significant)
            ),
            dates=len(later.dates) > len(earlier.dates),
        )

    def may_touch(self, source: Source) -> bool:
        """Whether anything new may be found in a text; False is certain."""
        tokens = source.tokens
        if self.dates or not self.tokens.isdisjoint(tokens):
            return True
        if self.stems and any(token[:STEM] in self.stems for token in tokens):
            return True
        return bool(self.figures) and any(self._may_start(token) for token in tokens if token[0].isdecimal())

    def _may_start(self, token: str) -> bool:
        digits = "".join(str(int(char)) for char in takewhile(str.isdecimal, token))
        significant = digits.lstrip("0")
        return not significant or any(
            figures.startswith((digits, significant)) or digits.startswith(figures) or significant.startswith(figures)
            for figures in self.figures
        )
