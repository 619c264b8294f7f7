"""Exact draws by inversion."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.inversion import Inversion, alpha_above

KEY = bytes(range(32))


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=60))
def test_alpha_is_above_and_near(epsilon: Fraction) -> None:
    """At least exp(-epsilon), by less than 2**-63, below one."""
    alpha = alpha_above(epsilon)
    with localcontext(prec=60):
        true = (-Decimal(epsilon.numerator) / Decimal(epsilon.denominator)).exp()
        written = Decimal(alpha.numerator) / Decimal(alpha.denominator)
    assert true <= written < true + Decimal(2) ** -63
    assert alpha < 1


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(-1), Fraction(1, 10**30)])
def test_alpha_refuses(epsilon: Fraction) -> None:
    with pytest.raises(MechanismError):
        alpha_above(epsilon)


def _everything(weights: list[int], bits: int) -> dict[int, Fraction]:
    """The exact distribution: every first cell, and below a border all further digits as they are drawn."""
    inversion, shares = Inversion(weights, bits), dict[int, Fraction]()
    cells = np.arange(1 << bits, dtype=np.uint64)
    asked: list[int] = []

    class _Asked(Exception):
        pass

    def more(place: int) -> Coins:
        asked.append(place)
        raise _Asked

    for cell in cells:
        try:
            (index,) = inversion.draw(cells[cell : cell + np.uint64(1)], more)
        except _Asked:
            continue
        shares[int(index)] = shares.get(int(index), Fraction(0)) + Fraction(1, 1 << bits)
    return shares


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), st.integers(4, 8))
def test_settled_cells_never_exceed_a_weight(weights: list[int], bits: int) -> None:
    """What the first digits settle is within each probability, and lacks at most a cell a border."""
    shares, total = _everything(weights, bits), sum(weights)
    for index, weight in enumerate(weights):
        settled = shares.get(index, Fraction(0))
        assert settled <= Fraction(weight, total)
        assert Fraction(weight, total) - settled <= Fraction(2, 1 << bits)


@pytest.mark.parametrize("bits", [1, 3, 8, 64])
def test_distribution(bits: int) -> None:
    """Pearson's test with a fixed key: the slow path, too, draws the stated distribution."""
    weights, coins, draws = [5, 0, 3, 7, 1, 0], Coins(KEY, "inversion"), 20_000
    first = np.array([coins.bits(bits) for _ in range(draws)], dtype=np.uint64)
    counts = np.bincount(Inversion(weights, bits).draw(first, lambda _: coins), minlength=6)
    assert counts[1] == counts[5] == 0
    expected = [draws * weight / 16 for weight in weights]
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True) if mean)
    assert statistic < 30.7  # three degrees of freedom, once in a million


@pytest.mark.parametrize("weights", [[], [0, 0], [3, -1]])
def test_weights_are_checked(weights: list[int]) -> None:
    with pytest.raises(MechanismError):
        Inversion(weights)
