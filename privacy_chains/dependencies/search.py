"""The search for values of numbers that share equations: the drawn ones, moved and printed so that formulas hold.

Everything here looks at noisy values, spellings, declared domains and the equations; never at how far a true number
is from its release. It is post-processing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from fractions import Fraction
from itertools import islice

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.free_values import Taken
from privacy_chains.dependencies.graph import Derivation, Equation, NumberKey, Plan, Precision
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import is_multiple, nearest_multiple, printed_step

__all__ = ["Beside", "Search", "Trial"]

_MOST_TRIALS = 400
_MOST_WORK = 40_000
"""Numbers decided in all trials of one cluster together."""

_MOST_FOR_LOOKS = 60
"""Trials after which formulas that hold are enough, though numbers may be equal or leave what is declared."""

_MOST_AIMED = 4
_CENT, _TINY = Fraction(1, 100), Fraction(1, 10**9)
_MOST_SECANTS = 8
_NEAR, _MOST_FAR = 100, 100


@dataclass(frozen=True, slots=True)
class Trial:
    """Values of one cluster's numbers, and the steps that they are printed with. Hold true values: not shown."""

    numbers: dict[NumberKey, Fraction] = field(repr=False)
    steps: dict[NumberKey, Fraction] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Beside:
    """What a cluster is decided beside. Holds true values: not shown.

    Attributes:
        numbers: What is decided already.
        printed: The step that each number is printed with, as far as that is decided; the finest stated otherwise.
        stated: The finest step that each number was stated with.
        taken: Released values that others have.
        domains: What is declared about each number of the message.
        trusted: Equations that must hold, unlike those that were only recognised.
    """

    numbers: dict[NumberKey, Fraction] = field(repr=False)
    printed: dict[NumberKey, Fraction] = field(repr=False)
    stated: Mapping[NumberKey, Fraction] = field(repr=False)
    taken: Taken = field(repr=False)
    domains: Mapping[NumberKey, Domain] = field(repr=False)
    trusted: frozenset[int] = field(repr=False)

    def add(self, decided: Trial) -> None:
        """Take over what one cluster came to."""
        self.numbers.update(decided.numbers)
        self.printed.update(decided.steps)
        for (entity_type, _), number in decided.numbers.items():
            self.taken.add(entity_type, number)

    def refuse_broken(self, equations: Iterable[Equation]) -> None:
        """Raise where formulas of numbers that are all decided do not hold.

        Raises:
            DependencyError: It names the formulas' variables.
        """
        decided = Trial(self.numbers, self.printed)
        broken = [equation for equation in equations if not equation.holds(self.numbers, self.printed)]
        if any(self.must_hold(equation, decided) for equation in broken):
            raise DependencyError(f"the formula for {_names(broken)} cannot hold: its numbers were released earlier")

    def must_hold(self, equation: Equation, trial: Trial) -> bool:
        """Whether a formula that does not hold has to: it held in the original, or not even rounding explains it."""
        true = {key: key[1] for key in equation.nodes}
        return equation.holds(true, self.stated) or not equation.is_plausible(trial.numbers, trial.steps)


def _names(broken: Iterable[Equation]) -> str:
    return ", ".join(dict.fromkeys(repr(equation.name) for equation in broken))


def _sentence(broken: Iterable[Equation]) -> str:
    return f"the formula for {_names(broken)} cannot hold beside the other formulas and releases"


def _computes(step: Derivation) -> bool:
    """Whether a number is computed as the left side of its equation, which then holds as it is printed."""
    return step.equation.computes(step.key)


class _Decimals(Enum):
    """How many decimals a computed number is printed with."""

    STATED = auto()
    """As it is stated."""
    NEEDED = auto()
    """As many more as its formulas need."""
    MOST = auto()
    """As many as it takes to say it exactly, or nearly so: others are computed from it."""
    ALL = auto()
    """It is not printed: exact."""

    def of(self, number: Fraction, steps: Precision) -> tuple[Fraction, ...]:
        """The steps to try, in order."""
        if self is _Decimals.STATED:
            return (steps.finest,)
        options = (steps.finest, *steps.finer)
        if self is _Decimals.NEEDED:
            return options
        exact = next((step for step in options if is_multiple(number, step)), options[-1])
        return exact, *options


Faults = tuple[int, int, int, int]
"""How many formulas are broken, how many do not hold as they are printed, how many numbers leave what is declared, and
how many are equal to another's."""


