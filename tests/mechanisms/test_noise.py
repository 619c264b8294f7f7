from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import DEFAULT_NOISE, LogGrid, Noise, ScaleGrid
from privacy_chains.mechanisms.grids import magnitude

ONE = Fraction(1)
RELATIVE = Noise(metric="relative", unit=Fraction(1, 20), lower=ONE, upper=Fraction(10**6), by_magnitude=False)
AMOUNTS = st.fractions(min_value=Fraction(1, 1000), max_value=10**9).filter(bool)


@given(st.fractions().filter(bool))
def test_magnitude_is_the_power_of_ten_below(number: Fraction) -> None:
    assert Fraction(10) ** magnitude(number) <= abs(number) < Fraction(10) ** (magnitude(number) + 1)


@given(AMOUNTS, AMOUNTS, st.sampled_from([DEFAULT_NOISE["AGE"], Noise(), replace(Noise(), protect_within=Fraction(3))]))
def test_numbers_of_one_domain_meet_the_privacy_map(first: Fraction, second: Fraction, noise: Noise) -> None:
    step, epsilon = Fraction(1, 100), Fraction(1, 2)
    mechanism = noise.mechanism_for(first, step, epsilon)
    grid = noise.grid(first, step)
    indices = [mechanism.clamp(grid.index(number)) for number in (first, second)]
    allowed = noise.epsilon_for(abs(first - second), first, step, epsilon)
    assert mechanism.epsilon_for(indices[0] - indices[1]) <= allowed


def test_one_unit_apart_costs_one_epsilon() -> None:
    for noise, number in (
        (DEFAULT_NOISE["AGE"], 50),
        (DEFAULT_NOISE["MONEY"], 2000),
        (Noise(protect_within=ONE * 5), 7),
    ):
        unit = noise.unit_for(ONE * number)
        assert noise.epsilon_for(unit, ONE * number, ONE, Fraction(1, 3)) == Fraction(1, 3)


def test_the_money_unit_is_two_percent_of_the_magnitude_and_two_cents_at_least() -> None:
    money = DEFAULT_NOISE["MONEY"]
    assert money.unit_for(Fraction(2000)) == 20
    assert money.unit_for(Fraction(9999)) == 20
    assert money.unit_for(Fraction(12_000)) == 200
    assert money.unit_for(Fraction(5)) == Fraction(1, 50)
    assert money.unit_for(Fraction(5, 100)) == Fraction(1, 50)


@pytest.mark.parametrize("name", ["MONEY", "NUMBER", "PERCENTAGE", "MEASUREMENT"])
@given(number=AMOUNTS, power=st.integers(-2, 4))
def test_the_noise_of_an_amount_is_the_same_however_it_is_spelled(name: str, number: Fraction, power: int) -> None:
    noise = DEFAULT_NOISE[name]
    one, other = (noise.draw(number, step, ONE) for step in (ONE / 100, Fraction(10) ** power))
    assert one.context == other.context
    assert one.mechanism == other.mechanism


