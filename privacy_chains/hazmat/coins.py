"""Coins: a stream of random bits determined by a key and a context."""

from __future__ import annotations

import builtins

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.kdf import derive

__all__ = ["Coins", "short_coins"]

_FIRST, _MOST = 64, 512


def short_coins(key: builtins.bytes, count: int, *context: str | builtins.bytes) -> builtins.bytes:
    """``count`` uniform bytes (at most 8,160) from HKDF alone, for many short draws with a context each.

    **Guarantee** and **Warning** are those of :class:`Coins`. For the same context, these bytes are independent of that
    class's stream.
    """
    return derive(key, "short coins", *context, length=count)


class Coins:
    """Random bits from a PRF: the same key and context always give the same stream.

    The stream is AES-256 in counter mode under its own sub-key (HKDF), read from the first bit.

    Args:
        key: Secret bytes, uniformly random.
        context: What the coins are for. Different contexts give independent streams.

    **Guarantee**: without the key nobody can tell the stream from fair coins (AES and HMAC as PRFs).
    **Warning**: a differential privacy guarantee that relies on these coins is therefore computational, and whoever
    holds the key can repeat every draw.
    """

    __slots__ = ("_ahead", "_available", "_next", "_pool")

    def __init__(self, key: bytes, *context: str | bytes) -> None:
        self._next = Cipher(AES(derive(key, "coins", *context)), CTR(bytes(16))).encryptor()
        self._pool = self._available = 0
        self._ahead = _FIRST

    def __repr__(self) -> str:
        return "Coins()"

    def __reduce__(self) -> str:
        msg = "coins cannot be pickled: they hold key material"
        raise MechanismError(msg)

    def bits(self, count: int) -> int:
        """A uniform integer of ``count`` bits: ``0 <= result < 2**count``."""
        while self._available < count:
            fresh = self._next.update(bytes(self._ahead))
            self._pool = (self._pool << 8 * len(fresh)) | int.from_bytes(fresh, "big")
            self._available += 8 * len(fresh)
            self._ahead = min(2 * self._ahead, _MOST)
        self._available -= count
        drawn = self._pool >> self._available
        self._pool ^= drawn << self._available
        return drawn

    def bytes(self, count: int) -> builtins.bytes:
        """``count`` uniform bytes that no other draw of this stream has seen."""
        return self._next.update(builtins.bytes(count))

    def below(self, bound: int) -> int:
        """A uniform integer ``0 <= result < bound``, by rejection sampling.

        Raises:
            MechanismError: ``bound`` is not positive.
        """
        if bound < 1:
            msg = "a uniform draw needs at least one value to draw from"
            raise MechanismError(msg)
        count = (bound - 1).bit_length()
        while (drawn := self.bits(count)) >= bound:
            pass
        return drawn
