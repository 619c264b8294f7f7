"""The sanitized texts of a request, as a reader knows them: where each surrogate stands, and what it stands for.

The marks of a text are a summary of it that shows which spellings it cannot contain.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.codes import compact, digit_run
from privacy_chains.desanitize.spellings.numerals import ESCAPED_MARK, NUMERAL, mantissa
from privacy_chains.desanitize.tokens import FIGURES, STEM, TOKEN

__all__ = ["ECHO", "MOST_SIGHTINGS", "Marks", "Source"]


@dataclass(frozen=True, slots=True, repr=False)
class Marks:
    """What the spellings in a text start with.

    Attributes:
        tokens: Its tokens.
        stems: The first letters of each.
        numerals: The significant digits of each numeral, and of what stands in it before a space, a comma or an escape.
        runs: The digits from each figure on, as far as only separators stand between them.
    """

    tokens: frozenset[str]
    stems: frozenset[str]
    numerals: frozenset[str]
    runs: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> Self:
        """The marks of ``text``."""
        tokens: set[str] = set()
        numerals: set[str] = set()
        runs: list[str] = []
        for token in TOKEN.finditer(text):
            tokens.add(token[0])
            if token.lastindex == FIGURES:
                runs.append(compact(digit_run(text, token.start())))
                numeral = NUMERAL.match(text, token.start())
                if numeral is not None:
                    ends = (numeral[0], *(numeral[0].partition(mark)[0] for mark in " ,"), _unescaped(numeral[0]))
                    numerals.update(map(mantissa, ends))
        stems = frozenset(token[:STEM] for token in tokens)
        return cls(frozenset(tokens), stems, frozenset(numerals), tuple(runs))


def _unescaped(numeral: str) -> str:
    """What stands in a numeral before its first escape."""
    return ESCAPED_MARK.split(numeral, maxsplit=1)[0]


ECHO: Final = "echo"
"""The reason for a surrogate that stands where a repeated text has it."""
MOST_SIGHTINGS: Final = 10_000
"""At most so many sightings of an answer are reported."""


@dataclass(slots=True, repr=False, eq=False)
class Source:
    """A sanitized text, with the place, entry and original of each surrogate; entry None where it is not known.

    ``same_ages`` is where ages stand that were released as they are.
    """

    text: str
    starts: tuple[int, ...]
    spans: dict[int, tuple[int, int | None, str]]
    _marks: Marks | None = None
    same_ages: tuple[tuple[int, int], ...] = ()

    @property
    def marks(self) -> Marks:
        """The marks of the text."""
        if self._marks is None:
            self._marks = Marks.of(self.text)
        return self._marks

    def reach(self, end: int) -> int:
        """Where the last surrogate that starts before ``end`` ends; 0 if none does."""
        index = bisect_left(self.starts, end)
        return self.spans[self.starts[index - 1]][0] if index else 0

    @property
    def restored(self) -> str:
        """The text with originals in place of surrogates, each of which is known."""
        pieces: list[str] = []
        at = 0
        for start in self.starts:
            end, _, original = self.spans[start]
            pieces += (self.text[at:start], original)
            at = end
        return "".join((*pieces, self.text[at:]))

    @property
    def written(self) -> list[tuple[int, int, str]]:
        """What stands in the place of surrogates, in reading order."""
        return [(start, self.spans[start][0], self.spans[start][2]) for start in self.starts]

    def sightings(self, issued: Sequence[Issued]) -> list[Sighting]:
        """Where surrogates stand, of those that were issued."""
        spans = ((start, *self.spans[start]) for start in self.starts[:MOST_SIGHTINGS])
        return [Sighting(issued[at].entity_type, start, end, ECHO) for start, end, at, _ in spans if at is not None]
