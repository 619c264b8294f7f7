from __future__ import annotations

import re

import pytest
from format_support import kept
from hypothesis import given
from hypothesis import strategies as st
from stdnum import imei as registry

from privacy_chains.errors import FormatError
from privacy_chains.formats import built_in_formats
from privacy_chains.formats.devices import CoordinatesFormat, imei
from privacy_chains.testing import check_laws, surrogate

IMEI = imei()
COORDINATES = CoordinatesFormat()


@given(st.from_regex("[0-9]{14,15}", fullmatch=True), st.integers(0, 99), st.booleans())
def test_the_check_digit_of_a_device_stays_right_or_wrong(digits: str, seed: int, right: bool) -> None:
    code = digits[:14] + registry.luhn.calc_check_digit(digits[:14]) if right else digits
    text = f"{code[:2]}-{code[2:8]}-{code[8:14]}-{code[14:]}".rstrip("-")
    if len(code) == 15:
        check_laws(IMEI, text, seed=seed)
        result = surrogate(IMEI, text, seed=seed)
        assert kept(result) == kept(text)
        assert registry.luhn.is_valid(registry.clean(result, " -")) == registry.luhn.is_valid(code)


def numbers(text: str) -> list[str]:
    return re.findall(r"\d+\.\d+", text)


@given(
    st.sampled_from(["{}, {}", "-{} -{}", "{}\u00b0 N, {}\u00b0 W"]), st.floats(0, 89.9), st.floats(0, 179.9),
    st.integers(1, 9), st.integers(0, 99),
)  # fmt: skip
def test_a_place_stays_in_its_quarter_with_its_decimals(
    form: str, latitude: float, longitude: float, decimals: int, seed: int
) -> None:
    text = form.format(f"{latitude:.{decimals}f}", f"{longitude:.{decimals}f}")
    check_laws(COORDINATES, text, seed=seed)
    result = surrogate(COORDINATES, text, seed=seed)
    north, east = numbers(result)
    assert form.format(north, east) == result
    assert float(north) < 90
    assert (float(east) < 90) == (float(numbers(text)[1]) < 90)
    assert float(east) < 180
    assert {len(number.partition(".")[2]) for number in (north, east)} == {decimals}
    assert [surrogate(COORDINATES, number, seed=seed) for number in COORDINATES.aliases(text)] == [north, east]


@given(
    st.sampled_from(["{}N {}W", "N {} E {}", "{} S, {} E"]), st.integers(0, 89), st.integers(0, 179),
    st.tuples(*[st.integers(0, 59)] * 4), st.sampled_from(["{}\u00b0{}'{}\"", "{}\u00b0 {:02d}\u2032 {:02d}.5\u2033"]),
    st.integers(0, 99),
)  # fmt: skip
def test_so_does_one_in_minutes_and_seconds(  # noqa: PLR0917  (what was drawn)
    form: str, latitude: int, longitude: int, rest: tuple[int, int, int, int], angle: str, seed: int
) -> None:
    text = form.format(angle.format(latitude, *rest[:2]), angle.format(longitude, *rest[2:]))
    check_laws(COORDINATES, text, seed=seed)
    result = surrogate(COORDINATES, text, seed=seed)
    assert re.sub(r"\d", "0", result) == re.sub(r"\d", "0", text)
    north, *least = [int(number) for number in re.findall(r"(?<![\d.])\d+", result)]
    assert north < 90
    assert least[2] < 180
    assert max(least[0], least[1], *least[3:]) < 60


@pytest.mark.parametrize(
    "text",
    [
        "91.5, 10.5",
        "10.5, 180.1",
        "1.5, 2.5, 3.5",
        "12",
        "050.5",
        "north",
        "",
        "91\u00b05'N 1\u00b05'E",
        "1\u00b065'N 1\u00b05'E",
    ],
)
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        COORDINATES.split(text)


@given(st.from_regex(r"[A-Z]{4}(DE|US|FR)[A-Z0-9]{2}([A-Z0-9]{3})?", fullmatch=True), st.integers(0, 99))
def test_the_code_of_a_bank_keeps_its_country(code: str, seed: int) -> None:
    fmt = built_in_formats()["SWIFT_CODE"]
    check_laws(fmt, code, seed=seed)
    result = surrogate(fmt, code, seed=seed)
    assert kept(result) == kept(code)
    assert result[4:6] == code[4:6]
