from __future__ import annotations

from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.hazmat.hashes import keyed_digest, keyed_hash


def test_it_is_hmac_sha256_as_in_rfc_4231_test_case_2() -> None:
    digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert keyed_hash(b"Jefe", "what do ya want for nothing?") == digest
    assert keyed_hash(b"Jefe", "what do ya want for nothing?", 8) == "5bdcc146"


@given(st.text(), st.binary(min_size=32, max_size=32), st.integers(1, 64))
def test_it_has_the_digits_that_were_asked_for(text: str, secret: bytes, digits: int) -> None:
    assert len(keyed_hash(secret, text, digits)) == digits


def test_a_digest_is_keyed_blake2b_over_texts_behind_their_lengths() -> None:
    written = b"".join(len(part).to_bytes(8, "big") + part for part in (b"a", b"\xc3\xa9"))
    assert (
        keyed_digest(b"key", b"kind", ["a", "\u00e9"])
        == blake2b(b"kind" + written, key=b"key", digest_size=32).digest()
    )


@given(st.lists(st.text(max_size=3), max_size=3), st.lists(st.text(max_size=3), max_size=3))
def test_sequences_have_one_digest_where_they_are_equal(one: list[str], other: list[str]) -> None:
    assert (keyed_digest(b"key", b"", one) == keyed_digest(b"key", b"", other)) == (one == other)