@given(st.integers(-3, 12), st.fractions(0, 1), st.fractions(0, 1))
def test_across_a_power_of_ten_each_part_of_a_distance_counts_in_its_own_unit(
    power: int, below: Fraction, above: Fraction
) -> None:
    border, grid = Fraction(10) ** power, ScaleGrid(Fraction(1, 50), Fraction(0), 100)
    units = [grid.unit_at(power - 1), grid.unit_at(power)]
    first, second = border - below * units[0], border + above * units[1]
    steps = grid.index(second) - grid.index(first)
    assert 0 <= steps <= -(-100 * (below + above) // 1)
    assert steps >= 100 * (below + above) - 2


def test_amounts_on_both_sides_of_a_power_of_ten_are_hard_to_tell_apart() -> None:
    noise, step = DEFAULT_NOISE["MONEY"], ONE
    mechanism, grid = noise.mechanism_for(Fraction(9999), step, ONE), noise.grid(Fraction(9999), step)
    low, high = grid.index(Fraction(9999)), grid.index(Fraction(10_001))
    assert mechanism == noise.mechanism_for(Fraction(10_001), step, ONE)
    assert mechanism.epsilon_for(high - low) <= Fraction(6, 100)  # 1/20 of $20, and 1/200 of $200, in steps of 1/100
    assert all(
        mechanism.probability(low, released, Fraction(99, 100))
        <= Fraction(99, 100) ** (low - high) * mechanism.probability(high, released, Fraction(99, 100))
        for released in range(low - 500, high + 500, 10)
    )


@given(st.integers(0, 10**6))
def test_a_scale_gives_back_its_values(index: int) -> None:
    grid = ScaleGrid(Fraction(1, 50), Fraction(1, 50), 100)
    assert grid.index(grid.value(index)) == index
    assert grid.value(index + 1) > grid.value(index) > 0


def test_the_age_of_an_infant_stays_one() -> None:
    ages = DEFAULT_NOISE["AGE"]
    for step, most in ((Fraction(1, 12), 60), (Fraction(7, 365), 104), (Fraction(1, 365), 365)):
        draw = ages.draw(5 * step, step, ONE)
        released = [
            draw.release(5 * step, lambda *c, seed=seed: Coins(bytes(32), str(seed), *c)) for seed in range(200)
        ]
        assert all((number / step).denominator == 1 for number in released)
        assert max(released) <= min(most, 120) * step
        assert len(set(released)) > 5


def test_within_fixed_bounds_the_grid_is_as_fine_as_a_number_is_printed() -> None:
    dates, number = DEFAULT_NOISE["DATE_TIME"], Fraction(738000)
    assert dates.grid(number, ONE) == dates.grid(number, 2 * ONE)
    for step in (Fraction(1, 1440), Fraction(1, 86_400_000), Fraction(7, 365)):
        grid = dates.grid(number, step)
        assert grid.value(grid.index(number) + 1) - grid.value(grid.index(number)) == step
        assert grid.steps_per_unit == -(-7 // step)
        assert dates.epsilon_for(Fraction(7), number, step, ONE) == 1


@pytest.mark.parametrize(
    ("kind", "unit", "end"), [("DATE_OF_BIRTH", 365, date(2029, 12, 31)), ("YEAR_OF_BIRTH", 1, 2029)]
)
def test_a_birth_beyond_the_bounds_is_released_as_if_it_were_the_bound(kind: str, unit: int, end: date | int) -> None:
    noise = DEFAULT_NOISE[kind]
    last = Fraction(end if isinstance(end, int) else end.toordinal())
    assert noise.bounds(last, ONE)[1] == last
    assert noise.epsilon_for(ONE * unit, last, ONE, ONE) == 1
    draws = [noise.draw(number, ONE, ONE) for number in (last, last + 5000)]
    released = [
        [draw.release(number, lambda *_, seed=seed: Coins(bytes(32), str(seed))) for seed in range(50)]
        for draw, number in zip(draws, (last, last + 5000), strict=True)
    ]
    assert released[0] == released[1]
    assert max(released[0]) <= last
    assert min(released[0]) < last


@given(AMOUNTS, st.sampled_from(sorted(DEFAULT_NOISE)), st.integers(0, 100))
def test_releases_stay_within_their_bounds(number: Fraction, entity_type: str, seed: int) -> None:
    noise, step = DEFAULT_NOISE[entity_type], Fraction(1, 1000)
    grid = noise.grid(number, step)
    released = noise.mechanism_for(number, step, ONE).release(grid.index(number), Coins(bytes(32), str(seed)))
    low, high = noise.bounds(number, step)
    assert low <= grid.value(released) <= high


@pytest.mark.parametrize("mechanism", ["geometric", "exponential"])
def test_protecting_a_wider_distance_is_the_papers_smaller_epsilon(mechanism: str) -> None:
    narrow = Noise(mechanism=mechanism)  # type: ignore[arg-type]
    wide = replace(narrow, protect_within=Fraction(4))
    number = Fraction(2000)
    assert wide.mechanism_for(number, ONE, ONE).rate == narrow.mechanism_for(number, ONE, Fraction(1, 4)).rate
    assert wide.unit_for(number) == 4 * narrow.unit_for(number)


def test_a_logarithmic_grid_is_increasing_even_in_ratio_and_exact() -> None:
    grid = LogGrid(0, 2000, Fraction(1, 20))
    values = [grid.value(index) for index in range(2001)]
    assert values[0] == 1
    assert values[500] == 10
    assert all(Fraction(1004, 1000) < b / a < Fraction(1006, 1000) for a, b in pairwise(values))
    assert all(grid.index(value) == index for index, value in enumerate(values))


@given(st.fractions(min_value=1, max_value=10**6), st.fractions(min_value=0, max_value=Fraction(1, 20)))
def test_numbers_within_the_relative_unit_cost_at_most_epsilon(number: Fraction, ratio: Fraction) -> None:
    grid = RELATIVE.grid(number, ONE)
    mechanism = RELATIVE.mechanism_for(number, ONE, ONE)
    assert mechanism.epsilon_for(grid.index(number * (1 + ratio)) - grid.index(number)) <= 1


def test_relative_releases_cross_magnitudes_without_naming_them() -> None:
    grids = {RELATIVE.grid(Fraction(number), ONE) for number in (2, 900, 10**5)}
    assert len(grids) == 1
    assert RELATIVE.leaks == "nothing beyond lying within 1 to 1,000,000; which numbers of a session are equal"
    with pytest.raises(MechanismError):
        RELATIVE.epsilon_for(ONE, ONE, ONE, ONE)


@pytest.mark.parametrize(
    "fields",
    [
        {"mechanism": "gaussian"},
        {"metric": "cosine"},
        {"unit": Fraction(0)},
        {"weight": Fraction(-1)},
        {"steps": 0},
        {"protect_within": Fraction(0)},
        {"lower": ONE},
        {"metric": "relative"},
        {"by_magnitude": False},
        {"by_magnitude": False, "lower": ONE, "upper": ONE},
        {"by_magnitude": False, "lower": Fraction(0), "upper": ONE, "metric": "relative"},
    ],
)
def test_fields_that_contradict_each_other_are_refused(fields: dict[str, object]) -> None:
    with pytest.raises(MechanismError):
        Noise(**fields)  # type: ignore[arg-type]


def test_every_parameter_reaches_the_coins() -> None:
    base = Noise()
    others = [
        replace(base, mechanism="exponential"),
        replace(base, unit=Fraction(1, 10)),
        replace(base, steps=10),
        replace(base, protect_within=Fraction(2)),
        replace(base, preserve_order=True),
        replace(base, by_magnitude=False, lower=ONE, upper=Fraction(9999)),
    ]
    parameters = [noise.parameters(Fraction(2000), ONE) for noise in (base, *others)]
    assert all(a != b for (i, a), (j, b) in product(enumerate(parameters), repeat=2) if i != j)


def test_bounds_of_dates_are_told_as_dates() -> None:
    told = "nothing beyond lying within 1900-01-01 to 2029-12-31; which numbers of a session are equal"
    assert DEFAULT_NOISE["DATE_OF_BIRTH"].leaks == told
