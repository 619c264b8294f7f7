from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from references import ff1 as reference
from references.vectors import Vector, load

from privacy_chains.errors import CipherError, KeyMaterialError
from privacy_chains.hazmat.ff1 import BATCH_FROM, FF1

VECTORS = [*load("ff1_nist"), *load("ff1_wycheproof"), *load("ff1_own")]
KEY = bytes(range(32))


@pytest.mark.parametrize("vector", VECTORS, ids=str)
def test_recorded_vectors(vector: Vector) -> None:
    cipher = FF1(vector.key, vector.radix)
    assert cipher.encrypt(vector.plain, vector.tweak) == vector.cipher
    assert cipher.decrypt(vector.cipher, vector.tweak) == vector.plain


def test_all_nine_nist_samples_are_among_the_vectors() -> None:
    assert [v.name for v in load("ff1_nist")] == [f"sample {i}" for i in range(1, 10)]


@pytest.mark.parametrize("vector", [*load("ff1_nist"), *load("ff1_wycheproof")], ids=str)
def test_reference_reproduces_the_published_vectors(vector: Vector) -> None:
    assert reference.encrypt(vector.key, vector.radix, vector.tweak, vector.plain) == vector.cipher
    assert reference.decrypt(vector.key, vector.radix, vector.tweak, vector.cipher) == vector.plain


@st.composite
def _strings(draw: st.DrawFn) -> tuple[int, list[int]]:
    radix = draw(st.one_of(st.integers(2, 2**16), st.sampled_from([2, 10, 36, 256, 2**16])))
    shortest = next(n for n in range(2, 21) if radix**n >= 10**6)
    length = draw(st.integers(shortest, shortest + 40))
    return radix, draw(st.lists(st.integers(0, radix - 1), min_size=length, max_size=length))


@given(
    string=_strings(), key=st.sampled_from([16, 24, 32]).map(lambda n: bytes(range(n))), tweak=st.binary(max_size=40)
)
def test_agrees_with_the_reference(string: tuple[int, list[int]], key: bytes, tweak: bytes) -> None:
    radix, numerals = string
    image = FF1(key, radix).encrypt(numerals, tweak)
    assert image == reference.encrypt(key, radix, tweak, numerals)
    assert FF1(key, radix).decrypt(image, tweak) == numerals


