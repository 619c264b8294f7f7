"""The ledger: events in order, and their sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

from privacy_chains.errors import PolicyError
from privacy_chains.ledger.events import (
    Apart,
    CharacterDP,
    Enciphered,
    Event,
    Kept,
    MetricDP,
    PostProcessed,
    Removed,
    Rewritten,
    WordDP,
)
from privacy_chains.ledger.numbers import Epsilon, rounded_up
from privacy_chains.ledger.printing import as_html, as_lines, as_table

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Ledger"]

_KINDS: Mapping[type[object], Callable[[object], tuple[object, ...]]] = {
    kind: attrgetter(*(item.name for item in fields(kind) if item.name != "count"))
    for kind in (Enciphered, Removed, MetricDP, WordDP, CharacterDP, PostProcessed, Kept, Rewritten)
}
"""For each kind of event, all its fields but the count."""
_EQUALITY = (
    "equality: a document, or a tool that quotes what the model wrote, puts values of its own into the session; "
    "one of them that equals the user's is released as the user's is"
)


@dataclass(frozen=True, slots=True)
class Ledger:
    """Events in order. Ledgers compose with ``+``.

    Epsilon is the sum over the events, each stated at its own unit. The coins come from a PRF, so every epsilon is
    computational.
    """

    events: tuple[Event, ...] = ()

    @property
    def epsilon(self) -> Epsilon:
        """The total epsilon spent, without words and characters; infinite with values in clear or rewritten."""
        return sum((event.epsilon for event in self.events if not isinstance(event, Apart)), Fraction(0))

    def spent_in(self, unit_name: str) -> Fraction:
        """The epsilon that words or characters spent, in the mechanism's own unit."""
        apart = (event for event in self.events if isinstance(event, Apart) and event.unit_name == unit_name)
        return sum((event.epsilon_each * event.count for event in apart), Fraction(0))

    @property
    def characters(self) -> Fraction:
        """The epsilon that characters spent, in their own unit."""
        return self.spent_in("characters")

    @property
    def spent(self) -> Fraction:
        """The epsilon that noisy releases spent. Values that the policy keeps in clear do not count."""
        return sum((Fraction(event.epsilon) for event in self.events if isinstance(event, MetricDP)), Fraction(0))

    def compose(self, other: Ledger) -> Ledger:
        """The events of both ledgers. Events that differ only in their count are merged."""
        return Ledger.of((*self.events, *other.events))

    __add__ = compose

    def __iter__(self) -> Iterator[Event]:
        return iter(self.events)

    def __len__(self) -> int:
        return len(self.events)

    @classmethod
    def of(cls, events: Iterable[object]) -> Ledger:
        """A ledger of events. Events that differ only in their count are merged.

        Raises:
            PolicyError: An event is of an unknown kind.
        """
        merged: dict[tuple[object, ...], Event] = {}
        for event in events:
            if not isinstance(event, Event):
                msg = f"the ledger does not know events of class {type(event).__name__}"
                raise PolicyError(msg)
            kind = type(event), _KINDS[type(event)](event)
            kinds = len(merged)
            known = merged.setdefault(kind, event)
            if len(merged) == kinds:
                merged[kind] = replace(known, count=known.count + event.count)
        return cls(tuple(merged.values()))

    def explain(self) -> str:
        """The ledger in plain words: one line for each event, then the sum."""
        return "\n".join([*(event.explain() for event in self.events), *self._equality(), self._sum()])

    def summary(self) -> str:
        """The ledger in short: what became of how many values of each type, then the sum."""
        return "\n".join([*as_lines(self.events), self._sum()])

    def _equality(self) -> tuple[str, ...]:
        """Sentences on what equal surrogates reveal, whoever wrote the values."""
        compared = any(isinstance(event, Enciphered | MetricDP) for event in self.events)
        return (_EQUALITY,) if compared else ()

    def _sum(self) -> str:
        kept = sum(event.count for event in self.events if isinstance(event, Kept))
        clear = f"; {kept} in clear" if kept else ""
        rewritten = sum(event.count for event in self.events if isinstance(event, Rewritten))
        clear += f"; {rewritten} rewritten, without a guarantee" if rewritten else ""
        units = dict.fromkeys(event.unit_name for event in self.events if isinstance(event, Apart))
        apart = "".join(f"; apart, in {unit}: {rounded_up(self.spent_in(unit))}" for unit in units)
        return f"epsilon spent: {rounded_up(self.spent)} (computational: the coins come from a keyed PRF){apart}{clear}"

    def as_dict(self) -> dict[str, object]:
        """The ledger as JSON-ready data. Fractions are exact, as strings."""
        events = [{"kind": type(event).__name__, **_plain(asdict(event))} for event in self.events]
        return {"epsilon": str(self.epsilon), "spent": str(self.spent), "events": events}

    def __rich__(self) -> RenderableType:
        return as_table(self.events, self._sum())

    def _repr_html_(self) -> str:
        return as_html(self.events, self._sum())


def _plain(fields: Mapping[str, object]) -> dict[str, object]:
    return {name: str(value) if isinstance(value, Fraction) else value for name, value in fields.items()}
