from __future__ import annotations

import unicodedata
from random import Random

import pytest
from format_support import kept
from hypothesis import assume, given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.alphanumeric import WITH_SYMBOLS, AlphanumericFormat, mixed_radix_rank, mixed_radix_unrank
from privacy_chains.testing import check_laws, surrogate

FMT = AlphanumericFormat()


def has_members(text: str) -> bool:
    try:
        FMT.split(text)
    except FormatError:
        return False
    return True


@given(st.text(max_size=30), st.integers(0, 99))
def test_any_text_with_a_letter_or_digit_keeps_the_laws(text: str, seed: int) -> None:
    assume(has_members(text))
    other = check_laws(FMT, text, seed=seed)
    assert len(other) == len(text)
    result = surrogate(FMT, text, seed=seed)
    for old, new in zip(text, result, strict=True):
        assert unicodedata.ucd_3_2_0.category(old) == unicodedata.ucd_3_2_0.category(new)
        assert old.isascii() == new.isascii()


@given(st.text(alphabet="ABCxyz0189-_ ./#", min_size=1, max_size=20), st.integers(0, 99))
def test_ascii_keeps_digits_case_and_separators_in_place(text: str, seed: int) -> None:
    assume(any(map(str.isalnum, text)))
    assert kept(surrogate(FMT, text, seed=seed)) == kept(text)


@pytest.mark.parametrize("text", ["7", "q", "Q", "42", "x1", "é", "٣", "²"])
def test_small_domains_are_bijective(text: str) -> None:
    part = FMT.split(text)[0]
    images = {FMT.join(text, [rank]) for rank in range(part.size)}
    assert len(images) == part.size
    assert {FMT.split(image)[0].rank for image in images} == set(range(part.size))


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("привет", "CYRILLIC"),
        ("Ελλάδα", "GREEK"),
        ("東京都", "CJK"),
        ("ひらがな", "HIRAGANA"),
        ("カタカナ", "KATAKANA"),
        ("한국어", "HANGUL"),
        ("שלום", "HEBREW"),
        ("سلام", "ARABIC"),
        ("हिन्दी", "DEVANAGARI"),
        ("\uff11\uff12\uff13", "FULLWIDTH DIGIT"),
        ("٤٥٦", "ARABIC-INDIC DIGIT"),
        ("Åßø", "LATIN"),
        ("𐐀𐐁", "DESERET"),
    ],
)
def test_scripts_stay_themselves(text: str, script: str) -> None:
    for seed in range(5):
        for char in surrogate(FMT, text, seed=seed):
            assert script.split(maxsplit=1)[0] in unicodedata.name(char)


def test_letters_newer_than_the_frozen_database_are_enciphered_too() -> None:
    assert all(surrogate(FMT, "ߒߞߏ", seed=seed) != "ߒߞߏ" for seed in range(3))  # N'Ko, Unicode 5.0


def test_combining_marks_are_kept_and_accented_letters_enciphered() -> None:
    decomposed = unicodedata.normalize("NFD", "Zoë")
    result = surrogate(FMT, decomposed)
    assert result[-1] == decomposed[-1]
    assert len(surrogate(FMT, unicodedata.normalize("NFC", "Zoë"))) == 3


@pytest.mark.parametrize("text", ["", " ", "---", "!?", "\u0301", "🙂"])
def test_nothing_to_encipher_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        FMT.split(text)


def test_separators_do_not_change_the_value() -> None:
    assert FMT.split("ORD-12 34") == FMT.split("ORD1234") == FMT.split("ORD_1.234")


def test_folding_makes_case_a_way_of_writing() -> None:
    fold = AlphanumericFormat("fold", fold_case=True)
    assert fold.split("John.Doe") == fold.split("john.doe")
    assert surrogate(fold, "John.Doe").lower() == surrogate(fold, "john.doe")
    assert kept(surrogate(fold, "John.Doe")) == "Aaaa.Aaa"
    check_laws(fold, "JoHN.dOE9")


def test_symbols_are_enciphered_on_request() -> None:
    fmt = AlphanumericFormat("password", alphabets=WITH_SYMBOLS, reading="exact")
    assert len({surrogate(fmt, "p@$$w0rd!", seed=seed)[2] for seed in range(20)}) > 3
    check_laws(fmt, "p@$$w0rd!")


def test_ten_thousand_characters_keep_the_laws() -> None:
    text = "".join(Random(3).choices("abcXYZ019 -", k=10_000))
    check_laws(FMT, text)


@given(st.lists(st.integers(2, 50), min_size=1, max_size=20), st.data())
def test_mixed_radix_numbers_round_trip(radices: list[int], data: st.DataObject) -> None:
    digits = [data.draw(st.integers(0, radix - 1)) for radix in radices]
    rank, size = mixed_radix_rank(list(zip(digits, radices, strict=True)))
    assert 0 <= rank < size
    assert mixed_radix_unrank(rank, radices) == digits
