"""Countries and larger parts of the world, by all their names."""

from __future__ import annotations

import pytest

from privacy_chains.detect.countries import is_country


@pytest.mark.parametrize(
    "name",
    [
        "Germany",
        "the Netherlands",
        "The Gambia",
        "THE UNITED STATES",
        "U.S.",
        "North Korea",
        "Slovakia",
        "Syria",
        "Middle East",
        "die Schweiz",
        "Südkorea",
        "l'Allemagne",
        "la Grande-Bretagne",
        "Países Bajos",
        "gli Stati Uniti",
        "EE.UU.",
        "Nederland",
        "Rússia",
    ],
)
def test_countries_are_known_in_seven_languages(name: str) -> None:
    assert is_country(name)


@pytest.mark.parametrize("name", ["Boston", "the", "The", "La Paz", "Los Angeles", "Lederer", "the Bronx", ""])
def test_other_places_are_none(name: str) -> None:
    assert not is_country(name)
