from __future__ import annotations

import copy
import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from references.vectors import FOLDER
from scipy.stats import chisquare  # type: ignore[import-untyped, unused-ignore]

from privacy_chains.errors import CipherError, KeyMaterialError
from privacy_chains.hazmat.ciphers import SMALL_DOMAIN, DomainCipher, numerals
from privacy_chains.hazmat.ff1 import FF1
from privacy_chains.hazmat.kdf import derive, encode_context

KEY = bytes(range(32))
CIPHER = DomainCipher(KEY)
SIZES = st.one_of(
    st.integers(1, 2000),
    st.integers(10**6, 10**9),
    st.integers(10**6, 10**40),
    st.integers(2, 300).map(lambda e: 10**e),
)


@st.composite
def _ranked(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(SIZES)
    return draw(st.integers(0, size - 1)), size


@given(ranked=_ranked(), domain=st.text(max_size=10))
def test_deciphers_what_it_enciphers_within_the_domain(ranked: tuple[int, int], domain: str) -> None:
    rank, size = ranked
    image = CIPHER.encrypt(rank, size, domain)
    assert 0 <= image < size
    assert CIPHER.decrypt(image, size, domain) == rank
    assert DomainCipher(KEY).encrypt(rank, size, domain) == image


@pytest.mark.parametrize("size", [1, 2, 10, 999, 100_000])
def test_small_domains_are_permuted_exhaustively(size: int) -> None:
    images = [CIPHER.encrypt(rank, size, "d") for rank in range(size)]
    assert sorted(images) == list(range(size))
    assert [CIPHER.decrypt(image, size, "d") for image in images] == list(range(size))


def test_cycle_walking_permutes_a_whole_domain() -> None:
    size = SMALL_DOMAIN + 12_345
    radix, length = numerals(size, 2**16)
    assert radix**length > size
    images = CIPHER.encrypt_many(range(size), size, "d")
    assert sorted(images) == list(range(size))
    assert CIPHER.decrypt_many(images, size, "d") == list(range(size))


@pytest.mark.parametrize("size", [1, 50, 10**6, 10**9 + 7, 10**16, 10**16 - 10**14, 10**40 + 1])
def test_many_equals_one_at_a_time(size: int) -> None:
    ranks = [i * (size - 1) // 99 for i in range(100)]
    images = CIPHER.encrypt_many(ranks, size, "d")
    assert images == [CIPHER.encrypt(rank, size, "d") for rank in ranks]
    assert CIPHER.decrypt_many(images, size, "d") == ranks
    assert CIPHER.encrypt_many([], size, "d") == []


def test_sixteen_digits_are_ff1_of_decimal_digits() -> None:
    tweak = encode_context("card", (10**16).to_bytes(7, "big"))
    assert CIPHER.encrypt(4111222233334444, 10**16, "card") == FF1(derive(KEY, "ff1"), 10).encrypt_int(
        4111222233334444, 16, tweak
    )


@pytest.mark.parametrize("exponent", [100, 1000, 10_000])
@pytest.mark.parametrize("offset", [-1, 0, 1])
def test_domains_of_long_values(exponent: int, offset: int) -> None:
    size = 10**exponent + offset
    for rank in (0, size // 3, size - 1):
        image = CIPHER.encrypt(rank, size, "long")
        assert 0 <= image < size
        assert image != rank
        assert CIPHER.decrypt(image, size, "long") == rank


@given(size=st.integers(10**6, 10**60), max_radix=st.sampled_from([62, 2**16]))
def test_numerals_hold_the_domain_closely(size: int, max_radix: int) -> None:
    radix, length = numerals(size, max_radix)
    assert 2 <= radix <= max_radix
    assert size <= radix**length
    assert radix**length < size * (1.05 if max_radix == 2**16 else 3)


@pytest.mark.parametrize("exponent", [6, 7, 9, 16, 40, 9999])
def test_powers_of_ten_are_decimal_strings(exponent: int) -> None:
    assert numerals(10**exponent, 2**16) == (10, exponent)


@pytest.mark.parametrize("size", [2**16, 2**20, 2**32, 2**32 + 1, 2**64, 2**64 + 1, 65535**6, 65536**6, 65536**6 + 1])
def test_numerals_at_the_edges_of_a_length(size: int) -> None:
    size = max(size, 10**6)
    radix, length = numerals(size, 2**16)
    assert radix <= 2**16
    assert (radix - 1) ** length < size <= radix**length


@pytest.mark.parametrize("size", [100_000, 10**9])
def test_domains_sizes_and_keys_are_independent(size: int) -> None:
    ranks = range(1000)
    base = CIPHER.encrypt_many(ranks, size, "a")
    for other in (
        CIPHER.encrypt_many(ranks, size, "b"),
        CIPHER.encrypt_many(ranks, size + 1, "a"),
        DomainCipher(KEY[::-1]).encrypt_many(ranks, size, "a"),
    ):
        assert sum(x == y for x, y in zip(base, other, strict=True)) < 10


@pytest.mark.parametrize("size", [1000, 10**9 + 7, 10**16])
def test_images_of_one_rank_are_uniform_over_keys(size: int) -> None:
    counts = [0] * 20
    for n in range(4000):
        counts[DomainCipher(n.to_bytes(32, "big")).encrypt(3, size, "d") * 20 // size] += 1
    assert chisquare(counts).pvalue > 1e-4


def test_images_of_neighbouring_ranks_are_uniform_over_the_domain() -> None:
    size = 10**9 + 7
    counts = [0] * 50
    for image in CIPHER.encrypt_many(range(20_000), size, "d"):
        counts[image * 50 // size] += 1
    assert chisquare(counts).pvalue > 1e-4


@pytest.mark.parametrize("size", [1, 7, 10**6, 10**16, 10**40])
@pytest.mark.parametrize("beyond", [0, 123_456_789])
@pytest.mark.parametrize("below", [True, False])
def test_refuses_ranks_outside_of_the_domain_without_quoting_them(size: int, beyond: int, below: bool) -> None:
    rank = -1 - beyond if below else size + beyond
    for one in (CIPHER.encrypt, CIPHER.decrypt):
        with pytest.raises(CipherError) as caught:
            one(rank, size, "d")
        assert not any(character.isdigit() for character in str(caught.value))
    for many in (CIPHER.encrypt_many, CIPHER.decrypt_many):
        with pytest.raises(CipherError) as caught:
            many([0, rank], size, "d")
        assert not any(character.isdigit() for character in str(caught.value))


@pytest.mark.parametrize("size", [0, -5])
def test_refuses_empty_domains(size: int) -> None:
    with pytest.raises(CipherError):
        CIPHER.encrypt(0, size, "d")


def test_refuses_other_keys_and_unknown_backends() -> None:
    for length in (0, 16, 31, 33):
        with pytest.raises(CipherError, match="32 bytes"):
            DomainCipher(bytes(length))
    with pytest.raises(CipherError, match="ff3-1/pyfpe"):
        DomainCipher(KEY, backend="rot13")  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "claim"), [(1, "small-domain"), (999_999, "small-domain"), (10**6, "ff1")])
def test_says_which_claim_holds(size: int, claim: str) -> None:
    assert CIPHER.claim(size) == claim


def test_many_threads_share_one_cipher() -> None:
    cipher = DomainCipher(KEY)
    sizes = (50, 5000, 10**9, 10**16, 10**50)
    jobs = [(rank, size, domain) for rank in range(30) for size in sizes for domain in "abc"]
    expected = [CIPHER.encrypt(*job) for job in jobs]

    def work(_: int) -> bool:
        images = [cipher.encrypt(*job) for job in jobs]
        back = [cipher.decrypt(image, size, domain) for image, (_, size, domain) in zip(images, jobs, strict=True)]
        return images == expected and back == [rank for rank, _, _ in jobs]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


def test_is_not_copied_or_pickled_or_shown() -> None:
    for copier in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(KeyMaterialError, match="cannot be pickled or copied"):
            copier(CIPHER)
    assert KEY.hex() not in repr(CIPHER)


def test_what_an_old_key_reads_does_not_change() -> None:
    recorded = json.loads((FOLDER / "domain_cipher.json").read_text("utf-8"))
    cipher = DomainCipher(bytes.fromhex(recorded["key"]))
    for size, domain, rank, image in recorded["images"]:
        assert cipher.encrypt(int(rank), int(size), domain) == int(image)
