"""The Bayes attacker on words: who knows the mechanism and how frequent words are takes the likeliest original."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from privacy_chains.attacks.result import Result
from privacy_chains.attacks.word_channel import LaplaceChannel
from privacy_chains.methods.words import (
    ExponentialWords,
    LaplaceWords,
    TreeWords,
    Vectors,
    WordClass,
    WordMechanism,
)
from privacy_chains.methods.words.lexicon import Lexicon

__all__ = ["Attacker", "attacker_on", "bayes", "invert", "zipf"]

_Floats = NDArray[np.float64]
_DRAWS = 32


def zipf(lexicon: Lexicon) -> dict[str, float]:
    """A prior for each word of a lexicon from how frequent it is: what anybody knows of English."""
    return {word: float(2 ** (-leaf.frequency / 1.5)) for word, leaf in lexicon.places.items()}


def bayes(
    mechanism: TreeWords | ExponentialWords | LaplaceWords,
    prior: Mapping[str, float],
    words: Sequence[str],
    key: bytes,
    *,
    attacker: Attacker | None = None,
) -> Result:
    """How many words are told by the maximum of the posterior; no attacker does better on one release of each.

    The likelihood is the mechanism's own, in double precision; that of Laplace is estimated by draws. Guessing is the
    likeliest word of the class, which the tree shows.

    Args:
        mechanism: What releases the words.
        prior: How likely each word is.
        words: The secrets, as often as they are attacked; those that the mechanism does not know are left out.
        key: What the release draws its coins from.
        attacker: What ``attacker_on`` made of this mechanism and prior, where several texts are attacked.
    """
    secrets = [word for word in words if mechanism.knows(word)]
    released = mechanism.draws(key).fresh(secrets, "attack")
    posterior = attacker or attacker_on(mechanism, prior)
    told = {word: posterior.likeliest(word) for word in set(released)}
    right = sum(told[shown] == secret for shown, secret in zip(released, secrets, strict=True))
    guessed = sum(posterior.guess(shown) == secret for shown, secret in zip(released, secrets, strict=True))
    same = sum(shown == secret for shown, secret in zip(released, secrets, strict=True)) / max(1, len(secrets))
    note = f"{same:.1%} drawn for themselves"
    return Result(f"bayes: {mechanism.name}", right, len(secrets), guessed, note, stated=True)


class Attacker(Protocol):
    """Tells originals from what was released."""

    def likeliest(self, shown: str, beside: Mapping[str, float] | None = None, /) -> str:
        """The word that most likely was released as this one.

        Args:
            shown: What was released.
            beside: How likely words are by their context: half of the prior, where given.
        """
        ...

    def guess(self, shown: str, /) -> str:
        """The likeliest word without looking at more than its class."""
        ...


def attacker_on(
    mechanism: TreeWords | ExponentialWords | LaplaceWords, prior: Mapping[str, float], *, draws: int = _DRAWS
) -> Attacker:
    """Who knows a mechanism and how likely each word is; of vectors, considers the words of the prior only.

    Args:
        mechanism: The mechanism.
        prior: How likely each word is.
        draws: How many of each word estimate the channel of Laplace.
    """
    if isinstance(mechanism, TreeWords):
        return _Tree(mechanism, prior)
    if isinstance(mechanism, LaplaceWords):
        return LaplaceChannel(mechanism, prior, draws)
    return _Exponential(mechanism, prior, [word for word in prior if mechanism.knows(word)])


class _Tree:
    """The posterior over the words of a class."""

    def __init__(self, mechanism: TreeWords, prior: Mapping[str, float]) -> None:
        self._mechanism, places = mechanism, mechanism.lexicon.places
        self._priors = [self._prior_of(kind, number, prior) for number, kind in enumerate(mechanism.lexicon.classes)]
        self._places, self._total = places, sum(map(float, prior.values()))

    def likeliest(self, shown: str, beside: Mapping[str, float] | None = None) -> str:
        """The word that most likely was released as this one, which may stand for empty leaves beside its own, too."""
        kind = self._mechanism.lexicon.classes[self._places[shown].kind]
        alpha = float(self._mechanism.mechanisms[kind.height].alpha)
        leaves = np.arange(1 << kind.height)
        likelihood = np.zeros(len(leaves))
        for leaf in (leaf for leaf, word in enumerate(kind.leaves) if word == shown):
            likelihood += alpha ** np.frexp((leaves ^ leaf).astype(np.float64))[1]
        priors = self._priors[self._places[shown].kind] / self._total
        for word, chance in (beside or {}).items():
            if (leaf_of := self._places.get(word)) and leaf_of.kind == self._places[shown].kind:
                priors[leaf_of.place] += chance
        return kind.leaves[int((likelihood * priors).argmax())]

    def guess(self, shown: str) -> str:
        """The likeliest word of the class."""
        number = self._places[shown].kind
        return self._mechanism.lexicon.classes[number].leaves[int(self._priors[number].argmax())]

    def _prior_of(self, kind: WordClass, number: int, prior: Mapping[str, float]) -> _Floats:
        """The prior of each leaf; nothing for an empty one."""
        values = np.zeros(1 << kind.height)
        for word in dict.fromkeys(kind.leaves):
            leaf = self._mechanism.lexicon.places[word]
            if leaf.kind == number:
                values[leaf.place] = prior.get(word, 0.0)
        return values


class _Exponential:
    """The posterior over some words of a vector space."""

    def __init__(self, mechanism: ExponentialWords, prior: Mapping[str, float], candidates: Sequence[str]) -> None:
        self._mechanism, self._words = mechanism, list(candidates)
        self._places = np.array([mechanism.vectors.places[word] for word in candidates])
        log_alpha = float(np.log(float(mechanism.alpha)))
        self._log_alpha = log_alpha
        totals = [float(np.exp(mechanism.distances(int(place)) * log_alpha).sum()) for place in self._places]
        self._priors = np.array([prior.get(word, 0.0) for word in candidates])
        self._priors /= self._priors.sum()
        self._totals = np.log(totals)

    def likeliest(self, shown: str, beside: Mapping[str, float] | None = None) -> str:
        """The word that most likely was released as this one."""
        distances = self._mechanism.distances(self._mechanism.vectors.places[shown])[self._places]
        priors = self._priors
        if beside:
            priors = priors + np.array([beside.get(word, 0.0) for word in self._words])
        with np.errstate(divide="ignore"):
            scores = np.log(priors) - self._totals
        return self._words[int((scores + distances * self._log_alpha).argmax())]

    def guess(self, _: str) -> str:
        """The likeliest word."""
        return self._words[int(self._priors.argmax())]


def invert(  # noqa: PLR0913  (what is attacked, and with what)
    mechanism: WordMechanism,
    vectors: Vectors,
    prior: Mapping[str, float],
    words: Sequence[str],
    key: bytes,
    *,
    top: int = 10,
) -> Result:
    """How many words are among those nearest to what was released, by vectors that anybody has.

    Args:
        mechanism: What releases the words.
        vectors: The attacker's.
        prior: How likely each word is; guessing names the likeliest ones.
        words: The secrets.
        key: What the release draws its coins from.
        top: How many words the attacker names.
    """
    secrets = [word for word in words if mechanism.knows(word) and word in vectors.places]
    released = mechanism.draws(key).fresh(secrets, "attack")
    frequent = set(sorted(prior, key=lambda word: -prior[word])[:top])
    near = {shown: _nearest(vectors, shown, top) for shown in set(released)}
    right = sum(secret in near[shown] for shown, secret in zip(released, secrets, strict=True))
    guessed = sum(secret in frequent for secret in secrets)
    return Result(f"inversion: {mechanism.name}, {top} nearest", right, len(secrets), guessed, stated=True)


def _nearest(vectors: Vectors, shown: str, top: int) -> frozenset[str]:
    if shown not in vectors.places:
        return frozenset((shown,))
    squared = vectors.squared(vectors.places[shown])
    return frozenset(vectors.words[place] for place in np.argpartition(squared, top)[:top])
