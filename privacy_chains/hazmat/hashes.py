"""Keyed hashes: without the key they reveal only which texts are equal."""

from __future__ import annotations

import hmac

__all__ = ["MOST_DIGITS", "keyed_hash"]

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
