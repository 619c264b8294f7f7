"""A report on an answer: what was restored, what was found but left, and what the model computed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from privacy_chains.errors import DesanitizeError

__all__ = ["Restored", "Sighting", "places_of"]


@dataclass(frozen=True, slots=True)
class Sighting:
    """One place in an answer, by position in the answer as it was received; it never holds a value.

    Attributes:
        entity_type: The entity type's name, or an empty string for a number that no type explains.
        start: First code point.
        end: One past the last code point.
        reason: What was done and why, in a few words.
    """

    entity_type: str
    start: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True, repr=False)
class Restored:
    """An answer that was read back. Its repr shows counts only.

    Attributes:
        text: The answer with originals in place of surrogates.
        restored: The surrogates that were restored.
        left: What looked like a surrogate and was left unchanged, with the reason.
        held: Surrogates that were left inside addresses of hosts that are not allowed: a program would fetch these.
        computed: Numbers that are in no sanitized text: the model computed them, from noised numbers.
        places: Where each of ``restored`` stands in ``text``, start and end; none for a stream, which has no text.
    """

    text: str
    restored: tuple[Sighting, ...] = ()
    left: tuple[Sighting, ...] = ()
    computed: tuple[Sighting, ...] = ()
    held: tuple[Sighting, ...] = ()
    places: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        return (
            f"Restored(restored={len(self.restored)}, left={len(self.left)}, computed={len(self.computed)}, "
            f"held={len(self.held)})"
        )

    def __reduce__(self) -> NoReturn:
        msg = "an answer that was read back holds clear values and is not pickled; store its text where that is safe"
        raise DesanitizeError(msg)


def places_of(sightings: Sequence[Sighting], written: Iterable[tuple[int, int, str]]) -> tuple[tuple[int, int], ...]:
    """The places of sightings after texts were written there.

    Args:
        sightings: In reading order, each at a place that was written.
        written: In reading order: start and end before, and what was written there.
    """
    places: dict[tuple[int, int], tuple[int, int]] = {}
    moved = 0
    for start, end, text in written:
        places[start, end] = (start + moved, start + moved + len(text))
        moved += len(text) - (end - start)
    return tuple(places[sighting.start, sighting.end] for sighting in sightings)
