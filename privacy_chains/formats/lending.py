"""One cipher for values that hold parts of other types, such as an address of a mailbox that holds a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from privacy_chains.formats.base import TweakedCipher

__all__ = ["Lending"]


@dataclass(frozen=True, repr=False)
class Lending:
    """Enciphers each part by its own type's cipher.

    **Guarantee**: that of the ciphers; equal parts have equal images in whatever type of value they stand.

    **Warning**: who learns a part in one type of value knows it in the other.

    Attributes:
        own: The cipher of the values themselves.
        others: By type, that of parts whose domains begin with the type.
    """

    own: TweakedCipher
    others: Mapping[str, TweakedCipher]

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The image of ``rank``."""
        return self._of(domain).encrypt(rank, size, domain, ring=ring)

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The rank whose image this is."""
        return self._of(domain).decrypt(rank, size, domain, ring=ring)

    def _of(self, domain: str) -> TweakedCipher:
        return self.others.get(domain.partition("/")[0], self.own)
