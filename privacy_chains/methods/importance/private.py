"""Words drawn with metric privacy among those that a model would write behind what was released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from privacy_chains.hazmat.coins import Coins
from privacy_chains.hazmat.inversion import Inversion, alpha_above
from privacy_chains.methods.importance.memory import RewriteMemory
from privacy_chains.methods.words.lexicon import FUNCTION, Lexicon, default_lexicon
from privacy_chains.methods.words.spelling import canonical, in_case_of
from privacy_chains.methods.words.tree import TreeMechanism, distance
from privacy_chains.models import LocalModel, require_part

__all__ = ["ContextMechanism", "Privately"]

_ASKED = 200
_CONTEXT = 400
_CHANCE_BITS = 16


@dataclass(frozen=True)
class ContextMechanism:
    """Releases a leaf ``c`` of a word tree among public candidates, by the exponential mechanism.

    The probability is proportional to ``w(c) * alpha ** d(x, c)``: ``w(c)``, a positive integer, says how well a
    candidate fits behind what was released, and does not depend on ``x``; ``d`` is the height of the lowest common
    ancestor of two leaves, an ultrametric.

    Attributes:
        epsilon: For one level of the tree.
        height: The tree has ``2**height`` leaves.
        alpha: A rational of 64 bits, at least ``exp(-epsilon / 2)`` and less than one.

    **Guarantee**: ``Pr[M(x) = c] <= exp(epsilon * d(x, x')) * Pr[M(x') = c]`` for all leaves ``x`` and ``x'`` and
    every candidate, exactly: integers only. Proof: ``d(x', c) <= d(x, c) + d(x, x')``, so each weight under ``x'`` is
    at least ``alpha ** d(x, x')`` times, and by symmetry at most ``alpha ** -d(x, x')`` times, that under ``x``. The
    same holds for the sum of the weights, which divides them. So the ratio is at most ``alpha ** (-2 * d(x, x'))``,
    and ``1 / alpha ** 2 <= exp(epsilon)``.
    **Warning**: it holds if candidates and their weights are public: computed from what was released before and from
    the class of the word, which is declared to be told. Half of epsilon pays for the normaliser. The word itself may
    be a candidate, and is then the likeliest.

    Raises:
        MechanismError: Epsilon is not positive, or below 2e-15.
    """

    epsilon: Fraction
    height: int
    alpha: Fraction = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alpha", alpha_above(self.epsilon / 2))

    def weights(self, leaf: int, candidates: Mapping[int, int]) -> list[int]:
        """The integer weight of each candidate: how well it fits times ``alpha`` to the power of its distance."""
        over, under = self.alpha.numerator, self.alpha.denominator
        return [
            fits * over ** (far := distance(leaf, place)) * under ** (self.height - far)
            for place, fits in candidates.items()
        ]

    def probability(self, leaf: int, released: int, candidates: Mapping[int, int]) -> Fraction:
        """The exact probability of a release."""
        weights = self.weights(leaf, candidates)
        return Fraction(weights[list(candidates).index(released)], sum(weights))

    def release(self, leaf: int, candidates: Mapping[int, int], coins: Coins) -> int:
        """A random candidate.

        Args:
            leaf: The leaf of the word.
            candidates: By leaf, how well each fits: positive integers.
            coins: Random bits.
        """
        first = np.array([coins.bits(64)], dtype=np.uint64)
        drawn = int(Inversion(self.weights(leaf, candidates)).draw(first, lambda _: coins)[0])
        return list(candidates)[drawn]


@dataclass(frozen=True, repr=False)
class Privately:
    """Releases the content words of texts from left to right. Holds a sub-key; shows none.

    Attributes:
        model: Its part ``fill`` says which words fit behind what was released.
        epsilon: For one level of the word tree.
        key: Of the session and every parameter.
        lexicon: The words and their trees.
    """

    model: LocalModel
    epsilon: Fraction
    key: bytes
    lexicon: Lexicon = field(default_factory=default_lexicon)

    @cached_property
    def _contexts(self) -> Mapping[int, ContextMechanism]:
        return {kind.height: ContextMechanism(self.epsilon, kind.height) for kind in self.lexicon.classes}

    @cached_property
    def _trees(self) -> Mapping[int, TreeMechanism]:
        return {kind.height: TreeMechanism(self.epsilon, kind.height) for kind in self.lexicon.classes}

    def knows(self, word: str) -> bool:
        """Whether a word in small letters has a leaf, and is no word of grammar."""
        leaf = self.lexicon.places.get(word)
        return leaf is not None and self.lexicon.classes[leaf.kind].name != FUNCTION

    def learn(self, gaps: Sequence[str], words: Sequence[str], memory: RewriteMemory) -> None:
        """Issue releases of the words of a text that have none, each behind what was released before it.

        Args:
            gaps: What stands before each word.
            words: The words of the text, in order.
            memory: What the session has issued.

        Raises:
            MissingPart: The model fills no gaps.
            ModelError: The model failed.
        """
        released = ""
        for gap, word in zip(gaps, words, strict=False):
            small = canonical(word)
            released = (released + gap)[-_CONTEXT:]
            if word and self.knows(small) and small not in memory.issued:
                memory.issued[small] = self._released(small, released)
            released += in_case_of(memory.issued[small], word) if small in memory.issued else word

    def candidates(self, before: str, kind: int) -> dict[int, int]:
        """The words of a class that fit behind a text, by leaf: public, since the text was released."""
        fill = require_part(self.model, "fill", needed_by="ImportanceSanitizer(private=True)")
        text = before if before[-1:].isspace() or not before else before + " "
        (offered,) = fill(text, [(len(text), len(text))], _ASKED)
        found: dict[int, int] = {}
        for one in offered:
            leaf = self.lexicon.places.get(canonical(one.text))
            if leaf is not None and leaf.kind == kind:
                found.setdefault(leaf.place, 1 + int(one.probability * (1 << _CHANCE_BITS)))
        return found

    def _released(self, word: str, before: str) -> str:
        leaf = self.lexicon.places[word]
        kind, coins = self.lexicon.classes[leaf.kind], Coins(self.key, "private word", word)
        among = self.candidates(before, leaf.kind)
        if not among:  # which is public, too
            return kind.leaves[self._trees[kind.height].release(leaf.place, coins)]
        return kind.leaves[self._contexts[kind.height].release(leaf.place, among, coins)]
