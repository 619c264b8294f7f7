"""Functions of lists, such as a total and the run of numbers that add up to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from privacy_chains.dependencies.evidence import RelationEvidence
from privacy_chains.dependencies.expressions import FunctionCall, Variable
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.helper import Formula
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import NumberedMessage

__all__ = ["list_of", "over_lists"]

_LONGEST_LIST = 60
_FUNCTIONS = frozenset({"sum", "mean", "min", "max"})


def list_of(formula: Formula) -> str:
    """The list variable of a formula such as ``total = sum(items)``; empty for other formulas."""
    call = formula.expression
    if isinstance(call, FunctionCall) and len(call.arguments) == 1 and call.function in _FUNCTIONS:
        (argument,) = call.arguments
        return argument.name if isinstance(argument, Variable) else ""
    return ""


def over_lists(
    formula: Formula, listed: str, message: NumberedMessage, evidence: RelationEvidence
) -> Iterator[Equation]:
    """Equations for a function of a list. Its numbers are bound explicitly, or form a run beside the result."""
    outright = list(evidence.outright(listed))
    mentions = message.mentions
    results = evidence.candidates(formula.name) or {mention.key: Fraction(0) for mention in mentions}
    rows = [outright] if outright else None
    taken: set[NumberKey] = set()
    for at, mention in enumerate(mentions):
        if mention.key not in results or mention.key in taken or mention.key in message.settled:
            continue
        for row in rows if rows is not None else _rows(mentions, at):
            equation = _over_list(formula, listed, mention.key, row)
            if message.fulfils(equation):
                taken.add(mention.key)
                yield equation
                break


def _rows(mentions: Sequence[Mention], at: int) -> Iterator[list[Mention]]:
    """Runs of two or more numbers of one type just before a number, then just after it; longest first."""
    kind = mentions[at].span.entity_type
    for direction in (-1, 1):
        run: list[Mention] = []
        position = at + direction
        while (
            0 <= position < len(mentions) and mentions[position].span.entity_type == kind and len(run) < _LONGEST_LIST
        ):
            run.append(mentions[position])
            position += direction
        for length in range(len(run), 1, -1):
            yield run[:length]


def _over_list(formula: Formula, listed: str, result: NumberKey, row: Sequence[Mention]) -> Equation:
    names = [f"{listed}[{at + 1}]" for at in range(len(row))]
    function = formula.expression.function if isinstance(formula.expression, FunctionCall) else "sum"
    keys = dict(zip(names, (mention.key for mention in row), strict=True))
    return Equation(formula.name, FunctionCall(function, tuple(map(Variable, names))), {**keys, formula.name: result})
