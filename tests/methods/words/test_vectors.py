"""Mechanisms on vectors: exact distances, exact probabilities, exact neighbours."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import isqrt
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.methods.words import ExponentialWords, LaplaceWords, Vectors
from privacy_chains.methods.words.nearest import Neighbours

KEY = bytes(range(32))


def vectors(count: int = 40, dimensions: int = 5, seed: int = 3) -> Vectors:
    matrix = np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)
    return Vectors([f"w{place}" for place in range(count)], matrix)


def test_distances_are_the_ceilings_of_exact_roots() -> None:
    mechanism = ExponentialWords(vectors(), Fraction(2))
    grid = mechanism.vectors.grid.astype(int)
    width = round(1 / (mechanism.vectors.step * mechanism.parts))
    for x, y in product(range(40), repeat=2):
        squared = int(((grid[x] - grid[y]) ** 2).sum())
        steps = isqrt(squared) // width
        while (steps * width) ** 2 < squared:
            steps += 1
        assert mechanism.distances(x)[y] == steps


def test_distances_are_a_metric() -> None:
    mechanism = ExponentialWords(vectors(), Fraction(2))
    table = np.array([mechanism.distances(x) for x in range(40)])
    assert (table == table.T).all()
    assert (np.diag(table) == 0).all()
    for x in range(40):
        assert (table[x][None, :] <= table[x][:, None] + table).all()


def test_ratio_of_the_exponential_mechanism() -> None:
    """For all x, x' and y, with fractions: half from the distance, half from the normaliser."""
    mechanism = ExponentialWords(vectors(20), Fraction(2))
    table = [[mechanism.probability(x, y) for y in range(20)] for x in range(20)]
    assert all(sum(row) == 1 for row in table)
    for x, other in product(range(20), repeat=2):
        bound = mechanism.alpha ** (2 * int(mechanism.distances(x)[other]))
        assert all(one * bound <= two for one, two in zip(table[x], table[other], strict=True))


def test_draws_of_the_exponential_mechanism() -> None:
    mechanism, coins, draws = ExponentialWords(vectors(12), Fraction(3)), Coins(KEY), 30_000
    counts = np.bincount([mechanism.release(4, coins) for _ in range(draws)], minlength=12)
    expected = np.array([draws * float(mechanism.probability(4, y)) for y in range(12)])
    assert ((counts - expected) ** 2 / expected).sum() < 54  # 11 degrees of freedom, once in a million


@pytest.mark.parametrize("dimensions", [2, 30, 300])
def test_pruned_search_equals_brute_force(dimensions: int) -> None:
    random = np.random.default_rng(dimensions)
    neighbours = Neighbours(random.standard_normal((400, dimensions)).astype(np.float32))
    points = random.standard_normal((1500, dimensions)) * random.choice([0.1, 1, 30], (1500, 1))
    assert (neighbours.of(points) == neighbours.of_all(points)).all()


def test_search_settles_near_ties_in_double_precision() -> None:
    rows = np.array([[1, 0], [1 + 2**-20, 0], [-1, 0], [-1, 2**-22]], dtype=np.float32)
    neighbours = Neighbours(rows)
    points = np.array([[1 + 2**-21 + sign * 2**-40, 0] for sign in (-1, 1)] + [[-1, 2**-23 + 2**-50]])
    assert neighbours.of(points).tolist() == neighbours.of_all(points).tolist() == [0, 1, 3]


def test_noise_of_laplace() -> None:
    """The length has the gamma distribution's mean and variance, the direction is uniform."""
    mechanism = LaplaceWords(vectors(dimensions=6), Fraction(2))
    noise = mechanism.noise([number.to_bytes(32, "big") for number in range(20_000)])
    lengths = np.sqrt((noise**2).sum(axis=1))
    assert abs(lengths.mean() - 3) < 5 * np.sqrt(6 / 4 / 20_000)
    assert abs(lengths.var() - 1.5) < 0.1
    assert (abs((noise / lengths[:, None]).mean(axis=0)) < 5 * np.sqrt(1 / 6 / 20_000)).all()


def _share(mechanism: LaplaceWords, word: str, draws: int = 4000) -> float:
    released = mechanism.draws(KEY).fresh([word] * draws, "text")
    return released.count(word) / draws


def test_laplace_on_a_line_has_the_closed_form() -> None:
    """In one dimension the noise is Laplace: the middle one of three words a unit apart stays with 1 - exp(-eps/2)."""
    mechanism = LaplaceWords(Vectors(["a", "b", "c"], np.array([[0.0], [1.0], [2.0]], dtype=np.float32)), Fraction(2))
    assert abs(_share(mechanism, "b") - (1 - np.exp(-1))) < 5 * 0.5 / np.sqrt(4000)


def test_rank_fix_draws_by_rank() -> None:
    line = Vectors(["a", "b", "c"], np.array([[0.0], [10.0], [30.0]], dtype=np.float32))
    mechanism = LaplaceWords(line, Fraction(10), Fraction(1, 10))
    released = mechanism.draws(KEY).fresh(["a"] * 6000, "text")
    weights = np.exp(-np.arange(3.0))
    for word, share in zip("abc", weights / weights.sum(), strict=True):
        assert abs(released.count(word) / 6000 - share) < 5 * 0.5 / np.sqrt(6000)


@pytest.mark.parametrize("kind", [LaplaceWords, ExponentialWords])
def test_draws_repeat(kind: type[LaplaceWords | ExponentialWords]) -> None:
    mechanism = kind(vectors(), Fraction(2))
    words = ["w1", "w2", "w1", "w3"] * 5
    drawn = mechanism.draws(KEY).same(words)
    assert drawn == mechanism.draws(KEY).same(words)
    assert drawn[0] == drawn[2]
    fresh = mechanism.draws(KEY).fresh(words, "a text")
    assert fresh == mechanism.draws(KEY).fresh(words, "a text") != mechanism.draws(KEY).fresh(words, "another")


class _Index:
    """What looks like an index of approximate neighbours."""

    def search(self, points: NDArray[np.float64], count: int) -> NDArray[np.int64]:
        return np.zeros((len(points), count), dtype=np.int64)


def test_an_approximate_index_is_refused() -> None:
    with pytest.raises(MechanismError, match="approximate"):
        Vectors(["a", "b"], _Index())  # type: ignore[arg-type]


def test_files_of_vectors(tmp_path: Path) -> None:
    matrix = np.array([[1, 2], [3, 4.5]], dtype=np.float32)
    (tmp_path / "v.txt").write_text("2 2\na 1 2\nb 3 4.5\n", encoding="utf-8")
    np.savez(tmp_path / "v.npz", words=np.array(["a", "b"]), vectors=matrix)
    one, two = Vectors.read(tmp_path / "v.txt"), Vectors.read(tmp_path / "v.npz")
    assert one.version == two.version == Vectors(["a", "b"], matrix).version
    (tmp_path / "bad.txt").write_text("a 1 2\nb 3\n", encoding="utf-8")
    with pytest.raises(MechanismError):
        Vectors.read(tmp_path / "bad.txt")


@pytest.mark.parametrize("matrix", [np.zeros((3, 2)), np.array([[np.nan], [1.0]]), np.zeros(2)])
def test_vectors_are_checked(matrix: NDArray[np.float64]) -> None:
    with pytest.raises(MechanismError):
        Vectors(["a", "b"], matrix)
