"""An identifier of the network that can only be an amount of money is one, and is hidden in any case."""

from __future__ import annotations

import pytest

from privacy_chains.detect.network.retyping import retyped


@pytest.mark.parametrize("kind", ["PHONE_NUMBER", "ID_NUMBER", "US_BANK_NUMBER"])
@pytest.mark.parametrize("value", ["+2987.44", "-1.480,00", "+2.903,12", "11,482.19", "1 911,08"])
def test_signs_and_decimals_are_no_identifiers(value: str, kind: str) -> None:
    text = f"salaris {value} ok"
    start, end = text.index(value), text.index(" ok")
    begin, right = retyped(text, start, end, kind)
    assert (text[begin:end], right) == (value.lstrip("+-"), "MONEY")


@pytest.mark.parametrize("value", ["+44 20 7946 0958", "01.45.67.89.12", "3.12", "555.0143", "+1 202.555.0143", "4417"])
def test_others_stay_what_they_are(value: str) -> None:
    assert retyped(value, 0, len(value), "PHONE_NUMBER") == (0, "PHONE_NUMBER")


def test_names_are_no_amounts() -> None:
    assert retyped("1,200.50", 0, 8, "PERSON") == (0, "PERSON")
