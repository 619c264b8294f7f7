"""AES-256-SIV against the RFC's construction, and what it refuses."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import CipherError
from privacy_chains.hazmat.siv import BLOCK, KEY_BYTES, open_sealed, seal

KEY = bytes(range(KEY_BYTES))


def test_the_library_computes_what_the_rfc_says() -> None:
    """RFC 5297, appendix A.1 (deterministic authenticated encryption)."""
    key = bytes.fromhex("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
    beside = bytes.fromhex("101112131415161718191a1b1c1d1e1f2021222324252627")
    content = bytes.fromhex("112233445566778899aabbccddee")
    sealed = "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"
    assert AESSIV(key).encrypt(content, [beside]).hex() == sealed


@given(st.binary(max_size=300), st.lists(st.binary(max_size=20), max_size=4))
def test_what_is_sealed_opens_with_the_same_key_and_fields(content: bytes, beside: list[bytes]) -> None:
    sealed = seal(KEY, content, *beside)
    assert open_sealed(KEY, sealed, *beside) == content
    assert sealed == seal(KEY, content, *beside)
    assert (len(sealed) - 16) % BLOCK == 0
    assert open_sealed(KEY, sealed, *beside, b"more") is None
    assert open_sealed(KEY[::-1], sealed, *beside) is None


@given(st.binary(max_size=100), st.data())
def test_a_changed_bit_does_not_open(content: bytes, data: st.DataObject) -> None:
    sealed = bytearray(seal(KEY, content, b"beside"))
    at = data.draw(st.integers(0, len(sealed) - 1))
    sealed[at] ^= 1 << data.draw(st.integers(0, 7))
    assert open_sealed(KEY, bytes(sealed), b"beside") is None


@pytest.mark.parametrize("sealed", [b"", b"short"])
def test_what_is_too_short_does_not_open(sealed: bytes) -> None:
    assert open_sealed(KEY, sealed) is None


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(CipherError):
        seal(KEY[:32], b"")
