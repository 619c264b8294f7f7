"""What a chunk of an answer settles."""

from __future__ import annotations

from dataclasses import dataclass

from privacy_chains.desanitize.tokens import Found

__all__ = ["ScannedText"]


@dataclass(frozen=True, slots=True)
class ScannedText:
    """A stretch of the answer that is decided, and what was found in it (positions count from its start)."""

    source: str
    found: tuple[Found, ...]

    def text(self) -> str:
        """The stretch with originals in place of surrogates."""
        if not self.found:
            return self.source
        pieces: list[str] = []
        at = 0
        for found in self.found:
            pieces += (self.source[at : found.start], found.text)
            at = found.end
        pieces.append(self.source[at:])
        return "".join(pieces)

    @property
    def written(self) -> list[tuple[int, int, str]]:
        """What was written where, in reading order."""
        return [(found.start, found.end, found.text) for found in self.found]
