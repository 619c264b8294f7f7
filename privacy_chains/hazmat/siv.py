"""Authenticated encryption that needs no nonce: AES-256-SIV (RFC 5297)."""

from __future__ import annotations

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from privacy_chains.errors import CipherError

__all__ = ["BLOCK", "KEY_BYTES", "open_sealed", "seal"]

KEY_BYTES = 64
"""Two AES-256 keys: one authenticates, one enciphers."""

BLOCK = 64
"""Content is padded to a multiple of this many bytes before it is sealed."""

_FILLED = b"\x80"


def seal(key: bytes, content: bytes, *beside: bytes) -> bytes:
    """Encipher ``content``, and authenticate it together with the fields ``beside`` it, which stay in clear.

    AES-SIV and AES-GCM-SIV are both deterministic and misuse-resistant. ``cryptography`` offers AES-GCM-SIV only with
    OpenSSL 3.2 and later.

    **Guarantee**: without the key nobody learns anything about the content but what the warning names, and nobody can
    make or change a sealed text so that it opens (deterministic authenticated encryption, Rogaway and Shrimpton 2006),
    up to the birthday bound of about 2^48 texts under one key.

    **Warning**: equal contents beside equal fields look equal, and the length shows in steps of 64 bytes. A sealed text
    does not say where it belongs: if it must not be moved to another place, put its place into ``beside``.

    Args:
        key: 64 bytes of key material.
        content: The data to hide.
        beside: Fields that are authenticated with it, at most 126.

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
