from __future__ import annotations

from collections.abc import Sequence

import pytest

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import FirstOf, Format, Part
from privacy_chains.formats.custom import AlphabetFormat
from privacy_chains.formats.cycle_walking import decipher, encipher
from privacy_chains.formats.regular import RegexFormat
from privacy_chains.testing import AffineCipher

EVEN = RegexFormat("[02468]", name="even")
DIGIT = RegexFormat(r"\d", name="digit")


class Twice(Format):
    """A digit twice: a format that says how to split and to join, and no more."""

    def split(self, text: str) -> tuple[Part, ...]:
        return (Part("twice", 10, int(text[0])),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        return f"{ranks[0]}" * 2


def test_first_of_keeps_each_class_to_itself() -> None:
    fmt, cipher = FirstOf(EVEN, DIGIT), AffineCipher()
    images = {text: encipher(fmt, text, cipher) for text in "0123456789"}
    assert set(images.values()) == set("0123456789")
    assert all((int(text) % 2) == (int(image) % 2) for text, image in images.items())
    assert all(decipher(fmt, image, cipher) == text for text, image in images.items())


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


def test_splitting_and_joining_are_what_reading_gives() -> None:
    for fmt, text in (
        (Twice(), "44"),
        (DIGIT, "7"),
        (FirstOf(EVEN, DIGIT), "7"),
        (AlphabetFormat("X", "abc"), "cab"),
    ):
        parts, write = fmt.read(text)
        assert parts == fmt.split(text)
        assert write([0]) == fmt.join(text, [0])


def test_a_part_does_not_show_the_rank_it_hides() -> None:
    assert "204417" not in repr(Part("regex", 10**6, 204_417))
