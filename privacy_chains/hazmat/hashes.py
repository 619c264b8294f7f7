"""Keyed hashes: without the key they reveal only which texts are equal."""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from hashlib import blake2b

__all__ = ["MOST_DIGITS", "keyed_digest", "keyed_hash"]

MOST_DIGITS = 64
"""How many hexadecimal digits a hash has."""


def keyed_hash(secret: bytes, text: str, digits: int = MOST_DIGITS) -> str:
    """The first digits of HMAC-SHA256 (RFC 2104) of a text, in hexadecimal.

    **Guarantee**: without the secret, hashes of different texts look random and independent (HMAC-SHA256 as a PRF), so
    that nobody can hash guesses and compare.

    **Warning**: equal texts have equal hashes. Whoever holds the secret can hash guesses. With ``d`` digits, two
    different texts have the same hash with probability ``16**-d``.

    Args:
        secret: A sub-key of 32 bytes.
        text: The text.
        digits: How many digits, 1 to 64.
    """
    return hmac.digest(secret, text.encode("utf-8", "surrogatepass"), "sha256").hex()[:digits]


def keyed_digest(secret: bytes, before: bytes, parts: Iterable[str]) -> bytes:
    """A keyed BLAKE2b digest (RFC 7693) of several texts, each behind its length: no two sequences are written alike.

    **Guarantee**: without the secret, digests of different sequences look random and independent (BLAKE2b as a PRF).

    **Warning**: equal sequences have equal digests. Whoever holds the secret can digest guesses. ``before`` has no
    length of its own: give values of one length, or of which none begins another.

    Args:
        secret: A sub-key of at most 64 bytes.
        before: What the digest goes on from, such as another digest, or the kind of the texts.
        parts: The texts.

    Returns:
        32 bytes.
    """
    digest = blake2b(before, key=secret, digest_size=32)
    for part in parts:
        written = part.encode("utf-8", "surrogatepass")
        digest.update(len(written).to_bytes(8, "big") + written)
    return digest.digest()
