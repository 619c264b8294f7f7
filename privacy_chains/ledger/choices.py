"""What a choice reveals, as frozen events: of a way for a message, or of a word for another."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, log2

from privacy_chains.ledger.numbers import Epsilon, factor, rounded_up

__all__ = ["ChoiceDP", "Chosen", "Rewritten"]


@dataclass(frozen=True, slots=True)
class ChoiceDP:
    """Ways that messages took, each drawn by the exponential mechanism.

    Their epsilon holds between any two messages, whatever their distance, so it is never added to others.

    Attributes:
        entity_type: ``"WAY"``.
        epsilon_each: The epsilon that each draw spent.
        ways: How many ways there were.
        count: How many draws.
        leaks: What the release does not hide, in words.
    """

    entity_type: str
    epsilon_each: Fraction
    ways: int
    count: int
    leaks: str = "that a message was sent, or was not"

    @property
    def unit_name(self) -> str:
        """The unit of the epsilon."""
        return "choices of a way"

    @property
    def epsilon(self) -> Epsilon:
        """The epsilon of all draws together."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        return f"{self.entity_type} x{self.count}: {self.tells}; noisy at epsilon {rounded_up(self.epsilon_each)} each"

    @property
    def tells(self) -> str:
        """What the guarantee means for two messages."""
        return (
            f"one of {self.ways} ways was drawn: it changes the odds of any two messages by a factor <= "
            f"{factor(self.epsilon_each)}"
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """Ways that messages took, each chosen by the clear text: this is not private.

    Attributes:
        entity_type: ``"WAY"``.
        ways: How many ways there were.
        count: How many choices.
    """

    entity_type: str
    ways: int
    count: int

    @property
    def epsilon(self) -> Epsilon:
        """There is no bound."""
        return inf

    @property
    def bits(self) -> float:
        """The most bits that one choice tells of its message, however many the surrogates tell besides."""
        return log2(self.ways)

    @property
    def reason(self) -> str:
        """What is not private about it, in words."""
        return f"one of {self.ways} ways was chosen by the clear text, which is not private: up to {self.bits:.2f} bits"

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: in clear, {self.reason}; epsilon is infinite"


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Values replaced by others that a model finds fitting. Nothing bounds what the others tell of them.

    Attributes:
        entity_type: The name of the type.
        count: How many values.
        tells: What the replacement does not hide, in words.
        claim: What is promised, in words.
    """

    entity_type: str
    count: int
    tells: str
    claim: str = "no formal guarantee"

    @property
    def epsilon(self) -> Epsilon:
        """There is no bound."""
        return inf

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: rewritten, {self.claim}; not hidden: {self.tells}; no epsilon"
