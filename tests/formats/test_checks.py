from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn as stdnum_luhn
from stdnum import verhoeff as stdnum_verhoeff
from stdnum.iso7064 import mod_11_10, mod_97_10

from privacy_chains.formats.checks import iso7064_mod11_10, luhn, mod97, verhoeff, weighted

DIGITS = st.text("0123456789", min_size=1, max_size=20)


@given(DIGITS)
def test_luhn_agrees_with_stdnum(payload: str) -> None:
    assert luhn(payload) == stdnum_luhn.calc_check_digit(payload)


@given(DIGITS)
def test_verhoeff_agrees_with_stdnum(payload: str) -> None:
    assert verhoeff(payload) == stdnum_verhoeff.calc_check_digit(payload)


@given(DIGITS)
def test_iso7064_mod11_10_agrees_with_stdnum(payload: str) -> None:
    assert iso7064_mod11_10(payload) == mod_11_10.calc_check_digit(payload)


@given(st.text("0123456789ABCXYZ", min_size=1, max_size=34))
def test_mod97_agrees_with_stdnum(payload: str) -> None:
    assert mod97(payload) == mod_97_10.calc_check_digits(payload)


def test_a_weighted_sum_without_a_symbol_has_none() -> None:
    assert weighted("12", (1, 2), "012345") == "5"
    assert weighted("12", (1, 2), "01234 ") is None


def test_weights_must_fit_the_payload() -> None:
    with pytest.raises(ValueError, match="zip"):
        weighted("123", (1, 2), "01")
