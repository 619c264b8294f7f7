from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains import Key, MarkError, PrivacyError
from privacy_chains.keys.at_rest import AtRest

AT_REST = AtRest(Key.from_bytes(bytes(range(32))), "tests")


@given(st.binary(), st.lists(st.text(), max_size=3))
def test_data_opens_in_its_place(data: bytes, place: list[str]) -> None:
    assert AT_REST.open(AT_REST.seal(data, *place), *place) == data


@given(st.text(), st.text())
def test_texts_and_names_open(text: str, name: str) -> None:
    assert AT_REST.open_text(AT_REST.seal_text(text, name), name) == text
    assert AT_REST.open_name(AT_REST.seal_name(name)) == name
    assert AT_REST.seal_name(name) == AT_REST.seal_name(name)


@given(st.binary(min_size=1), st.data())
def test_any_changed_bit_is_refused(data: bytes, draw: st.DataObject) -> None:
    sealed = AT_REST.seal(data, "a")
    at = draw.draw(st.integers(0, 8 * len(sealed) - 1))
    changed = bytearray(sealed)
    changed[at // 8] ^= 1 << at % 8
    with pytest.raises(PrivacyError):
        AT_REST.open(bytes(changed), "a")


def test_it_opens_nowhere_else() -> None:
    sealed = AT_REST.seal(b"x", "a")
    for other, place in ((AT_REST, "b"), (AtRest(Key.from_bytes(bytes(range(32))), "others"), "a")):
        with pytest.raises(MarkError):
            other.open(sealed, place)
    with pytest.raises(MarkError):
        AT_REST.open_text("no ciphertext")


def test_it_is_not_pickled() -> None:
    with pytest.raises(PrivacyError):
        pickle.dumps(AT_REST)
