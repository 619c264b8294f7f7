"""What a word mechanism is: a randomized release of one known word for another."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction

__all__ = ["WordDraws", "WordMechanism"]


class WordDraws(ABC):
    """The draws of one session and one set of parameters. Holds a sub-key; shows none.

    **Warning**: with draws that are the same for a repeated word, a release shows that two words are equal.
    """

    @abstractmethod
    def same(self, words: Sequence[str]) -> list[str]:
        """A release of each word; the same word has the same release. All words are known."""

    @abstractmethod
    def fresh(self, words: Sequence[str], text: str) -> list[str]:
        """A release of each word of a text, every one by coins of its own, which the text and its place determine."""


class WordMechanism(ABC):
    """A mechanism of metric privacy on words.

    Attributes:
        name: ``"tree"``, ``"exponential"`` or ``"laplace"``.
        epsilon: For two words at a distance of one unit.
        unit_name: What the distance counts.
        keeps: What the mechanism itself does not hide, in words.
        far: A distance that explanations take as an example.
        exact: Whether draws use integers only.
    """

    name: str
    epsilon: Fraction
    unit_name: str
    keeps: str
    far: int = 8
    exact: bool = True

    @abstractmethod
    def knows(self, word: str) -> bool:
        """Whether a word in small letters can be released; others go to a fallback."""

    @abstractmethod
    def draws(self, key: bytes) -> WordDraws:
        """The draws under a sub-key: of one session and one set of parameters."""

    @property
    @abstractmethod
    def parameters(self) -> tuple[str, ...]:
        """Everything that the draws depend on beside the key and the word; other parameters give other coins."""
