"""What a session has fixed, and what one message adds to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from privacy_chains.dependencies import Dependencies, DrawnKey
from privacy_chains.dependencies import NumberedMessage as Numbers
from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.desanitize import Issued
from privacy_chains.ledger import Event, Ledger
from privacy_chains.preempt.annotate import Spans, Value
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.needles import Needle

__all__ = ["Context", "Found", "Memory", "Outcome", "Said"]

Found: TypeAlias = Needle | NumberKey
"""What is private everywhere: a value to search for, or a number of a type in any spelling."""


@dataclass(frozen=True, slots=True, repr=False)
class Outcome:
    """What one message becomes, and what it adds to the session's memory."""

    texts: tuple[str, ...]
    spans: Spans
    originals: tuple[tuple[str, ...], ...]
    issued: Mapping[Value, Issued]
    needles: tuple[Needle, ...]
    settled: Mapping[tuple[str, Fraction], Fraction]
    printed: Mapping[tuple[str, Fraction], Fraction]
    numbers: Numbers
    events: tuple[Event, ...]
    drawn: frozenset[DrawnKey] = frozenset()
    asked: frozenset[tuple[str, Fraction]] = frozenset()

    @property
    def found(self) -> Iterator[Found]:
        """What later messages are searched for because of this one."""
        yield from self.needles
        yield from self.settled


class Said(NamedTuple):
    """What one message says.

    Attributes:
        texts: Its texts.
        from_model: Whether it is in the model's name.
        kept: The proof of what the model wrote, where the message was edited since.
        asked: The model's question that it answers, which shows what a bare value means.
    """

    texts: tuple[str, ...]
    from_model: bool = False
    kept: str | None = None
    asked: str = ""

    def unasked(self) -> Said:
        """The same without its question: a trimmed history may lack it, and the answer must be sent unchanged."""
        return self._replace(asked="")

    def __repr__(self) -> str:
        return f"Said(texts={len(self.texts)}, from_model={self.from_model})"


@dataclass(slots=True, repr=False)
class Memory:
    """What a session has fixed: what a replay of its messages would produce, and what else is known under its name."""

    needles: dict[Needle, None] = field(default_factory=dict)
    settled: dict[tuple[str, Fraction], Fraction] = field(default_factory=dict)
    printed: dict[tuple[str, Fraction], Fraction] = field(default_factory=dict)
    issued: dict[tuple[str, str, str], Issued] = field(default_factory=dict)
    drawn: set[DrawnKey] = field(default_factory=set)
    asked: set[tuple[str, Fraction]] = field(default_factory=set)
    numbers: list[Numbers] = field(default_factory=list)
    outcomes: dict[Said, Outcome] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    told: dict[NumberKey, None] = field(default_factory=dict)

    @property
    def private_numbers(self) -> Mapping[NumberKey, object]:
        """The numbers to look for in any spelling: the session's, and others that are known under its name."""
        return {**self.told, **self.settled} if self.told else self.settled

    @property
    def ledger(self) -> Ledger:
        """Everything that was released; merged on demand, not with every message."""
        return Ledger.of(self.events)

    def branch(self) -> Memory:
        """A copy that can be extended without fixing anything."""
        return Memory(*(copy(getattr(self, each.name)) for each in fields(self)))

    def recall(self, found: Iterable[Found]) -> None:
        """Learn what else is private. It only affects what is found, not how values are released."""
        for one in found:
            if isinstance(one, Needle):
                self.needles[one] = None
            else:
                self.told[one] = None

    def carry(self, pairs: Iterable[Issued], needles: Iterable[Needle]) -> None:
        """Learn what a message that is gone had issued; later releases do not depend on it."""
        for pair in pairs:
            self.issued.setdefault((pair.entity_type, pair.original, pair.surrogate), pair)
        self.needles.update(dict.fromkeys(needles))

    def commit(self, said: Said, outcome: Outcome) -> None:
        """Fix what a message added."""
        self.needles.update(dict.fromkeys(outcome.needles))
        for key, number in outcome.settled.items():
            self.settled.setdefault(key, number)
            self.printed.setdefault(key, outcome.printed[key])
        for (entity_type, original), issued in outcome.issued.items():
            self.issued.setdefault((entity_type, original, issued.surrogate), issued)
        self.drawn |= outcome.drawn
        self.asked |= outcome.asked
        if outcome.numbers.mentions:
            self.numbers.append(outcome.numbers)
        self.outcomes[said] = outcome
        if said.asked:
            self.outcomes[said.unasked()] = outcome
        self.events += outcome.events


@dataclass(frozen=True, slots=True)
class Context:
    """What a message is sanitized under, apart from its own texts."""

    engine: Engine
    session: str
    dependencies: Dependencies | None = None
