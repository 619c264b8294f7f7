"""AES for FF1's rounds: one block, or one array of blocks, at a time."""

from __future__ import annotations

import operator
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from privacy_chains.errors import CipherError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["AES", "BATCH_HALF_BITS", "BLOCK", "ROUNDS", "Batch", "outside"]

ROUNDS = 10
BLOCK = 16
BATCH_HALF_BITS = 56  # a remainder below this can be shifted by a byte within 64 bits


class AES(threading.local):
    """One AES-ECB context for each thread: contexts are not thread-safe, and whole blocks leave no state behind."""

    def __init__(self, key: bytes) -> None:
        self.algorithm = algorithms.AES(key)
        self.blocks = Cipher(self.algorithm, modes.ECB()).encryptor().update  # noqa: S305  # FF1 builds on the raw block cipher

    def chain(self, data: bytes, state: bytes = bytes(BLOCK)) -> bytes:
        """The last block of CBC over ``data``, which is a whole number of blocks."""
        return Cipher(self.algorithm, modes.CBC(state)).encryptor().update(data)[-BLOCK:]


class Batch:
    """The rounds of a narrow permutation on arrays: one AES call advances every value.

    Halves are ``uint64`` below 2**56, so the round byte and the half share the low word of a block.
    """

    def __init__(self, aes: AES, blocks: Sequence[int], mod_left: int, mod_right: int, drop: int) -> None:
        import numpy as np  # noqa: PLC0415  # only batches need it

        self._np = np
        self._aes = aes
        self._words = [divmod(block, 2**64) for block in blocks]
        self._mods = (mod_left, mod_right)
        self._extra = drop != 64  # whether the number reaches 32 bits into the low word

    def encrypt(self, values: Sequence[int]) -> list[int]:
        left, right = self._halves(values)
        for i in range(0, ROUNDS, 2):
            left = self._add(left, self._numbers(i, right, self._mods[0]), self._mods[0])
            right = self._add(right, self._numbers(i + 1, left, self._mods[1]), self._mods[1])
        return self._whole(left, right)

    def decrypt(self, values: Sequence[int]) -> list[int]:
        left, right = self._halves(values)
        for i in range(ROUNDS - 2, -1, -2):
            mod_left, mod_right = self._mods
            right = self._add(right, mod_right - self._numbers(i + 1, left, mod_right), mod_right)
            left = self._add(left, mod_left - self._numbers(i, right, mod_left), mod_left)
        return self._whole(left, right)

    def _halves(self, values: Sequence[int]) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        np, (mod_left, mod_right) = self._np, self._mods
        try:
            if mod_left * mod_right <= 2**64:
                whole = np.fromiter(map(operator.index, values), np.uint64, len(values))
                left, right = self._divmod(whole, mod_right)
            else:
                pairs = [divmod(operator.index(value), mod_right) for value in values]
                left = np.fromiter((pair[0] for pair in pairs), np.uint64, len(pairs))
                right = np.fromiter((pair[1] for pair in pairs), np.uint64, len(pairs))
            fits = bool((left < np.uint64(mod_left)).all())
        except (TypeError, OverflowError):
            fits = False
        if not fits:
            raise outside()
        return left, right

    def _whole(self, left: NDArray[np.uint64], right: NDArray[np.uint64]) -> list[int]:
        mod_left, mod_right = self._mods
        if mod_left * mod_right <= 2**64:
            whole: list[int] = (left * self._np.uint64(mod_right) + right).tolist()
            return whole
        return [a * mod_right + b for a, b in zip(left.tolist(), right.tolist(), strict=True)]

    def _numbers(self, i: int, half: NDArray[np.uint64], mod: int) -> NDArray[np.uint64]:
        """The pseudo-random numbers of round ``i``, modulo ``mod``."""
        np, (high, low) = self._np, self._words[i]
        blocks = np.empty((len(half), 2), ">u8")
        blocks[:, 0] = high
        blocks[:, 1] = half ^ np.uint64(low)
        out = np.frombuffer(self._aes.blocks(blocks.data.cast("B")), ">u8").reshape(-1, 2)
        rest = self._divmod(out[:, 0].astype(np.uint64), mod)[1]
        if not self._extra:
            return rest
        tail = out[:, 1].astype(np.uint64)
        bits = 16 if mod <= 2**48 else 8
        for shift in range(64 - bits, 31, -bits):
            digit = (tail >> np.uint64(shift)) & np.uint64(2**bits - 1)
            rest = self._divmod((rest << np.uint64(bits)) | digit, mod)[1]
        return rest

    def _add(self, half: NDArray[np.uint64], number: NDArray[np.uint64], mod: int) -> NDArray[np.uint64]:
        return self._divmod(half + number, mod)[1]

    def _divmod(self, values: NDArray[np.uint64], mod: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        # numpy replaces division by a scalar with a multiplication, but not the remainder
        divisor = self._np.uint64(mod)
        quotient = values // divisor
        return quotient, values - quotient * divisor


def outside() -> CipherError:
    """The error for a value outside a cipher's domain. It does not show the value."""
    return CipherError("a value lies outside the cipher's domain")
