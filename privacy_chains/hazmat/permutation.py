"""A keyed permutation of a small domain, by sorting PRF outputs.

The prefix cipher of J. Black and P. Rogaway, "Ciphers with Arbitrary Finite Domains" (CT-RSA 2002), section 3: encipher
every member's number with AES and sort the results. A member's image is its place in that order.
"""

from __future__ import annotations

import threading
from array import array
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from privacy_chains.errors import CipherError
from privacy_chains.hazmat._one_by_one import OneByOne
from privacy_chains.hazmat._rounds import outside
from privacy_chains.hazmat.kdf import derive

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MAX_SIZE", "Permutation", "PermutationCache", "PrefixPermutation"]

MAX_SIZE = 10**6
ARRAYS_FROM = 4096  # below this, sorting in Python costs less than loading numpy
_BLOCK = 16
_FEW = 12
"""After this many look-ups, sorting costs less than another one."""


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


class _Tables(NamedTuple):
    """The place of each member in the order of the images, and the member at each place."""

    forward: array[int]
    inverse: array[int]


class PrefixPermutation(OneByOne):
    """A permutation of ``[0, size)``, held as two tables with four bytes for each member. Each look-up is O(1).

    Building the tables takes O(size log size): about 0.1 s for 10^6 members. Usually only a few members of a large
    domain are needed. So the first look-ups count the smaller images, or select the image at a place, in O(size) and a
    few milliseconds. The domain is sorted only if more look-ups follow.

    **Guarantee**: the permutation is uniform among all permutations of the domain, as far as AES-256 is
    indistinguishable from a random permutation of 128-bit blocks. A different key, context or size gives an independent
    permutation (HKDF). AES images of different numbers differ, so there are no ties.

    **Warning**: the domain is small, so a codebook can be learned pair by pair. Somebody who sees a value beside its
    image knows that value for good. Somebody who knows how often values occur can match them to images by frequency.
    Somebody who can get chosen values enciphered can get all of them. FF1, on 10^6 members and more, is exposed in the
    same way, but its codebook is larger. The tables are as secret as the key.

    Args:
        key: 32 bytes of key material; the sub-key is derived from it.
        context: Names the domain. Domains of equal size differ by it.
        size: 1 to 10^6.

    Raises:
        CipherError: ``size`` is out of range.
    """

    __slots__ = ("_asked", "_images_known", "_known", "_leading", "_subkey", "_tables", "size")

    def __init__(self, key: bytes, context: str | bytes, size: int) -> None:
        if not 1 <= size <= MAX_SIZE:
            msg = f"a prefix permutation holds 1 to {MAX_SIZE} members (use FF1 for more)"
            raise CipherError(msg)
        self.size = size
        self._subkey = derive(key, "prefix permutation", context, size.to_bytes(4))
        self._asked = 0
        self._known: dict[int, int] = {}
        self._images_known: dict[int, int] = {}
        self._leading: NDArray[np.uint64] | None = None
        self._tables = None if size >= ARRAYS_FROM else _sort_lists(self._images(), size)

    def encrypt(self, value: int) -> int:
        """The image of ``value``.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        if not 0 <= value < self.size:
            raise outside()
        if self._tables:
            return self._tables.forward[value]
        found = self._images_known.get(value)
        if found is None:
            found = self._unsorted(_place_of, value)
            if found is None:
                return self._sorted().forward[value]
            self._known[found], self._images_known[value] = value, found
        return found

    def decrypt(self, value: int) -> int:
        """The value whose image this is.

        Raises:
            CipherError: ``value`` is not in ``[0, size)``.
        """
        if not 0 <= value < self.size:
            raise outside()
        if self._tables:
            return self._tables.inverse[value]
        found = self._known.get(value)  # callers decipher a value right after enciphering it, to check it
        if found is None:
            found = self._unsorted(_member_at, value)
        return self._sorted().inverse[value] if found is None else found

    def _images(self) -> bytes:
        """The AES image of each member's number, one block each."""
        keystream = Cipher(algorithms.AES(self._subkey), modes.CTR(bytes(_BLOCK))).encryptor()
        return keystream.update(bytes(_BLOCK * self.size))

    def _unsorted(self, look: Callable[[NDArray[np.uint64], int], int | None], value: int) -> int | None:
        """One look-up without sorting. None if that was done too often already, or does not give an answer."""
        self._asked += 1
        if self._asked > _FEW:
            return None
        leading = self._leading
        if leading is None:
            leading = self._leading = _leading_of(self._images())
        return look(leading, value)

    def _sorted(self) -> _Tables:
        """Both tables, built once."""
        tables = self._tables
        if tables is None:
            tables = self._tables = _sort_arrays(self._images(), self.size)
            self._leading = None
            self._known, self._images_known = {}, {}
        return tables


class PermutationCache:
    """A cache of recently used permutations, up to a total number of members. Safe to share between threads.

    Two threads that miss at the same time may both build the same permutation; they get equal ones.
    """

    def __init__(self, members: int = 4 * MAX_SIZE) -> None:
        self._limit = members
        self._held = 0
        self._entries: OrderedDict[Hashable, PrefixPermutation] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: Hashable, make: Callable[[], PrefixPermutation]) -> PrefixPermutation:
        """The permutation cached under ``name``, or a new one from ``make``."""
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


def _sort_lists(keystream: bytes, size: int) -> _Tables:
    """The order of ``size`` blocks as big-endian numbers, and its inverse."""
    blocks = [keystream[i : i + _BLOCK] for i in range(0, _BLOCK * size, _BLOCK)]
    inverse = array("I", sorted(range(size), key=blocks.__getitem__))
    forward = array("I", bytes(inverse.itemsize * size))
    for place, member in enumerate(inverse):
        forward[member] = place
    return _Tables(forward, inverse)


def _sort_arrays(keystream: bytes, size: int) -> _Tables:
    """What :func:`_sort_lists` returns, faster."""
    import numpy as np  # noqa: PLC0415  # only large domains pay for loading it

    words = np.frombuffer(keystream, ">u8").reshape(size, 2).astype(np.uint64)
    order = np.argsort(words[:, 0])
    leading = words[order, 0]
    if (leading[1:] == leading[:-1]).any():
        order = np.lexsort((words[:, 1], words[:, 0]))
    forward = np.empty(size, np.uintc)
    forward[order] = np.arange(size, dtype=np.uintc)
    return _Tables(array("I", forward.tobytes()), array("I", order.astype(np.uintc).tobytes()))


def _leading_of(images: bytes) -> NDArray[np.uint64]:
    """The first half of each block as a number."""
    import numpy as np  # noqa: PLC0415  # only large domains pay for loading it

    return np.frombuffer(images, ">u8")[::2].astype(np.uint64)


def _place_of(leading: NDArray[np.uint64], member: int) -> int | None:
    """How many images are smaller than a member's; None if the first halves do not decide it."""
    if int((leading == leading[member]).sum()) > 1:
        return None
    return int((leading < leading[member]).sum())


def _member_at(leading: NDArray[np.uint64], place: int) -> int | None:
    """The member whose image is at a place in the order; None if the first halves do not decide it."""
    import numpy as np  # noqa: PLC0415  # only large domains pay for loading it

    members = np.flatnonzero(leading == np.partition(leading, place)[place])
    return int(members[0]) if len(members) == 1 else None
