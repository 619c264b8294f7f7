"""What is easily taken for private and is not: hashes, names in code, bare numbers."""

from __future__ import annotations

from uuid import UUID

from training.draws import Draws
from training.example import Piece
from training.lists import LISTS

__all__ = ["Decoys"]


class Decoys(Draws):
    """Values without a type."""

    def _slot_uuid(self, _: str) -> list[Piece]:
        return [(str(UUID(int=self.chance.getrandbits(128), version=4)), None)]

    def _slot_hash(self, _: str) -> list[Piece]:
        digits = self.chance.choice([7, 8, 32, 40, 64])
        return [(f"{self.chance.getrandbits(4 * digits):0{digits}x}", None)]

    def _slot_snake(self, _: str) -> list[Piece]:
        return [("_".join(self._terms()), None)]

    def _slot_camel(self, _: str) -> list[Piece]:
        name = "".join(term.title() for term in self._terms())
        return [(self._pick(name, name[0].lower() + name[1:]), None)]

    def _slot_upper(self, _: str) -> list[Piece]:
        return [("_".join(self._terms()).upper(), None)]

    def _slot_term(self, _: str) -> list[Piece]:
        return [(self.chance.choice(LISTS["terms"]), None)]

    def _terms(self) -> list[str]:
        """The words of a name in code."""
        return self.chance.choices(LISTS["terms"], k=self.chance.randint(1, 3))

    def _slot_int(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(10, 10 ** self.chance.randint(2, 5))), None)]

    def _slot_smallint(self, _: str) -> list[Piece]:
        return [(str(self.chance.randint(1, 60)), None)]

    def _slot_float(self, _: str) -> list[Piece]:
        return [(f"{self.chance.uniform(0, 100):.{self.chance.randint(1, 3)}f}", None)]

    def _slot_percent(self, _: str) -> list[Piece]:
        number = f"{self.chance.uniform(0, 99):.{self.chance.randint(0, 1)}f}"
        return [(f"{number}{self._pick('%', ' %', ' percent')}", None)]

    def _slot_version(self, _: str) -> list[Piece]:
        return [(f"{self.chance.randint(0, 12)}.{self.chance.randint(0, 30)}.{self.chance.randint(0, 9)}", None)]
