"""Draws without a search: the bound holds, and what is released has the distribution of noise and a search."""

from __future__ import annotations

from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from privacy_chains.methods.words import LaplaceWords, Vectors
from privacy_chains.methods.words.beating import Beating
from privacy_chains.methods.words.nearest import Neighbours

DRAWS = 40_000
TAIL = NormalDist()


def spread(count: int = 30, dimensions: int = 4, seed: int = 5) -> Vectors:
    matrix = np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)
    return Vectors([f"w{place}" for place in range(count)], matrix)


def beating(vectors: Vectors, epsilon: float) -> Beating:
    return Beating(vectors.matrix, Neighbours(vectors.matrix), epsilon)


@pytest.mark.parametrize("epsilon", [6, 15, 40])
def test_bound_is_at_least_the_sum_of_all_caps_and_near_it(epsilon: int) -> None:
    vectors = spread(200, 8)
    exact = vectors.matrix.astype(np.float64)
    roots = np.sqrt(9) / epsilon * np.linspace(0.6, 1.5, 200)
    found = beating(vectors, epsilon).chances(np.arange(200), roots)
    lengths = np.sqrt(((exact[:, None] - exact[None]) ** 2).sum(axis=2)) + 1e9 * np.eye(200)
    summed = np.array([sum(TAIL.cdf(-m / (2 * root)) for m in row) for row, root in zip(lengths, roots, strict=True)])
    assert (found >= np.minimum(summed, 1)).all()
    assert (found[found < 1] < 0.5).all()
    assert ((found < 1) == (summed < 0.4)).mean() > 0.9


def test_a_word_that_stands_twice_is_searched_for() -> None:
    """Of two words with one vector the first is the nearest, however little noise there is."""
    doubled = Vectors(["a", "b", "c"], np.array([[0, 0], [9, 9], [0, 0]], dtype=np.float32))
    assert set(LaplaceWords(doubled, Fraction(50)).draws(bytes(32)).fresh(["c"] * 100, "text")) == {"a"}


@pytest.mark.parametrize(("seed", "epsilon"), [(5, 9), (6, 9), (7, 12)])
def test_releases_have_the_distribution_of_a_search(seed: int, epsilon: int) -> None:
    """The counts of each word with and without a search, by a two-sample chi-square test."""
    vectors = spread(seed=seed)
    mechanism, bound = LaplaceWords(vectors, Fraction(epsilon)), beating(vectors, epsilon)
    roots = np.full(30, np.sqrt(5) / epsilon)
    word = int(np.argmin(abs(bound.chances(np.arange(30), roots) - 0.35)))
    assert 0.1 < bound.chances(np.array([word]), roots[:1])[0] < 0.5
    keys = [number.to_bytes(32, "big") for number in range(2 * DRAWS)]
    drawn = np.bincount(mechanism.releases(np.full(DRAWS, word), keys[:DRAWS]), minlength=30)
    points = vectors.matrix[word] + mechanism.noise(keys[DRAWS:])
    searched = np.bincount(Neighbours(vectors.matrix).of(points), minlength=30)
    often = np.flatnonzero(drawn + searched > 20)
    assert len(often) > 3
    one, two = drawn[often], searched[often]
    statistic = ((one - two) ** 2 / (one + two)).sum()
    assert statistic < len(often) + 8 * np.sqrt(2 * len(often)) + 10


def test_most_draws_take_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """At an epsilon where a word mostly stays, few points are compared with all words."""
    compared: list[int] = []
    scores = Neighbours._scores

    def counting(self: Neighbours, points: np.ndarray) -> object:
        compared.append(len(points))
        return scores(self, points)

    monkeypatch.setattr(Neighbours, "_scores", counting)
    mechanism = LaplaceWords(spread(500, 30), Fraction(9))
    released = mechanism.draws(bytes(32)).fresh(["w3", "w7", "w9"] * 1000, "text")
    assert sum(compared) < 300
    assert 0 < sum(shown not in {"w3", "w7", "w9"} for shown in released) <= sum(compared)
