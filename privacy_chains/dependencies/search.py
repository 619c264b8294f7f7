"""The search for values of numbers that share equations: it moves and prints drawn numbers so that formulas hold.

Everything here is post-processing. It looks at noisy values, spellings, declared domains and equations, and never at
the distance between a true number and its release.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction
from itertools import islice

from privacy_chains.dependencies.graph import Derivation, Equation, NumberKey, Plan, Precision
from privacy_chains.dependencies.trials import Beside, Trial, cannot_hold
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import is_multiple, nearest_multiple, printed_step

__all__ = ["RelationSearch"]

_MOST_TRIALS = 400
_MOST_WORK = 40_000
"""The most numbers that all trials of one cluster together may decide."""
_MOST_FOR_LOOKS = 60
"""After this many trials it is enough that formulas hold, even if numbers are equal or leave their domain."""
_MOST_AIMED = 4
_CENT, _TINY = Fraction(1, 100), Fraction(1, 10**9)
_MOST_SECANTS = 8
_NEAR, _MOST_FAR = 100, 100


def _computes(step: Derivation) -> bool:
    """Whether a number is computed as the left side of its equation. The equation then holds as printed."""
    return step.equation.computes(step.key)


class _Decimals(Enum):
    """How many decimals a computed number is printed with."""

    STATED = auto()
    """As many as the number is stated with."""
    NEEDED = auto()
    """As many more as the formulas need."""
    MOST = auto()
    """As many as an exact or nearly exact value takes, because others are computed from it."""
    ALL = auto()
    """Exact: the number is not printed."""

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
"""Counts of: broken formulas, formulas that do not hold as printed, numbers outside their domain, and numbers equal to
another."""


class RelationSearch:
    """Finds values for one cluster with the fewest faults, by moving its roots a little."""

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
        """The values with the fewest faults. Among these, the nearest to the drawn roots.

        Raises:
            DependencyError: A formula is still broken, or has no value.
        """
        best: tuple[Faults, Trial] | None = None
        problem = DependencyError("a formula cannot be satisfied")
        for trials, (moved, decimals) in enumerate(self._moves(roots)):
            enough = decimals is not _Decimals.STATED or trials > _MOST_FOR_LOOKS
            if enough and best is not None and not any(best[0][:2]):
                break  # all formulas hold already
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
                cannot_hold(item for item in self._checked if not item.holds(trial.numbers, trial.steps))
            )
        return best[1]

    def _moves(self, roots: Mapping[NumberKey, Fraction]) -> Iterator[tuple[Mapping[NumberKey, Fraction], _Decimals]]:
        """The candidates for the roots, and how many decimals may be printed.

        They come in this order: the roots as drawn; numbers moved to where a broken formula needs them; one root moved
        a little; all of these with more decimals; one root moved further and further.
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
        """Candidates with one root moved by each given number of printed steps."""
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
        """Candidates with one number moved to where a broken formula would hold if it were linear.

        That number is a root, or a number computed backwards, because its formula leaves it some room.
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
        """Candidates with one number moved to the values near its aim. A computed number gets the decimals it needs."""
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
        """A few steps of the secant method. Without a slope, the value that the equation itself gives."""
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
        """The cluster's values for given roots, and for computed numbers that are moved nevertheless."""
        trial = Trial(dict(self._fixed), dict(self._steps))
        for step in self._plan.steps:
            if isinstance(step, Derivation):
                self._derive(step, trial, roots.get(step.key) if self._backward else None, decimals)
            else:
                trial.numbers[step] = roots[step]
                trial.steps[step] = self._step_for(step, roots[step])
        return trial

    def _step_for(self, key: NumberKey, number: Fraction) -> Fraction:
        """The step with which a root's value is printed."""
        return printed_step(number, (self._steps[key], *self._domains[key].steps.finer))

    def _derive(self, step: Derivation, trial: Trial, aim: Fraction | None, decimals: _Decimals) -> None:
        """Compute a number, or use its aim, and print it so that its formulas hold."""
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
        """Print a number that is the last open one of some formulas, with as few decimals as these formulas need.

        First its computed value is tried, then any value for which all of them hold.
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
        """The range, if it can be found, in which all formulas hold that have this number as their last open one."""
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
        """Whether the left side is exact with one decimal: it may be an amount with cents as in JSON, ``2.5``."""
        key = equation.keys[equation.name]
        if self._steps[key] != 10 * _CENT or _CENT not in self._domains[key].steps.finer:
            return False
        try:
            return not equation.residual({key: key[1] for key in equation.nodes})
        except DependencyError:
            return False


def _closing(plan: Plan) -> dict[NumberKey, list[Equation]]:
    """For each number, the equations in which it is the last to be decided."""
    order = {step.key if isinstance(step, Derivation) else step: at for at, step in enumerate(plan.steps)}
    closing: dict[NumberKey, list[Equation]] = {key: [] for key in order}
    for equation in plan.equations:
        closing[max((key for key in equation.nodes if key in order), key=order.__getitem__)].append(equation)
    return closing
