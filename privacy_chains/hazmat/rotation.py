"""A keyed rotation of a ring, for domains that must keep their distances, such as the days of the week."""

from __future__ import annotations

from privacy_chains.errors import CipherError
from privacy_chains.hazmat._one_by_one import OneByOne
from privacy_chains.hazmat._rounds import outside
from privacy_chains.hazmat.kdf import derive
from privacy_chains.hazmat.permutation import MAX_SIZE

__all__ = ["Rotation"]


class Rotation(OneByOne):
    """A permutation of ``[0, size)`` that adds one secret distance to every member, modulo the size (Caesar's cipher).

    **Guarantee**: the distance is uniform over the ring, as far as HMAC-SHA256 is a PRF (the remainder of 256 bits
    deviates from uniform by less than 2^-200), and independent for every key, context and size (HKDF). A single image
    by itself reveals nothing about its member.

    **Warning**: a rotation is far weaker than a permutation of the ring. It keeps all distances between members: that
    is its purpose. There are only as many rotations as members, so a single known pair of member and image reveals all
    others. So does anything that identifies one member, such as how often it occurs. One rotation in ``size`` leaves
    every member unchanged. If that were excluded, each image would reveal one member that it does not come from.

    Args:
        key: 32 bytes of key material.
        context: Names the ring. Rings of equal size differ by it.
        size: 1 to 10^6.

    Raises:
        CipherError: ``size`` is out of range.
    """

    __slots__ = ("_distance", "size")

    def __init__(self, key: bytes, context: str | bytes, size: int) -> None:
        if not 1 <= size <= MAX_SIZE:
            msg = f"a rotation turns a ring of 1 to {MAX_SIZE} members"
            raise CipherError(msg)
        self.size = size
        self._distance = int.from_bytes(derive(key, "rotation", context, size.to_bytes(4))) % size

    def encrypt(self, value: int) -> int:
        """The image of ``value``.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        return self._turned(value, self._distance)

    def decrypt(self, value: int) -> int:
        """The value whose image this is.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        return self._turned(value, -self._distance)

    def _turned(self, value: int, distance: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        return (value + distance) % self.size
