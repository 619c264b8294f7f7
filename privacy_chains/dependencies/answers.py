"""Answers: numbers that the model is asked for. A formula recomputes them from the true numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from privacy_chains.dependencies.evidence import RelationEvidence, ambiguity, inlined
from privacy_chains.dependencies.expressions import Expression
from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.dependencies.helper import Dependencies, Formula
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity, nearest_multiple

__all__ = ["ComputedAnswer", "answers"]

_MOST_DECIMALS = 4
_USUAL_DECIMALS = 2


@dataclass(frozen=True, slots=True)
class ComputedAnswer:
    """A number that the model is asked for, computed by its formula.

    Attributes:
        name: Its variable.
        released: Its value for the released numbers: a model that calculates correctly returns this.
        true: Its value for the true numbers. Not shown.
    """

    name: str
    released: Fraction
    true: Fraction = field(repr=False)

    def spellings(self) -> Iterator[tuple[tuple[str, Fraction], tuple[str, Fraction]]]:
        """Pairs of what a model may write and what is read back in its place, each with its number.

        A spelling has at least two digits: shorter ones too often mean something else. A number that is written with
        more or fewer decimals is read back with two.
        """
        found: dict[Fraction, tuple[tuple[str, Fraction], tuple[str, Fraction]]] = {}
        for decimals in range(_MOST_DECIMALS + 1):
            step = Fraction(1, 10**decimals)
            written, true = nearest_multiple(self.released, step), nearest_multiple(self.true, step)
            if abs(written) >= 10 * step and (written not in found or decimals <= _USUAL_DECIMALS):
                found[written] = (_spelled(written, decimals), written), (_spelled(true, decimals), true)
            if written == self.released and true == self.true:
                break
        yield from found.values()

    def read_back(self, returned: Quantity) -> Fraction | None:
        """The true number at the precision of the returned one; None if the returned number is not this answer."""
        if abs(returned.number - self.released) > returned.step:
            return None
        return nearest_multiple(self.true, returned.step)


def answers(
    dependencies: Dependencies,
    message: NumberedMessage,
    released: Mapping[NumberKey, Fraction],
    earlier: Sequence[NumberedMessage] = (),
) -> tuple[ComputedAnswer, ...]:
    """The answers whose variables a conversation states, for released and for true numbers.

    A variable stands for a number in the newest message that states it, so the latest value counts.

    Args:
        dependencies: The helper string.
        message: The message that asks for the answers.
        released: The released number for each true number.
        earlier: The messages before it, oldest first.

    Raises:
        DependencyError: It is ambiguous which numbers an answer refers to, or an answer has no value.
    """
    asker = _Asker(dependencies, message, earlier)
    found: list[ComputedAnswer] = []
    for formula in dependencies.answers:
        bound = asker.bound(formula)
        if bound is not None:
            expression, keys = bound
            noisy = expression.value({name: released[key] for name, key in keys.items()})
            true = expression.value({name: key[1] for name, key in keys.items()})
            found.append(ComputedAnswer(formula.name, noisy, true))
    return tuple(found)


class _Asker:
    """Finds the numbers that the variables of answers stand for."""

    def __init__(
        self, dependencies: Dependencies, message: NumberedMessage, earlier: Sequence[NumberedMessage]
    ) -> None:
        self._definitions = dependencies.definitions
        self._messages = (message, *reversed(earlier))
        self._evidence = RelationEvidence(dependencies, message, earlier)

    def bound(self, formula: Formula) -> tuple[Expression, Mapping[str, NumberKey]] | None:
        """An answer's expression and its numbers. Definitions replace variables that no message states.

        None if a variable stands for no number.
        """
        expression = inlined(formula, self._definitions, lambda name: bool(self._best(name))).expression
        choices = {name: self._best(name) for name in dict.fromkeys(expression.variables())}
        if not all(choices.values()):
            return None
        if any(len(keys) > 1 for keys in choices.values()):
            raise DependencyError(ambiguity(formula, choices, self._messages))
        return expression, {name: keys[0] for name, keys in choices.items()}

    def _best(self, name: str) -> tuple[NumberKey, ...]:
        """The numbers with the highest score."""
        candidates = self._evidence.candidates(name)
        most = max(candidates.values(), default=None)
        return tuple(key for key, score in candidates.items() if score == most)


def _spelled(number: Fraction, decimals: int) -> str:
    """Spell a multiple of ``10**-decimals`` in digits."""
    digits = str(abs(int(number * 10**decimals))).zfill(decimals + 1)
    whole, rest = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    return ("-" if number < 0 else "") + whole + (f".{rest}" if rest else "")
