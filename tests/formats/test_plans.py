from __future__ import annotations

import random

import phonenumbers
import pytest
from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneNumber

from privacy_chains.formats._plans import KINDS, classify


def classified_by_the_library(country: int, national: str) -> tuple[str | None, int] | None:
    number = PhoneNumber(country_code=country, national_number=int(national))
    kind = phonenumbers.number_type(number)
    return (phonenumbers.region_code_for_number(number), kind) if 0 <= kind < len(KINDS) else None


def nationals(country: int, seed: int) -> list[str]:
    """Examples of every kind of a country's numbers, and what becomes of them when their last digits change."""
    coins = random.Random(seed)
    found: list[str] = []
    for region in COUNTRY_CODE_TO_REGION_CODE[country]:
        for kind in range(len(KINDS)):
            number = phonenumbers.example_number_for_type(region, kind) if region != "001" else None
            number = number or phonenumbers.example_number_for_non_geo_entity(country)
            if number is not None and number.country_code == country and not number.italian_leading_zero:
                example = str(number.national_number)
                kept = [coins.randrange(len(example)) for _ in range(4)]
                found += [example[:at] + "".join(coins.choices("0123456789", k=len(example) - at)) for at in kept]
                found += [example, example[:-1], f"{example}1"]
    return [national for national in dict.fromkeys(found) if national and national[0] != "0"]


@pytest.mark.parametrize("country", sorted(COUNTRY_CODE_TO_REGION_CODE))
def test_a_number_has_the_region_and_kind_that_the_library_gives_it(country: int) -> None:
    for national in nationals(country, seed=country):
        assert classify(country, national) == classified_by_the_library(country, national)


def test_nobody_has_a_country_code_that_is_not_given_out() -> None:
    assert classify(999, "5035550160") is None
