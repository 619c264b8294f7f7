"""The shift: one draw moves all numbers of a session, and its guarantee holds for their joint release, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import BoundedGeometric, Noise, ShiftMechanism

ALPHAS = [Fraction(1, 10), Fraction(1, 3), Fraction(9, 10)]
SIZE = 7
GRID = range(SIZE)


def joint(inputs: tuple[int, ...], alpha: Fraction) -> Counter[tuple[int, ...]]:
    """The joint distribution of the releases, by enumeration of the one draw; its tails clamp to the ends."""
    noise = BoundedGeometric(Fraction(1), -SIZE, SIZE)
    found: Counter[tuple[int, ...]] = Counter()
    for moved in range(-SIZE, SIZE + 1):
        released = tuple(max(0, min(SIZE - 1, one + moved)) for one in inputs)
        found[released] += noise.probability(0, moved, alpha)  # type: ignore[assignment]  # fractions count as well
    return found


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_joint_release_meets_the_bound_where_all_move_alike(alpha: Fraction, count: int) -> None:
    for inputs in product(GRID, repeat=count):
        for distance in range(1, SIZE - max(inputs)):
            one, other = joint(inputs, alpha), joint(tuple(at + distance for at in inputs), alpha)
            bound = alpha**-distance
            assert all(
                one[released] <= bound * other[released] and other[released] <= bound * one[released]
                for released in one | other
            )


@pytest.mark.parametrize("alpha", ALPHAS)
def test_a_single_release_is_that_of_bounded_geometric_noise(alpha: Fraction) -> None:
    mechanism = ShiftMechanism(Fraction(1), 0, SIZE - 1)
    for index in GRID:
        assert {(y,): mechanism.probability(index, y, alpha) for y in GRID} == joint((index,), alpha)


def shifted(seed: int) -> Callable[..., Coins]:
    return lambda *context: Coins(seed.to_bytes(32, "big"), *context)


def test_all_numbers_of_a_session_move_by_the_same_steps() -> None:
    noise = Noise(
        mechanism="shift", unit=Fraction(56), lower=Fraction(0), upper=Fraction(70_000), by_magnitude=False, steps=8
    )
    numbers = [Fraction(30_000), Fraction(30_011), Fraction(61_345, 2)]
    for seed in range(20):
        moves = {
            noise.draw(number, step, Fraction(1)).release(number, shifted(seed)) - number
            for number in numbers
            for step in (Fraction(1), Fraction(1, 86_400))
        }
        (move,) = moves
        assert move % 7 == 0


@pytest.mark.parametrize("changes", [{"by_magnitude": True}, {"metric": "relative", "lower": 1, "upper": 9}])
def test_a_shift_without_bounds_is_refused(changes: dict[str, object]) -> None:
    fields = {"mechanism": "shift", "by_magnitude": False} | changes
    with pytest.raises(MechanismError):
        Noise(**fields)  # type: ignore[arg-type]


def test_what_lies_within_a_step_is_declared_and_has_no_bound() -> None:
    weeks = Noise(
        mechanism="shift", unit=Fraction(56), lower=Fraction(0), upper=Fraction(70_000), by_magnitude=False, steps=8
    )
    number, day = Fraction(30_000), Fraction(1)
    assert weeks.epsilon_for(Fraction(14), number, day, Fraction(1)) == Fraction(1, 4)
    with pytest.raises(MechanismError, match="no whole number"):
        weeks.epsilon_for(Fraction(3), number, day, Fraction(1))
    assert "within a step of 7" in weeks.leaks
    seen = [
        {weeks.draw(at, day, Fraction(1)).release(at, shifted(seed)) for seed in range(40)}
        for at in (number, number + 3)
    ]
    assert not seen[0] & seen[1]
