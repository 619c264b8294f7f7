"""Amounts that words of pay announce from afar: every word of the table, signs, and what stands between."""

from __future__ import annotations

import pytest

from privacy_chains.contract.entities import DEFAULT_TYPES
from privacy_chains.detect.patterns.detector import PatternDetector
from privacy_chains.language.lexicon import word_set

DETECTOR = PatternDetector(DEFAULT_TYPES)


def amounts(text: str) -> list[str]:
    return [text[one.start : one.end] for one in DETECTOR.detect(text) if one.entity_type == "MONEY"]


@pytest.mark.parametrize("frame", ["{} 2,451.32", "{}: 2.451,32", "{} APR -1150.00", "{} ACME LTD       +2987.44"])
def test_each_word_of_pay_announces_an_amount_with_two_decimals(frame: str) -> None:
    for word in word_set("pay_item", "loose_pay_item"):
        for said in (word, word.upper(), word.capitalize()):
            text = frame.format(said)
            assert amounts(text) == [text.split()[-1].lstrip("+-")], text


def test_each_word_of_a_booking_makes_a_signed_amount_one() -> None:
    for word in word_set("booking"):
        assert amounts(f"03/04 {word.upper()} KESTREL   -780.00\n04/04 NADIA  +42.50") == ["780.00", "42.50"], word


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("+1250.00 from Mum", ["1250.00"]),
        ("bail 25,000", ["25,000"]),
        ("bonus 5000", ["5000"]),
        ("other debts 6.2k", ["6.2k"]),
        ("a loss of 12k", ["12k"]),
        ("severance 26923", ["26923"]),
        ("Unterhalt 450", ["450"]),
    ],
)
def test_amounts_of_other_kinds(text: str, found: list[str]) -> None:
    assert amounts(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "net 12.50 kg, gross 1,250.40 kg",
        "the fine 2024 vintage, a fine 300 mile walk",
        "balance +0.25 V, offset -1.50 mm",
        "weight loss of 12k",
        "pension 2024, tax form 1040",
        "the tips of 3 fingers",
        "x = 1250.40 - 1.25",
        "loan 12345",
        "the rate +12.50% a year",
    ],
)
def test_other_numbers_are_none(text: str) -> None:
    assert not amounts(text)
