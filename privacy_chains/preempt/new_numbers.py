"""What the model's answers by formula are in surrogates: new numbers, in messages in the model's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from privacy_chains.contract.spans import Span
from privacy_chains.detect.escapes import unescaped
from privacy_chains.errors import FormatError
from privacy_chains.formats.clocks import NOON, minutes_of
from privacy_chains.formats.quantity import Quantity
from privacy_chains.preempt.memory import Context, Memory, Said
from privacy_chains.preempt.policy import AddNoise

__all__ = ["AnswersByFormula"]


@dataclass(frozen=True, slots=True)
class AnswersByFormula:
    """Recognizes answers by formula in a message in the model's name.

    Attributes:
        said: The message.
        context: What messages are sanitized under.
        memory: What the session has fixed.
    """

    said: Said
    context: Context
    memory: Memory
    _parts: dict[tuple[str, Fraction], frozenset[int]] = field(default_factory=dict)
    _answers: list[frozenset[Fraction]] = field(default_factory=list)

    def hold(self, index: int, span: Span) -> bool:
        """Whether a span of a text is such an answer."""
        value = self.said.texts[index][span.start : span.end]
        return self._is_answer(span.entity_type, value) and self._is_new(span.entity_type, value)

    def _is_new(self, entity_type: str, value: str) -> bool:
        """Whether this is a number that the session has not released, nor the day or the time of a released moment."""
        rule = self.context.engine.policy.rules.get(entity_type)
        if not isinstance(rule, AddNoise):
            return False
        plain = unescaped(value)
        try:
            quantity = rule.format.read(plain)
        except FormatError:
            return True
        forms = (rule.format, *rule.format.others(plain))
        if any((entity_type, form.read(plain).number) in self.memory.settled for form in forms):
            return False
        return not self._is_part(rule.format.unit, quantity)

    def _is_answer(self, entity_type: str, value: str) -> bool:
        """Whether this is the answer of a formula as the model computed it."""
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
        """Whether a date or time of day is a released moment at a lower precision."""
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
