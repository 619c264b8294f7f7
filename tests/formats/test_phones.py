from __future__ import annotations

import phonenumbers
import pytest
from format_support import chosen, kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats._plans import KINDS as DESCRIBED
from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.phones import DialledFormat, PhoneFormat, _north_american, _parsed, _pattern
from privacy_chains.testing import check_laws, surrogate

FMT = PhoneFormat()
ANY = FirstOf(FMT, DialledFormat())
FORMATS = (
    phonenumbers.PhoneNumberFormat.E164,
    phonenumbers.PhoneNumberFormat.INTERNATIONAL,
    phonenumbers.PhoneNumberFormat.RFC3966,
)
KINDS = range(len(DESCRIBED))


def examples() -> list[str]:
    """An example of every kind of number of every region, in every spelling that says its country."""
    texts: list[str] = []
    for region in sorted(phonenumbers.SUPPORTED_REGIONS):
        for kind in KINDS:
            number = phonenumbers.example_number_for_type(region, kind)
            if number is not None:
                texts += [phonenumbers.format_number(number, style).removeprefix("tel:") for style in FORMATS]
    return list(dict.fromkeys(texts))


def same_kind(first: str, second: str) -> bool:
    """Whether both are valid, of one country and kind; or neither is, and both are of one country."""

    def kind(text: str) -> tuple[object, ...]:
        number = phonenumbers.parse(text, "US")
        valid = phonenumbers.is_valid_number(number)
        region = phonenumbers.region_code_for_number(number) if valid else None
        return valid, number.country_code, region, phonenumbers.number_type(number)

    return kind(first) == kind(second)


