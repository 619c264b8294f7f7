from __future__ import annotations

import uuid as library

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.secrets import ApiKeyFormat, UuidFormat, password, user_name, uuid
from privacy_chains.testing import check_laws, surrogate

KEYS = {
    "sk-ant-api03-abcDEF123456789_XYZ-qq": "sk-ant-api03-",
    "sk-proj-AbCdEfGhIjKlMnOpQrSt": "sk-proj-",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a": "ghp_",
    "AKIAIOSFODNN7EXAMPLE": "AKIA",
    "xoxb-123456789012-abcdefGHIJKL": "xoxb-",
    "sk_live_4eC39HqLyjWDarjtT1zdp7dc": "sk_live_",
    "AIzaSyA1b2C3d4E5f6G7h8I9j0KlMnOpQrStUvW": "AIza",
    "hf_abcdefghijklmnopqrstuvwxyzABCDEF": "hf_",
    "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeK": "eyJ",
    "0123456789abcdef0123456789abcdef": "",
    "$2y$10$abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789KLMNOPQ": "$2y$10$",
    "$6$rounds=5000$saltsalt$abcdefghijklmnopqrstuv./": "$6$rounds=5000$",
    "$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$abcdefghijklmnopqrstuv": "$argon2id$v=19$m=65536,t=3,p=4$",
}


@pytest.mark.parametrize("text", KEYS)
def test_keys_keep_prefix_and_shape(text: str) -> None:
    fmt = ApiKeyFormat()
    for seed in range(10):
        check_laws(fmt, text, seed=seed)
        result = surrogate(fmt, text, seed=seed)
        assert result.startswith(KEYS[text])
        assert kept(result) == kept(text)
        assert result[len(KEYS[text]) :] != text[len(KEYS[text]) :]


@given(st.binary(min_size=8, max_size=32), st.integers(0, 99))
def test_hexadecimal_keys_stay_hexadecimal(raw: bytes, seed: int) -> None:
    assert bytes.fromhex(surrogate(ApiKeyFormat(), raw.hex(), seed=seed))


@given(st.from_regex(r"[A-Za-z0-9_-]{12,40}", fullmatch=True), st.integers(0, 99))
def test_any_key_comes_back(text: str, seed: int) -> None:
    if any(map(str.isalnum, text)):
        assert kept(surrogate(ApiKeyFormat(), text, seed=seed)) == kept(text)


def test_armour_of_private_keys_is_kept() -> None:
    text = "-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAK+abc/def=\n-----END RSA PRIVATE KEY-----\n"
    result = surrogate(ApiKeyFormat(), text)
    assert result.startswith("-----BEGIN RSA PRIVATE KEY-----\n")
    assert result.endswith("=\n-----END RSA PRIVATE KEY-----\n")
    assert "MIIEow" not in result


@pytest.mark.parametrize("text", ["", "sk-", "----", "ghp_"])
def test_a_prefix_alone_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        ApiKeyFormat().split(text)


@given(
    st.uuids(allow_nil=True), st.sampled_from([str, str.upper, lambda text: text.replace("-", "")]), st.integers(0, 99)
)
def test_uuids_keep_version_and_variant(value: library.UUID, write: type[str], seed: int) -> None:
    text = write(str(value))
    check_laws(uuid(), text, seed=seed)
    result = surrogate(uuid(), text, seed=seed)
    assert library.UUID(result).version == value.version
    assert library.UUID(result).variant == value.variant
    if text != text.lower():
        assert result == result.upper()
    assert result.count("-") == text.count("-")


def test_a_uuid_is_one_value_in_any_writing() -> None:
    fmt, text = UuidFormat(), "123e4567-e89b-12d3-a456-426614174000"
    assert fmt.split(text) == fmt.split(text.upper()) == fmt.split(text.replace("-", ""))


def test_mixed_case_uuids_are_enciphered_digit_by_digit() -> None:
    text = "123E4567-e89b-12d3-a456-426614174000"
    assert kept(surrogate(uuid(), text)) == kept(text)
    library.UUID(surrogate(uuid(), text))


@given(st.text("abcXYZ019!@#$%^&*-_=+.,;'\"", min_size=4, max_size=24), st.integers(0, 99))
def test_passwords_keep_the_kind_of_every_character(text: str, seed: int) -> None:
    if not any(map(str.isalnum, text)):
        return
    result = surrogate(password(), text, seed=seed)
    for old, new in zip(text, result, strict=True):
        assert (old.isdigit(), old.isupper(), old.islower()) == (new.isdigit(), new.isupper(), new.islower())
        assert (old in "!@#$%^&*?_+=") == (new in "!@#$%^&*?_+=")


@given(st.from_regex(r"[a-z]{2,8}[._]?[a-zA-Z0-9]{1,8}", fullmatch=True), st.integers(0, 99))
def test_user_names_keep_their_shape(text: str, seed: int) -> None:
    assert kept(surrogate(user_name(), text, seed=seed)) == kept(text)
