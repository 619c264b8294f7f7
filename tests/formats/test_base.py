from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import CipherError, FormatError
from privacy_chains.formats import built_in_formats
from privacy_chains.formats.base import FirstOf, Format, Part, Write
from privacy_chains.formats.custom import AlphabetFormat, RankFormat
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.testing import AffineCipher

EVEN = RegexFormat("[02468]", name="even")
DIGIT = RegexFormat(r"\d", name="digit")


class Gaps(Format):
    """Two digits; those from 90 on read as nothing."""

    def split(self, text: str) -> tuple[Part, ...]:
        if int(text) >= 90:
            msg = "out of range"
            raise FormatError(msg)
        return (Part("gaps", 100, int(text)),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return f"{ranks[0]:02}"


def test_first_of_keeps_each_class_to_itself() -> None:
    fmt, cipher = FirstOf(EVEN, DIGIT), AffineCipher()
    images = {text: encipher(fmt, text, cipher) for text in "0123456789"}
    assert set(images.values()) == set("0123456789")
    assert all((int(text) % 2) == (int(image) % 2) for text, image in images.items())
    assert all(decipher(fmt, image, cipher) == text for text, image in images.items())


@pytest.mark.parametrize("seed", range(5))
def test_gaps_are_walked_over(seed: int) -> None:
    fmt, cipher = Gaps(), AffineCipher(seed)
    texts = [f"{number:02}" for number in range(90)]
    images = [encipher(fmt, text, cipher) for text in texts]
    assert sorted(images) == texts
    assert [decipher(fmt, image, cipher) for image in images] == texts


def test_nested_choices_are_flattened() -> None:
    nested = FirstOf(FirstOf(EVEN), FirstOf(DIGIT, RegexFormat("[a-z]")))
    assert len(nested.formats) == 3
    assert nested.choose("3") is DIGIT


def test_first_of_nothing_is_refused() -> None:
    with pytest.raises(FormatError):
        FirstOf()


def test_a_value_no_format_claims_is_refused_without_being_quoted() -> None:
    with pytest.raises(FormatError) as caught:
        encipher(FirstOf(EVEN, DIGIT), "secret", AffineCipher())
    assert "secret" not in str(caught.value)


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


def test_splitting_and_joining_are_what_reading_gives() -> None:
    for fmt, text in ((Gaps(), "41"), (DIGIT, "7"), (FirstOf(EVEN, DIGIT), "7"), (AlphabetFormat("X", "abc"), "cab")):
        parts, write = fmt.read(text)
        assert parts == fmt.split(text)
        assert write([0]) == fmt.join(text, [0])


def test_a_part_does_not_show_the_rank_it_hides() -> None:
    assert "204417" not in repr(Part("regex", 10**6, 204_417))


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
