"""Binding: find the numbers of a message that a formula's variables stand for.

A variable is bound by an explicit place, by a literal, by an entity type with its name, or by the words of its name
near a number. If several numbers are possible, the original numbers decide: they must satisfy the formula. If several
sets of numbers without a common number satisfy a formula, it holds for each set. If some variables are not stated, the
relations that follow for the others are bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from privacy_chains.dependencies.eliminate import eliminated
from privacy_chains.dependencies.evidence import Candidates, Leaves, RelationEvidence, ambiguity, clearest, inlined
from privacy_chains.dependencies.expressions import Constant, Expression, FunctionCall
from privacy_chains.dependencies.graph import Equation, NumberKey, with_slack
from privacy_chains.dependencies.helper import Dependencies, Formula
from privacy_chains.dependencies.lists import list_of, over_lists
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import is_multiple

__all__ = ["Bound", "bind"]

_MOST_TRIALS = 5000
_CLOSE = Fraction(4, 5)
_ROUNDED = Fraction(1, 100)
"""The tolerance for a number that is computed through numbers that are not stated."""

Assignment: TypeAlias = Mapping[str, NumberKey]


@dataclass(frozen=True, slots=True)
class Bound:
    """What formulas say about a message's numbers.

    Attributes:
        equations: The equations among these numbers and the numbers of earlier messages.
        grains: For each number that a formula rounds, the step of which it is a multiple.
    """

    equations: tuple[Equation, ...] = ()
    grains: Mapping[NumberKey, Fraction] = field(default_factory=dict, repr=False)


def bind(dependencies: Dependencies, message: NumberedMessage, earlier: Sequence[NumberedMessage] = ()) -> Bound:
    """Bind formulas to the numbers of a message and of earlier messages.

    Raises:
        DependencyError: Numbers contradict a formula, or it is ambiguous which numbers a formula refers to. The message
            names variables and positions.
    """
    binder = _Binder(dependencies, message, earlier)
    bound = {formula: binder.equations(formula) for formula in dependencies.formulas}
    for formula, equations in bound.items():
        if not equations:
            inlined = binder.inlined(formula)
            bound[formula] = binder.equations(inlined, through=True) if inlined != formula else ()
    waiting = [formula for formula, equations in bound.items() if not equations]
    equations = *(equation for found in bound.values() for equation in found), *binder.implied(waiting)
    return Bound(equations, dict(binder.grains(bound)))


class _Binder:
    """Binds the formulas of one helper string to one message."""

    def __init__(
        self, dependencies: Dependencies, message: NumberedMessage, earlier: Sequence[NumberedMessage]
    ) -> None:
        self._message = message
        self._evidence = RelationEvidence(dependencies, message, earlier)
        self._definitions = dependencies.definitions
        self._leaves = Leaves(self._definitions, self._is_stated)

    def inlined(self, formula: Formula) -> Formula:
        """A formula in which definitions replace the variables without a number nearby, recursively.

        The formula stays unchanged if the result would have more than one number without evidence, or only a single
        number.
        """
        names = self._leaves.of(formula.expression) | {formula.name}
        stated = sum(map(self._is_stated, names))
        if stated < max(2, len(names) - 1):
            return formula
        return inlined(formula, self._definitions, self._is_stated)

    def _is_stated(self, name: str) -> bool:
        return bool(self._evidence.candidates(name))

    def equations(self, formula: Formula, *, through: bool = False) -> tuple[Equation, ...]:
        """A formula's equations. There are none if some of its numbers are missing.

        With ``through``, the formula passes through numbers that are not stated and may have been rounded.
        """
        listed = list_of(formula)
        if listed:
            return tuple(over_lists(formula, listed, self._message, self._evidence))
        through = through and all(map(self._is_stated, formula.variables))
        leeway = _ROUNDED if through else Fraction(0)
        scored = list(self._assignments(formula, self._evidence.likely, leeway))
        if not scored:
            clear = {name: clearest(self._evidence.candidates(name)) for name in sorted(formula.variables)}
            if set(clear.values()) <= self._message.settled.keys():
                return tuple(self._closed(formula, clear))
            _refuse_contradiction(formula, clear)
            scored = list(self._assignments(formula, self._evidence.possible))
        if not scored:
            return ()
        chosen = self._choose(formula, scored)
        return tuple(Equation(formula.name, formula.expression, assignment) for assignment in chosen)

    def _closed(self, formula: Formula, clear: Mapping[str, NumberKey | None]) -> Iterator[Equation]:
        """A formula whose numbers were all released before. Nothing is left to solve, but it must hold."""
        keys = {name: key for name, key in clear.items() if key is not None}
        if not set(self._message.keys).isdisjoint(keys.values()):
            yield Equation(formula.name, formula.expression, keys)

    def implied(self, waiting: Sequence[Formula]) -> Iterator[Equation]:
        """The relations among the other numbers that follow from formulas with unstated variables.

        Nobody wrote such a relation, so it counts only if words name every number and the numbers satisfy it.
        """
        unknown = [item for item in waiting if not all(map(self._is_stated, item.variables))]
        for formula in eliminated(unknown, self._is_stated):
            for _, keys in self._assignments(formula, self._named, _ROUNDED):
                yield Equation(formula.name, formula.expression, keys)

    def _named(self, name: str) -> Candidates:
        """The one number that words clearly name, if there is exactly one."""
        key = clearest(self._evidence.candidates(name))
        return {} if key is None else {key: Fraction(1)}

    def grains(self, bound: Mapping[Formula, Sequence[Equation]]) -> Iterator[tuple[NumberKey, Fraction]]:
        """The numbers that a formula rounds, with the steps of which they are multiples."""
        for formula, equations in bound.items():
            grain = _grain(formula.expression)
            if not grain:
                continue
            clear = clearest(self._evidence.candidates(formula.name))
            for key in (*(equation.keys[formula.name] for equation in equations), *([clear] if clear else [])):
                if is_multiple(key[1], grain):
                    yield key, grain

    def _choose(self, formula: Formula, scored: Sequence[tuple[Fraction, Assignment]]) -> list[Assignment]:
        """The best assignments without a common number, likeliest first, exact ones before rounded ones.

        Raises:
            DependencyError: Two assignments with a common number are equally likely, and more than arithmetic supports
                them.
        """
        least = max(score for score, _ in scored) * _CLOSE
        ranks: dict[tuple[Fraction, bool], list[Assignment]] = {}
        for score, assignment in scored:
            if score >= least:
                exact = not Equation(formula.name, formula.expression, assignment).residual(self._message.numbers)
                ranks.setdefault((score, exact), []).append(assignment)
        chosen: list[Assignment] = []
        taken: set[NumberKey] = set()
        for rank in sorted(ranks, reverse=True):
            new = [item for item in _distinct(formula, ranks[rank]) if taken.isdisjoint(item.values())]
            if not _are_disjoint(new):
                if any(not self._evidence.candidates(name) for name in formula.variables):
                    continue  # only numerical coincidences
                raise DependencyError(self._ambiguous(formula, new))
            chosen += new
            taken.update(key for item in new for key in item.values())
        return chosen

    def _assignments(
        self, formula: Formula, choices: Callable[[str], Candidates], leeway: Fraction = Fraction(0)
    ) -> Iterator[tuple[Fraction, Assignment]]:
        """Every choice of numbers that satisfies the formula, with its score."""
        message = self._message
        names = sorted(set(formula.expression.variables()))
        options = [list(choices(name).items()) for name in names]
        if prod(map(len, options)) > _MOST_TRIALS:
            options = [list(self._evidence.candidates(name).items()) for name in names]
        if prod(map(len, options)) > _MOST_TRIALS:
            msg = f"the variables of the formula for {formula.name!r} fit too many numbers; bind them by place"
            raise DependencyError(msg)
        left = choices(formula.name)
        for choice in product(*options):
            keys = dict(zip(names, (key for key, _ in choice), strict=True))
            value, slack = self._value(formula, keys)
            slack += leeway * abs(value or Fraction(0))
            likely = sum((score for _, score in choice), Fraction(0))
            for key, score in left.items():
                near = value is not None and abs(value - key[1]) <= slack + message.steps[key].finest
                if near and not any(key == other and not likelihood for other, likelihood in choice):
                    assignment = {**keys, formula.name: key}
                    if keys.get(formula.name, key) == key and not set(assignment.values()) <= message.settled.keys():
                        yield score + likely, assignment

    def _value(self, formula: Formula, keys: Assignment) -> tuple[Fraction | None, Fraction]:
        """The value of the right side for the true numbers (None if it has no value), and its slack."""
        steps = self._message.steps
        try:
            return with_slack(
                formula.expression,
                {name: key[1] for name, key in keys.items()},
                {name: steps[key].finest / 2 for name, key in keys.items()},
            )
        except DependencyError:
            return None, Fraction(0)

    def _ambiguous(self, formula: Formula, assignments: Sequence[Assignment]) -> str:
        """The error for several assignments that are equally likely."""
        choices = {
            name: list(dict.fromkeys(assignment[name] for assignment in assignments))
            for name in sorted(formula.variables)
        }
        return ambiguity(formula, choices, [self._message])


def _grain(expression: Expression) -> Fraction:
    """The step of an expression that rounds; 0 for other expressions."""
    match expression:
        case FunctionCall("round", (_,)):
            return Fraction(1)
        case FunctionCall("round", (_, Constant(step))):
            return step
    return Fraction(0)


def _refuse_contradiction(formula: Formula, clear: Mapping[str, NumberKey | None]) -> None:
    """Raise if every variable clearly stands for one number, because these numbers do not satisfy the formula."""
    if all(clear.values()) and len(set(clear.values())) == len(clear):
        names = ", ".join(map(repr, sorted(clear)))
        raise DependencyError(f"the numbers found for {names} contradict the formula for {formula.name!r}")


def _distinct(formula: Formula, assignments: Sequence[Assignment]) -> list[Assignment]:
    """One assignment from each set of equivalent ones: the order of a sum's terms does not matter."""
    kept: dict[tuple[object, ...], Assignment] = {}
    for assignment in assignments:
        keys = sorted(set(assignment.values()))
        nudged = {key: key[1] + Fraction(at * at + 1, 7) for at, key in enumerate(keys)}
        try:
            value = formula.expression.value({name: nudged[key] for name, key in assignment.items()})
        except DependencyError:
            value = None
        kept.setdefault((assignment[formula.name], tuple(keys), value), assignment)
    return list(kept.values())


def _are_disjoint(assignments: Sequence[Assignment]) -> bool:
    keys = [key for assignment in assignments for key in set(assignment.values())]
    return len(keys) == len(set(keys))
