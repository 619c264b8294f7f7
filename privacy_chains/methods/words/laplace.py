"""The Laplace mechanism on vectors: noise, the exact nearest word, and a draw by rank from there."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.kdf import derive
from privacy_chains.hazmat.samplers import geometric
from privacy_chains.hazmat.uniforms import uniforms
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.nearest import Neighbours
from privacy_chains.methods.words.vectors import Vectors

__all__ = ["LaplaceWords"]

_BATCH, _REMEMBERED = 2048, 512


class LaplaceWords(WordMechanism):
    """Adds noise of density ``exp(-epsilon * |z|)`` to a word's vector, and releases the nearest word.

    Feyisetan and others, "Privacy- and utility-preserving textual analysis via calibrated multivariate perturbations"
    (WSDM 2020), with exact neighbours only; then, where ``rank_constant`` is given, the fix of Asghar and others
    (2024): a word is drawn with probability proportional to ``exp(-rank_constant * epsilon * rank)`` by its rank from
    that word. That step sees only the released word, so it costs nothing.

    Args:
        vectors: The words and their vectors.
        epsilon: For a distance of one unit of the vector space.
        rank_constant: The constant of the fix, or None for the mechanism without it.

    **Guarantee**: ``Pr[M(x) = y] <= exp(epsilon * |x - x'|) * Pr[M(x') = y]`` for real numbers.
    **Warning**: the noise is drawn in floating point, and which of two almost equally near words is nearer is decided
    there: unlike that of the tree, the guarantee is not exact. In many dimensions a word mostly stays.
    """

    name = "laplace"
    unit_name = "units of the vector space"
    keeps = "nothing of a word but its letter case"
    far = 4
    exact = False

    def __init__(self, vectors: Vectors, epsilon: Fraction, rank_constant: Fraction | None = None) -> None:
        self.vectors, self.epsilon, self.rank_constant = vectors, epsilon, rank_constant
        self.neighbours = Neighbours(vectors.matrix)
        self._order = lru_cache(_REMEMBERED)(self._by_distance)

    def __repr__(self) -> str:
        return f"LaplaceWords(epsilon={self.epsilon}, rank_constant={self.rank_constant}, {self.vectors!r})"

    def knows(self, word: str) -> bool:
        return word in self.vectors.places

    @property
    def parameters(self) -> tuple[str, ...]:
        return (self.name, str(self.epsilon), str(self.rank_constant), self.vectors.version)

    def draws(self, key: bytes) -> WordDraws:
        return _LaplaceDraws(self, key)

    def releases(self, places: NDArray[np.int64], keys: Sequence[bytes]) -> NDArray[np.int64]:
        """A random word's place for each, by coins under a key of its own."""
        parts = range(0, len(places), _BATCH)
        found = [self._released(places[start : start + _BATCH], keys[start : start + _BATCH]) for start in parts]
        nearest = np.concatenate(found) if found else np.empty(0, dtype=np.int64)
        if self.rank_constant is None:
            return nearest
        return np.array([self._ranked(int(place), key) for place, key in zip(nearest, keys, strict=True)])

    def noise(self, keys: Sequence[bytes]) -> NDArray[np.float64]:
        """Noise vectors: a uniform direction, and a length of the gamma distribution; shape ``(keys, dimensions)``.

        A normal vector times the root of a gamma variable of shape ``(dimensions + 1) / 2`` is both.
        """
        return np.asarray(self._roots(keys)[:, None] * self._normals(keys))

    def _released(self, places: NDArray[np.int64], keys: Sequence[bytes]) -> NDArray[np.int64]:
        return self.neighbours.of(self.vectors.matrix[places] + self.noise(keys))

    def _roots(self, keys: Sequence[bytes]) -> NDArray[np.float64]:
        """The roots of gamma variables."""
        whole, half = divmod(self.vectors.matrix.shape[1] + 1, 2)
        drawn = np.stack([uniforms(key, whole + 2, "laplace") for key in keys])
        total = -np.log(drawn[:, :whole]).sum(axis=1)
        total -= half * np.log(drawn[:, -2]) * np.cos(2 * np.pi * drawn[:, -1]) ** 2
        return np.asarray(np.sqrt(2 * total) / float(self.epsilon))

    def _normals(self, keys: Sequence[bytes]) -> NDArray[np.float64]:
        """Normal vectors; shape ``(keys, dimensions)``."""
        dimensions = self.vectors.matrix.shape[1]
        pairs = (dimensions + 1) // 2
        drawn = [uniforms(key, 2 * pairs, "normal") for key in keys]
        lengths, angles = np.split(np.array(drawn).reshape(len(keys), 2 * pairs), 2, axis=1)
        lengths, angles = np.sqrt(-2 * np.log(lengths)), 2 * np.pi * angles
        both = np.concatenate([lengths * np.cos(angles), lengths * np.sin(angles)], axis=1)
        return np.asarray(both[:, :dimensions])

    def _ranked(self, place: int, key: bytes) -> int:
        """The word of a random rank from a word."""
        coins, rate = Coins(key, "rank"), Fraction(self.rank_constant or 0) * self.epsilon
        while (rank := geometric(rate, coins)) >= len(self.vectors.words):
            pass
        return int(self._order(place)[rank]) if rank else place

    def _by_distance(self, place: int) -> NDArray[np.int32]:
        """All words by their distance from one, the first of several first."""
        return np.argsort(self.vectors.squared(place), kind="stable").astype(np.int32)


class _LaplaceDraws(WordDraws):
    def __init__(self, mechanism: LaplaceWords, key: bytes) -> None:
        self._mechanism, self._key = mechanism, key
        self._known: dict[str, str] = {}

    def same(self, words: Sequence[str]) -> list[str]:
        new = [word for word in dict.fromkeys(words) if word not in self._known]
        self._known |= zip(new, self._drawn(new, [derive(self._key, "word", word) for word in new]), strict=True)
        return [self._known[word] for word in words]

    def fresh(self, words: Sequence[str], text: str) -> list[str]:
        own = derive(self._key, "text", text)
        return self._drawn(words, [derive(own, "place", str(place)) for place in range(len(words))])

    def _drawn(self, words: Sequence[str], keys: Sequence[bytes]) -> list[str]:
        vectors = self._mechanism.vectors
        places = np.array([vectors.places[word] for word in words], dtype=np.int64)
        return [vectors.words[place] for place in self._mechanism.releases(places, keys)]
