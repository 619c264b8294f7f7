"""What formulas say of stated numbers through variables that are not stated."""

from __future__ import annotations

from fractions import Fraction

import pytest
from dependencies.marked import release
from steps import steps

from privacy_chains.dependencies import Dependencies
from privacy_chains.dependencies.eliminate import eliminated

MOST_STEPS = 20_000_000


def value(helper: str, stated: str, **values: int) -> list[Fraction]:
    """Each formula that is found, as left side less right side at some values."""
    found = eliminated(Dependencies.parse(helper).formulas, stated.split().__contains__)
    numbers = {name: Fraction(number) for name, number in values.items()}
    return [numbers[formula.name] - formula.expression.value(numbers) for formula in found]


@pytest.mark.parametrize(
    ("helper", "values"),
    [
        ("tax = 20% of income\nnet = income - tax", {"tax": 1000, "net": 4000}),
        ("ransom = 3% of premium\ndowry = 12 * premium", {"ransom": 30, "dowry": 12_000}),
        ("v = 12 * a\nv = b + c", {"a": 5, "b": 20, "c": 40}),
        ("side = sqrt(area)\ncost = 3 * area", {"side": 5, "cost": 75}),
        ("x = mean(a, u)\ny = sum(b, u)", {"x": 5, "a": 2, "b": 1, "y": 9}),
        ("x = 100 / u\ny = u ** 2", {"x": 5, "y": 400}),
        ("part = share% of whole\nrate = whole / part * 100", {"share": 50, "rate": 200}),
        ("rest = whole - share% of whole\npaid = share% of whole", {"rest": 30, "share": 40, "paid": 20}),
    ],
)
def test_what_is_not_stated_is_put_in(helper: str, values: dict[str, int]) -> None:
    found = value(helper, " ".join(values), **values)
    assert found
    assert not any(found)
    nudged = {**values, next(iter(values)): values[next(iter(values))] + 1}
    assert all(value(helper, " ".join(values), **nudged))


@pytest.mark.parametrize(
    ("helper", "stated"),
    [
        ("tax = 20% of income\nnet = income - fees", "tax net"),
        ("a = max(u, v)\nb = u + v", "a b"),
        ("a = 2 * u", "a"),
        ("a = u ** 3\nb = u ** 3 + u", "a b"),
    ],
)
def test_what_does_not_follow_is_given_up(helper: str, stated: str) -> None:
    assert not list(eliminated(Dependencies.parse(helper).formulas, stated.split().__contains__))


def test_numbers_that_are_tied_through_one_stated_later_leave_room_for_it() -> None:
    helper = "tax = 20% of income\nnet = income - tax"
    first = release("The tax is [MONEY:$1,000], the net is [MONEY:$4,000].", helper=helper)
    tax, net = first.numbers
    assert net == 4 * tax
    (income,) = release("The income is [MONEY:$5,000].", helper=helper, settled=first.settled).numbers
    assert (Fraction(1, 5) * income, income - tax) == (tax, net)


@pytest.mark.parametrize(
    "line",
    ["v{0} = v{1} * 2 - v{2}", "v{0} = v{1} / (v{1} + v{2})", "v{0} = v{1} + v{2}\nw{0} = v{1} - v{2}"],
)
def test_helper_strings_of_a_thousand_lines_whose_names_are_hardly_stated_are_quick(line: str) -> None:
    helper = "\n".join(line.format(_word(at), _word(at - 1), _word(at // 2)) for at in range(1, 1000))
    taken = steps(lambda: release(f"The v{_word(3)} is [MONEY:$1,500].", helper=helper))
    assert taken < MOST_STEPS  # it was hours


@pytest.mark.parametrize("length", [50, 300, 990])
@pytest.mark.parametrize("backward", [False, True])
def test_long_chains_between_two_numbers_are_followed_or_given_up(length: int, *, backward: bool) -> None:
    lines = [f"v{_word(at)} = v{_word(at - 1)} + 1" for at in range(1, length + 1)]
    text = f"The v{_word(0)} is [MONEY:$1,500] and the v{_word(length)} is [MONEY:${1500 + length}]."
    assert len(release(text, helper="\n".join(lines[::-1] if backward else lines)).numbers) == 2


def _word(number: int) -> str:
    return "".join("abcdefghij"[int(digit)] for digit in str(number))
