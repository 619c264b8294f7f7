"""Elimination: derive relations among stated numbers from formulas with a variable that is not stated yet.

Take ``tax = 20% of income`` and ``net = income - tax``. Net is four times the tax, even before any income is stated. If
tax and net got independent noise, no income stated later would fit both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from privacy_chains.dependencies.expressions import (
    DEEPEST,
    Constant,
    Expression,
    FunctionCall,
    Power,
    Product,
    Sum,
    Variable,
)
from privacy_chains.dependencies.helper import Formula
from privacy_chains.errors import DependencyError

__all__ = ["eliminated"]

_MOST_VARIABLES = 60
_MOST_STEPS = 500
_STEPPED = frozenset({"abs", "max", "min", "round", "years"})


def eliminated(formulas: Iterable[Formula], is_stated: Callable[[str], bool]) -> Iterator[Formula]:
    """Formulas among stated variables, derived from formulas with unstated variables.

    Solves one formula for each unstated variable and substitutes the result into the others. A formula that cannot be
    solved, or that grows too long, is dropped.
    """
    waiting = [_Relation.of(Variable(item.name), item.expression, is_stated) for item in formulas]
    steps = 0
    while (waiting := sorted(_tied(waiting), key=lambda item: item.rank)) and steps < _MOST_STEPS:
        pivot, *others = waiting
        name, expression = pivot.solved()
        waiting = []
        steps += 1
        for relation in others:
            if expression is None or name not in relation.open:
                waiting.append(relation)
                continue
            steps += 1
            following = relation.substituted(name, expression, is_stated)
            if not following.is_short:
                continue
            if following.open:
                waiting.append(following)
            elif formula := following.as_formula():
                yield formula


def _tied(relations: Iterable[_Relation]) -> list[_Relation]:
    """The relations whose open variables all occur in another relation too. The rest say nothing about stated ones."""
    kept = {at: relation for at, relation in enumerate(relations) if relation.is_short}
    uses: dict[str, set[int]] = {}
    for at, relation in kept.items():
        for name in relation.open:
            uses.setdefault(name, set()).add(at)
    alone = [name for name, places in uses.items() if len(places) == 1]
    while alone:
        for at in uses[alone.pop()]:
            for other in kept.pop(at).open:
                uses[other] = uses[other] - {at}
                if len(uses[other]) == 1:
                    alone.append(other)
    return list(kept.values())


@dataclass(frozen=True, slots=True)
class _Relation:
    """Two equal expressions, the names in them, and those names that are not stated, in reading order."""

    left: Expression
    right: Expression
    names: tuple[str, ...]
    open: tuple[str, ...]

    @classmethod
    def of(cls, left: Expression, right: Expression, is_stated: Callable[[str], bool]) -> _Relation:
        names = (*left.variables(), *right.variables())
        return cls(left, right, names, tuple(name for name in dict.fromkeys(names) if not is_stated(name)))

    @property
    def is_short(self) -> bool:
        """Whether it is short enough to continue with."""
        return len(self.names) <= _MOST_VARIABLES and max(self.left.depth(), self.right.depth()) <= DEEPEST

    @property
    def rank(self) -> tuple[int, bool]:
        """The sort key: relations that are easy to solve come first (few open variables, one of them on the left)."""
        return len(self.open), not (isinstance(self.left, Variable) and self.left.name in self.open)

    def solved(self) -> tuple[str, Expression | None]:
        """The first open variable that the relation can be solved for, and its value."""
        found = ((name, self._isolated(name)) for name in self.open)
        return next((pair for pair in found if pair[1] is not None), ("", None))

    def substituted(self, name: str, expression: Expression, is_stated: Callable[[str], bool]) -> _Relation:
        """The same relation with an expression in place of a variable."""
        left, right = (
            side.replace(lambda other: expression if other == name else None) for side in (self.left, self.right)
        )
        left, right = _simplified(left), _simplified(right)
        idle = [open_ for open_ in self.open if _cancels(_difference(left, right), open_)]
        for open_ in idle:
            left, right = _with(left, open_, 1), _with(right, open_, 1)
        return self.of(left, right, is_stated)

    def as_formula(self) -> Formula | None:
        """The relation as a formula. Its left side is the same, or the first variable that it can be solved for."""
        if isinstance(self.left, Variable):
            return Formula(self.left.name, self.right)
        found = ((name, self._isolated(name)) for name in dict.fromkeys(self.names))
        return next((Formula(name, expression) for name, expression in found if expression is not None), None)

    def _isolated(self, name: str) -> Expression | None:
        """What a variable equals; None if it cannot be solved for."""
        if self.left == Variable(name) and name not in self.right.variables():
            return self.right
        if self.names.count(name) == 1:
            if name in self.left.variables():
                return _isolated(self.left, name, self.right)
            return _isolated(self.right, name, self.left)
        difference = _difference(self.right, self.left)
        if difference.degree(name) != 1:
            return None
        at_zero, at_one = (_with(difference, name, number) for number in (0, 1))
        return Product(((1, at_zero), (-1, _simplified(_difference(at_zero, at_one)))))


def _difference(one: Expression, other: Expression) -> Expression:
    return Sum(((1, one), (-1, other)))


def _simplified(expression: Expression) -> Expression:
    """The expression without variables that make no difference."""
    names = list(expression.variables())
    idle = [name for name in dict.fromkeys(names) if names.count(name) > 1 and _cancels(expression, name)]
    return _simplified(_with(expression, idle[0], 1)) if idle else expression


def _cancels(expression: Expression, name: str) -> bool:
    """Whether a variable makes no difference, tested at arbitrary values of all variables."""
    if _may_hide(expression, name):
        return False
    values = {other: Fraction(at + 5, 3) for at, other in enumerate(dict.fromkeys(expression.variables()))}
    try:
        found = {expression.value({**values, name: Fraction(number)}) for number in (2, 3, 7)}
    except DependencyError:
        return False
    return len(found) == 1


def _may_hide(expression: Expression, name: str) -> bool:
    """Whether a variable is inside a function that a few test values say little about."""
    steps = isinstance(expression, FunctionCall) and expression.function in _STEPPED
    return (steps and name in expression.variables()) or any(_may_hide(part, name) for part in expression.parts())


def _with(expression: Expression, name: str, number: int) -> Expression:
    return expression.replace(lambda other: Constant(Fraction(number)) if other == name else None)


def _isolated(expression: Expression, name: str, target: Expression) -> Expression | None:
    """The value of a variable that occurs once, given that the expression equals a target; None if it is not found."""
    while not isinstance(expression, Variable):
        match expression:
            case Sum(terms):
                ((sign, inside),) = [term for term in terms if name in term[1].variables()]
                others = [(-sign * other, term) for other, term in terms if term is not inside]
                expression, target = inside, Sum(((sign, target), *others))
            case Product(factors):
                ((power, inside),) = [factor for factor in factors if name in factor[1].variables()]
                rest = [(-power * other, factor) for other, factor in factors if factor is not inside]
                expression, target = inside, Product(((power, target), *rest))
            case Power(base, 2):
                expression, target = base, FunctionCall("sqrt", (target,))
            case FunctionCall("sqrt", (inside,)):
                expression, target = inside, Power(target, 2)
            case FunctionCall("sum", arguments):
                expression = Sum(tuple((1, argument) for argument in arguments))
            case FunctionCall("mean", arguments):
                expression = Sum(tuple((1, argument) for argument in arguments))
                target = Product(((1, Constant(Fraction(len(arguments)))), (1, target)))
            case FunctionCall("abs" | "max" | "min" | "round", arguments):  # a guess, checked by the numbers
                expression = next(argument for argument in arguments if name in argument.variables())
            case _:
                return None
    return target
