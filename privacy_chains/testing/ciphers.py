"""The contract of a cipher, and a cheap one to test formats with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import gcd
from random import Random

from privacy_chains.errors import CipherError
from privacy_chains.formats.base import TweakedCipher
from privacy_chains.testing.broken import refused, require

__all__ = ["AffineCipher", "check_cipher"]

SIZES = (1, 2, 3, 10, 999, 10**5 + 3, 10**6, 10**9 + 7, 10**16, 2**64, 10**40)
_EXHAUSTED, _SAMPLES, _ALIKE = 1000, 40, 8
_RINGS = (2, 7, 12, 31)


class AffineCipher:
    """``rank -> a * rank + b`` modulo the size: a cheap permutation of every domain, without any secrecy.

    Args:
        seed: Which permutations.
    """

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def encrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The image of ``rank``."""
        factor, shift = _affine(self.seed, size, domain, ring=ring)
        return (factor * rank + shift) % size

    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        """The rank whose image this is."""
        factor, shift = _affine(self.seed, size, domain, ring=ring)
        return (rank - shift) * pow(factor, -1, size) % size


@lru_cache(maxsize=10_000)
def _affine(seed: int, size: int, domain: str, *, ring: bool) -> tuple[int, int]:
    random = Random(hashlib.sha256(f"{seed}/{domain}/{size:x}".encode()).digest())  # noqa: S311  (no secrecy wanted)
    factor = 1 if ring else random.randrange(size) or 1
    while gcd(factor, size) != 1:
        factor = factor % size + 1
    return factor, random.randrange(size)


def check_cipher(make: Callable[[bytes], TweakedCipher], *, sizes: Sequence[int] = SIZES) -> None:
    """Check a keyed family of permutations, such as formats encipher their ranks with.

    It cannot check that images look random: that is what a proof or a standard is for.

    Args:
        make: Makes the cipher of a key of 32 bytes.
        sizes: The sizes of the domains to try.

    Raises:
        ContractBroken: An image lies outside its domain; two ranks share an image; deciphering does not lead back;
            the key, name or size of a domain makes no difference; distances in a ring change; a rank outside is
            accepted or quoted; or the key shows.
    """
    key, random = bytes(range(32)), Random(0)  # noqa: S311  (examples, not keys)
    cipher = make(key)
    for size in sizes:
        ranks = range(size) if size <= _EXHAUSTED else [random.randrange(size) for _ in range(_SAMPLES)]
        _check_permutation(cipher, make(key), ranks, size)
        for outside in (-1, size, size + 123_456_789):
            for way in (cipher.encrypt, cipher.decrypt):
                rule = f"a rank outside of a domain of {size} is refused with a CipherError"
                refused(CipherError, partial(way, outside, size, "d"), rule)
        if size >= _EXHAUSTED:
            _check_separation(cipher, make(key[::-1]), list(ranks), size)
    for size in _RINGS:
        _check_ring(cipher, size)
    require(key.hex() not in repr(cipher), "a cipher does not show its key")
    require(repr(key)[2:-1] not in repr(cipher), "a cipher does not show its key")


def _check_permutation(cipher: TweakedCipher, again: TweakedCipher, ranks: Sequence[int], size: int) -> None:
    images = [cipher.encrypt(rank, size, "d") for rank in ranks]
    require(all(0 <= image < size for image in images), f"images stay in their domain of {size}")
    require(len(set(images)) == len(set(ranks)), f"no two ranks of a domain of {size} share an image")
    back = [cipher.decrypt(image, size, "d") for image in images]
    require(back == list(ranks), f"deciphering leads back in a domain of {size}")
    repeated = [again.encrypt(rank, size, "d") for rank in ranks]
    require(repeated == images, "the same key gives the same images, in another object too")


def _check_ring(cipher: TweakedCipher, size: int) -> None:
    images = [cipher.encrypt(rank, size, "d", ring=True) for rank in range(size)]
    turned = [(images[0] + rank) % size for rank in range(size)]
    require(images == turned, f"distances in a ring of {size} stay")
    back = [cipher.decrypt(image, size, "d", ring=True) for image in images]
    require(back == list(range(size)), f"deciphering leads back in a ring of {size}")


def _check_separation(cipher: TweakedCipher, other: TweakedCipher, ranks: list[int], size: int) -> None:
    images = [cipher.encrypt(rank, size, "d") for rank in ranks]
    for differs, changed in (
        ("key", [other.encrypt(rank, size, "d") for rank in ranks]),
        ("name of the domain", [cipher.encrypt(rank, size, "e") for rank in ranks]),
        ("size of the domain", [cipher.encrypt(rank, size + 1, "d") for rank in ranks]),
        ("rank", ranks),
    ):
        alike = sum(one == two for one, two in zip(images, changed, strict=True))
        require(alike <= _ALIKE, f"images in a domain of {size} differ where the {differs} does")
