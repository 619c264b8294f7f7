from __future__ import annotations

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.hazmat.kdf import Encoded, derive, encode_context

SECRET = bytes(range(32))
FIELDS = st.lists(st.one_of(st.text(max_size=6), st.binary(max_size=6)), max_size=5)


def _as_bytes(field: str | bytes) -> bytes:
    return field.encode("utf-8", "surrogatepass") if isinstance(field, str) else field


@given(first=FIELDS, second=FIELDS)
def test_different_fields_never_give_the_same_bytes(first: list[str | bytes], second: list[str | bytes]) -> None:
    same = [_as_bytes(field) for field in first] == [_as_bytes(field) for field in second]
    assert (encode_context(*first) == encode_context(*second)) == same


@given(purpose=st.text(max_size=10), context=FIELDS, length=st.integers(1, 100), secret=st.binary(max_size=130))
def test_is_hkdf_expand_over_the_encoded_context(
    purpose: str, context: list[str | bytes], length: int, secret: bytes
) -> None:
    info = encode_context("privacy-chains", purpose, *context)
    assert derive(secret, purpose, *context, length=length) == HKDFExpand(SHA256(), length, info).derive(secret)


@given(first=FIELDS, then=FIELDS)
def test_fields_encoded_before_are_the_same_as_encoded_at_once(
    first: list[str | bytes], then: list[str | bytes]
) -> None:
    assert encode_context(*first, Encoded(encode_context(*then))) == encode_context(*first, *then)


def test_moving_a_letter_between_fields_changes_the_sub_key() -> None:
    assert derive(SECRET, "ab", "c") != derive(SECRET, "a", "bc")
    assert derive(SECRET, "p", "ab") != derive(SECRET, "p", "a", "b")
    assert derive(SECRET, "p") != derive(SECRET, "p", "")


def test_lone_surrogates_have_sub_keys() -> None:
    assert derive(SECRET, "p", "\ud800") != derive(SECRET, "p", "\ud801")
