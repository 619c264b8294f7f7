"""Answers by formula: from one message, from several, and where it is unclear what they speak of."""

from __future__ import annotations

from fractions import Fraction

import pytest
from dependencies.marked import read

from privacy_chains.dependencies import ComputedAnswer, Dependencies, NumberedMessage, answers
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity

BMI = Dependencies.parse("answer: bmi = weight / height ** 2\nanswer: double = 2 * absent_thing")


Said = tuple[NumberedMessage, dict[tuple[str, Fraction], Fraction]]


def said(marked: str, *released: int | str) -> Said:
    texts, mentions = read([marked])
    keys = [mention.key for mention in mentions]
    return NumberedMessage.of(texts, mentions), dict(zip(keys, map(Fraction, released), strict=True))


def ask(helper: Dependencies, *messages: Said) -> tuple[ComputedAnswer, ...]:
    released = {key: number for _, numbers in messages for key, number in numbers.items()}
    return answers(helper, messages[-1][0], released, [message for message, _ in messages[:-1]])


def test_an_answer_is_computed_for_released_and_for_true_numbers() -> None:
    asked = said("I weigh [MEASUREMENT:70] kg and my height is [MEASUREMENT:1.75] m. What is my BMI?", 77, "1.75")
    (bmi,) = ask(BMI, asked)
    assert (bmi.name, round(bmi.released, 2), round(bmi.true, 2)) == ("bmi", Fraction("25.14"), Fraction("22.86"))
    assert bmi.read_back(Quantity(Fraction("25.1"), Fraction(1, 10))) == Fraction("22.9")
    assert bmi.read_back(Quantity(Fraction(30), Fraction(1))) is None
    assert "22.8" not in repr(bmi)


def test_variables_may_be_stated_in_different_messages() -> None:
    weight = said("My weight is [MEASUREMENT:70] kg.", 77)
    height = said("My height is [MEASUREMENT:1.75] m. What is my BMI?", "1.75")
    assert not ask(BMI, weight)
    (bmi,) = ask(BMI, weight, height)
    assert (round(bmi.released, 2), round(bmi.true, 2)) == (Fraction("25.14"), Fraction("22.86"))


def test_what_is_stated_anew_counts() -> None:
    first = said("My weight is [MEASUREMENT:70] kg, my height [MEASUREMENT:2] m.", 77, 2)
    later = said("I lost some: my weight is [MEASUREMENT:60] kg now.", 66)
    (bmi,) = ask(BMI, first, later)
    assert (bmi.true, bmi.released) == (15, Fraction(33, 2))


def test_an_answer_goes_through_definitions() -> None:
    helper = Dependencies.parse("yearly_salary = 12 * monthly_salary\nanswer: raise_ = 3% of yearly_salary")
    asked = said("My monthly salary is [MONEY:$5,000]. What will my raise be?", 6000)
    assert ask(helper, asked) == (ComputedAnswer("raise_", Fraction(2160), Fraction(1800)),)


def test_an_ambiguous_answer_says_so() -> None:
    asked = said("The rent is [MONEY:$5] and the other rent is [MONEY:$6]", 1, 2)
    with pytest.raises(DependencyError, match="'rent' could be MONEY in text 1 at 12-14 or"):
        ask(Dependencies.parse("answer: double = 2 * rent"), asked)
