"""What each entity type spent in a prompt: the rows of the epsilon meter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf

from privacy_chains.inspect.facts import bits_told
from privacy_chains.ledger import (
    CharacterDP,
    Enciphered,
    Epsilon,
    Event,
    Kept,
    Ledger,
    MetricDP,
    Removed,
    Rewritten,
    WordDP,
    rounded_up,
)

__all__ = ["Spent", "spending"]


@dataclass(frozen=True, slots=True)
class Spent:
    """What one event of the ledger comes to.

    Attributes:
        entity_type: Of what.
        count: How many values.
        treatment: What was done, in a word or two.
        epsilon: What they spent together, at ``unit``; nothing for what is enciphered or computed, infinite in clear.
        unit: At which distance epsilon is stated, in words.
        told: What that comes to in bits, or in words.
    """

    entity_type: str
    count: int
    treatment: str
    epsilon: Epsilon
    unit: str = ""
    told: str = ""

    @property
    def shown(self) -> str:
        """Epsilon for people, rounded up."""
        if self.epsilon == inf:
            return "no bound" if self.treatment == "rewritten" else "in clear"
        return rounded_up(self.epsilon)


def spending(ledger: Ledger) -> tuple[Spent, ...]:
    """A row for each type, treatment and unit, those that cost most first; epsilons of different units never add up."""
    rows = dict[Spent, Spent]()
    for spent in map(_spent, ledger):
        alike = replace(spent, count=0, epsilon=Fraction(0))
        before = rows.get(alike, alike)
        rows[alike] = replace(spent, count=before.count + spent.count, epsilon=before.epsilon + spent.epsilon)
    return tuple(sorted(rows.values(), key=lambda row: (-row.epsilon, row.entity_type)))


def _spent(event: Event) -> Spent:
    kind, count = event.entity_type, event.count
    match event:
        case Enciphered():
            return Spent(kind, count, "enciphered", Fraction(0), "", "no epsilon: unreadable without the key")
        case Removed():
            return Spent(kind, count, event.how.partition(" ")[0], Fraction(0), "", "no epsilon: nothing reads it back")
        case Kept() | Rewritten():
            done = ("in clear", event.reason) if isinstance(event, Kept) else ("rewritten", event.claim)
            return Spent(kind, count, done[0], inf, "", done[1])
        case MetricDP():
            return Spent(kind, count, "noise", event.epsilon, event.near, _bits(event.epsilon_each))
        case WordDP() | CharacterDP():
            return Spent(kind, count, "noise", event.epsilon, event.unit_name, _bits(event.epsilon_each))
        case _:
            return Spent(kind, count, "computed", Fraction(0), "", f"free: {event.reason}")


def _bits(epsilon_each: Fraction) -> str:
    return f"at most {bits_told(epsilon_each)} bits about two values a unit apart, each"
