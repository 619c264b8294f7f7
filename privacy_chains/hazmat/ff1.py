"""FF1: format-preserving encryption by a ten-round Feistel network over AES (NIST SP 800-38G).

A string of numerals is read as one integer ``A * radix**v + B``, whose halves are the Feistel state, so digits are
never processed one by one. From round to round, only the half and the round number change in the input of AES. So the
CBC-MAC over everything before the last block is computed once, when a length and a tweak are bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache

from privacy_chains.errors import CipherError
from privacy_chains.hazmat._one_by_one import OneByOne
from privacy_chains.hazmat._rounds import AES, BATCH_HALF_BITS, BLOCK, ROUNDS, Batch, outside
from privacy_chains.hazmat.uncopied import Uncopied

__all__ = ["FF1", "FF1Permutation"]

MIN_DOMAIN = 10**6  # SP 800-38G revision 1, second public draft (2025)
MAX_RADIX = 2**16
MAX_LENGTH = 2**32 - 1
MAX_TWEAK = 2**32 - 1
BOUND_CACHE = 256
BATCH_FROM = 32  # below this, the fixed cost of arrays outweighs what they save


class FF1(Uncopied):
    """The FF1 mode for one key and radix.

    Objects are safe to share between threads. They hold the key, so they cannot be pickled or copied.

    **Guarantee**: for each length and tweak, a permutation of ``[0, radix**length)`` that is indistinguishable from a
    random one, provided that AES is and that NIST's analysis of ten Feistel rounds holds (SP 800-38G; the second public
    draft of revision 1, 2025, keeps FF1 as the only mode and requires at least 10^6 members, which is enforced here).

    **Warning**: FF1 is deterministic: equal values under one tweak give equal results. It does not authenticate: every
    value of the domain deciphers to something. The length is not hidden. Python cannot wipe the key from memory.

    Args:
        key: 16, 24 or 32 bytes.
        radix: 2 to 65536.

    Raises:
        CipherError: The key's length or the radix is out of range.
    """

    def __init__(self, key: bytes, radix: int) -> None:
        if len(key) not in (16, 24, 32):
            msg = f"an FF1 key has 16, 24 or 32 bytes, not {len(key)}"
            raise CipherError(msg)
        if not 2 <= radix <= MAX_RADIX:
            msg = f"FF1's radix lies between 2 and {MAX_RADIX}"
            raise CipherError(msg)
        self.radix = radix
        self._aes = AES(key)
        self._bound = lru_cache(BOUND_CACHE)(self._bind)

    def bind(self, length: int, tweak: bytes = b"") -> FF1Permutation:
        """The permutation for one length and tweak. Recently used ones are cached.

        Raises:
            CipherError: ``length`` is below 2, the domain has fewer than 10^6 members, or a limit of the
                standard is exceeded.
        """
        return self._bound(length, tweak)

    def _bind(self, length: int, tweak: bytes) -> FF1Permutation:
        if not 2 <= length <= MAX_LENGTH or len(tweak) > MAX_TWEAK:
            msg = "FF1 takes strings of 2 to 2**32 - 1 numerals and tweaks of at most 2**32 - 1 bytes"
            raise CipherError(msg)
        if length < MIN_DOMAIN.bit_length() and self.radix**length < MIN_DOMAIN:
            msg = (
                f"FF1 needs a domain of at least {MIN_DOMAIN} members; radix {self.radix} and length {length} give "
                "fewer (use PrefixPermutation)"
            )
            raise CipherError(msg)
        half = (self.radix ** (length - length // 2) - 1).bit_length()
        kind = _Narrow if half <= _Narrow.MAX_BYTES * 8 else _Wide
        return kind(self._aes, self.radix, length, tweak)

    def encrypt(self, numerals: Sequence[int], tweak: bytes = b"") -> list[int]:
        """Encipher a string of numerals, each in ``[0, radix)``.

        Raises:
            CipherError: A numeral or the length is out of range.
        """
        value = self.bind(len(numerals), tweak).encrypt(self._join(numerals))
        return self._split(value, len(numerals))

    def decrypt(self, numerals: Sequence[int], tweak: bytes = b"") -> list[int]:
        """Decipher what :meth:`encrypt` returned under the same tweak.

        Raises:
            CipherError: A numeral or the length is out of range.
        """
        value = self.bind(len(numerals), tweak).decrypt(self._join(numerals))
        return self._split(value, len(numerals))

    def encrypt_int(self, value: int, length: int, tweak: bytes = b"") -> int:
        """Encipher the integer whose ``length`` numerals are the string.

        Raises:
            CipherError: ``value`` is not in ``[0, radix**length)``, or the length is out of range.
        """
        return self.bind(length, tweak).encrypt(value)

    def decrypt_int(self, value: int, length: int, tweak: bytes = b"") -> int:
        """Decipher what :meth:`encrypt_int` returned for the same length and tweak.

        Raises:
            CipherError: ``value`` is not in ``[0, radix**length)``, or the length is out of range.
        """
        return self.bind(length, tweak).decrypt(value)

    def encrypt_many(self, values: Sequence[int], length: int, tweak: bytes = b"") -> list[int]:
        """Encipher many integers of one length and tweak. One AES call per round serves all of them.

        Raises:
            CipherError: A value is out of range; nothing is returned.
        """
        return self.bind(length, tweak).encrypt_many(values)

    def decrypt_many(self, values: Sequence[int], length: int, tweak: bytes = b"") -> list[int]:
        """Decipher what :meth:`encrypt_many` returned for the same length and tweak.

        Raises:
            CipherError: A value is out of range; nothing is returned.
        """
        return self.bind(length, tweak).decrypt_many(values)

    def _join(self, numerals: Sequence[int]) -> int:
        value = 0
        for numeral in numerals:
            if not 0 <= numeral < self.radix:
                msg = f"a numeral is outside radix {self.radix}"
                raise CipherError(msg)
            value = value * self.radix + numeral
        return value

    def _split(self, value: int, length: int) -> list[int]:
        numerals = []
        for _ in range(length):
            value, numeral = divmod(value, self.radix)
            numerals.append(numeral)
        return numerals[::-1]


class FF1Permutation(OneByOne):
    """FF1 with length and tweak fixed: a permutation of ``[0, size)``. Made by :meth:`FF1.bind`.

    **Guarantee** and **Warning**: those of :class:`FF1`.

    Attributes:
        size: ``radix**length``.
    """

    def __init__(self, aes: AES, radix: int, length: int, tweak: bytes) -> None:
        left = length // 2
        self.size: int = radix**length
        self._aes = aes
        self._mod_left: int = radix**left
        self._mod_right: int = radix ** (length - left)
        self._half_bytes = ((self._mod_right - 1).bit_length() + 7) // 8
        header = bytes((1, 2, 1)) + radix.to_bytes(3) + bytes((ROUNDS, left % 256))
        header += length.to_bytes(4) + len(tweak).to_bytes(4)
        self._fixed = header + tweak + bytes((-len(tweak) - self._half_bytes - 1) % BLOCK)
        self._prepare()

    def _prepare(self) -> None:
        raise NotImplementedError


class _Narrow(FF1Permutation):
    """For halves of at most 12 bytes: a round is one AES block, and its first ``d`` bytes are the round's number."""

    MAX_BYTES = 12

    def _prepare(self) -> None:
        open_bytes = self._half_bytes + 1
        cut = len(self._fixed) + open_bytes - BLOCK
        state = int.from_bytes(self._aes.chain(self._fixed[:cut]))
        base = state ^ int.from_bytes(self._fixed[cut:] + bytes(open_bytes))
        self._blocks = [base ^ (i << 8 * self._half_bytes) for i in range(ROUNDS)]
        self._rounds = tuple(zip(self._blocks[::2], self._blocks[1::2], strict=True))
        self._reversed = self._rounds[::-1]
        self._drop = 8 * (BLOCK - 4 * ((self._half_bytes + 3) // 4) - 4)

    def encrypt(self, value: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        left_mod, right_mod, drop = self._mod_left, self._mod_right, self._drop
        aes, number = self._aes.blocks, int.from_bytes
        left, right = divmod(value, right_mod)
        for even, odd in self._rounds:
            left = (left + (number(aes((even ^ right).to_bytes(16))) >> drop)) % left_mod
            right = (right + (number(aes((odd ^ left).to_bytes(16))) >> drop)) % right_mod
        return left * right_mod + right

    def decrypt(self, value: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        left_mod, right_mod, drop = self._mod_left, self._mod_right, self._drop
        aes, number = self._aes.blocks, int.from_bytes
        left, right = divmod(value, right_mod)
        for even, odd in self._reversed:
            right = (right - (number(aes((odd ^ left).to_bytes(16))) >> drop)) % right_mod
            left = (left - (number(aes((even ^ right).to_bytes(16))) >> drop)) % left_mod
        return left * right_mod + right

    def encrypt_many(self, values: Sequence[int]) -> list[int]:
        if not self._batches(len(values)):
            return super().encrypt_many(values)
        return self._batch.encrypt(values)

    def decrypt_many(self, values: Sequence[int]) -> list[int]:
        if not self._batches(len(values)):
            return super().decrypt_many(values)
        return self._batch.decrypt(values)

    def _batches(self, count: int) -> bool:
        return count >= BATCH_FROM and (self._mod_right - 1).bit_length() <= BATCH_HALF_BITS

    @cached_property
    def _batch(self) -> Batch:
        return Batch(self._aes, self._blocks, self._mod_left, self._mod_right, self._drop)


class _Wide(FF1Permutation):
    """For longer halves: a CBC-MAC over several blocks, stretched to ``d`` bytes by AES on a counter."""

    def _prepare(self) -> None:
        cut = (len(self._fixed) // BLOCK) * BLOCK
        self._state = self._aes.chain(self._fixed[:cut])
        self._open = self._fixed[cut:]
        self._take = 4 * ((self._half_bytes + 3) // 4) + 4
        self._count = -(-self._take // BLOCK)
        counters = b"".join(j.to_bytes(BLOCK) for j in range(1, self._count))
        self._counters = int.from_bytes(counters)

    def _number(self, i: int, half: int) -> int:
        """The pseudo-random number of round ``i``, from the half that stays unchanged."""
        mac = self._aes.chain(self._open + bytes((i,)) + half.to_bytes(self._half_bytes), self._state)
        stretched = (int.from_bytes(mac * (self._count - 1)) ^ self._counters).to_bytes(BLOCK * (self._count - 1))
        return int.from_bytes((mac + self._aes.blocks(stretched))[: self._take])

    def encrypt(self, value: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        left, right = divmod(value, self._mod_right)
        for i in range(0, ROUNDS, 2):
            left = (left + self._number(i, right)) % self._mod_left
            right = (right + self._number(i + 1, left)) % self._mod_right
        return left * self._mod_right + right

    def decrypt(self, value: int) -> int:
        if not 0 <= value < self.size:
            raise outside()
        left, right = divmod(value, self._mod_right)
        for i in range(ROUNDS - 2, -1, -2):
            right = (right - self._number(i + 1, left)) % self._mod_right
            left = (left - self._number(i, right)) % self._mod_left
        return left * self._mod_right + right
