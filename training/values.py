"""Values for the frames: what stands in a slot, and as which type it is marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from training.dates import Dates
from training.decoys import Decoys
from training.example import Piece
from training.identifiers import Identifiers
from training.organizations import Organizations
from training.quantities import Quantities

__all__ = ["Values"]


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
