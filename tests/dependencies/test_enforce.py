from fractions import Fraction

import pytest
from dependencies.marked import NOISE, read

from privacy_chains.dependencies import Answer, Dependencies, answers, enforce
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity

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


def test_an_answer_is_computed_for_released_and_for_true_numbers() -> None:
    texts, mentions = read(["I weigh [MEASUREMENT:70] kg and my height is [MEASUREMENT:1.75] m. What is my BMI?"])
    helper = Dependencies.parse("answer: bmi = weight / height ** 2\nanswer: double = 2 * absent_thing")
    (bmi,) = answers(helper, texts, mentions, [Fraction(77), Fraction("1.75")])
    assert (bmi.name, round(bmi.released, 2), round(bmi.true, 2)) == ("bmi", Fraction("25.14"), Fraction("22.86"))
    assert bmi.read_back(Quantity(Fraction("25.1"), Fraction(1, 10))) == Fraction("22.9")
    assert bmi.read_back(Quantity(Fraction(30), Fraction(1))) is None
    assert "22.8" not in repr(bmi)


def test_an_answer_goes_through_definitions() -> None:
    texts, mentions = read(["My monthly salary is [MONEY:$5,000]. What will my raise be?"])
    helper = Dependencies.parse("yearly_salary = 12 * monthly_salary\nanswer: raise_ = 3% of yearly_salary")
    assert answers(helper, texts, mentions, [Fraction(6000)]) == (Answer("raise_", Fraction(2160), Fraction(1800)),)


def test_an_ambiguous_answer_says_so() -> None:
    texts, mentions = read(["The rent is [MONEY:$5] and the other rent is [MONEY:$6]"])
    with pytest.raises(DependencyError, match="'rent' could be MONEY in text 1 at 12-14 or"):
        answers(Dependencies.parse("answer: double = 2 * rent"), texts, mentions, [Fraction(1), Fraction(2)])
