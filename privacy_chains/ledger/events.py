"""What a release reveals, as frozen events. Their meaning does not change between versions.

Events hold entity types, counts and parameters, never a value or a text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Literal, TypeAlias

from privacy_chains.lazy import lazily
from privacy_chains.ledger.choices import ChoiceDP, Chosen, Rewritten
from privacy_chains.ledger.numbers import Epsilon, factor, rounded_up

__all__ = [
    "Apart",
    "CharacterDP",
    "ChoiceDP",
    "Chosen",
    "Enciphered",
    "Event",
    "Kept",
    "MetricDP",
    "PostProcessed",
    "Removed",
    "Rewritten",
    "Treatment",
    "WordDP",
    "treatment_of",
]


_PLURAL = lazily(r"(?<=\w)s\b")


@dataclass(frozen=True, slots=True)
class Enciphered:
    """Values replaced by a cipher. Its security is computational, so no epsilon is spent.

    Attributes:
        entity_type: The name of the type.
        count: How many values.
        keeps: What a surrogate has in common with its original: the declared leakage.
        claim: What the cipher promises, in words.
    """

    entity_type: str
    count: int
    keeps: str
    claim: str = "unreadable without the key; equal values have equal surrogates"

    @property
    def epsilon(self) -> Epsilon:
        """Nothing is spent."""
        return Fraction(0)

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: enciphered, {self.claim}; kept: {self.keeps or 'nothing'}"


@dataclass(frozen=True, slots=True)
class Removed:
    """Values removed for good: they cannot be read back, and no epsilon is spent.

    Attributes:
        entity_type: The name of the type.
        count: How many values.
        how: What replaced them, in words.
        tells: What the replacement does not hide, in words.
    """

    entity_type: str
    count: int
    how: str
    tells: str

    @property
    def epsilon(self) -> Epsilon:
        """Nothing is spent."""
        return Fraction(0)

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: {self.how}, one way: not read back; it tells: {self.tells}"


@dataclass(frozen=True, slots=True)
class MetricDP:
    """Numbers released with noise.

    Attributes:
        entity_type: The name of the type.
        epsilon_each: The epsilon that each number spent, at ``unit``.
        unit: The distance at which epsilon is stated; a ratio minus one if ``relative``.
        count: How many numbers.
        leaks: What the release does not hide, in words.
        unit_name: What the unit counts: ``"years"``, ``"currency units"``.
        relative: Whether distances are ratios.
    """

    entity_type: str
    epsilon_each: Fraction
    unit: Fraction
    count: int
    leaks: str
    unit_name: str = ""
    relative: bool = False

    @property
    def epsilon(self) -> Epsilon:
        """The epsilon of all numbers together: epsilons add up."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} each"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}; not hidden: {self.leaks or 'nothing'}"

    @property
    def tells(self) -> str:
        """What the guarantee means for two values."""
        return f"two values closer than {self.near} are hard to tell apart: factor <= {factor(self.epsilon_each)}"

    @property
    def near(self) -> str:
        """The distance at which epsilon is stated: ``1 year``, ``5 %``."""
        if self.relative:
            return f"{rounded_up(self.unit * 100)} %"
        number = rounded_up(self.unit)
        counted = _PLURAL.sub("", self.unit_name, count=1) if number == "1" else self.unit_name
        return f"{number} {counted}".rstrip()


