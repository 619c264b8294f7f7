from __future__ import annotations

import pickle
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare  # type: ignore[import-untyped, unused-ignore]

from privacy_chains.errors import CipherError, KeyMaterialError
from privacy_chains.hazmat import permutation
from privacy_chains.hazmat.kdf import derive
from privacy_chains.hazmat.permutation import PermutationCache, PrefixPermutation

KEY = bytes(range(32))


@pytest.mark.parametrize("size", [1, 2, 3, 10, 366, 4095, 4096, 4097, 100_000, 10**6])
def test_is_a_permutation_and_inverts(size: int) -> None:
    cipher = PrefixPermutation(KEY, "d", size)
    images = cipher.encrypt_many(range(size))
    assert sorted(images) == list(range(size))
    assert cipher.decrypt_many(images) == list(range(size))


@given(size=st.integers(1, 3000), context=st.text(max_size=8))
def test_is_the_order_of_aes_images(size: int, context: str) -> None:
    subkey = derive(KEY, "prefix permutation", context, size.to_bytes(4, "big"))
    aes = Cipher(algorithms.AES(subkey), modes.ECB()).encryptor()  # noqa: S305
    images = [aes.update(i.to_bytes(16, "big")) for i in range(size)]
    cipher = PrefixPermutation(KEY, context, size)
    assert [images[cipher.decrypt(place)] for place in range(size)] == sorted(images)


@pytest.mark.parametrize("size", [4096, 5000, 70_000])
def test_few_look_ups_give_what_sorting_gives(size: int) -> None:
    few, many = PrefixPermutation(KEY, "d", size), PrefixPermutation(KEY, "d", size)
    many.encrypt_many(range(size))
    for value in range(0, size, size // 5):
        assert few.encrypt(value) == many.encrypt(value)
        assert few.decrypt(value) == many.decrypt(value)
        assert few.decrypt(few.encrypt(value)) == value


@pytest.mark.parametrize("size", [1, 2, 1000, 4096, 70_000])
def test_same_permutation_with_and_without_numpy(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permutation, "ARRAYS_FROM", 0)
    with_arrays = PrefixPermutation(KEY, "d", size).encrypt_many(range(size))
    monkeypatch.setattr(permutation, "ARRAYS_FROM", 10**9)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert PrefixPermutation(KEY, "d", size).encrypt_many(range(size)) == with_arrays


def test_equal_leading_words_are_ordered_by_the_rest() -> None:
    blocks = [b"\0" * 8 + bytes([low]) * 8 for low in (9, 3, 200, 7)]
    blocks += [b"\xff" * 8 + bytes([low]) * 8 for low in (5, 1)]
    keystream = b"".join(blocks)
    forward, inverse = permutation._sort_arrays(keystream, 6)
    assert list(inverse) == [1, 3, 0, 2, 5, 4]
    assert (forward, inverse) == permutation._sort_lists(keystream, 6)


def test_images_whose_first_halves_are_equal_are_not_told_apart_by_them() -> None:
    halves = [9, 3, 9, 7]
    leading = permutation._leading_of(b"".join(half.to_bytes(8, "big") + bytes(8) for half in halves))
    assert [permutation._place_of(leading, member) for member in range(4)] == [None, 0, None, 1]
    assert [permutation._member_at(leading, place) for place in range(4)] == [1, 3, None, None]


def test_key_context_and_size_each_give_another_permutation() -> None:
    base = PrefixPermutation(KEY, "a", 1000).encrypt_many(range(1000))
    others = [
        PrefixPermutation(KEY[::-1], "a", 1000).encrypt_many(range(1000)),
        PrefixPermutation(KEY, "b", 1000).encrypt_many(range(1000)),
        PrefixPermutation(KEY, "a", 1001).encrypt_many(range(1000)),
    ]
    for other in others:
        assert sum(x == y for x, y in zip(base, other, strict=True)) < 10


def test_every_permutation_of_a_small_domain_is_equally_likely() -> None:
    keys = (n.to_bytes(32, "big") for n in range(4800))
    counts = Counter(tuple(PrefixPermutation(key, "d", 4).encrypt_many(range(4))) for key in keys)
    assert len(counts) == 24
    assert chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize("size", [-1, 0, 10**6 + 1])
def test_refuses_other_sizes(size: int) -> None:
    with pytest.raises(CipherError, match="1 to 1000000"):
        PrefixPermutation(KEY, "d", size)


@pytest.mark.parametrize("value", [-1, 777, 123456])
def test_refuses_values_outside_of_the_domain_without_quoting_them(value: int) -> None:
    cipher = PrefixPermutation(KEY, "d", 777)
    for call in (cipher.encrypt, cipher.decrypt):
        with pytest.raises(CipherError) as caught:
            call(value)
        assert str(abs(value)) not in str(caught.value)


def test_is_not_pickled() -> None:
    with pytest.raises(KeyMaterialError):
        pickle.dumps(PrefixPermutation(KEY, "d", 10))


def test_cache_keeps_what_was_used_last_within_its_limit() -> None:
    cache = PermutationCache(members=100)
    made: list[str] = []

    def get(name: str, size: int) -> PrefixPermutation:
        def make() -> PrefixPermutation:
            made.append(name)
            return PrefixPermutation(KEY, name, size)

        return cache.get(name, make)

    first = get("a", 40)
    get("b", 40)
    assert get("a", 40) is first
    get("c", 40)  # pushes out b, used longest ago
    assert get("a", 40) is first
    get("b", 40)
    assert made == ["a", "b", "c", "b"]
    get("large", 1000)  # larger than the limit, kept alone
    get("large", 1000)
    assert made[4:] == ["large"]


def test_cache_is_shared_by_threads() -> None:
    cache = PermutationCache(members=300)
    expected = {name: PrefixPermutation(KEY, str(name), 50).encrypt_many(range(50)) for name in range(20)}

    def work(worker: int) -> bool:
        names = [(worker * 7 + i) % 20 for i in range(200)]
        return all(
            cache.get(name, lambda name=name: PrefixPermutation(KEY, str(name), 50)).encrypt_many(range(50))  # type: ignore[misc]
            == expected[name]
            for name in names
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))
    assert cache._held == sum(held.size for held in cache._entries.values()) <= 300
