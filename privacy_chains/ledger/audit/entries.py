"""Entries of the audit log: the types, counts and epsilon of one release, never a value or a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from privacy_chains.ledger.events import Apart, MetricDP, treatment_of
from privacy_chains.ledger.ledger import Ledger

__all__ = ["Decision", "Release"]

Decision = Literal["released", "refused"]


@dataclass(frozen=True, slots=True)
class Release:
    """What one call released, or refused to release.

    Attributes:
        decision: ``"released"``, or ``"refused"`` if nothing was released.
        method: The class of the method.
        destination: The kind and class of the receiver; empty if nobody declared it.
        session: A keyed hash of the session's name; empty for none.
        types: How many values of each type the released text holds, those of earlier messages included.
        ledger: What was newly released.
        reason: The class of the error, for a refusal.
    """

    decision: Decision
    method: str
    destination: str = ""
    session: str = ""
    types: Mapping[str, int] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    reason: str = ""

    def fields(self, time: datetime) -> dict[str, Any]:
        """The entry as JSON-ready data, without empty fields.

        Args:
            time: The time of the release, in UTC.
        """
        told: dict[str, Any] = {
            "decision": self.decision,
            "destination": self.destination,
            "epsilon": _epsilon(self.ledger),
            "method": self.method,
            "new": _treated(self.ledger),
            "reason": self.reason,
            "session": self.session,
            "time": time.isoformat(timespec="microseconds"),
            "types": dict(self.types),
        }
        return {name: value for name, value in told.items() if value}


def _treated(ledger: Ledger) -> dict[str, dict[str, int]]:
    """How many values of each type were newly released, by treatment."""
    counted: dict[str, Counter[str]] = {}
    for event in ledger:
        counted.setdefault(event.entity_type, Counter())[treatment_of(event)] += event.count
    return {name: dict(counts) for name, counts in counted.items()}


def _epsilon(ledger: Ledger) -> dict[str, str]:
    """The exact epsilon newly spent, for each unit. Epsilons of different units are never added."""
    spent: dict[str, Fraction] = {}
    for event in ledger:
        if isinstance(event, MetricDP | Apart):
            unit = _unit(event)
            spent[unit] = spent.get(unit, Fraction(0)) + event.epsilon_each * event.count
    return {unit: str(epsilon) for unit, epsilon in spent.items()}


def _unit(event: MetricDP | Apart) -> str:
    if not isinstance(event, MetricDP):
        return event.unit_name
    return f"{event.entity_type}: {event.near}"
