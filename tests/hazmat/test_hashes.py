from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.hazmat.hashes import keyed_hash


def test_it_is_hmac_sha256_as_in_rfc_4231_test_case_2() -> None:
    digest = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert keyed_hash(b"Jefe", "what do ya want for nothing?") == digest
    assert keyed_hash(b"Jefe", "what do ya want for nothing?", 8) == "5bdcc146"


@given(st.text(), st.binary(min_size=32, max_size=32), st.integers(1, 64))
def test_it_has_the_digits_that_were_asked_for(text: str, secret: bytes, digits: int) -> None:
    assert len(keyed_hash(secret, text, digits)) == digits
