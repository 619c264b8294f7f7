"""The tree mechanism over the lexicon's classes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from privacy_chains.hazmat.blocks import Blocks
from privacy_chains.hazmat.kdf import derive
from privacy_chains.methods.words.lexicon import Lexicon, default_lexicon
from privacy_chains.methods.words.mechanism import WordDraws, WordMechanism
from privacy_chains.methods.words.tree import TreeMechanism

__all__ = ["TreeWords"]


class TreeWords(WordMechanism):
    """Releases a word of the same class by the tree of that class; see ``TreeMechanism`` for the guarantee.

    Args:
        epsilon: For one level of a tree.
        lexicon: The words and their trees; those of the package if left out.
    """

    name = "tree"
    unit_name = "levels of the word tree"
    keeps = "the class, number and tense of a word"

    def __init__(self, epsilon: Fraction, lexicon: Lexicon | None = None) -> None:
        self.epsilon = epsilon
        self.lexicon = lexicon or default_lexicon()
        heights = {kind.height for kind in self.lexicon.classes}
        self.mechanisms = {height: TreeMechanism(epsilon, height) for height in heights}

    def __repr__(self) -> str:
        return f"TreeWords(epsilon={self.epsilon}, {self.lexicon!r})"

    def knows(self, word: str) -> bool:
        return word in self.lexicon.places

    @property
    def parameters(self) -> tuple[str, ...]:
        return (self.name, str(self.epsilon), self.lexicon.version)

    def draws(self, key: bytes) -> WordDraws:
        return _TreeDraws(self, key)


class _TreeDraws(WordDraws):
    """All words of all classes are drawn at once, in some milliseconds, when the first is asked for."""

    def __init__(self, words: TreeWords, key: bytes) -> None:
        self._words, self._key = words, key
        self._table: list[list[int]] = []

    def same(self, words: Sequence[str]) -> list[str]:
        places, classes = self._words.lexicon.places, self._words.lexicon.classes
        table = self._table or self._fill()
        found = (places[word] for word in words)
        return [classes[kind].leaves[table[kind][place]] for kind, place, _ in found]

    def fresh(self, words: Sequence[str], text: str) -> list[str]:
        places, classes = self._words.lexicon.places, self._words.lexicon.classes
        key = derive(self._key, "text", text)
        found = np.array([places[word][:2] for word in words], dtype=np.int64).reshape(-1, 2)
        released = np.zeros(len(words), dtype=np.int64)
        for kind in np.unique(found[:, 0]):
            ours = np.flatnonzero(found[:, 0] == kind)
            released[ours] = self._released(key, int(kind), found[ours, 1], ours)
        return [classes[kind].leaves[leaf] for kind, leaf in zip(found[:, 0], released, strict=True)]

    def _fill(self) -> list[list[int]]:
        classes = self._words.lexicon.classes
        sizes = (np.arange(1 << kind.height) for kind in classes)
        self._table = [self._released(self._key, number, leaves, 0).tolist() for number, leaves in enumerate(sizes)]
        return self._table

    def _released(
        self, key: bytes, kind: int, leaves: NDArray[np.int64], others: NDArray[np.int64] | int
    ) -> NDArray[np.int64]:
        chosen = self._words.lexicon.classes[kind]
        return self._words.mechanisms[chosen.height].releases(leaves, Blocks(key, "tree", chosen.name), others)
