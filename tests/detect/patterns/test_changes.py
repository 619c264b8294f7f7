"""Amounts before and after a change."""

from __future__ import annotations

import pytest
from detect_support import finds

from privacy_chains.detect.patterns.changes import find_changes


@pytest.mark.parametrize(
    "text",
    [
        "rent went from «1450» to «1620» a month",
        "my salary rose last year from «68,000» to «71,500».",
        "die Miete stieg von «1.450» auf «1.620»",
        "le loyer est passé de «1450» à «1620»",
        "el alquiler subió de «1450» a «1620» al mes",
        "l'affitto è passato da «1450» a «1620»",
        "de huur ging van «1450» naar «1620»",
        "it was «68,000», now «71,500»",
        "My pension was «1,930» and is now «2,010».",
    ],
)
def test_both_amounts_are_found(text: str) -> None:
    assert finds(find_changes, text, "MONEY") == text


@pytest.mark.parametrize(
    "text",
    [
        "the temperature rose from 1450 to 1620 degrees",
        "the port changed from 8080 to 8081",
        "the price list went from 1450 to 1620 pages",
        "the population was 68,000, now 71,500",
        "rent went from bad to worse, 1450 to 1620 people",
    ],
)
def test_other_numbers_stay(text: str) -> None:
    assert finds(find_changes, text, "MONEY") == text