@dataclass(frozen=True, slots=True)
class WordDP:
    """Words released by a metric differential privacy mechanism.

    Their epsilon is in the mechanism's own unit and is never added to others: a level of a tree and a step in a vector
    space cannot be compared.

    Attributes:
        entity_type: ``"WORD"``.
        epsilon_each: The epsilon that each word spent, for two words one unit apart.
        unit_name: What the distance counts: ``"levels of the word tree"``.
        count: How many words. A repeated release counts once.
        leaks: What the release does not hide, in words.
        far: The distance of the explanation's second example.
        exact: Whether the draw was exact; otherwise it used floating point.
    """

    entity_type: str
    epsilon_each: Fraction
    unit_name: str
    count: int
    leaks: str
    far: int = 8
    exact: bool = True

    @property
    def epsilon(self) -> Epsilon:
        """The epsilon of all words together, in the mechanism's unit."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} each, in {self.unit_name}"
        rounding = "" if self.exact else "; drawn in floating point"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}{rounding}; not hidden: {self.leaks}"

    @property
    def tells(self) -> str:
        """What the guarantee means, as odds."""
        near, far = factor(self.epsilon_each), factor(self.far * self.epsilon_each)
        return (
            f"seeing the release changes the odds of two words at distance 1 by a factor <= {near}, "
            f"at distance {self.far} by <= {far}"
        )


@dataclass(frozen=True, slots=True)
class CharacterDP:
    """Characters released by randomized response. Their epsilon has its own unit and is never added to others.

    Attributes:
        entity_type: What the characters are part of: ``"TEXT"``.
        epsilon_each: The epsilon that each character spent.
        count: How many characters. A repeated release counts once.
        leaks: What the release does not hide, in words.
    """

    entity_type: str
    epsilon_each: Fraction
    count: int
    leaks: str

    @property
    def unit_name(self) -> str:
        """The unit of the epsilon."""
        return "characters"

    @property
    def epsilon(self) -> Epsilon:
        """The epsilon of all characters together: it holds between two texts that differ in every one of them."""
        return self.epsilon_each * self.count

    def explain(self) -> str:
        """The event in plain words; numbers are rounded up."""
        each = f"noisy at epsilon {rounded_up(self.epsilon_each)} per character"
        return f"{self.entity_type} x{self.count}: {self.tells}; {each}; not hidden: {self.leaks or 'nothing'}"

    @property
    def tells(self) -> str:
        """What the guarantee means for two characters, and for two words."""
        return (
            f"two characters of one class are hard to tell apart: factor <= {factor(self.epsilon_each)}; "
            f"two words of six letters: factor <= {factor(6 * self.epsilon_each)}"
        )


@dataclass(frozen=True, slots=True)
class PostProcessed:
    """Values computed from released values, or released before. They cost nothing.

    Attributes:
        entity_type: The name of the type.
        count: How many values.
        reason: Why they cost nothing.
    """

    entity_type: str
    count: int
    reason: str

    @property
    def epsilon(self) -> Epsilon:
        """Post-processing spends nothing."""
        return Fraction(0)

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: free, {self.reason}"


@dataclass(frozen=True, slots=True)
class Kept:
    """Values released in clear: not private at all.

    Attributes:
        entity_type: The name of the type.
        count: How many values.
        reason: Which rule kept them.
    """

    entity_type: str
    count: int
    reason: str = "the policy keeps it"

    @property
    def epsilon(self) -> Epsilon:
        """There is no bound."""
        return inf

    def explain(self) -> str:
        """The event in plain words."""
        return f"{self.entity_type} x{self.count}: in clear, {self.reason}; epsilon is infinite"


Treatment = Literal["enciphered", "one way", "noise", "in clear", "computed", "rewritten"]
"""What can become of a value."""

Event: TypeAlias = (
    Enciphered | Removed | MetricDP | WordDP | CharacterDP | ChoiceDP | Chosen | PostProcessed | Kept | Rewritten
)

_TREATMENTS: Mapping[type[Event], Treatment] = {
    Enciphered: "enciphered",
    Removed: "one way",
    MetricDP: "noise",
    WordDP: "noise",
    CharacterDP: "noise",
    ChoiceDP: "noise",
    Chosen: "in clear",
    PostProcessed: "computed",
    Kept: "in clear",
    Rewritten: "rewritten",
}


def treatment_of(event: Event) -> Treatment:
    """What became of the values of an event, in a word."""
    return _TREATMENTS[type(event)]


Apart: TypeAlias = WordDP | CharacterDP | ChoiceDP
"""Events whose epsilon has its own unit and is never added to others."""
