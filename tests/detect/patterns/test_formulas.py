"""A formula that names a person has her numbers in it; one that names nobody has none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.detect.patterns.formulas import find_in_formulas
from privacy_chains.detect.patterns.reading import ValueReading

NAMES = ["Okafor, Chidinma", "Hoogerwerf, J.P.", "Txomin Aguirrezabala", "Bevilacqua", "Nunzia Inzerillo"]
SHAPES = ['=ALS(A3="{}";{};0)', '=IF(B7="{}", {}, 0)', '=WENN(A2="{}";{}*1,2;"")', '=SI(D9>{1};"{0}";"altri")']


def found(text: str) -> list[tuple[str, str]]:
    return sorted((text[one.start : one.end], one.entity_type) for one in find_in_formulas(ValueReading(text)))


@given(st.sampled_from(SHAPES), st.sampled_from(NAMES), st.integers(100, 10**6))
def test_the_numbers_beside_a_name_are_private(shape: str, name: str, number: int) -> None:
    assert found(shape.format(name, number)) == sorted([(name, "PERSON"), (str(number), "MONEY")])


@pytest.mark.parametrize(
    "text",
    ['=IF(A1="Total Revenue",1000,200)', '=IF(A1="Yes",1000,0)', "=SUM(A1:A200)*1200", 'x = f("Bevilacqua", 1200)'],
)
def test_other_formulas_hold_nothing(text: str) -> None:
    assert not found(text)


def test_cells_and_what_is_quoted_are_no_amounts() -> None:
    text = '=VLOOKUP("Bevilacqua",C700:D900,"5100")'
    assert found(text) == [("Bevilacqua", "PERSON")]
