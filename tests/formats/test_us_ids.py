from __future__ import annotations

from collections.abc import Callable

import pytest
from format_support import chosen, kept
from hypothesis import given
from hypothesis import strategies as st
from stdnum import luhn
from stdnum.us import itin, rtn, ssn

from privacy_chains.formats import us_ids
from privacy_chains.formats.base import FirstOf, Format
from privacy_chains.formats.codes import read_code
from privacy_chains.testing import check_laws, surrogate

SSN = us_ids.us_ssn()
NINE = st.text("0123456789", min_size=9, max_size=9)
SAMPLES = ("078-05-1120", "123-45-6789", "987-65-4320", "219-09-9999", "111-11-1111")


@st.composite
def ssns(draw: st.DrawFn) -> str:
    area = draw(
        st.sampled_from(["001", "123", "665", "667", "899", "000", "666", "900", "999"])
        | st.integers(0, 999).map(lambda n: f"{n:03}")
    )
    group, serial = draw(st.integers(0, 99)), draw(st.sampled_from([0, 1, 9999]) | st.integers(0, 9999))
    separator = draw(st.sampled_from(["-", " ", "", "."]))
    return f"{area}{separator}{group:02}{separator}{serial:04}"


@given(ssns(), st.integers(0, 99))
def test_numbers_that_can_be_issued_stay_so_and_the_others_too(text: str, seed: int) -> None:
    check_laws(SSN.choose(text), text, seed=seed) if chosen(SSN, text) is not SSN.formats[0] else None
    result = surrogate(SSN, text, seed=seed)
    assert kept(result) == kept(text)
    code = read_code(result)
    plausible = f"{code[:3]}-{code[3:5]}-{code[5:]}"
    if chosen(SSN, text) is SSN.formats[0]:
        assert ssn.is_valid(plausible)
    else:
        own = read_code(text)
        assert not ssn.is_valid(plausible) or f"{own[:3]}-{own[3:5]}-{own[5:]}" in SAMPLES or plausible in SAMPLES


@given(NINE, st.integers(0, 9))
def test_one_number_has_one_surrogate_however_it_is_written(digits: str, seed: int) -> None:
    dashed = f"{digits[:3]}-{digits[3:5]}-{digits[5:]}"
    assert read_code(surrogate(SSN, dashed, seed=seed)) == surrogate(SSN, digits, seed=seed)


@given(ssns(), st.integers(0, 99))
def test_presidio_rejects_a_surrogate_exactly_where_it_rejects_the_number(text: str, seed: int) -> None:
    recognizers = pytest.importorskip("presidio_analyzer.predefined_recognizers")
    recognizer = recognizers.UsSsnRecognizer()
    assert recognizer.invalidate_result(surrogate(SSN, text, seed=seed)) == recognizer.invalidate_result(text)


@pytest.mark.parametrize("text", SAMPLES)
def test_well_known_samples_are_never_a_surrogate_of_a_real_number(text: str) -> None:
    assert chosen(SSN, text) is not SSN.formats[0]
    first = SSN.formats[0]
    with pytest.raises(Exception, match=r"rule|pattern"):
        first.split(text)


def test_the_classes_of_ssns_cover_all_nine_digits_once() -> None:
    assert SSN.split("123-45-6788")[0].size == 898 * 99 * 9999
    unissued = SSN.split("000-00-0000")[0].size
    nine = 100 * 99 * 9999
    assert unissued == 10**9 - 898 * 99 * 9999 - nine + sum(1 for sample in us_ids._SAMPLES if not _dead(sample))


def _dead(code: str) -> bool:
    return code[:3] in ("000", "666") or code[3:5] == "00" or code[5:] == "0000"


@given(st.from_regex(r"9[0-9]{2}-(7[0-9]|8[0-8]|5[0-9]|6[0-5]|9[0-24-9])-[0-9]{4}", fullmatch=True), st.integers(0, 99))
def test_itins_stay_itins(text: str, seed: int) -> None:
    fmt = us_ids.us_itin()
    result = surrogate(fmt, text, seed=seed)
    assert kept(result) == kept(text)
    assert itin.is_valid(result) == itin.is_valid(text)


@given(st.text("0123456789", min_size=8, max_size=8), st.integers(0, 99), st.booleans())
def test_routing_numbers_keep_their_check_digit_class(payload: str, seed: int, right: bool) -> None:
    fmt = us_ids.aba_routing()
    number = payload + (rtn.calc_check_digit(payload) if right else payload[0])
    assert rtn.is_valid(surrogate(fmt, number, seed=seed)) >= isinstance(chosen(fmt, number), type(fmt.formats[0]))


def npi_is_valid(code: str) -> bool:
    return code[0] in "12" and luhn.is_valid("80840" + code)


def dea_is_valid(code: str) -> bool:
    digits = [int(char) for char in code[2:]]
    return (sum(digits[:6:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


CASES: list[tuple[Callable[[], Format], str, Callable[[str], bool]]] = [
    (us_ids.us_npi, r"[12][0-9]{9}", npi_is_valid),
    (us_ids.medical_license, r"[ABFGM][A-Z9][0-9]{7}", dea_is_valid),
    (us_ids.aba_routing, r"[0-3][0-9]{8}", rtn.is_valid),
]


@pytest.mark.parametrize(("make", "pattern", "is_valid"), CASES)
def test_check_digits_stay_right_or_wrong(
    make: Callable[[], FirstOf], pattern: str, is_valid: Callable[[str], bool]
) -> None:
    fmt = make()

    @given(st.from_regex(pattern, fullmatch=True), st.integers(0, 99))
    def holds(text: str, seed: int) -> None:
        result = surrogate(fmt, text, seed=seed)
        assert kept(result) == kept(text)
        if chosen(fmt, text) is fmt.formats[0]:
            assert is_valid(result)

    holds()


@pytest.mark.parametrize(
    ("make", "pattern"),
    [
        (us_ids.us_passport, "[A-Za-z]?[0-9]{8}[0-9]?"),
        (us_ids.us_driver_license, "[A-Za-z]{1,2}-?[0-9]{5,12}"),
        (us_ids.us_bank_number, "[0-9]{4,8} ?[0-9]{4,8}"),
        (us_ids.us_mbi, "[1-9][A-C][0-9A][0-9]-?[A-C][0-9A][0-9]-?[A-C]{2}[0-9]{2}"),
    ],
)
def test_ids_without_check_digit_keep_letters_and_digits_in_place(make: Callable[[], Format], pattern: str) -> None:
    fmt = FirstOf(make(), us_ids.us_driver_license())

    @given(st.from_regex(pattern, fullmatch=True), st.integers(0, 99))
    def holds(text: str, seed: int) -> None:
        assert kept(surrogate(fmt, text, seed=seed)) == kept(text)

    holds()
