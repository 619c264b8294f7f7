from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare  # type: ignore[import-untyped, unused-ignore]

from privacy_chains.errors import CipherError, KeyMaterialError
from privacy_chains.hazmat.ciphers import DomainCipher
from privacy_chains.hazmat.rotation import Rotation

KEY = bytes(range(32))


@pytest.mark.parametrize("size", [1, 2, 7, 12, 31, 10**6])
def test_turns_the_ring_and_inverts(size: int) -> None:
    cipher = Rotation(KEY, "d", size)
    images = cipher.encrypt_many(range(size))
    assert images == [(images[0] + place) % size for place in range(size)]
    assert cipher.decrypt_many(images) == list(range(size))


@given(st.binary(min_size=32, max_size=32), st.integers(2, 1000), st.integers(0, 10**6), st.integers(0, 10**6))
def test_distances_stay(key: bytes, size: int, one: int, other: int) -> None:
    cipher = Rotation(key, "d", size)
    images = cipher.encrypt(one % size), cipher.encrypt(other % size)
    assert (images[1] - images[0]) % size == (other - one) % size


def test_every_distance_is_as_likely() -> None:
    counts = Counter(Rotation(number.to_bytes(32), "week", 7).encrypt(0) for number in range(7000))
    assert chisquare([counts[distance] for distance in range(7)]).pvalue > 1e-4


def test_key_context_and_size_each_give_another_distance() -> None:
    size = 10**6
    images = {
        Rotation(KEY, "a", size).encrypt(0),
        Rotation(KEY[::-1], "a", size).encrypt(0),
        Rotation(KEY, "b", size).encrypt(0),
        Rotation(KEY, "a", size - 1).encrypt(0),
    }
    assert len(images) == 4


def test_what_is_outside_is_refused_unquoted() -> None:
    cipher = Rotation(KEY, "d", 7)
    for way in (cipher.encrypt, cipher.decrypt):
        for value in (-1, 7, 123_456):
            with pytest.raises(CipherError) as caught:
                way(value)
            assert str(value) not in str(caught.value)
    for size in (0, 10**6 + 1):
        with pytest.raises(CipherError):
            Rotation(KEY, "d", size)


def test_a_rotation_stays_where_it_is() -> None:
    with pytest.raises(KeyMaterialError):
        pickle.dumps(Rotation(KEY, "d", 7))


def test_a_domain_cipher_turns_rings_alone_and_claims_no_more() -> None:
    cipher = DomainCipher(KEY)
    turned = [cipher.encrypt(rank, 31, "d", ring=True) for rank in range(31)]
    assert turned == Rotation(KEY, "d", 31).encrypt_many(range(31))
    assert turned != [cipher.encrypt(rank, 31, "d") for rank in range(31)]
    assert [cipher.decrypt(image, 31, "d", ring=True) for image in turned] == list(range(31))
    assert (cipher.claim(31, ring=True), cipher.claim(31)) == ("rotation", "small-domain")