class Search:
    """Finds values for one cluster with as few faults as possible, by moving its roots a little."""

    def __init__(self, plan: Plan, beside: Beside) -> None:
        self._plan, self._beside, self._domains = plan, beside, beside.domains
        nodes = {key for equation in plan.equations for key in equation.nodes}
        self._fixed = {key: beside.numbers[key] for key in nodes if key in beside.numbers}
        self._steps = {key: beside.printed[key] for key in nodes}
        computed = {id(step.equation) for step in plan.steps if isinstance(step, Derivation) and _computes(step)}
        tenths = 10 * _CENT in self._steps.values()
        self._exact = {
            id(equation)
            for equation in plan.equations
            if tenths and id(equation) in computed and self._lacks_a_zero(equation)
        }
        self._checked = [equation for equation in plan.equations if id(equation) not in computed]
        self._closing = _closing(plan) if self._checked else {}
        self._backward = [step.key for step in plan.steps if isinstance(step, Derivation) and not _computes(step)]

    def best(self, roots: Mapping[NumberKey, Fraction]) -> Trial:
        """The values with the fewest faults, the nearest to the drawn roots.

        Raises:
            DependencyError: A formula stays broken, or has no value.
        """
        best: tuple[Faults, Trial] | None = None
        problem = DependencyError("a formula cannot be satisfied")
        for trials, (moved, decimals) in enumerate(self._moves(roots)):
            enough = decimals is not _Decimals.STATED or trials > _MOST_FOR_LOOKS
            if enough and best is not None and not any(best[0][:2]):
                break  # all formulas hold as it is
            try:
                trial = self._evaluate(moved, decimals)
                faults = self._faults(trial)
            except DependencyError as error:
                problem = error
                continue
            if best is None or faults < best[0]:
                best = faults, trial
            if not any(faults):
                break
        if best is None:
            raise problem
        if best[0][0]:
            trial = best[1]
            raise DependencyError(
                _sentence(item for item in self._checked if not item.holds(trial.numbers, trial.steps))
            )
        return best[1]

    def _moves(self, roots: Mapping[NumberKey, Fraction]) -> Iterator[tuple[Mapping[NumberKey, Fraction], _Decimals]]:
        """What to try for the roots, and how many decimals may be printed.

        The roots as drawn; numbers moved to where a formula that does not hold wants them; one root moved a little; all
        that with more decimals; then one root moved ever further.
        """
        movable = [key for key in roots if not self._domains[key].noise.is_public(key[1])]
        most = min(_MOST_TRIALS, _MOST_WORK // len(self._plan.steps))
        for decimals in (_Decimals.STATED, _Decimals.NEEDED, _Decimals.MOST):
            yield roots, decimals
            yield from ((moved, decimals) for moved in self._aimed(roots, movable, decimals))
            if decimals is not _Decimals.MOST:
                yield from ((moved, decimals) for moved in islice(self._moved(roots, movable, range(1, _NEAR)), most))
        far = ((_NEAR * 11**power) // 10**power for power in range(_MOST_FAR))
        yield from ((moved, _Decimals.NEEDED) for moved in islice(self._moved(roots, movable, far), most))

    def _moved(
        self, roots: Mapping[NumberKey, Fraction], movable: Sequence[NumberKey], distances: Iterable[int]
    ) -> Iterator[Mapping[NumberKey, Fraction]]:
        """One root moved by each number of printed steps."""
        for distance in distances:
            for key in movable:
                low, high = self._domains[key].bounds
                for moved in (distance, -distance):
                    number = roots[key] + moved * self._domains[key].steps.coarsest
                    if low <= number <= high:
                        yield {**roots, key: number}

    def _aimed(
        self, roots: Mapping[NumberKey, Fraction], movable: Sequence[NumberKey], decimals: _Decimals
    ) -> Iterator[Mapping[NumberKey, Fraction]]:
        """One number moved to where a formula that does not hold would, if it were linear.

        That is a root, or one that is computed backward: its formula leaves it some room.
        """
        try:
            trial = self._evaluate(roots, decimals)
            failing = [item for item in self._checked if not item.holds(trial.numbers, trial.steps)][:_MOST_AIMED]
        except DependencyError:
            return
        for key in (*movable[:_MOST_AIMED], *self._backward[:_MOST_AIMED]) if failing else ():
            for equation in failing:
                aim = self._aim(equation, roots, key, trial.numbers[key])
                if aim is not None:
                    yield from self._printable(roots, key, aim, decimals)

    def _printable(
        self, roots: Mapping[NumberKey, Fraction], key: NumberKey, aim: Fraction, decimals: _Decimals
    ) -> Iterator[Mapping[NumberKey, Fraction]]:
        """One number moved to the values near its aim; one that is computed finds the decimals that it needs."""
        if key not in roots:
            yield {**roots, key: aim}
            return
        domain = self._domains[key]
        low, high = domain.bounds
        for step in (domain.steps.coarsest, *(domain.steps.finer if decimals is not _Decimals.STATED else ())):
            number = nearest_multiple(aim, step)
            if low <= number <= high or (decimals is _Decimals.MOST and domain.admits(number)):
                yield {**roots, key: number}

    def _aim(
        self, equation: Equation, roots: Mapping[NumberKey, Fraction], key: NumberKey, number: Fraction
    ) -> Fraction | None:
        """A few steps of the secant rule; where that finds no slope, what the equation itself asks for."""
        step = self._domains[key].steps.coarsest
        try:
            for _ in range(_MOST_SECANTS):
                here = self._evaluate({**roots, key: number}, _Decimals.ALL).numbers
                there = self._evaluate({**roots, key: number + step}, _Decimals.ALL).numbers
                missing = equation.residual(here)
                slope = equation.residual(there) - missing
                if not slope:
                    return equation.wanted(key, here)
                moved = nearest_multiple(number - missing * step / slope, _TINY)
                if moved == number:
                    break
                number = moved
        except DependencyError:
            return None
        return number

    def _evaluate(self, roots: Mapping[NumberKey, Fraction], decimals: _Decimals) -> Trial:
        """The cluster's values for given roots, and for numbers that are moved although they can be computed."""
        trial = Trial(dict(self._fixed), dict(self._steps))
        for step in self._plan.steps:
            if isinstance(step, Derivation):
                self._derive(step, trial, roots.get(step.key) if self._backward else None, decimals)
            else:
                trial.numbers[step] = roots[step]
                trial.steps[step] = self._step_for(step, roots[step])
        return trial

    def _step_for(self, key: NumberKey, number: Fraction) -> Fraction:
        """The step that a root's value is printed with."""
        return printed_step(number, (self._steps[key], *self._domains[key].steps.finer))

    def _derive(self, step: Derivation, trial: Trial, aim: Fraction | None, decimals: _Decimals) -> None:
        """Compute a number, or take its aim, and print it so that its formulas hold."""
        key, equation = step.key, step.equation
        number = equation.solve(key, trial.numbers) if aim is None else aim
        alone = not self._checked or self._closing[key] == [equation]
        if decimals is _Decimals.ALL:
            trial.numbers[key] = number
            return
        steps = decimals.of(number, self._domains[key].steps)
        if id(equation) in self._exact and not is_multiple(number, steps[0]):
            trial.numbers[key], trial.steps[key] = nearest_multiple(number, _CENT), _CENT
        elif alone and (_computes(step) or decimals is _Decimals.STATED):
            trial.numbers[key], trial.steps[key] = nearest_multiple(number, steps[0]), min(steps[0], self._steps[key])
        else:
            self._fit(key, number, steps, trial)

    def _fit(self, key: NumberKey, number: Fraction, steps: Sequence[Fraction], trial: Trial) -> None:
        """Print a number so that all the formulas hold that it is the last one of, with as few decimals as that takes.

        First what it was computed as, then anything at which all of them hold.
        """
        for step in steps:
            if self._fits(key, nearest_multiple(number, step), step, trial):
                return
        low, high = self._window(key, trial)
        aim = min(max(number, low), high)
        for step in steps if low <= high else ():
            inside = -(-low // step) * step, high // step * step, nearest_multiple(aim, step)
            for value in sorted(inside, key=lambda value: abs(value - aim)):
                if self._fits(key, value, step, trial):
                    return
        trial.numbers[key], trial.steps[key] = nearest_multiple(number, steps[0]), min(steps[0], self._steps[key])

    def _fits(self, key: NumberKey, number: Fraction, step: Fraction, trial: Trial) -> bool:
        trial.numbers[key], trial.steps[key] = number, step
        return all(equation.holds(trial.numbers, trial.steps) for equation in self._closing[key])

    def _window(self, key: NumberKey, trial: Trial) -> tuple[Fraction, Fraction]:
        """Between which values all the formulas hold that a number is the last one of, as far as that can be told."""
        windows = [equation.window(key, trial.numbers, trial.steps) for equation in self._closing[key]]
        known = [window for window in windows if window is not None]
        if not known:
            return Fraction(0), Fraction(-1)
        return max(low for low, _ in known), min(high for _, high in known)

    def _faults(self, trial: Trial) -> Faults:
        broken = loose = strange = equal = 0
        for equation in self._checked:
            if not equation.holds(trial.numbers, trial.steps):
                asked = id(equation) in self._beside.trusted
                broken += asked and self._beside.must_hold(equation, trial)
                loose += 1
        seen: set[tuple[str, Fraction]] = set()
        for step in self._plan.steps:
            key = step.key if isinstance(step, Derivation) else step
            number = trial.numbers[key]
            strange += isinstance(step, Derivation) and not self._domains[key].admits(number)
            equal += self._beside.taken.holds(key[0], number) or (key[0], number) in seen
            seen.add((key[0], number))
        return broken, loose, strange, equal

    def _lacks_a_zero(self, equation: Equation) -> bool:
        """Whether the left side is exact with one decimal: it may be cents as JSON writes them, ``2.5``."""
        key = equation.keys[equation.name]
        if self._steps[key] != 10 * _CENT or _CENT not in self._domains[key].steps.finer:
            return False
        try:
            return not equation.residual({key: key[1] for key in equation.nodes})
        except DependencyError:
            return False


def _closing(plan: Plan) -> dict[NumberKey, list[Equation]]:
    """For each number the equations that it is the last one to be decided of."""
    order = {step.key if isinstance(step, Derivation) else step: at for at, step in enumerate(plan.steps)}
    closing: dict[NumberKey, list[Equation]] = {key: [] for key in order}
    for equation in plan.equations:
        closing[max((key for key in equation.nodes if key in order), key=order.__getitem__)].append(equation)
    return closing
