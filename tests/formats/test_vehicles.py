from __future__ import annotations

import pytest
from format_support import chosen, kept
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.formats.vehicles import license_plate, vehicle_registrations, vin
from privacy_chains.testing import check_laws, surrogate

VIN = vin()
WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
VALUES = (
    {char: int(char) for char in "0123456789"}
    | {char: (place % 9) + 1 for place, char in enumerate("ABCDEFGH.JKLMN.P.R")}
    | {char: place + 2 for place, char in enumerate("STUVWXYZ")}
)


def is_valid(code: str) -> bool:
    """49 CFR 565.15(c), written down a second time."""
    total = sum(weight * VALUES[char] for weight, char in zip(WEIGHTS, code.upper(), strict=True))
    return "0123456789X"[total % 11] == code[8].upper()


@pytest.mark.parametrize("text", ["1M8GDM9AXKP042788", "1HGCM82633A004352", "5GZCZ43D13S812715", "11111111111111111"])
def test_the_check_digit_stays_right(text: str) -> None:
    assert is_valid(text)
    for seed in range(30):
        for written in (text, text.lower()):
            check_laws(VIN, written, seed=seed)
            result = surrogate(VIN, written, seed=seed)
            assert is_valid(result)
            assert kept(result)[9:] == kept(written)[9:]
            assert result == (result.lower() if written != text else result.upper())


@given(st.from_regex(r"[A-HJ-NPR-Z0-9]{17}", fullmatch=True), st.integers(0, 99))
def test_other_numbers_keep_their_shape_and_class(text: str, seed: int) -> None:
    result = surrogate(VIN, text, seed=seed)
    assert not set(result) & set("IOQ")
    assert is_valid(result) == is_valid(text)
    if not is_valid(text):
        assert kept(result) == kept(text)


def test_mixed_case_is_not_taken_for_a_checked_number() -> None:
    assert chosen(VIN, "1M8gdm9axkp042788") is VIN.formats[1]
    assert kept(surrogate(VIN, "1M8gdm9axkp042788")) == kept("1M8gdm9axkp042788")


@given(st.from_regex(r"[A-Z]{1,3}[ -]?[0-9]{1,4}[A-Z]{0,3}", fullmatch=True), st.integers(0, 99))
def test_plates_keep_letters_and_digits_in_place(text: str, seed: int) -> None:
    check_laws(license_plate(), text, seed=seed)
    assert kept(surrogate(license_plate(), text, seed=seed)) == kept(text)


@pytest.mark.parametrize("text", ["AB12 CDE", "P123 ABC", "ABC 123D", "QQ99 III"])
def test_british_registrations(text: str) -> None:
    fmt = vehicle_registrations()["UK_VEHICLE_REGISTRATION"]
    for seed in range(10):
        assert kept(surrogate(fmt, text, seed=seed)) == kept(text)
