"""Authenticated encryption that needs no nonce: AES-256-SIV (RFC 5297)."""

from __future__ import annotations

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from privacy_chains.errors import CipherError

__all__ = ["BLOCK", "KEY_BYTES", "open_sealed", "seal"]

KEY_BYTES = 64
"""Two AES-256 keys: one authenticates, one enciphers."""

BLOCK = 64
"""What is sealed is filled up to a multiple of this many bytes."""

_FILLED = b"\x80"


def seal(key: bytes, content: bytes, *beside: bytes) -> bytes:
    """``content``, enciphered and authenticated together with what stands ``beside`` it in clear.

    AES-SIV and AES-GCM-SIV are both deterministic and resist misuse; ``cryptography`` offers the second only with
    OpenSSL 3.2 and later.

    **Guarantee**: without the key nobody learns anything of the content but what the warning names, and nobody can
    make or change a sealed text so that it opens (deterministic authenticated encryption, Rogaway and Shrimpton
    2006), up to the birthday bound of about 2^48 texts under one key.

    **Warning**: equal contents beside equal fields look equal, and the length shows in steps of 64 bytes. A sealed
    text does not say where it belongs: put into ``beside`` what it must not be moved away from.

    Args:
        key: 64 bytes of key material.
        content: What is hidden.
        beside: What is authenticated with it, at most 126 fields.

    Raises:
        CipherError: The key has another length.
    """
    filled = content + _FILLED
    return _cipher(key).encrypt(filled + b"\0" * (-len(filled) % BLOCK), [*beside])


def open_sealed(key: bytes, sealed: bytes, *beside: bytes) -> bytes | None:
    """The content of a sealed text; None if it was not sealed under this key, beside these fields.

    Raises:
        CipherError: The key has another length.
    """
    try:
        filled = _cipher(key).decrypt(sealed, [*beside])
    except (InvalidTag, ValueError):
        return None
    return filled.rstrip(b"\0").removesuffix(_FILLED)


def _cipher(key: bytes) -> AESSIV:
    if len(key) != KEY_BYTES:
        msg = f"AES-256-SIV takes a key of {KEY_BYTES} bytes"
        raise CipherError(msg)
    return AESSIV(key)
