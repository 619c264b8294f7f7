from __future__ import annotations

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.checks import luhn
from privacy_chains.formats.codes import CheckedCode, PatternCode, fill, read_code, shape_of
from privacy_chains.testing import check_laws, surrogate

SEPARATORS = st.sampled_from(["", "-", " ", ".", "\u00a0", "\u2013", "/"])


@given(st.lists(st.sampled_from(["AB", "ab", "12", "9", "x"]), min_size=1), SEPARATORS)
def test_separators_and_case_do_not_enter_the_code(pieces: list[str], separator: str) -> None:
    text = separator.join(pieces)
    assert read_code(text) == "".join(pieces).upper()
    assert fill(text, read_code(text)) == text


@pytest.mark.parametrize("text", ["\uff11\uff12\uff13", "12\u00b2", "1\u0662", "caf\u00e9", "\u2167", "", "---"])
def test_letters_and_digits_outside_ascii_are_not_taken_for_ascii(text: str) -> None:
    with pytest.raises(FormatError):
        read_code(text)


def test_shapes_are_run_lengths() -> None:
    assert shape_of("AB1234C") == "a2d4a1"


@given(st.from_regex(r"[A-Za-z]{2}-?[0-9]{4}", fullmatch=True), st.integers(0, 50))
def test_pattern_codes_keep_the_way_they_are_written(text: str, seed: int) -> None:
    fmt = PatternCode("T", r"[A-Z]{2}\d{4}")
    check_laws(fmt, text, seed=seed)
    result = surrogate(fmt, text, seed=seed)
    assert kept(result) == kept(text)
    plain = read_code(text)
    assert read_code(result) == surrogate(fmt, plain, seed=seed)


SMALL = FirstOf(CheckedCode("S", r"[1-9]\d\d", luhn), PatternCode("S/invalid", r"\d{4}"))


def test_every_member_has_a_surrogate_of_its_class_and_no_two_the_same() -> None:
    texts = [f"{number:04}" for number in range(10_000)]
    images = [surrogate(SMALL, text, seed=1) for text in texts]
    assert sorted(images) == texts
    for text, image in zip(texts, images, strict=True):
        assert (SMALL.choose(text) is SMALL.formats[0]) == (luhn(image[:-1]) == image[-1] and image[0] != "0")


def no_even(payload: str) -> str | None:
    return None if int(payload) % 2 == 0 else str(int(payload) % 10)


def test_payloads_without_check_character_are_walked_over() -> None:
    fmt = CheckedCode("ODD", r"\d\d", no_even)
    texts = [f"{number:02}{number % 10}" for number in range(1, 100, 2)]
    assert sorted(surrogate(fmt, text, seed=2) for text in texts) == texts


@pytest.mark.parametrize("text", ["1", "ab", "12345"])
def test_wrong_lengths_are_refused(text: str) -> None:
    with pytest.raises(FormatError):
        CheckedCode("X", r"\d\d", luhn, at=-2, width=2).split(text)


def test_a_check_letter_for_a_digit_needs_one_case() -> None:
    fmt = CheckedCode("X", "[A-Z]{3}", lambda payload: "0X"[ord(payload[0]) % 2], at=1, one_case=True)
    for text in ("AXBC", "axbc", "B0BC", "b0bc"):
        check_laws(fmt, text)
    with pytest.raises(FormatError):
        fmt.split("AxBC")
