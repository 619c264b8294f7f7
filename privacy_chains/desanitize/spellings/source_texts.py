"""The sanitized texts of a request, as a reader knows them: where each surrogate stands, and what it stands for."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from privacy_chains.contract.report import Sighting
from privacy_chains.desanitize.issued import Issued
from privacy_chains.desanitize.spellings.text_marks import Marks

__all__ = ["ECHO", "MOST_SIGHTINGS", "Source"]

ECHO: Final = "echo"
"""How a surrogate was told that stands where a repeated text has it."""
MOST_SIGHTINGS: Final = 10_000
"""More of an answer are not reported."""


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
