"""Uniform numbers of floating point from a PRF: for noise whose guarantee is not exact anyway."""

from __future__ import annotations

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from numpy.typing import NDArray

from privacy_chains.hazmat.kdf import derive

__all__ = ["uniforms"]


def uniforms(key: bytes, count: int, *context: str | bytes) -> NDArray[np.float64]:
    """Uniform numbers above 0 and up to 1, each a multiple of ``2**-53``.

    **Guarantee**: whoever lacks the key cannot tell the bits from fair coins (AES in counter mode, HKDF).
    **Warning**: noise made from them has the gaps of floating point (Mironov, CCS 2012): a release can tell more than
    the real-valued mechanism would. Use the samplers with integers where there are some.
    """
    stream = Cipher(AES(derive(key, "uniforms", *context)), CTR(bytes(16))).encryptor().update(bytes(8 * count))
    drawn: NDArray[np.float64] = np.right_shift(np.frombuffer(stream, dtype=">u8"), 11).astype(np.float64)
    return (drawn + 1) * 2.0**-53
