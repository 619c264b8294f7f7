from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import FormatError
from privacy_chains.formats.measurements import MeasurementFormat, PercentFormat, YearFormat
from privacy_chains.formats.quantity import QuantityFormat

CASES = [
    (MeasurementFormat(), "70 kg", "70", "82 kg"),
    (MeasurementFormat(), "1.75m", "1.75", "1.87m"),
    (MeasurementFormat(), "5'11\"", "71", "6'11\""),
    (MeasurementFormat(), "6 ft 2 in", "74", "7 ft 2 in"),
    (MeasurementFormat(), "7 lb 3 oz", "115", "7 lb 15 oz"),
    (MeasurementFormat(), "12,500 sq ft", "12500", "12,512 sq ft"),
    (MeasurementFormat(), "-20 \u00b0C", "-20", "-8 \u00b0C"),
    (PercentFormat(), "12%", "12", "24%"),
    (PercentFormat(), "(3.2)%", "-3.2", "(2.0)%"),
    (PercentFormat(), "-1,5 %", "-1.5", "-0,3 %"),
    (PercentFormat(), "twelve percent", "12", "twenty-four percent"),
    (YearFormat(), "1980", "1980", "1992"),
    (YearFormat(), "FY2019", "2019", "FY2031"),
]


@pytest.mark.parametrize(("fmt", "text", "number", "more"), CASES)
def test_units_stay_and_numbers_change(fmt: QuantityFormat, text: str, number: str, more: str) -> None:
    quantity = fmt.read(text)
    assert quantity.number == Fraction(number)
    assert fmt.write(text, quantity.number) == text
    assert fmt.write(text, quantity.number + 12 * quantity.step) == more


@given(st.sampled_from(CASES), st.integers(1000, 2999))
def test_a_written_number_is_read_as_that_number(case: tuple[QuantityFormat, str, str, str], count: int) -> None:
    fmt, text = case[:2]
    number = count * fmt.read(text).step
    assert fmt.read(fmt.write(text, number)).number == number


@pytest.mark.parametrize(("fmt", "text"), [(MeasurementFormat(), "m"), (PercentFormat(), "%"), (YearFormat(), "980")])
def test_what_is_no_member_is_refused(fmt: QuantityFormat, text: str) -> None:
    with pytest.raises(FormatError):
        fmt.read(text)
