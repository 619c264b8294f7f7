"""Numbers that a session has not released, and those of them that the model wrote: they are not secret from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from privacy_chains.detect.escapes import unescaped
from privacy_chains.errors import FormatError
from privacy_chains.formats._clocks import NOON, minutes_of
from privacy_chains.formats.quantity import Quantity
from privacy_chains.memory import Context, Memory, Said
from privacy_chains.policy import AddNoise
from privacy_chains.spans import Span

__all__ = ["NewNumbers", "OwnNumbers"]


@dataclass(frozen=True, slots=True)
class NewNumbers:
    """The numbers that a session has not released.

    Attributes:
        context: What messages are sanitized under.
        memory: What the session has fixed.
    """

    context: Context
    memory: Memory
    _parts: dict[tuple[str, Fraction], frozenset[int]] = field(default_factory=dict)
    _answers: list[frozenset[Fraction]] = field(default_factory=list)

    def are_new(self, entity_type: str, value: str) -> bool:
        """Whether this is a number that the session has not released, nor the day or the time of a released moment."""
        rule = self.context.engine.policy.rules.get(entity_type)
        if not isinstance(rule, AddNoise):
            return False
        try:
            quantity = rule.format.read(unescaped(value))
        except FormatError:
            return True
        if (entity_type, quantity.number) in self.memory.settled:
            return False
        return not self._is_part(rule.format.unit, quantity)

    def is_answer(self, entity_type: str, value: str) -> bool:
        """Whether this is what a formula's answer came to for the model."""
        rule = self.context.engine.policy.rules.get(entity_type)
        if not isinstance(rule, AddNoise) or not self._released_answers():
            return False
        try:
            return rule.format.read(unescaped(value)).number in self._released_answers()
        except FormatError:
            return False

    def _released_answers(self) -> frozenset[Fraction]:
        if not self._answers:
            rules, issued = self.context.engine.policy.rules, self.memory.issued.values()
            released = (item.released for item in issued if item.entity_type not in rules)
            self._answers.append(frozenset(number for number in released if number is not None))
        return self._answers[0]

    def _is_part(self, unit: str, quantity: Quantity) -> bool:
        """Whether a date or a time of day is what a released moment says at a lower precision."""
        if unit not in _OF_MOMENTS:
            return False
        parts = self._parts.get((unit, quantity.step))
        if parts is None:
            parts = frozenset(_OF_MOMENTS[unit](number) // quantity.step for number in self._moments(unit))
            self._parts[unit, quantity.step] = parts
        number = quantity.number + NOON if unit == "days" else quantity.number
        return number // quantity.step in parts

    def _moments(self, unit: str) -> Iterator[Fraction]:
        """The true dates that were released; for a time of day, those that had one."""
        rules = self.context.engine.policy.rules
        days = {name for name, rule in rules.items() if isinstance(rule, AddNoise) and rule.format.unit == "days"}
        for key, step in self.memory.printed.items():
            if key[0] in days and (step < 1 or unit == "days"):
                yield key[1]


_OF_MOMENTS: Mapping[str, Callable[[Fraction], Fraction]] = MappingProxyType(
    {"days": lambda number: number + NOON, "minutes": minutes_of}
)
"""What a moment is in days, and its time of day in minutes, for the units of formats."""


_FIGURES = re.compile(r"[0-9]+(?:[.,:/\-][0-9]+)*")


class OwnNumbers:
    """The numbers of a message that the model wrote: those that stand in what it wrote, too, at the same place.

    Reading an answer back puts a number where one was. So the figures of both forms answer one another in order; if
    they are not as many, it is not known which do, and none is the model's. An answer by formula is the model's, too.

    Args:
        said: The message.
        numbers: What is new.
    """

    def __init__(self, said: Said, numbers: NewNumbers) -> None:
        wrote = said.wrote or ()
        self._wrote = wrote if len(wrote) == len(said.texts) else ("",) * len(said.texts)
        self._texts, self._numbers = said.texts, numbers
        self._same = [_same_figures(*forms) for forms in zip(self._texts, self._wrote, strict=True)]

    def hold(self, index: int, span: Span) -> bool:
        """Whether a span of a text is a new number that the model wrote there."""
        value = self._texts[index][span.start : span.end]
        return (self._is_same(index, span) or self._numbers.is_answer(span.entity_type, value)) and (
            self._numbers.are_new(span.entity_type, value)
        )

    def _is_same(self, index: int, span: Span) -> bool:
        if self._texts[index] == self._wrote[index]:
            return True
        figures = {found.start() for found in _FIGURES.finditer(self._texts[index], span.start, span.end)}
        return bool(figures) and figures <= self._same[index]


def _same_figures(text: str, wrote: str) -> set[int]:
    """Where figures begin that are the same in what the model wrote, by their order."""
    figures, before = [*_FIGURES.finditer(text)], _FIGURES.findall(wrote)
    if len(figures) != len(before):
        return set()
    return {found.start() for found, one in zip(figures, before, strict=True) if found[0] == one}
