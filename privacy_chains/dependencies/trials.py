"""Values to try for numbers that share equations, and what is already decided about other numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.free_values import FreeValues
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.errors import DependencyError

__all__ = ["Beside", "Trial", "cannot_hold"]


@dataclass(frozen=True, slots=True)
class Trial:
    """Values of one cluster's numbers, with the steps with which they are printed. Holds true values: not shown."""

    numbers: dict[NumberKey, Fraction] = field(repr=False)
    steps: dict[NumberKey, Fraction] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Beside:
    """What is already decided outside a cluster. Holds true values: not shown.

    Attributes:
        numbers: The numbers that are already decided.
        printed: The step with which each number is printed, if it is decided; otherwise the finest stated one.
        stated: The finest step with which each number was stated.
        taken: Released values that other numbers have.
        domains: What is declared about each number of the message.
        trusted: Equations that must hold, unlike those that were only recognised.
    """

    numbers: dict[NumberKey, Fraction] = field(repr=False)
    printed: dict[NumberKey, Fraction] = field(repr=False)
    stated: Mapping[NumberKey, Fraction] = field(repr=False)
    taken: FreeValues = field(repr=False)
    domains: Mapping[NumberKey, Domain] = field(repr=False)
    trusted: frozenset[int] = field(repr=False)

    def add(self, decided: Trial) -> None:
        """Add the values of one cluster."""
        self.numbers.update(decided.numbers)
        self.printed.update(decided.steps)
        for (entity_type, _), number in decided.numbers.items():
            self.taken.add(entity_type, number)

    def refuse_broken(self, equations: Iterable[Equation]) -> None:
        """Raise if all numbers of a formula are decided and it does not hold.

        Raises:
            DependencyError: A formula does not hold. The message names its variables.
        """
        decided = Trial(self.numbers, self.printed)
        broken = [equation for equation in equations if not equation.holds(self.numbers, self.printed)]
        if any(self.must_hold(equation, decided) for equation in broken):
            raise DependencyError(f"the formula for {_names(broken)} cannot hold: its numbers were released earlier")

    def must_hold(self, equation: Equation, trial: Trial) -> bool:
        """Whether it is an error that a formula is broken: it held in the original, or rounding cannot explain it."""
        true = {key: key[1] for key in equation.nodes}
        return equation.holds(true, self.stated) or not equation.is_plausible(trial.numbers, trial.steps)


def _names(broken: Iterable[Equation]) -> str:
    return ", ".join(dict.fromkeys(repr(equation.name) for equation in broken))


def cannot_hold(broken: Iterable[Equation]) -> str:
    """The error text for broken formulas. It names their variables."""
    return f"the formula for {_names(broken)} cannot hold beside the other formulas and releases"
