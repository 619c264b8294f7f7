"""Values for the frames: what stands in a slot, and as which type it is marked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from training.dates import Dates
from training.decoys import Decoys
from training.draws import Piece
from training.example import Mark
from training.identifiers import Identifiers
from training.organizations import Organizations
from training.quantities import Quantities

__all__ = ["Piece", "Values", "assembled"]


class Values(Organizations, Identifiers, Quantities, Dates, Decoys):
    """Draws values for slots: all kinds in one, from one chance.

    Places and people come with the organizations, which are named after them. It is made as :class:`Draws` is.

    Attributes:
        slots: The names of all slots.
    """

    def __init__(self, seed: int, census: Path, organizations: Path) -> None:
        super().__init__(seed, census, organizations)
        self._makers: dict[str, Callable[[str], list[Piece]]] = {
            name.removeprefix("_slot_"): getattr(self, name) for name in dir(self) if name.startswith("_slot_")
        }
        self.slots = frozenset(self._makers)

    def draw(self, slot: str, language: str) -> list[Piece]:
        """The pieces of one value."""
        return self._makers[slot](language)


def assembled(pieces: Iterable[Piece]) -> tuple[str, list[Mark]]:
    """Pieces as a text and its marks."""
    text = ""
    marks: list[Mark] = []
    for piece, kind in pieces:
        if kind == "PERSON" and marks and marks[-1][2] == kind and text[marks[-1][1] :] == " ":
            marks[-1] = (marks[-1][0], len(text) + len(piece), kind)  # first and last name in two slots
        elif kind and piece:
            marks.append((len(text), len(text) + len(piece), kind))
        text += piece
    return text, marks
