"""Equations among the numbers of a message: the values they give, and the order in which to decide the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeAlias

from privacy_chains.dependencies.expressions import Expression, Sum, Variable
from privacy_chains.errors import DependencyError

__all__ = ["Derivation", "Equation", "NumberKey", "Plan", "Precision", "plan", "with_slack"]

NumberKey: TypeAlias = tuple[str, Fraction]
"""An entity type and a true number. Together they identify one released number within a session."""

_UNKNOWN = "?"


class Precision(NamedTuple):
    """The finest and the coarsest step with which one number is printed.

    Attributes:
        finest: The finest step.
        coarsest: The coarsest.
        finer: The steps that the finest spelling would have with more decimals, coarsest first.
        limits: The smallest and the largest number that all its spellings can express, if there are limits.
    """

    finest: Fraction
    coarsest: Fraction
    finer: tuple[Fraction, ...] = ()
    limits: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True)
class Equation:
    """A formula whose variables are bound to numbers.

    Attributes:
        name: The variable on the left.
        expression: What it equals.
        keys: The number that each variable stands for. Holds true values: not shown.
    """

    name: str
    expression: Expression
    keys: Mapping[str, NumberKey] = field(repr=False)

    @cached_property
    def nodes(self) -> frozenset[NumberKey]:
        """The numbers in it."""
        return frozenset(self.keys.values())

    @cached_property
    def _count(self) -> Counter[str]:
        return Counter(self.expression.variables())

    def _names(self, key: NumberKey) -> list[str]:
        return [name for name, other in self.keys.items() if other == key]

    def _difference(self, key: NumberKey) -> Expression:
        """The right side minus the left, with every variable for ``key`` as one unknown."""
        names = self._names(key)
        whole = Sum(((1, self.expression), (-1, Variable(self.name))))
        return whole.replace(lambda name: Variable(_UNKNOWN) if name in names else None)

    def _single(self, key: NumberKey) -> str | None:
        """The only variable for ``key``, if it occurs once and on the right."""
        names = self._names(key)
        return names[0] if len(names) == 1 and names[0] != self.name and self._count[names[0]] == 1 else None

    @cached_property
    def _is_forward(self) -> bool:
        """Whether the number on the left does not occur on the right."""
        left = self.keys[self.name]
        return not self._count[self.name] and sum(key == left for key in self.keys.values()) == 1

    def computes(self, key: NumberKey) -> bool:
        """Whether ``key`` is the left side and does not occur on the right."""
        return self.keys[self.name] == key and self._is_forward

    def can_solve(self, key: NumberKey) -> bool:
        """Whether the equation determines ``key`` once its other numbers are known."""
        if self.computes(key):
            return True
        single = self._single(key)
        if single is not None and self.expression.invertible(single):
            return True
        return self._difference(key).degree(_UNKNOWN) == 1 and self._slopes(key)

    def _slopes(self, key: NumberKey) -> bool:
        """Whether the unknown does not cancel out, tested at arbitrary values of the others."""
        values = {name: Fraction(at + 2, 3) for at, name in enumerate(self.keys)}
        difference = self._difference(key)
        try:
            ends = [difference.value({**values, _UNKNOWN: Fraction(at)}) for at in (0, 1)]
        except DependencyError:
            return True
        return ends[0] != ends[1]

    def solve(self, key: NumberKey, released: Mapping[NumberKey, Fraction]) -> Fraction:
        """The value of ``key`` that makes the equation hold among released numbers.

        Raises:
            DependencyError: There is no such value.
        """
        values = {name: released[other] for name, other in self.keys.items() if other != key}
        if self.computes(key):
            return self.expression.value(values)
        single = self._single(key)
        if single is not None and self.expression.invertible(single):
            return self.expression.inverse(single, values[self.name], values)
        difference = self._difference(key)
        at_zero = difference.value({**values, _UNKNOWN: Fraction(0)})
        slope = difference.value({**values, _UNKNOWN: Fraction(1)}) - at_zero
        if not slope:
            raise DependencyError(f"the formula for {self.name!r} cannot be solved for the number still open")
        return -at_zero / slope

    def window(
        self, key: NumberKey, numbers: Mapping[NumberKey, Fraction], printed: Mapping[NumberKey, Fraction]
    ) -> tuple[Fraction, Fraction] | None:
        """The range of ``key`` in which the equation holds as printed; None if it cannot be found."""
        left = self.keys[self.name]
        half = printed[left] / 2
        try:
            if self.computes(key):
                value = self.solve(key, numbers)
                return value - half, value + half
            if left == key or not self.can_solve(key):
                return None
            ends = [self.solve(key, {**numbers, left: numbers[left] + side}) for side in (-half, half)]
        except DependencyError:
            return None
        return min(ends), max(ends)

    def wanted(self, key: NumberKey, numbers: Mapping[NumberKey, Fraction]) -> Fraction | None:
        """A value of ``key``, a number on the right, for which a maximum or a rounding equals the left side.

        Raises:
            DependencyError: There is no such value.
        """
        single = self._single(key)
        values = {name: numbers[other] for name, other in self.keys.items()}
        return None if single is None else self.expression.inverse(single, values[self.name], values)

    def residual(self, numbers: Mapping[NumberKey, Fraction]) -> Fraction:
        """The right side minus the left.

        Raises:
            DependencyError: The right side has no value.
        """
        values = {name: numbers[key] for name, key in self.keys.items()}
        return self.expression.value(values) - values[self.name]

    def holds(self, numbers: Mapping[NumberKey, Fraction], printed: Mapping[NumberKey, Fraction]) -> bool:
        """Whether both sides are equal at the step with which the left one is printed."""
        return abs(self.residual(numbers)) <= printed[self.keys[self.name]] / 2

    def is_plausible(self, numbers: Mapping[NumberKey, Fraction], printed: Mapping[NumberKey, Fraction]) -> bool:
        """Whether the printed numbers may be rounded forms of numbers that satisfy the formula."""
        values = {name: numbers[key] for name, key in self.keys.items()}
        halves = {name: printed[key] / 2 for name, key in self.keys.items()}
        value, slack = with_slack(self.expression, values, halves)
        left = self.keys[self.name]
        return abs(value - numbers[left]) <= slack + printed[left]


def with_slack(
    expression: Expression, values: Mapping[str, Fraction], halves: Mapping[str, Fraction]
) -> tuple[Fraction, Fraction]:
    """An expression's value, and how far it may be off because its variables are rounded.

    Raises:
        DependencyError: It has no value.
    """
    value = expression.value(values)
    slack = Fraction(0)
    for name in dict.fromkeys(expression.variables()):
        moved = [_moved(expression, values, name, by) for by in (halves[name], -halves[name]) if by]
        slack += max((abs(other - value) for other in moved), default=Fraction(0))
    return value, slack


def _moved(expression: Expression, values: Mapping[str, Fraction], name: str, by: Fraction) -> Fraction:
    try:
        return expression.value({**values, name: values[name] + by})
    except DependencyError:
        return expression.value(values)


@dataclass(frozen=True, slots=True)
class Derivation:
    """A number that an equation computes from numbers decided before it."""

    key: NumberKey = field(repr=False)
    equation: Equation


@dataclass(frozen=True, slots=True)
class Plan:
    """Which numbers are drawn and which are computed, in order.

    Attributes:
        roots: The numbers that get noise.
        steps: The numbers in the order in which they are decided: a key for a root, a derivation for any other.
        equations: Every equation with a number that is not settled yet.
    """

    roots: tuple[NumberKey, ...] = field(repr=False)
    steps: tuple[NumberKey | Derivation, ...] = field(repr=False)
    equations: tuple[Equation, ...] = field(repr=False)


def plan(keys: Sequence[NumberKey], equations: Iterable[Equation], known: Collection[NumberKey]) -> Plan:
    """Choose roots and derivations by structure alone. Values matter only in that equal numbers are one.

    Each equation has an open number. Numbers that are on no left side become roots first. The rest are derived from
    them, by solving equations in whichever direction is possible.
    """
    return _Planner(keys, list(equations), known).run()


class _Planner:
    """Propagates decided numbers through the equations, one number at a time."""

    def __init__(self, keys: Sequence[NumberKey], equations: list[Equation], known: Collection[NumberKey]) -> None:
        self._keys, self._equations = keys, equations
        self._decided = set(known)
        self._open = [set(equation.nodes) - self._decided for equation in equations]
        self._uses: dict[NumberKey, list[int]] = {}
        for at, equation in enumerate(equations):
            for key in equation.nodes:
                self._uses.setdefault(key, []).append(at)
        self._steps: list[NumberKey | Derivation] = []
        self._roots: list[NumberKey] = []

    def run(self) -> Plan:
        self._follow(at for at in range(len(self._equations)) if len(self._open[at]) == 1)
        computed = {equation.keys[equation.name] for equation in self._equations}
        for key in sorted(self._keys, key=lambda key: key in computed):
            if key not in self._decided:
                self._roots.append(key)
                self._steps.append(key)
                self._decided.add(key)
                self._follow(self._closed(key))
        return Plan(tuple(self._roots), tuple(self._steps), tuple(self._equations))

    def _follow(self, ready: Iterable[int]) -> None:
        """Derive each number that is the last open one of an equation, preferring equations that compute it."""
        waiting = list(ready)
        while waiting:
            waiting.sort(key=self._backward)
            at = waiting.pop(0)
            if len(self._open[at]) != 1:
                continue
            (key,) = self._open[at]
            if self._equations[at].can_solve(key):
                self._steps.append(Derivation(key, self._equations[at]))
                self._decided.add(key)
                waiting += self._closed(key)

    def _closed(self, key: NumberKey) -> Iterator[int]:
        for at in self._uses.get(key, ()):
            self._open[at].discard(key)
            if len(self._open[at]) == 1:
                yield at

    def _backward(self, at: int) -> bool:
        return not any(self._equations[at].computes(key) for key in self._open[at])
