"""Names of software are no names of firms."""

from __future__ import annotations

import pytest
from detect_support import findings_of

from privacy_chains.detect.network.repairs.table import repaired
from privacy_chains.detect.network.software import is_software


def tidy(text: str, *found: tuple[str, str]) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.entity_type) for one in repaired(text, findings_of(text, found))]


@pytest.mark.parametrize("value", ["Kafka", "PostgreSQL", "PostgreSQL 15.4", "node.js", "Kafka 3.7", "scikit-learn"])
def test_software_is_no_firm_and_no_place(value: str) -> None:
    assert is_software(value)
    assert not tidy(f"our {value} consumer", (value, "ORGANIZATION"))
    assert not tidy(f"our {value} consumer", (value, "LOCATION"))


@pytest.mark.parametrize("value", ["Kafka Zorbin", "Zorbin Docker", "15.4", "Google"])
def test_names_that_hold_such_words_are_found(value: str) -> None:
    assert not is_software(value)


def test_a_person_may_have_such_a_name() -> None:
    assert tidy("Mr. Kafka wrote", ("Kafka", "PERSON")) == [("Kafka", "PERSON")]
