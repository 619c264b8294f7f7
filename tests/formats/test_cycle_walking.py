from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import CipherError, FormatError
from privacy_chains.formats import built_in_formats
from privacy_chains.formats.base import Format, Part, Write
from privacy_chains.formats.custom import AlphabetFormat, RankFormat
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.testing import AffineCipher


class Gaps(Format):
    """Two digits; those from 90 on read as nothing."""

    def split(self, text: str) -> tuple[Part, ...]:
        if int(text) >= 90:
            msg = "out of range"
            raise FormatError(msg)
        return (Part("gaps", 100, int(text)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return f"{ranks[0]:02}"


@pytest.mark.parametrize("seed", range(5))
def test_gaps_are_walked_over(seed: int) -> None:
    fmt, cipher = Gaps(), AffineCipher(seed)
    texts = [f"{number:02}" for number in range(90)]
    images = [encipher(fmt, text, cipher) for text in texts]
    assert sorted(images) == texts
    assert [decipher(fmt, image, cipher) for image in images] == texts


class Counted(RegexFormat):
    """Counts how often a string is looked at."""

    looks = 0

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        self.looks += 1
        return super().read(text)


def test_a_value_and_its_surrogate_are_read_once_each() -> None:
    fmt = Counted(r"[A-Z]{2}\d{6}[A-D]")
    surrogate = encipher(fmt, "QX204417B", AffineCipher(1))
    assert fmt.looks == 2
    assert decipher(fmt, surrogate, AffineCipher(1)) == "QX204417B"


class Broken(AffineCipher):
    def decrypt(self, rank: int, size: int, domain: str, *, ring: bool = False) -> int:
        return (super().decrypt(rank, size, domain, ring=ring) + 1) % size


def test_a_surrogate_that_does_not_decipher_is_never_released() -> None:
    with pytest.raises(CipherError) as caught:
        encipher(AlphabetFormat("X", "abcdef"), "abc", Broken())
    assert "abc" not in str(caught.value)


def test_a_domain_of_one_member_is_left_alone() -> None:
    fmt = RankFormat("ONE", lambda text: 0 if text == "only" else -1, lambda _: "only", 1)
    assert encipher(fmt, "only", AffineCipher()) == "only"


DIGITS = ("US_BANK_NUMBER", "US_ZIP_CODE", "ID_NUMBER", "ORDER_ID", "MEDICAL_RECORD", "US_PASSPORT", "BR_CEP", "US_SSN")


@given(st.sampled_from(DIGITS), st.text("0123456789", min_size=5, max_size=12), st.integers(0, 10**6))
def test_a_code_that_is_an_integer_becomes_one(kind: str, code: str, seed: int) -> None:
    """A zero in front would be lost where a schema asks for an integer."""
    fmt, cipher = built_in_formats()[kind], AffineCipher(seed)
    surrogate = encipher(fmt, code, cipher)
    assert (surrogate[0] == "0") == (code[0] == "0")
    assert decipher(fmt, surrogate, cipher) == code