@given(
    radix=st.integers(2, 2**16),
    bits=st.integers(20, 260),
    seeds=st.lists(st.integers(0, 2**260), min_size=BATCH_FROM, max_size=BATCH_FROM + 8),
    tweak=st.binary(max_size=20),
)
def test_batch_equals_one_at_a_time(radix: int, bits: int, seeds: list[int], tweak: bytes) -> None:
    length = max(2, -(-bits // radix.bit_length()))
    while radix**length < 10**6:
        length += 1
    cipher = FF1(KEY, radix)
    size = radix**length
    values = [0, size - 1, *(seed % size for seed in seeds)]
    images = cipher.encrypt_many(values, length, tweak)
    assert images == [cipher.encrypt_int(value, length, tweak) for value in values]
    assert cipher.decrypt_many(images, length, tweak) == values


@pytest.mark.parametrize("half_bits", [31, 32, 33, 40, 48, 49, 55, 56, 57, 64])
def test_batch_is_exact_at_the_largest_halves(half_bits: int) -> None:
    cipher = FF1(KEY, 2)
    top = 2 ** (2 * half_bits)
    values = [*range(top - 40, top), *range(40), top // 2, 2**half_bits, 2**half_bits - 1]
    images = cipher.encrypt_many(values, 2 * half_bits, b"")
    assert images == [cipher.encrypt_int(value, 2 * half_bits) for value in values]
    assert cipher.decrypt_many(images, 2 * half_bits, b"") == values


def test_integer_form_reads_numerals_most_significant_first() -> None:
    cipher = FF1(KEY, 10)
    numerals = cipher.encrypt([4, 1, 1, 1, 2, 3, 4, 5], b"t")
    assert cipher.encrypt_int(41112345, 8, b"t") == int("".join(map(str, numerals)))


def test_is_a_permutation_of_a_whole_domain() -> None:
    bound = FF1(KEY, 1000).bind(2)
    images = bound.encrypt_many(range(bound.size))
    assert sorted(images) == list(range(bound.size))
    assert bound.decrypt_many(images) == list(range(bound.size))


def test_tweak_key_and_length_each_change_the_permutation() -> None:
    image = FF1(KEY, 10).encrypt_int(123456789, 16, b"a")
    assert FF1(KEY, 10).encrypt_int(123456789, 16, b"b") != image
    assert FF1(KEY[::-1], 10).encrypt_int(123456789, 16, b"a") != image
    assert FF1(KEY, 10).encrypt_int(123456789, 17, b"a") != image


def test_ten_thousand_numerals() -> None:
    numerals = [i * i % 10 for i in range(10_000)]
    image = FF1(KEY, 10).encrypt(numerals, b"long")
    assert image == reference.encrypt(KEY, 10, b"long", numerals)
    assert FF1(KEY, 10).decrypt(image, b"long") == numerals


@pytest.mark.parametrize("size", [0, 15, 17, 31, 33, 64])
def test_refuses_other_key_sizes(size: int) -> None:
    with pytest.raises(CipherError, match="16, 24 or 32 bytes"):
        FF1(bytes(size), 10)


@pytest.mark.parametrize("radix", [-1, 0, 1, 65537])
def test_refuses_other_radices(radix: int) -> None:
    with pytest.raises(CipherError, match="radix"):
        FF1(KEY, radix)


@pytest.mark.parametrize(("radix", "length"), [(10, 0), (10, 1), (65536, 1), (10, 2**32)])
def test_refuses_lengths_outside_of_the_standard(radix: int, length: int) -> None:
    with pytest.raises(CipherError, match="2 to 2"):
        FF1(KEY, radix).bind(length)


@pytest.mark.parametrize(("radix", "length", "allowed"), [(10, 5, False), (10, 6, True), (2, 19, False), (2, 20, True)])
def test_domain_of_a_million_is_the_smallest(radix: int, length: int, allowed: bool) -> None:
    if allowed:
        assert FF1(KEY, radix).bind(length).size >= 10**6
    else:
        with pytest.raises(CipherError, match="PrefixPermutation"):
            FF1(KEY, radix).bind(length)


@pytest.mark.parametrize("value", [-1, 10**16, 10**40])
def test_refuses_values_outside_of_the_domain_without_quoting_them(value: int) -> None:
    cipher = FF1(KEY, 10)
    for call in (
        lambda: cipher.encrypt_int(value, 16),
        lambda: cipher.decrypt_int(value, 16),
        lambda: cipher.encrypt_many([*range(100), value], 16),
        lambda: cipher.decrypt_many([value] * 3, 16),
    ):
        with pytest.raises(CipherError) as caught:
            call()
        assert str(abs(value)) not in str(caught.value)
        assert caught.value.__cause__ is None


@pytest.mark.parametrize("length", [100, 30])
def test_refuses_values_outside_of_wide_domains(length: int) -> None:
    bound = FF1(KEY, 10).bind(length)
    for values in ([10**length], [-1], [*range(64), 10**length], [*range(64), -1]):
        with pytest.raises(CipherError):
            bound.encrypt_many(values)
        with pytest.raises(CipherError):
            bound.decrypt_many(values)


def test_refuses_numerals_outside_of_the_radix() -> None:
    with pytest.raises(CipherError, match="radix 10"):
        FF1(KEY, 10).encrypt([0, 1, 2, 3, 4, 10])
    with pytest.raises(CipherError, match="radix 10"):
        FF1(KEY, 10).decrypt([0, 1, 2, 3, 4, -1])


def test_batch_refuses_fractions_instead_of_cutting_them() -> None:
    with pytest.raises(CipherError):
        FF1(KEY, 10).encrypt_many([0.5] * 100, 16)  # type: ignore[list-item]


def test_many_threads_share_one_cipher() -> None:
    cipher = FF1(KEY, 10)
    values = list(range(10**15, 10**15 + 2000))
    expected = [cipher.encrypt_int(value, 16, b"t") for value in values]

    def work(worker: int) -> bool:
        if worker % 2:
            return cipher.encrypt_many(values, 16, b"t") == expected
        wide = [cipher.decrypt_int(cipher.encrypt_int(value, 50), 50) for value in values[:100]]
        return [cipher.encrypt_int(v, 16, b"t") for v in values] == expected and wide == values[:100]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


@pytest.mark.parametrize("copier", [pickle.dumps, copy.copy, copy.deepcopy])
def test_is_not_copied_or_pickled(copier: object) -> None:
    assert callable(copier)
    for cipher in (FF1(KEY, 10), FF1(KEY, 10).bind(16)):
        with pytest.raises(KeyMaterialError, match="cannot be pickled or copied"):
            copier(cipher)
        assert KEY.hex() not in repr(cipher)
