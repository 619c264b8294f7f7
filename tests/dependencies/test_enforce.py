from fractions import Fraction

import pytest
from dependencies.marked import NOISE, read

from privacy_chains.dependencies import Dependencies, enforce
from privacy_chains.errors import DependencyError

PAY = Dependencies.parse("yearly_salary = 12 * monthly_salary")
TEXTS, MENTIONS = read(["My monthly salary is [MONEY:$5,000], my yearly salary [MONEY:$60,000]."])


def test_numbers_released_one_by_one_are_made_to_add_up() -> None:
    given = [Fraction(5100), Fraction(59_000)]
    assert enforce(TEXTS, MENTIONS, given, noise=NOISE, dependencies=PAY) == (5100, 61_200)
    assert enforce(TEXTS, MENTIONS, given, noise=NOISE, identities=False) == tuple(given)


def test_settled_numbers_do_not_change() -> None:
    settled = {("MONEY", Fraction(60_000)): Fraction(66_000)}
    given = [Fraction(5100), Fraction(66_000)]
    assert enforce(TEXTS, MENTIONS, given, noise=NOISE, dependencies=PAY, settled=settled) == (5500, 66_000)


def test_a_release_for_each_number_is_needed() -> None:
    with pytest.raises(DependencyError, match="2 numbers"):
        enforce(TEXTS, MENTIONS, [Fraction(1)], noise=NOISE)
