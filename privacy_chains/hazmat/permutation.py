"""A keyed permutation of a small domain, by sorting PRF outputs.

The prefix cipher of J. Black and P. Rogaway, "Ciphers with Arbitrary Finite Domains" (CT-RSA 2002), section 3:
encipher every member's number with AES and sort the results; a member's image is its place in that order.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import Protocol

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from privacy_chains.errors import CipherError
from privacy_chains.hazmat._one_by_one import OneByOne
from privacy_chains.hazmat._rounds import outside
from privacy_chains.hazmat.kdf import derive

__all__ = ["MAX_SIZE", "Permutation", "PermutationCache", "PrefixPermutation"]

MAX_SIZE = 10**6
ARRAYS_FROM = 4096  # below, sorting in Python costs less than loading numpy
_BLOCK = 16


class Permutation(Protocol):
    """A keyed permutation of ``[0, size)``."""

    @property
    def size(self) -> int:
        """The number of members."""
        ...

    def encrypt(self, value: int) -> int:
        """The image of ``value``."""
        ...

    def decrypt(self, value: int) -> int:
        """The value whose image this is."""
        ...

    def encrypt_many(self, values: Sequence[int]) -> list[int]:
        """The images of many values, in order."""
        ...

    def decrypt_many(self, values: Sequence[int]) -> list[int]:
        """The values whose images these are, in order."""
        ...


class PrefixPermutation(OneByOne):
    """A permutation of ``[0, size)`` held as two tables of four bytes a member; each look-up is O(1).

    Setting up takes O(size log size): about 0.1 s for 10^6 members.

    **Guarantee**: the permutation is uniform among all permutations of the domain, as far as AES-256 is
    indistinguishable from a random permutation of 128-bit blocks; a different key, context or size gives an
    independent one (HKDF). AES images of different numbers differ, so there are no ties.

    **Warning**: the domain is small, so a codebook can be learned pair by pair. Somebody who sees a value beside its
    image knows that value for good. Somebody who knows how often values occur can match them to images by frequency.
    Somebody who can have chosen values enciphered can ask for all of them. FF1, on 10^6 members and more, is exposed
    in the same way, but its codebook is larger. The tables are as secret as the key.

    Args:
        key: 32 bytes of key material; the sub-key is derived from it.
        context: What the domain is. It separates equal sizes.
        size: 1 to 10^6.

    Raises:
        CipherError: ``size`` is out of range.
    """

    __slots__ = ("_forward", "_inverse", "size")

    def __init__(self, key: bytes, context: str | bytes, size: int) -> None:
        if not 1 <= size <= MAX_SIZE:
            msg = f"a prefix permutation holds 1 to {MAX_SIZE} members (use FF1 for more)"
            raise CipherError(msg)
        subkey = derive(key, "prefix permutation", context, size.to_bytes(4))
        keystream = Cipher(algorithms.AES(subkey), modes.CTR(bytes(_BLOCK))).encryptor()
        sort = _sort_arrays if size >= ARRAYS_FROM else _sort_lists
        self.size = size
        self._forward, self._inverse = sort(keystream.update(bytes(_BLOCK * size)), size)

    def encrypt(self, value: int) -> int:
        """The image of ``value``.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        if not 0 <= value < self.size:
            raise outside()
        return self._forward[value]

    def decrypt(self, value: int) -> int:
        """The value whose image this is.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        if not 0 <= value < self.size:
            raise outside()
        return self._inverse[value]


class PermutationCache:
    """The permutations used last, up to a total number of members. Safe to share between threads.

    Two threads that miss at once may both set up the same permutation; they get equal ones.
    """

    def __init__(self, members: int = 4 * MAX_SIZE) -> None:
        self._limit = members
        self._held = 0
        self._entries: OrderedDict[Hashable, PrefixPermutation] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: Hashable, make: Callable[[], PrefixPermutation]) -> PrefixPermutation:
        """The permutation kept under ``name``, or a new one from ``make``."""
        with self._lock:
            if found := self._entries.get(name):
                self._entries.move_to_end(name)
                return found
        made = make()
        with self._lock:
            if name not in self._entries:
                self._held += made.size
            self._entries[name] = made
            while self._held > self._limit and len(self._entries) > 1:
                self._held -= self._entries.popitem(last=False)[1].size
        return made


def _sort_lists(keystream: bytes, size: int) -> tuple[array[int], array[int]]:
    """The order of ``size`` blocks as big-endian numbers, and its inverse: ``(place of i, who is at place j)``."""
    blocks = [keystream[i : i + _BLOCK] for i in range(0, _BLOCK * size, _BLOCK)]
    inverse = array("I", sorted(range(size), key=blocks.__getitem__))
    forward = array("I", bytes(inverse.itemsize * size))
    for place, member in enumerate(inverse):
        forward[member] = place
    return forward, inverse


def _sort_arrays(keystream: bytes, size: int) -> tuple[array[int], array[int]]:
    """What :func:`_sort_lists` returns, faster."""
    import numpy as np  # noqa: PLC0415  # only large domains pay for loading it

    words = np.frombuffer(keystream, ">u8").reshape(size, 2).astype(np.uint64)
    order = np.argsort(words[:, 0])
    leading = words[order, 0]
    if (leading[1:] == leading[:-1]).any():
        order = np.lexsort((words[:, 1], words[:, 0]))
    forward = np.empty(size, np.uintc)
    forward[order] = np.arange(size, dtype=np.uintc)
    return array("I", forward.tobytes()), array("I", order.astype(np.uintc).tobytes())
