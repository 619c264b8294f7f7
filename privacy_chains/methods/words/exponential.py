"""The exponential mechanism on vectors: SanText, with distances rounded up to integers so that draws are exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.inversion import Inversion, alpha_above
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.vectors import Vectors

__all__ = ["ExponentialWords"]

_REMEMBERED = 512


class ExponentialWords(WordMechanism):
    """Releases ``y`` with probability proportional to ``alpha ** distance(x, y)`` (Yue and others 2021, SanText).

    The distance is Euclid's between the vectors on a grid of 12 bits, in parts of a unit, rounded up to an integer.
    A metric that is rounded up is a metric.

    Args:
        vectors: The words and their vectors.
        epsilon: For a distance of one unit of the vector space.
        parts: Into how many steps a unit is cut: a power of two.

    **Guarantee**: ``Pr[M(x) = y] <= exp(epsilon / parts * d(x, x')) * Pr[M(x') = y]``, with ``d`` in steps, exactly:
    half of it from the distance, half from the normaliser. Integers only; squared distances are exact.
    **Warning**: in 100 dimensions and more all other words are about equally far: a word stays, or it becomes an
    unrelated one. Use the tree.

    Raises:
        MechanismError: Epsilon is not positive, or the grid of these vectors is coarser than the steps.
    """

    name = "exponential"
    keeps = "nothing of a word but its letter case"

    def __init__(self, vectors: Vectors, epsilon: Fraction, parts: int = 8) -> None:
        self.vectors, self.parts = vectors, parts
        self.epsilon = epsilon / parts
        self.alpha = alpha_above(self.epsilon / 2)
        self.unit_name = f"steps of 1/{parts} of the vector space"
        self.far = 4 * parts
        self._width = 1 / (vectors.step * parts)
        if self._width < 1 or self._width != int(self._width):
            msg = "the steps of an exponential mechanism are a power of two, and no finer than the grid of the vectors"
            raise MechanismError(msg)
        self._inversion = lru_cache(_REMEMBERED)(self._weighted)

    def __repr__(self) -> str:
        return f"ExponentialWords(epsilon={self.epsilon} a step, {self.vectors!r})"

    def knows(self, word: str) -> bool:
        return word in self.vectors.places

    @property
    def parameters(self) -> tuple[str, ...]:
        return (self.name, str(self.epsilon), str(self.parts), self.vectors.version)

    def draws(self, key: bytes) -> WordDraws:
        return _ExponentialDraws(self, key)

    def distances(self, place: int) -> NDArray[np.int64]:
        """The distance of a word from all words, in steps, rounded up; exact."""
        squared, width = self.vectors.squared(place), self._width
        steps = np.ceil(np.sqrt(squared) / width)
        steps -= ((steps - 1) * width) ** 2 >= squared
        steps += (steps * width) ** 2 < squared
        return np.maximum(steps, 0).astype(np.int64)

    def weights(self, distances: NDArray[np.int64]) -> list[int]:
        """The integer weight of each distance: how many words there are at it, times ``alpha`` to its power."""
        counts = np.bincount(distances).tolist()
        over, under, last = self.alpha.numerator, self.alpha.denominator, len(counts) - 1
        return [count * over**level * under ** (last - level) for level, count in enumerate(counts)]

    def probability(self, place: int, released: int) -> Fraction:
        """The exact probability of a release, by the places of the words."""
        distances = self.distances(place)
        weights, level = self.weights(distances), int(distances[released])
        return Fraction(weights[level], sum(weights) * int((distances == level).sum()))

    def release(self, place: int, coins: Coins) -> int:
        """A random word's place."""
        inversion, distances = self._inversion(place)
        level = int(inversion.draw(np.array([coins.bits(64)], dtype=np.uint64), lambda _: coins)[0])
        among = np.flatnonzero(distances == level)
        return int(among[coins.below(len(among))])

    def _weighted(self, place: int) -> tuple[Inversion, NDArray[np.int16]]:
        distances = self.distances(place)
        return Inversion(self.weights(distances)), distances.astype(np.int16)


class _ExponentialDraws(WordDraws):
    def __init__(self, mechanism: ExponentialWords, key: bytes) -> None:
        self._mechanism, self._key = mechanism, key
        self._known: dict[str, str] = {}

    def same(self, words: Sequence[str]) -> list[str]:
        for word in dict.fromkeys(words):
            if word not in self._known:
                self._known[word] = self._drawn(word, Coins(self._key, "word", word))
        return [self._known[word] for word in words]

    def fresh(self, words: Sequence[str], text: str) -> list[str]:
        return [self._drawn(word, Coins(self._key, "text", text, str(place))) for place, word in enumerate(words)]

    def _drawn(self, word: str, coins: Coins) -> str:
        vectors = self._mechanism.vectors
        return vectors.words[self._mechanism.release(vectors.places[word], coins)]
