"""The channel of the Laplace mechanism: what words become, by draws; and what each then becomes by its ranks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from privacy_chains.methods.words.laplace import LaplaceWords

__all__ = ["LaplaceChannel"]

_RANKS, _ROWS = 300, 256


class LaplaceChannel:
    """The posterior over some words behind a Laplace mechanism, with or without the draw by rank.

    How likely a word's noisy vector is nearest to another is estimated by draws under a key of the attacker's; how
    likely that one is released as a third follows from the rank. Ranks beyond the first 300 are neglected.

    Args:
        mechanism: The mechanism.
        prior: How likely each word is.
        draws: How many of each word.
    """

    def __init__(self, mechanism: LaplaceWords, prior: Mapping[str, float], draws: int) -> None:
        self._vectors, self._prior = mechanism.vectors, prior
        words = [word for word in prior if mechanism.knows(word)]
        self._guess = max(words, key=lambda word: prior[word])
        self._total = sum(prior[word] for word in words)
        plain = LaplaceWords(mechanism.vectors, mechanism.epsilon).draws(bytes(32))
        secrets = [word for word in words for _ in range(draws)]
        became = Counter(zip(secrets, plain.fresh(secrets, "channel"), strict=True))
        self._sources: dict[str, list[tuple[str, float]]] = defaultdict(list)
        for (word, shown), count in became.items():
            self._sources[shown].append((word, count / draws))
        rate = None if mechanism.rank_constant is None else float(mechanism.rank_constant * mechanism.epsilon)
        self._before = _before(self._vectors.matrix, rate)

    def likeliest(self, shown: str, beside: Mapping[str, float] | None = None) -> str:
        """The word that most likely was released as this one, by the prior, or half by it and half by a context."""
        place = self._vectors.places[shown]
        likelihood: dict[str, float] = defaultdict(float)
        for between, share in self._before[place] if self._before else [(place, 1.0)]:
            for word, chance in self._sources.get(self._vectors.words[between], ()):
                likelihood[word] += chance * share
        context = beside or {}
        scores = {
            word: value * (self._prior[word] / self._total + context.get(word, 0.0))
            for word, value in likelihood.items()
        }
        return max(scores, key=lambda word: scores[word], default=self._guess)

    def guess(self, _: str) -> str:
        """The likeliest word."""
        return self._guess


def _before(matrix: NDArray[np.float32], rate: float | None) -> Sequence[list[tuple[int, float]]]:
    """For each word those that are released as it by rank, and how likely."""
    if rate is None:
        return []
    found: list[list[tuple[int, float]]] = [[] for _ in matrix]
    count = min(_RANKS, len(matrix))
    shares = [float(-np.expm1(-rate) * np.exp(-rate * rank)) for rank in range(count)]
    halves = ((matrix.astype(np.float64) ** 2).sum(axis=1) / 2).astype(np.float32)
    for start in range(0, len(matrix), _ROWS):
        scores = matrix[start : start + _ROWS] @ matrix.T - halves
        near = np.argpartition(-scores, count - 1, axis=1)[:, :count]
        order = np.argsort(-np.take_along_axis(scores, near, axis=1), axis=1)
        for row, places in enumerate(np.take_along_axis(near, order, axis=1).tolist(), start):
            for place, share in zip(places, shares, strict=True):
                found[place].append((row, share))
    return found
