"""Entries of the audit log: types, counts and epsilon of one release, never a value or a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any, Literal

from privacy_chains.ledger.events import CharacterDP, Enciphered, Event, Kept, MetricDP, PostProcessed, Removed, WordDP
from privacy_chains.ledger.ledger import Ledger
from privacy_chains.ledger.numbers import rounded_up

__all__ = ["Decision", "Release"]

Decision = Literal["released", "refused"]

_TREATMENTS: Mapping[type[Event], str] = {
    Enciphered: "enciphered",
    Removed: "one way",
    MetricDP: "noise",
    WordDP: "noise",
    CharacterDP: "noise",
    PostProcessed: "computed",
    Kept: "in clear",
}


@dataclass(frozen=True, slots=True)
class Release:
    """What one call handed out to be sent, or refused.

    Attributes:
        decision: ``"released"``, or ``"refused"``: nothing left.
        method: The method, by its class.
        destination: Where it goes, by kind and class; empty where nobody said it.
        session: A keyed hash of the session's name; empty for none.
        types: How many values of each type stand in what was handed out, those of earlier messages included.
        ledger: What was released anew.
        reason: Of a refusal, the class of the error.
    """

    decision: Decision
    method: str
    destination: str = ""
    session: str = ""
    types: Mapping[str, int] = field(default_factory=dict)
    ledger: Ledger = field(default_factory=Ledger)
    reason: str = ""

    def fields(self, time: datetime) -> dict[str, Any]:
        """The entry as JSON-ready data, without what is empty.

        Args:
            time: When, in UTC.
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
    """How many values of each type were released anew, by what was done to them."""
    counted: dict[str, Counter[str]] = {}
    for event in ledger:
        counted.setdefault(event.entity_type, Counter())[_TREATMENTS[type(event)]] += event.count
    return {name: dict(counts) for name, counts in counted.items()}


def _epsilon(ledger: Ledger) -> dict[str, str]:
    """What was spent anew, exact, by the unit that epsilon is stated at; units are never added up."""
    spent: dict[str, Fraction] = {}
    for event in ledger:
        if isinstance(event, MetricDP | WordDP | CharacterDP):
            unit = _unit(event)
            spent[unit] = spent.get(unit, Fraction(0)) + event.epsilon_each * event.count
    return {unit: str(epsilon) for unit, epsilon in spent.items()}


def _unit(event: MetricDP | WordDP | CharacterDP) -> str:
    if not isinstance(event, MetricDP):
        return event.unit_name
    near = f"{rounded_up(event.unit * 100)} %" if event.relative else f"{rounded_up(event.unit)} {event.unit_name}"
    return f"{event.entity_type}: {near.rstrip()}"
