"""A cipher for values with parts of other types, such as an e-mail address with a name in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from privacy_chains.formats.base import TweakedCipher

__all__ = ["Lending"]


@dataclass(frozen=True, repr=False)
class Lending:
    """Enciphers each part with the cipher of its own type.

    **Guarantee**: the guarantee of the ciphers. Equal parts have equal images in values of every type.

    **Warning**: whoever learns a part in one type of value knows it in every other.

    Attributes:
        own: The cipher for the values themselves.
        others: For each type, the cipher for parts whose domains begin with that type.
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
