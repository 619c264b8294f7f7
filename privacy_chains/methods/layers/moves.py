"""Places in an answer that several readers read, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from privacy_chains.contract.report import Restored, Sighting

__all__ = ["Moves", "joined"]

_Stretch = tuple[int, int]


@dataclass(frozen=True)
class Moves:
    """Where stretches of a text stand in another one that was made of it.

    Attributes:
        before: Stretches of the one, disjoint and in reading order.
        after: What became of them in the other; between them, both are alike.
    """

    before: Sequence[_Stretch]
    after: Sequence[_Stretch]

    @classmethod
    def of(cls, read: Restored) -> Moves:
        """From an answer to what was read of it."""
        pairs = sorted(zip(((one.start, one.end) for one in read.restored), read.places, strict=True))
        return cls([before for before, _ in pairs], [after for _, after in pairs])

    @property
    def back(self) -> Moves:
        """The other direction."""
        return Moves(self.after, self.before)

    def moved(self, start: int, end: int) -> _Stretch:
        """Where a stretch stands then; one that meets a stretch that was replaced grows to its ends."""
        return self._place(start, ends=False), self._place(end, ends=True)

    def _place(self, position: int, *, ends: bool) -> int:
        shift = 0
        for (start, end), (new_start, new_end) in zip(self.before, self.after, strict=True):
            if position < start or (ends and position == start):
                break
            if position < end or (ends and position == end):
                return new_end if ends else new_start
            shift = new_end - end
        return position + shift


def joined(answers: Iterable[Restored]) -> Restored:
    """What readers did one after the other, by position in the answer that the first was given.

    Args:
        answers: What each made of what the one before it made.
    """
    whole = Restored("")
    for number, one in enumerate(answers):
        whole = one if not number else _after(whole, one)
    return whole


def _after(first: Restored, then: Restored) -> Restored:
    there, on = Moves.of(first), Moves.of(then)
    back, restored = there.back, list[Sighting]()
    for one in (*_moved(then.restored, back), *first.restored):  # of two at one place, the later tells its type
        if not any(one.start < other.end and other.start < one.end for other in restored):
            restored.append(one)
    restored.sort(key=lambda one: one.start)
    return Restored(
        then.text,
        tuple(restored),
        (*first.left, *_moved(then.left, back)),
        (*first.computed, *_moved(then.computed, back)),
        (*first.held, *_moved(then.held, back)),
        tuple(on.moved(*there.moved(one.start, one.end)) for one in restored),
    )


def _moved(sightings: Iterable[Sighting], back: Moves) -> list[Sighting]:
    places = [(one, back.moved(one.start, one.end)) for one in sightings]
    return [replace(one, start=start, end=end) for one, (start, end) in places]
