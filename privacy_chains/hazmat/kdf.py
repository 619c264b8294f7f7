"""Sub-keys by HKDF-SHA256 (RFC 5869), one for each purpose and context."""

from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

__all__ = ["derive", "encode_context"]


def encode_context(*fields: str | bytes) -> bytes:
    """Fields as one byte string, each behind its length: different fields never give the same bytes."""
    encoded = [field.encode("utf-8", "surrogatepass") if isinstance(field, str) else field for field in fields]
    return b"".join(len(field).to_bytes(4, "big") + field for field in encoded)


def derive(secret: bytes, purpose: str, *context: str | bytes, length: int = 32) -> bytes:
    """A sub-key of ``length`` bytes for one purpose and context.

    ``secret`` is uniformly random already, so HKDF's extract step is not needed (RFC 5869, section 3.3).

    **Guarantee**: sub-keys of different purposes or contexts are computationally independent, and none tells
    anything of the secret (HMAC-SHA256 as a PRF).

    **Warning**: whoever holds the secret holds every sub-key.
    """
    info = encode_context("privacy-chains", purpose, *context)
    return HKDFExpand(SHA256(), length, info).derive(secret)