def test_every_kind_of_every_region_becomes_a_valid_number_of_that_kind_and_region() -> None:
    texts = examples()
    refused = 0
    for place, text in enumerate(texts[:: max(1, len(texts) // 700)]):
        try:
            FMT.split(text)
        except FormatError:
            refused += 1
            continue
        result = surrogate(FMT, text, seed=place)
        assert kept(result) == kept(text)
        assert same_kind(text, result)
    assert len(texts) > 1000
    assert refused < 10


@pytest.mark.parametrize(
    "text",
    [
        "(212) 555-0123",
        "212.555.0123",
        "1-800-555-1212",
        "+1 212 555 0123",
        "+1 (212) 555-0123 ext. 45",
        "212-555-0123 x123",
        "+44 (0)20 7946 0958",
        "+44 20 7946 0958",
        "+49 (0) 30 123456",
        "+33 6 12 34 56 78",
        "+39 06 6982 1234",
        "+54 9 11 2345-6789",
        "+55 (11) 91234-5678",
        "+91 98765 43210",
        "+800 1234 5678",
        "011 44 20 7946 0958",
        "(123) 456-7890",
        "206.269.0743x9150",
        "(798)938-6756x508",
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_formatting_is_kept_byte_for_byte(text: str, seed: int) -> None:
    result = surrogate(FMT, text, seed=seed)
    assert kept(result) == kept(text)
    assert same_kind(text, result)
    assert phonenumbers.is_possible_number(phonenumbers.parse(result, "US"))


@given(st.from_regex(r"\([2-9][0-9]{2}\) [2-9][0-9]{2}-[0-9]{4}", fullmatch=True), st.integers(0, 50))
def test_american_numbers_stay_valid_or_only_possible(text: str, seed: int) -> None:
    result = surrogate(FMT, text, seed=seed)
    assert kept(result) == kept(text)
    assert same_kind(text, result)


@given(st.from_regex(r"\+[1-9][0-9 ()/.-]{4,16}[0-9]", fullmatch=True), st.integers(0, 50))
def test_whatever_is_claimed_comes_back(text: str, seed: int) -> None:
    try:
        FMT.split(text)
    except FormatError:
        return
    assert kept(surrogate(FMT, text, seed=seed)) == kept(text)


@pytest.mark.parametrize("seed", range(5))
def test_a_number_has_one_surrogate_with_and_without_its_country_code(seed: int) -> None:
    digits = {
        "".join(filter(str.isdigit, surrogate(FMT, text, seed=seed)))[-10:]
        for text in ("(212) 555-0123", "+1 212 555 0123", "12125550123", "212.555.0123")
    }
    assert len(digits) == 1


def test_the_default_region_is_a_parameter() -> None:
    german = PhoneFormat("DE")
    result = surrogate(german, "030 123456")
    assert phonenumbers.is_valid_number(phonenumbers.parse(result, "DE"))
    assert chosen(german, result).split(result)[0].domain.startswith("phone/49/DE/")


@pytest.mark.parametrize(
    "text", ["", "call me", "1-800-FLOWERS", "12", "\uff12125550123", "+1 212 555 012\u0663", "911", "1" * 40]
)
def test_what_is_no_telephone_number_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        FMT.split(text)
    assert not text or text not in str(caught.value)


def test_ranks_of_a_kind_follow_the_numbering_plan() -> None:
    part = FMT.split("+33 6 12 34 56 78")[0]
    check_laws(FMT, "+33 6 12 34 56 78")
    assert 10**6 < part.size < 10**9
    assert "[" in _pattern(33, "FR", 1) or "6" in _pattern(33, "FR", 1)


def zeros(text: str) -> int:
    digits = "".join(str(int(char)) for char in text if char.isdecimal())
    return min(3, len(digits) - len(digits.lstrip("0")))


@pytest.mark.parametrize(
    "text",
    [
        "020 7946 0958",
        "0161 496 0000 x12",
        "001-339-763-4101x90842",
        "(089) 123456",
        "06 12 34 56 78",
        "0049 30 901820",
        "0412 345 678",
        "000 000 0000",
        "0000",
        "12345678901234567890",
        "+0 1",
        "\u09e6\u09e7\u09ef\u09e7\u09ea\u09e7\u09ed\u09ed\u09ed\u09ec\u09e9",
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_a_trunk_prefix_stays_one(text: str, seed: int) -> None:
    result = surrogate(ANY, text, seed=seed)
    assert zeros(result) == zeros(text)
    assert kept(result) == kept(text)
    check_laws(ANY, text, seed=seed)


@given(st.from_regex(r"[+(]?[0-9]([ ()/.-]?[0-9]){3,19}( x[0-9]{1,4})?", fullmatch=True), st.integers(0, 50))
def test_all_that_looks_dialled_is_enciphered_and_keeps_its_zeros(text: str, seed: int) -> None:
    result = surrogate(ANY, text, seed=seed)
    assert kept(result) == kept(text)
    assert zeros(result) == zeros(text) or isinstance(chosen(ANY, text), PhoneFormat)


@pytest.mark.parametrize("text", ["", "call me", "1-800-FLOWERS", "1" * 61])
def test_what_has_no_digits_or_other_letters_is_not_dialled(text: str) -> None:
    with pytest.raises(FormatError):
        DialledFormat().split(text)


@given(
    st.sampled_from(["", "1", "+1", "1-", "+1 ", "1 ", "+1."]),
    st.sampled_from(["{}", "({})"]),
    st.text("0123456789", min_size=10, max_size=10),
    st.sampled_from(["", " ", ".", "-"]),
    st.sampled_from(["", " ", ".", "-"]),
)
def test_what_is_read_without_the_library_is_read_as_by_it(
    code: str, area: str, digits: str, first: str, second: str
) -> None:
    text = f"{code}{area.format(digits[:3])}{first}{digits[3:6]}{second}{digits[6:]}"
    read = _north_american(text)
    assert read is None or read == _parsed(text, "US")


def test_usual_spellings_are_read_without_the_library() -> None:
    assert _north_american("(503) 555-0160") == (1, "5035550160", "")
    assert _north_american("+1 503.555.0160") == (1, "5035550160", "")
    assert _north_american("(103) 555-0160") is None
