"""A cheap keyed permutation, and the laws every format keeps."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from math import gcd
from random import Random

from privacy_chains.formats.base import FirstOf, Format, Part, decipher, encipher


class AffineCipher:
    """``rank -> a * rank + b`` modulo the size: a bijection, and nothing more."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def encrypt(self, rank: int, size: int, domain: str) -> int:
        factor, shift = _affine(self.seed, size, domain)
        return (factor * rank + shift) % size

    def decrypt(self, rank: int, size: int, domain: str) -> int:
        factor, shift = _affine(self.seed, size, domain)
        return (rank - shift) * pow(factor, -1, size) % size


@lru_cache(maxsize=10_000)
def _affine(seed: int, size: int, domain: str) -> tuple[int, int]:
    random = Random(hashlib.sha256(f"{seed}/{domain}/{size:x}".encode()).digest())
    factor = random.randrange(size) or 1
    while gcd(factor, size) != 1:
        factor = factor % size + 1
    return factor, random.randrange(size)


def chosen(fmt: Format, text: str) -> Format:
    """The format that enciphers ``text``."""
    return fmt.choose(text) if isinstance(fmt, FirstOf) else fmt


def shape(parts: tuple[Part, ...]) -> list[tuple[str, int]]:
    return [(part.domain, part.size) for part in parts]


def check_laws(fmt: Format, text: str, *, seed: int = 0) -> str:
    """Assert the laws of `Format` on ``text`` and random ranks; return a string that keeps what ``text`` keeps."""
    inner, random = chosen(fmt, text), Random(seed)
    parts = inner.split(text)
    own = [part.rank for part in parts]
    assert inner.join(text, own) == text
    ranks = [random.randrange(part.size) for part in parts]
    other = inner.join(text, ranks)
    assert shape(inner.split(other)) == shape(parts)
    assert [part.rank for part in inner.split(other)] == ranks
    assert inner.join(other, own) == text
    return other


def surrogate(fmt: Format, text: str, *, seed: int = 0) -> str:
    """The surrogate of ``text``, after checking that it stays with its format and deciphers with the key alone."""
    cipher = AffineCipher(seed)
    result = encipher(fmt, text, cipher)
    assert decipher(fmt, result, cipher) == text
    assert chosen(fmt, result) is chosen(fmt, text)
    assert shape(chosen(fmt, result).split(result)) == shape(chosen(fmt, text).split(text))
    return result


def kept(text: str) -> str:
    """What separators, letter case and the places of digits look like."""
    return "".join(
        "9" if char.isdigit() else "A" if char.isupper() else "a" if char.islower() else char for char in text
    )
