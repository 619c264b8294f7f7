"""The base class of permutations that have no faster way to encipher many values."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_chains.hazmat.uncopied import Uncopied

__all__ = ["OneByOne"]


class OneByOne(Uncopied):
    """A permutation that takes a batch one value at a time."""

    __slots__ = ()

    def encrypt(self, value: int) -> int:
        """The image of ``value``.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        raise NotImplementedError

    def decrypt(self, value: int) -> int:
        """The value whose image this is.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        raise NotImplementedError

    def encrypt_many(self, values: Sequence[int]) -> list[int]:
        """The images of many values, in order.

        Raises:
            CipherError: A value is not in ``[0, size)``; nothing is returned.
        """
        return [self.encrypt(value) for value in values]

    def decrypt_many(self, values: Sequence[int]) -> list[int]:
        """The values whose images these are, in order.

        Raises:
            CipherError: A value is not in ``[0, size)``; nothing is returned.
        """
        return [self.decrypt(value) for value in values]
