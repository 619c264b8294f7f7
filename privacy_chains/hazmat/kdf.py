"""Sub-keys from HKDF-SHA256 (RFC 5869), one for each purpose and context."""

from __future__ import annotations

import hmac

__all__ = ["Encoded", "derive", "encode_context"]

_LENGTHS = tuple(length.to_bytes(4, "big") for length in range(256))


class Encoded(bytes):
    """Fields that ``encode_context`` has already encoded. A longer context includes them as they are."""

    __slots__ = ()


def encode_context(*fields: str | bytes | Encoded) -> bytes:
    """Encode fields as one byte string, each after its length, so that different fields never give the same bytes."""
    pieces: list[bytes] = []
    for field in fields:
        if isinstance(field, Encoded):
            pieces.append(field)
            continue
        encoded = field.encode("utf-8", "surrogatepass") if isinstance(field, str) else field
        length = len(encoded)
        pieces += (_LENGTHS[length] if length < len(_LENGTHS) else length.to_bytes(4, "big"), encoded)
    return b"".join(pieces)


def derive(secret: bytes, purpose: str, *context: str | bytes, length: int = 32) -> bytes:
    """A sub-key of ``length`` bytes for one purpose and context.

    ``secret`` is uniformly random already, so HKDF's extract step is not needed (RFC 5869, section 3.3).

    **Guarantee**: sub-keys of different purposes or contexts are computationally independent, and none reveals
    anything about the secret (HMAC-SHA256 as a PRF).

    **Warning**: whoever holds the secret holds every sub-key.
    """
    info = encode_context("privacy-chains", purpose, *context)
    return _expand(secret, info, length)


def _expand(secret: bytes, info: bytes, length: int) -> bytes:
    """HKDF-Expand (RFC 5869, section 2.3). For 32 bytes or fewer it is a single HMAC."""
    key = block = hmac.digest(secret, info + b"\x01", "sha256")
    for count in range(2, -(-length // len(block)) + 1):
        block = hmac.digest(secret, block + info + bytes((count,)), "sha256")
        key += block
    return key[:length]
