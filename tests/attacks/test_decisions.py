"""The way of a message tells no more than the ledger says, and without a bound where it says that there is none."""

from __future__ import annotations

import pytest

from privacy_chains.attacks import Setting
from privacy_chains.attacks.decisions import decisions


@pytest.fixture(scope="module")
def by_mode() -> dict[str, float]:
    results = decisions(Setting(people=400, secret=bytes(range(32))))
    assert all(result.of == 400 for result in results)
    assert [result.name for result in results if result.beyond and not result.stated] == []
    return {result.name.partition(": ")[2]: result.success for result in results}


def test_the_paper_way_tells_more_than_the_epsilon_of_what_is_sent(by_mode: dict[str, float]) -> None:
    assert by_mode["best"] > 0.8


def test_the_other_ways_stay_below_it(by_mode: dict[str, float]) -> None:
    assert by_mode["sanitized"] < by_mode["best"] - 0.1
    assert by_mode["exponential"] < by_mode["best"] - 0.1
