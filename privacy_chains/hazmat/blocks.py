"""Blocks of coins: many short draws at once, each determined by a pair of numbers."""

from __future__ import annotations

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import ECB
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.kdf import derive

__all__ = ["Blocks"]


class Blocks:
    """128 coins for each pair of numbers: AES-256 of the pair, under a sub-key of its own (HKDF).

    ``Coins`` serves one context; this serves thousands in one call.

    Args:
        key: Secret bytes, uniformly random.
        context: What the coins are for. Different contexts give independent blocks.

    **Guarantee**: without the key nobody can tell the blocks of different pairs from fair coins, except that no two
    blocks are equal (AES as a PRF; for q blocks, that exception gives an advantage below ``q**2 / 2**129``).
    **Warning**: equal pairs have equal blocks. Whoever holds the key can repeat every draw.
    """

    __slots__ = ("_cipher", "_key")

    def __init__(self, key: bytes, *context: str | bytes) -> None:
        self._key = derive(key, "blocks", *context)
        self._cipher = Cipher(AES(self._key), ECB())  # noqa: S305  (no message is enciphered: each block is a counter)

    def __repr__(self) -> str:
        return "Blocks()"

    def __reduce__(self) -> str:
        msg = "blocks cannot be pickled: they hold key material"
        raise MechanismError(msg)

    def of(self, numbers: NDArray[np.int64], others: NDArray[np.int64] | int = 0) -> NDArray[np.uint64]:
        """Two uniform integers of 64 bits for each pair of numbers: shape ``(n, 2)``."""
        pairs = np.empty((len(numbers), 2), dtype=">i8")
        pairs[:, 0], pairs[:, 1] = numbers, others
        drawn = self._cipher.encryptor().update(pairs.tobytes())
        return np.frombuffer(drawn, dtype=">u8").reshape(-1, 2).astype(np.uint64)

    def more(self, number: int, other: int = 0) -> Coins:
        """More coins for one pair, independent of its block."""
        return Coins(self._key, "more", str(number), str(other))
