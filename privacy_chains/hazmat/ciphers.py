"""A cipher for domains of any size. Formats encipher their ranks with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import log2
from typing import Literal, get_args

from privacy_chains.errors import CipherError
from privacy_chains.hazmat import ff1, ff3
from privacy_chains.hazmat._rounds import outside
from privacy_chains.hazmat.ff1 import FF1
from privacy_chains.hazmat.ff3 import FF3
from privacy_chains.hazmat.kdf import derive, encode_context
from privacy_chains.hazmat.permutation import Permutation, PermutationCache, PrefixPermutation
from privacy_chains.hazmat.rotation import Rotation
from privacy_chains.hazmat.uncopied import Uncopied

__all__ = ["SMALL_DOMAIN", "Backend", "Claim", "DomainCipher", "numerals"]

Backend = Literal["ff1", "ff3-1/pyfpe", "ff3-1/ff3"]
"""The cipher for domains of 10^6 members and more."""

Claim = Literal["ff1", "ff3-1", "small-domain", "rotation"]
"""The security claim that holds for a domain, for the ledger."""

SMALL_DOMAIN = 10**6
SETUPS = 1024


class DomainCipher(Uncopied):
    """A keyed permutation of ``[0, size)`` for every size and domain name.

    A domain of one member maps to itself. Below 10^6 members a :class:`PrefixPermutation` is used, from there on the
    backend. If no power of a radix equals the size, the backend cycle-walks: it enciphers an image outside the domain
    again until it falls inside. A ring keeps the distances between its members, so a :class:`Rotation` turns it,
    whatever its size. Objects are safe to share between threads. They hold the key, so they cannot be pickled or
    copied.

    **Guarantee**: for each (size, domain name), a permutation that is indistinguishable from a random one and
    independent of the permutations for all other pairs and keys. From 10^6 members on this is the claim of FF1 (or of
    FF3-1), below that the claim of the prefix permutation. For rings it is the claim of the rotation. Cycle-walking
    keeps the claim (Black and Rogaway, CT-RSA 2002, section 4). The number of steps reveals nothing about the value to
    somebody who sees only the result.

    **Warning**: the cipher is deterministic: equal ranks of one domain give equal images, so repetitions and
    frequencies show. In small domains a codebook can be learned pair by pair; :meth:`claim` says which claim holds. A
    domain of one member is not enciphered at all. Whatever a format keeps outside its ranks stays in clear. The running
    time depends on the number of cycle-walking steps.

    Args:
        key: 32 bytes, derived for this use alone.
        backend: The cipher for domains of 10^6 members and more.

    Raises:
        CipherError: The key does not have 32 bytes, the backend is unknown, or its library is missing.
    """

    def __init__(self, key: bytes, *, backend: Backend = "ff1") -> None:
        if len(key) != 32:
            msg = f"a domain cipher's key has 32 bytes, not {len(key)}"
            raise CipherError(msg)
        if backend not in get_args(Backend):
            msg = f"unknown cipher backend; there are {', '.join(get_args(Backend))}"
            raise CipherError(msg)
        self.backend = backend
        self._key = key
        self._small = PermutationCache()
        self._ring = lru_cache(SETUPS)(self._make_ring)
        self._ff1 = lru_cache(SETUPS)(self._make_ff1)
        self._large = lru_cache(SETUPS)(self._bind_large)
        if backend != "ff1":
            self._make_ff3(10)  # fail now if the library is missing, not in the middle of a text

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The image of ``rank`` in the named domain of ``size`` members. In a ring, distances stay the same.

        Raises:
            CipherError: ``rank`` is not in ``[0, size)``, or the backend cannot encipher it.
        """
        permutation = self._permutation(rank, size, domain, ring=ring)
        image = permutation.encrypt(rank)
        while image >= size:
            image = permutation.encrypt(image)
        return image

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The rank whose image this is in the named domain of ``size`` members.

        Raises:
            CipherError: ``rank`` is not in ``[0, size)``, or the backend cannot decipher it.
        """
        permutation = self._permutation(rank, size, domain, ring=ring)
        value = permutation.decrypt(rank)
        while value >= size:
            value = permutation.decrypt(value)
        return value

    def encrypt_many(self, ranks: Sequence[int], size: int, domain: str) -> list[int]:
        """The images of many ranks of one domain, in order. With FF1 this is much faster than one at a time.

        Raises:
            CipherError: A rank is not in ``[0, size)``, or the backend cannot encipher it; nothing is returned.
        """
        return self._walk_many(self._permutation_of_all(ranks, size, domain).encrypt_many, ranks, size)

    def decrypt_many(self, ranks: Sequence[int], size: int, domain: str) -> list[int]:
        """The ranks whose images these are, in order.

        Raises:
            CipherError: A rank is not in ``[0, size)``, or the backend cannot decipher it; nothing is returned.
        """
        return self._walk_many(self._permutation_of_all(ranks, size, domain).decrypt_many, ranks, size)

    def claim(self, size: int, *, ring: bool = False) -> Claim:
        """The claim that holds for domains, or rings, of ``size`` members."""
        if ring:
            return "rotation"
        if size < SMALL_DOMAIN:
            return "small-domain"
        return "ff1" if self.backend == "ff1" else "ff3-1"

    def _permutation(self, rank: int, size: int, domain: str, *, ring: bool = False) -> Permutation:
        if not 0 <= rank < size:
            raise outside()
        if ring:
            return self._ring(size, domain)
        if size >= SMALL_DOMAIN:
            return self._large(size, domain)
        return self._small.get((size, domain), lambda: PrefixPermutation(self._key, domain, size))

    def _permutation_of_all(self, ranks: Sequence[int], size: int, domain: str) -> Permutation:
        if len(ranks) and min(ranks) < 0:
            raise outside()
        return self._permutation(max(ranks, default=0), size, domain)

    @staticmethod
    def _walk_many(permute: Callable[[Sequence[int]], list[int]], ranks: Sequence[int], size: int) -> list[int]:
        images = permute(ranks)
        while outside := [place for place, image in enumerate(images) if image >= size]:
            for place, image in zip(outside, permute([images[place] for place in outside]), strict=True):
                images[place] = image
        return images

    def _bind_large(self, size: int, domain: str) -> Permutation:
        context = encode_context(domain, size.to_bytes((size.bit_length() + 7) // 8))
        if self.backend == "ff1":
            radix, length = numerals(size, ff1.MAX_RADIX)
            return self._ff1(radix).bind(length, context)
        radix, length = numerals(size, ff3.MAX_RADIX)
        # a 56-bit tweak is too short to separate domains for certain, so each domain has its own key
        tweak = derive(self._key, "ff3-1 tweak", context, length=ff3.TWEAK_BYTES)
        return self._make_ff3(radix, context).bind(length, tweak)

    def _make_ring(self, size: int, domain: str) -> Rotation:
        return Rotation(self._key, domain, size)

    def _make_ff1(self, radix: int) -> FF1:
        return FF1(derive(self._key, "ff1"), radix)

    def _make_ff3(self, radix: int, context: bytes = b"") -> FF3:
        library: ff3.Library = "pyfpe" if self.backend == "ff3-1/pyfpe" else "ff3"
        return FF3(derive(self._key, "ff3-1", context), radix, library)


def numerals(size: int, max_radix: int) -> tuple[int, int]:
    """A radix and a length whose power is at least ``size``, and hardly more.

    A power of ten gives strings of decimal digits. Otherwise the length is the smallest even one (so that both Feistel
    halves have the same size) for which a radix of at most ``max_radix`` is enough, and the radix is the smallest that
    is enough. The power then exceeds ``size`` by a share of about length / radix: at most a few percent for radices up
    to 65536. That is also the expected number of extra cycle-walking steps.

    Args:
        size: At least 10^6.
        max_radix: The largest radix that the cipher supports, at least 62.
    """
    decimal = _power_of_ten(size)
    if decimal:
        return 10, decimal
    length = max(2, 2 * int(((size - 1).bit_length() - 1) / log2(max_radix) / 2))
    while max_radix**length < size:
        length += 2
    low, high = 2, max_radix
    while low < high:
        middle = (low + high) // 2
        if middle**length < size:
            low = middle + 1
        else:
            high = middle
    return low, length


def _power_of_ten(size: int) -> int:
    """The exponent, or 0 if ``size`` is not a power of ten."""
    exponent = round((size.bit_length() - 1) / log2(10))
    return exponent if size == 10**exponent else 0
