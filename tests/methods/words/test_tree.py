"""The tree mechanism: the guarantee with fractions, and the sampler against the stated probabilities."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import lcm
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.hazmat.blocks import Blocks
from privacy_chains.hazmat.coins import Coins
from privacy_chains.methods.words import TreeMechanism
from privacy_chains.methods.words.tree import distance

KEY = bytes(range(32))
LEAF = st.integers(0, (1 << 16) - 1)


@given(LEAF, LEAF, LEAF)
def test_distance_is_an_ultrametric(x: int, y: int, z: int) -> None:
    assert distance(x, z) <= max(distance(x, y), distance(y, z))
    assert distance(x, y) == distance(y, x)
    assert (distance(x, y) == 0) == (x == y)


@pytest.mark.parametrize("epsilon", [Fraction(1, 10), Fraction(1), Fraction(7, 2), Fraction(50)])
def test_ratio_over_all_pairs_of_64_leaves(epsilon: Fraction) -> None:
    """For all x, x' and y: Pr[y|x] * alpha**d(x, x') <= Pr[y|x'], with fractions; alpha is at least exp(-epsilon)."""
    mechanism = TreeMechanism(epsilon, 6)
    shares = [[mechanism.probability(x, y) for y in range(64)] for x in range(64)]
    assert all(sum(row) == 1 for row in shares)
    common = lcm(*(share.denominator for share in shares[0]))
    table = [[int(share * common) for share in row] for row in shares]
    assert table == [[share * common for share in row] for row in shares]
    over, under = mechanism.alpha.numerator, mechanism.alpha.denominator
    for x, other in product(range(64), repeat=2):
        up, down = over ** distance(x, other), under ** distance(x, other)
        assert all(one * up <= two * down for one, two in zip(table[x], table[other], strict=True))


@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1), Fraction(3)])
def test_ratio_sampled_over_65536_leaves(epsilon: Fraction) -> None:
    mechanism, random = TreeMechanism(epsilon, 16), Random(5)
    for _ in range(3000):
        x = random.randrange(1 << 16)
        other, y = x ^ random.getrandbits(random.randrange(17)), x ^ random.getrandbits(random.randrange(17))
        one, two = mechanism.probability(x, y), mechanism.probability(other, y)
        assert one * mechanism.alpha ** distance(x, other) <= two


def test_guarantee_is_tight() -> None:
    """No factor is given away: some ratio is the bound."""
    mechanism = TreeMechanism(Fraction(1), 6)
    assert mechanism.probability(0, 0) * mechanism.alpha**6 == mechanism.probability(63, 0)


@pytest.mark.parametrize("epsilon", [Fraction(1, 2), Fraction(1), Fraction(2)])
def test_draws_have_the_stated_probabilities(epsilon: Fraction) -> None:
    """Pearson's test over all 64 leaves, with the coins of a fixed key."""
    mechanism, draws, leaf = TreeMechanism(epsilon, 6), 200_000, 37
    drawn = mechanism.releases(np.full(draws, leaf), Blocks(KEY), np.arange(draws))
    counts = np.bincount(drawn, minlength=64)
    expected = np.array([draws * float(mechanism.probability(leaf, y)) for y in range(64)])
    kept = expected >= 5
    assert ((counts - expected)[kept] ** 2 / expected[kept]).sum() < 130  # 63 degrees of freedom, once in a million


def test_release_and_releases_agree_in_distribution() -> None:
    mechanism, draws = TreeMechanism(Fraction(1), 4), 20_000
    coins = Coins(KEY, "one by one")
    counts = np.bincount([mechanism.release(9, coins) for _ in range(draws)], minlength=16)
    expected = np.array([draws * float(mechanism.probability(9, y)) for y in range(16)])
    assert ((counts - expected) ** 2 / expected).sum() < 61.6  # 15 degrees of freedom, once in a million


def test_draws_are_repeatable() -> None:
    mechanism, leaves = TreeMechanism(Fraction(1), 16), np.arange(1 << 16)
    drawn = mechanism.releases(leaves, Blocks(KEY, "s"))
    assert (drawn == mechanism.releases(leaves, Blocks(KEY, "s"))).all()
    assert (drawn[100:200] == mechanism.releases(leaves[100:200], Blocks(KEY, "s"))).all()
    assert (drawn != mechanism.releases(leaves, Blocks(KEY, "t"))).mean() > 0.5


def test_privacy_map() -> None:
    assert [TreeMechanism(Fraction(1, 2), 3).epsilon_for(level) for level in range(3)] == [0, Fraction(1, 2), 1]
