from __future__ import annotations

import re

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn

from privacy_chains.errors import FormatError
from privacy_chains.formats.cards import _LEADING, CardFormat
from privacy_chains.formats.codes import read_code
from privacy_chains.testing import check_laws, surrogate

FMT = CardFormat()
PREFIXES = (
    "4",
    "51",
    "55",
    "2221",
    "2720",
    "34",
    "37",
    "3528",
    "3589",
    "300",
    "36",
    "6011",
    "645",
    "65",
    "62",
    "50",
    "56",
    "60",
)


@st.composite
def cards(draw: st.DrawFn) -> str:
    digits = draw(st.sampled_from([*PREFIXES, "1", "9", "0", "7"]))
    length = draw(st.integers(12, 19))
    digits += draw(st.text("0123456789", min_size=length - len(digits), max_size=length - len(digits)))
    if draw(st.booleans()):
        digits = digits[:-1] + luhn.calc_check_digit(digits[:-1])
    separator = draw(st.sampled_from(["", " ", "-", "\u00a0"]))
    return separator.join(digits[start : start + 4] for start in range(0, length, 4))


@given(cards(), st.integers(0, 99))
def test_cards_keep_brand_length_grouping_and_luhn_class(text: str, seed: int) -> None:
    check_laws(FMT, text, seed=seed)
    result = surrogate(FMT, text, seed=seed)
    assert kept(result) == kept(text)
    assert luhn.is_valid(read_code(result)) == luhn.is_valid(read_code(text))


@given(cards(), st.integers(0, 9))
def test_a_card_has_one_surrogate_however_it_is_grouped(text: str, seed: int) -> None:
    assert surrogate(FMT, read_code(text), seed=seed) == read_code(surrogate(FMT, text, seed=seed))


@pytest.mark.parametrize(
    ("number", "starts"),
    [
        ("4111111111111111", ("4",)),
        ("5500000000000004", ("51", "52", "53", "54", "55")),
        ("378282246310005", ("34", "37")),
        ("6011111111111117", ("6011", "64", "65")),
        ("3530111333300000", ("352", "353", "354", "355", "356", "357", "358")),
        ("30569309025904", ("300", "301", "302", "303", "304", "305", "36", "38", "39")),
        ("2223003122003222", ("2",)),
        ("6212345678901232", ("62",)),
    ],
)
def test_surrogates_stay_with_the_brand(number: str, starts: tuple[str, ...]) -> None:
    images = {surrogate(FMT, number, seed=seed) for seed in range(30)}
    assert len(images) == 30
    assert all(image.startswith(starts) for image in images)


@given(
    st.sampled_from(PREFIXES),
    st.text("0123456789", min_size=13, max_size=13),
    st.sampled_from("- ,"),
    st.integers(0, 9),
)
def test_presidio_sees_a_surrogate_where_it_sees_a_card(prefix: str, rest: str, separator: str, seed: int) -> None:
    recognizers = pytest.importorskip("presidio_analyzer.predefined_recognizers")
    recognizer = recognizers.CreditCardRecognizer()

    def seen(value: str) -> list[tuple[int, int]]:
        return [(found.start, found.end) for found in recognizer.analyze(value, ["CREDIT_CARD"])]

    digits = (prefix + rest)[:15]
    digits += luhn.calc_check_digit(digits)
    text = separator.strip(",").join((digits[:4], digits[4:8], digits[8:12], digits[12:]))
    assert seen(surrogate(FMT, text, seed=seed)) == seen(text)


@pytest.mark.parametrize("text", ["", "4111", "4" * 20, "4111a11111111111", "\uff14111111111111111", "no card"])
def test_what_is_no_card_number_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        FMT.split(text)
    assert not text or text not in str(caught.value)


def test_brands_share_no_leading_digits_and_leave_none_out() -> None:
    brands = [
        [name for name, leading in _LEADING.items() if re.fullmatch(leading, f"{first:04}")] for first in range(10_000)
    ]
    assert all(len(names) == 1 for names in brands)


@pytest.mark.parametrize("text", ["500000000009", "352800000007", "222100000009"])
def test_ranks_write_different_members(text: str) -> None:
    size = FMT.split(text)[0].size
    sample = range(0, size, max(1, size // 997))
    assert len({FMT.join(text, [rank]) for rank in sample}) == len(sample)
