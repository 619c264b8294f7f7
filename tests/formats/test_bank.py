from __future__ import annotations

import re

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st
from stdnum import iban, numdb
from stdnum.iso7064 import mod_97_10

from privacy_chains.errors import FormatError
from privacy_chains.formats.bank import _STRUCTURES, IbanFormat, UnlistedIbanFormat, _pattern
from privacy_chains.formats.base import FirstOf
from privacy_chains.formats.codes import read_code
from privacy_chains.testing import check_laws, surrogate

FMT = IbanFormat()
ANY = FirstOf(FMT, UnlistedIbanFormat())
COUNTRIES = [entry[:2] for entry in _STRUCTURES.split()]


@st.composite
def ibans(draw: st.DrawFn) -> str:
    country = draw(st.sampled_from(COUNTRIES))
    account = draw(st.from_regex(_pattern(country).replace(r"\d", "[0-9]"), fullmatch=True))
    check = mod_97_10.calc_check_digits(account + country)
    return country + check + account


def is_right(code: str) -> bool:
    return bool(mod_97_10.calc_check_digits(code[4:] + code[:2]) == code[2:4])


@given(ibans(), st.integers(0, 99), st.sampled_from(["", " ", "-"]), st.booleans())
def test_ibans_keep_country_length_and_check_digits(code: str, seed: int, separator: str, lower: bool) -> None:
    text = separator.join(code[start : start + 4] for start in range(0, len(code), 4))
    text = text.lower() if lower else text
    check_laws(FMT, text, seed=seed)
    result = surrogate(FMT, text, seed=seed)
    assert kept(result) == kept(text)
    assert read_code(result)[:2] == code[:2]
    assert iban.is_valid(read_code(result), check_country=False)


@given(ibans(), st.integers(0, 99), st.integers(0, 99))
def test_wrong_check_digits_stay_wrong(code: str, seed: int, check: int) -> None:
    text = f"{code[:2]}{check:02}{code[4:]}"
    check_laws(FMT, text, seed=seed)
    assert is_right(surrogate(FMT, text, seed=seed)) == is_right(text)


@given(ibans(), st.integers(0, 9))
def test_an_iban_has_one_surrogate_however_it_is_written(code: str, seed: int) -> None:
    grouped = " ".join(code[start : start + 4] for start in range(0, len(code), 4))
    assert read_code(surrogate(FMT, grouped, seed=seed)) == surrogate(FMT, code, seed=seed)


def test_the_frozen_structures_are_those_of_the_registry() -> None:
    registry = numdb.get("iban")
    for country in COUNTRIES:
        kinds = {"n": r"\d", "a": "[A-Z]", "c": "[A-Z0-9]"}
        fields = re.findall(r"(\d+)!([nac])", registry.info(country)[0][1]["bban"])
        ours = re.findall(r"(\\d|\[A-Z\]|\[A-Z0-9\])\{(\d+)\}", _pattern(country))
        assert "".join(kinds[kind] * int(count) for count, kind in fields) == "".join(
            kind * int(count) for kind, count in ours
        )


@given(ibans(), st.integers(0, 9))
def test_presidio_finds_the_surrogate(code: str, seed: int) -> None:
    recognizers = pytest.importorskip("presidio_analyzer.predefined_recognizers")
    recognizer = recognizers.IbanRecognizer()

    def seen(value: str) -> list[tuple[int, int]]:
        return [(found.start, found.end) for found in recognizer.analyze(value, ["IBAN_CODE"])]

    assert seen(surrogate(FMT, code, seed=seed)) == seen(code)


@pytest.mark.parametrize(
    "text", ["", "DE", "DE89", "ZZ89370400440532013000", "DE8937040044053201300", "DEXX370400440532013000"]
)
def test_what_is_no_iban_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        FMT.split(text)


@given(st.from_regex(r"[A-Za-z]{2}[0-9]{2}([ -]?[A-Za-z0-9]){11,30}", fullmatch=True), st.integers(0, 99))
def test_whatever_is_built_like_an_iban_keeps_its_check(text: str, seed: int) -> None:
    result = surrogate(ANY, text, seed=seed)
    assert kept(result) == kept(text)
    assert is_right(read_code(result)) == is_right(read_code(text))
    assert read_code(result)[:2] == read_code(text)[:2]


@pytest.mark.parametrize("text", ["", "DE", "DE891234567890", "DEXX370400440532013000", "1289370400440532013000"])
def test_what_is_too_short_or_has_no_country_is_not_built_like_one(text: str) -> None:
    with pytest.raises(FormatError):
        UnlistedIbanFormat().split(text)
