"""The numbers of one message, with the look-ups that binding needs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from privacy_chains.dependencies.graph import Equation, NumberKey, Precision
from privacy_chains.dependencies.mentions import Mention, in_reading_order, precisions, vicinity
from privacy_chains.errors import DependencyError

__all__ = ["NumberedMessage"]

_AFTER = Fraction(9, 10)
"""The weight of a word after a number; a word before it has weight 1."""


@dataclass(frozen=True, eq=False)
class NumberedMessage:
    """The numbers of a message in reading order, with the look-ups that binding needs.

    Attributes:
        texts: The texts.
        mentions: Their numbers in reading order.
        settled: Numbers released before, to which formulas may also refer, with the steps with which they were stated.
    """

    texts: Sequence[str] = field(repr=False)
    mentions: Sequence[Mention] = field(repr=False)
    settled: Mapping[NumberKey, Fraction] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls, texts: Sequence[str], mentions: Iterable[Mention], settled: Mapping[NumberKey, Fraction] | None = None
    ) -> NumberedMessage:
        """Make a message from mentions in any order."""
        return cls(texts, in_reading_order(mentions), settled or {})

    @cached_property
    def steps(self) -> Mapping[NumberKey, Precision]:
        """The precision of every number, including settled ones that do not occur."""
        before = {key: Precision(step, step) for key, step in self.settled.items()}
        return {**before, **self._precisions}

    @cached_property
    def keys(self) -> tuple[NumberKey, ...]:
        """The distinct numbers in reading order."""
        return tuple(self._precisions)

    @cached_property
    def types(self) -> frozenset[str]:
        """The entity types of the numbers."""
        return frozenset(entity_type for entity_type, _ in self.keys)

    @cached_property
    def _precisions(self) -> Mapping[NumberKey, Precision]:
        return precisions(self.mentions)

    @cached_property
    def numbers(self) -> Mapping[NumberKey, Fraction]:
        """The true numbers."""
        return {key: key[1] for key in self.steps}

    @cached_property
    def printed(self) -> Mapping[NumberKey, Fraction]:
        """The finest step with which each number is stated."""
        return {key: precision.finest for key, precision in self.steps.items()}

    @cached_property
    def by_type(self) -> Mapping[str, tuple[Mention, ...]]:
        """Mentions by the lower-case name of their entity type."""
        found: dict[str, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.span.entity_type.lower(), []).append(mention)
        return {name: tuple(mentions) for name, mentions in found.items()}

    @cached_property
    def by_word(self) -> Mapping[str, Mapping[int, Fraction]]:
        """For each stem, the mentions near it and a weight: 1 for words before a number, a little less after it."""
        near: dict[str, dict[int, Fraction]] = {}
        for at in range(len(self.mentions)):
            around = vicinity(self.texts, self.mentions, at)
            for word in around.after:
                near.setdefault(word, {})[at] = _AFTER
            for word in around.before:
                near.setdefault(word, {})[at] = Fraction(1)
        return near

    def fulfils(self, equation: Equation) -> bool:
        """Whether the true numbers may be rounded forms of numbers that satisfy an equation."""
        try:
            return equation.is_plausible(self.numbers, self.printed)
        except DependencyError:
            return False
