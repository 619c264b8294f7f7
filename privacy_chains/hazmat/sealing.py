"""Authenticated encryption that needs no nonce: AES-SIV (RFC 5297)."""

from __future__ import annotations

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from privacy_chains.errors import CipherError

__all__ = ["SECRET_BYTES", "open_sealed", "seal"]

SECRET_BYTES = 64
"""An AES-256 key for the tag, and one for the ciphertext."""

_BLOCK = 16


def seal(secret: bytes, content: bytes, *context: bytes) -> bytes:
    """Encrypt and authenticate ``content``, bound to ``context``.

    Args:
        secret: ``SECRET_BYTES`` bytes for this one purpose.
        content: What nobody else may read or change.
        context: What must be the same when it is opened; not part of the result.

    **Guarantee**: without the secret, the result tells the length of the content in blocks of 16 bytes and nothing
    else, and no change of it or of its context opens (RFC 5297; misuse-resistant authenticated encryption).

    **Warning**: it is deterministic. Equal content in an equal context gives equal bytes, so that storing a record
    again changes nothing; whoever sees both learns that they are equal.
    """
    padding = _BLOCK - len(content) % _BLOCK
    return AESSIV(secret).encrypt(content + bytes([padding]) * padding, [*context])


def open_sealed(secret: bytes, sealed: bytes, *context: bytes) -> bytes:
    """The content that :func:`seal` was given.

    Raises:
        CipherError: It was sealed under another secret or context, or was changed since.
    """
    try:
        padded = AESSIV(secret).decrypt(sealed, [*context])
    except (InvalidTag, ValueError):
        padded = b""
    if not padded:
        msg = "sealed data does not open: it was made under another key or place, or changed since"
        raise CipherError(msg)
    return padded[: -padded[-1]]
