"""The permutation mechanism: its joint guarantee by enumeration, and its sampler against exact probabilities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations

import pytest

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.mechanisms import DEFAULT_NOISE, BoundedExponential, BoundedGeometric, Noise, PermutationMechanism

Images = tuple[int, ...]
SIZE = 5
ALPHAS = [Fraction(1, 10), Fraction(1, 3), Fraction(9, 10)]


def weights(alpha: Fraction, size: int = SIZE) -> dict[Images, Fraction]:
    """``alpha ** (F / 2)`` for every permutation."""
    return {p: alpha ** (sum(abs(at - to) for at, to in enumerate(p)) // 2) for p in permutations(range(size))}


def joint(exact: Mapping[Images, Fraction], inputs: tuple[int, ...]) -> Counter[Images]:
    """The joint distribution of the releases of some inputs, not normalized."""
    found: Counter[Images] = Counter()
    for images, weight in exact.items():
        found[tuple(images[one] for one in inputs)] += weight  # type: ignore[assignment]  # fractions count as well
    return found


@pytest.mark.parametrize("alpha", ALPHAS)
@pytest.mark.parametrize("others", [0, 1, 2, 3])
def test_the_joint_release_of_any_others_and_one_input_meets_the_bound(alpha: Fraction, others: int) -> None:
    exact = weights(alpha)
    for beside in combinations(range(SIZE), others):
        free = [one for one in range(SIZE) if one not in beside]
        for first, second in permutations(free, 2):
            one, other = joint(exact, (first, *beside)), joint(exact, (second, *beside))
            bound = alpha ** -abs(first - second)
            assert all(one[released] <= bound * other[released] for released in one)


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_bound_is_met_with_equality_so_no_noise_is_given_away(alpha: Fraction) -> None:
    exact = weights(alpha)
    ratios = [
        joint(exact, (0, *beside))[images] / joint(exact, (2, *beside))[images]
        for beside in combinations([1, 3, 4], 3)
        for images in joint(exact, (0, *beside))
    ]
    assert max(ratios) == alpha**-2


@pytest.mark.parametrize("alpha", ALPHAS)
def test_the_probability_of_one_release_is_that_of_the_enumeration(alpha: Fraction) -> None:
    exact, mechanism = weights(alpha), PermutationMechanism(Fraction(1), 10, 10 + SIZE - 1)
    whole = sum(exact.values())
    for at in range(SIZE):
        one = joint(exact, (at,))
        for to in range(SIZE):
            assert mechanism.probability(10 + at, 10 + to, alpha) == one[to,] / whole


def test_the_sampler_draws_by_these_probabilities() -> None:
    rate, draws = Fraction(7, 10), 6000
    mechanism = PermutationMechanism(rate, 0, 3)
    drawn = Counter(
        tuple(mechanism.release(at, Coins(b"k" * 32, str(seed))) for at in range(4)) for seed in range(draws)
    )
    exact = weights(Fraction("0.4965853037914095"), 4)  # exp(-0.7)
    whole = sum(exact.values())
    expected = {images: draws * weight / whole for images, weight in exact.items()}
    assert set(drawn) <= set(exact)
    assert sum((drawn[images] - mean) ** 2 / mean for images, mean in expected.items()) < 60  # 23 degrees, 1 in 30,000


@pytest.mark.parametrize("name", ["AGE", "YEAR", "YEAR_OF_BIRTH"])
@pytest.mark.parametrize("epsilon", ["1/10", "1", "100"])
def test_different_numbers_are_always_released_as_different_ones(name: str, epsilon: str) -> None:
    noise = DEFAULT_NOISE[name]
    assert noise.lower is not None
    assert noise.upper is not None
    inside = range(int(noise.lower), int(noise.upper) + 1)
    released = {
        noise.draw(Fraction(number), Fraction(1), Fraction(epsilon)).release(
            Fraction(number), lambda *context: Coins(b"k" * 32, *context)
        )
        for number in inside
    }
    assert released == set(map(Fraction, inside))


def test_its_noise_is_twice_that_of_the_geometric_mechanism_and_like_that_of_the_papers() -> None:
    alpha, root = Fraction(3, 5), Fraction(31, 40)  # exp(-rate), and about its square root
    away = [
        float(sum(abs(to - 20) * mechanism(Fraction(1, 2), 0, 40).probability(20, to, ratio) for to in range(41)))
        for mechanism, ratio in ((BoundedGeometric, alpha), (PermutationMechanism, alpha), (BoundedExponential, root))
    ]
    assert 1.8 < away[0] < 1.9
    assert 1.8 < away[1] / away[0] < 2.1
    assert 1.8 < away[2] / away[0] < 2.2


def test_a_domain_that_is_too_large_or_has_no_bounds_is_refused() -> None:
    with pytest.raises(MechanismError, match="at most 512"):
        Noise(
            mechanism="permutation",
            lower=Fraction(1),
            upper=Fraction(1000),
            by_magnitude=False,
            unit=Fraction(1),
            steps=1,
        )
    with pytest.raises(MechanismError, match="fixed bounds"):
        Noise(mechanism="permutation")
