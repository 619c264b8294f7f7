"""Uniform floating-point numbers from a PRF, for noise whose guarantee is not exact anyway."""

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

    **Guarantee**: without the key nobody can tell the bits from fair coins (AES in counter mode, HKDF).
    **Warning**: noise made from these numbers has the gaps of floating point (Mironov, CCS 2012): a release can reveal
    more than the real-valued mechanism would. Use the integer samplers wherever there is one.
    """
    stream = Cipher(AES(derive(key, "uniforms", *context)), CTR(bytes(16))).encryptor().update(bytes(8 * count))
    drawn: NDArray[np.float64] = np.right_shift(np.frombuffer(stream, dtype=">u8"), 11).astype(np.float64)
    return (drawn + 1) * 2.0**-53
