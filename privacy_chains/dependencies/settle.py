"""Settling: the released value of every number, so that formulas hold and different numbers stay different.

Everything here looks at noisy values, spellings, declared domains and the equations; never at how far a true number
is from its release. It is post-processing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.graph import Derivation, Equation, NumberKey, Plan, plan
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.order import ordered
from privacy_chains.dependencies.taken import Taken
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity, is_multiple, nearest_multiple

__all__ = ["Clusters", "Settled", "settle", "step_of"]

_MOST_TRIALS = 400
_MOST_WORK = 40_000
"""Numbers decided in all trials of one cluster together."""

_MOST_FOR_LOOKS = 60
"""Trials after which formulas that hold are enough, though numbers may be equal or leave what is declared."""

_MOST_AIMED = 4
_MOST_DECIMALS = 9
_CENT, _TINY = Fraction(1, 100), Fraction(1, 10**9)
_MOST_SECANTS = 8
_NEAR, _MOST_FAR = 100, 100


@dataclass(frozen=True, slots=True)
class Clusters:
    """The numbers of a message, those that share equations together, each cluster with its plan.

    Attributes:
        plans: One for each cluster, by the reading order of their first numbers.
        trusted: Equations that must hold, unlike those that were only recognised.
    """

    plans: tuple[Plan, ...]
    trusted: frozenset[int] = field(repr=False)

    @classmethod
    def of(
        cls,
        keys: Sequence[NumberKey],
        asked: Iterable[Equation],
        found: Sequence[Equation],
        fixed: Mapping[NumberKey, Fraction],
    ) -> Clusters:
        """Group numbers by the equations that are open among them."""
        asked = tuple(asked)
        if not asked and not found:
            free = tuple(key for key in keys if key not in fixed) if fixed else tuple(keys)
            return cls((Plan(free, free, ()),), frozenset())
        equations = [equation for equation in (*asked, *found) if not equation.nodes <= fixed.keys()]
        places = {key: at for at, key in enumerate(keys) if key not in fixed}
        open_ones = [[places[key] for key in equation.nodes if key in places] for equation in equations]
        leaders = _united(len(keys), open_ones)
        members: dict[int, list[NumberKey]] = {}
        for key, at in places.items():
            members.setdefault(leaders[at], []).append(key)
        shared: dict[int, list[Equation]] = {}
        for equation, nodes in zip(equations, open_ones, strict=True):
            shared.setdefault(leaders[nodes[0]], []).append(equation)
        plans = tuple(plan(group, shared.get(leader, ()), fixed.keys()) for leader, group in members.items())
        return cls(plans, frozenset(map(id, asked)))

    @property
    def roots(self) -> tuple[NumberKey, ...]:
        """The numbers that get noise."""
        return tuple(root for plan in self.plans for root in plan.roots)


def _united(size: int, groups: Iterable[Sequence[int]]) -> list[int]:
    """For each place the leader of the set it belongs to, where each group's places belong together."""
    parent = list(range(size))

    def top(place: int) -> int:
        while parent[place] != place:
            parent[place] = place = parent[parent[place]]
        return place

    for first, *rest in groups:
        for place in rest:
            parent[top(place)] = top(first)
    return [top(place) for place in range(size)]


@dataclass(frozen=True, slots=True)
class Settled:
    """Released numbers, and the finest step that each is printed with. Hold true values: not shown."""

    numbers: Mapping[NumberKey, Fraction] = field(repr=False)
    printed: Mapping[NumberKey, Fraction] = field(repr=False)

    def as_printed(self, mentions: Iterable[Mention]) -> tuple[Fraction, ...]:
        """The released number of each mention as it is printed there: rounded where its spelling takes no decimals."""
        return tuple(_as_printed(self.numbers[mention.key], mention.quantity) for mention in mentions)


def _as_printed(number: Fraction, quantity: Quantity) -> Fraction:
    steps = (quantity.step, *quantity.finer)
    return nearest_multiple(number, next((step for step in steps if is_multiple(number, step)), quantity.step))


def settle(
    clusters: Clusters,
    fixed: Mapping[NumberKey, Fraction],
    draw: Callable[[NumberKey], Fraction],
    domains: Mapping[NumberKey, Domain],
    before: Mapping[NumberKey, Fraction] | None = None,
) -> Settled:
    """The released value of every number.

    Args:
        clusters: What hangs together.
        fixed: Numbers that do not change.
        draw: The noisy value of a root.
        domains: What is declared about each number of the message.
        before: The steps that numbers of earlier messages were printed with.

    Raises:
        DependencyError: A formula cannot hold beside what is fixed.
    """
    numbers = dict(fixed)
    printed = {key: domain.steps.finest for key, domain in domains.items()} | dict(before or {})
    taken = Taken((entity_type, number) for (entity_type, _), number in fixed.items())
    drawn = ordered({key: draw(key) for key in clusters.roots}, fixed, domains)
    for cluster in clusters.plans:
        decided: dict[NumberKey, Fraction] = {}
        for key in cluster.roots:
            domain = domains[key]
            decided[key] = number = domain.free(key[0], domain.printable(drawn[key]), taken)
            if not cluster.equations:
                taken.add(key[0], number)
        if cluster.equations:
            found = _Cluster(cluster, Settled(numbers, printed), taken, domains, clusters.trusted).best(decided)
            decided = dict(found.numbers)
            printed |= found.steps
            for (entity_type, _), number in decided.items():
                taken.add(entity_type, number)
        numbers |= decided
    return Settled(numbers, printed)


def step_of(*numbers: Fraction) -> Fraction:
    """The step that numbers are printed with, by the decimals that it takes to write them; 0 for endless ones."""
    steps = (Fraction(1, 10**decimals) for decimals in range(_MOST_DECIMALS + 1))
    return next((step for step in steps if all(is_multiple(number, step) for number in numbers)), Fraction(0))


def _true(equation: Equation) -> Mapping[NumberKey, Fraction]:
    return {key: key[1] for key in equation.nodes}


def _computes(step: Derivation) -> bool:
    """Whether a number is computed as the left side of its equation, which then holds as it is printed."""
    return step.equation.computes(step.key)


Faults = tuple[int, int, int, int]
"""How many formulas are broken, how many do not hold as they are printed, how many numbers leave what is declared, and
how many are equal to another's."""


@dataclass(frozen=True, slots=True)
class _Trial:
    """Values of one cluster's numbers, and the steps that they are printed with."""

    numbers: dict[NumberKey, Fraction]
    steps: dict[NumberKey, Fraction]


class _Cluster:
    """Finds values for one cluster with as few faults as possible, by moving its roots a little."""

    def __init__(
        self, plan: Plan, before: Settled, taken: Taken, domains: Mapping[NumberKey, Domain], trusted: frozenset[int]
    ) -> None:
        self._plan, self._taken, self._domains, self._trusted = plan, taken, domains, trusted
        nodes = {key for equation in plan.equations for key in equation.nodes}
        self._fixed = {key: before.numbers[key] for key in nodes if key in before.numbers}
        self._steps = {key: before.printed[key] for key in nodes}
        computed = {id(step.equation) for step in plan.steps if isinstance(step, Derivation) and _computes(step)}
        tenths = 10 * _CENT in self._steps.values()
        self._exact = {
            id(equation)
            for equation in plan.equations
            if tenths and id(equation) in computed and self._lacks_a_zero(equation)
        }
        self._checked = [equation for equation in plan.equations if id(equation) not in computed]

    def best(self, roots: Mapping[NumberKey, Fraction]) -> _Trial:
        """The values with the fewest faults, the nearest to the drawn roots.

        Raises:
            DependencyError: A formula stays broken, or has no value.
        """
        best: tuple[Faults, _Trial] | None = None
        problem = DependencyError("a formula cannot be satisfied")
        for trials, (moved, finer) in enumerate(self._moves(roots)):
            if (finer or trials > _MOST_FOR_LOOKS) and best is not None and not any(best[0][:2]):
                break  # all formulas hold as it is
            try:
                trial = self._evaluate(moved, finer=finer)
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
            raise DependencyError(self._broken(best[1]))
        return best[1]

    def _moves(self, roots: Mapping[NumberKey, Fraction]) -> Iterator[tuple[Mapping[NumberKey, Fraction], bool]]:
        """What to try for the roots, and whether more decimals may be printed.

        The roots as drawn; one of them moved a little; all that with more decimals, and roots moved to where a formula
        that does not hold wants them; then one moved ever further.
        """
        movable = [key for key in roots if not self._domains[key].noise.is_public(key[1])]
        most = min(_MOST_TRIALS, _MOST_WORK // len(self._plan.steps))
        for finer in (False, True):
            yield roots, finer
            yield from ((moved, finer) for moved in self._aimed(roots, movable, finer=finer))
            yield from ((moved, finer) for moved in islice(self._moved(roots, movable, range(1, _NEAR)), most))
        far = ((_NEAR * 11**power) // 10**power for power in range(_MOST_FAR))
        yield from ((moved, True) for moved in islice(self._moved(roots, movable, far), most))

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
        self, roots: Mapping[NumberKey, Fraction], movable: Sequence[NumberKey], *, finer: bool
    ) -> Iterator[Mapping[NumberKey, Fraction]]:
        """One root moved to where a formula that does not hold would, if it were linear."""
        failing = self._failing(roots) if self._checked else []
        for key in movable[:_MOST_AIMED]:
            domain = self._domains[key]
            low, high = domain.bounds
            for equation in failing:
                aim = self._aim(equation, roots, key)
                if aim is None:
                    continue
                for step in (domain.steps.coarsest, *(domain.steps.finer if finer else ())):
                    number = nearest_multiple(aim, step)
                    if low <= number <= high:
                        yield {**roots, key: number}

    def _failing(self, roots: Mapping[NumberKey, Fraction]) -> list[Equation]:
        try:
            trial = self._evaluate(roots, finer=False)
            return [item for item in self._checked if not item.holds(trial.numbers, trial.steps)][:_MOST_AIMED]
        except DependencyError:
            return []

    def _aim(self, equation: Equation, roots: Mapping[NumberKey, Fraction], key: NumberKey) -> Fraction | None:
        """A few steps of the secant rule; where that finds no slope, what the equation itself asks for."""
        number, step = roots[key], self._domains[key].steps.coarsest
        try:
            for _ in range(_MOST_SECANTS):
                here = self._evaluate({**roots, key: number}, finer=None).numbers
                there = self._evaluate({**roots, key: number + step}, finer=None).numbers
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

    def _evaluate(self, roots: Mapping[NumberKey, Fraction], *, finer: bool | None) -> _Trial:
        """The cluster's values for given roots; with ``finer`` None, exact ones that may not be printable."""
        trial = _Trial(dict(self._fixed), dict(self._steps))
        for step in self._plan.steps:
            if isinstance(step, Derivation):
                self._derive(step, trial, finer=finer)
            else:
                trial.numbers[step] = roots[step]
                trial.steps[step] = self._step_for(step, roots[step])
        return trial

    def _step_for(self, key: NumberKey, number: Fraction) -> Fraction:
        """The step that a root's value is printed with."""
        steps = (self._steps[key], *self._domains[key].steps.finer)
        return next((step for step in steps if is_multiple(number, step)), steps[0])

    def _derive(self, step: Derivation, trial: _Trial, *, finer: bool | None) -> None:
        """Compute a number, with as many more decimals as it takes for its formula to hold."""
        key, equation = step.key, step.equation
        number, steps = equation.solve(key, trial.numbers), self._domains[key].steps
        trial.numbers[key] = number if finer is None else nearest_multiple(number, steps.finest)
        if _computes(step):
            if finer is not None and (number / steps.finest).denominator != 1 and id(equation) in self._exact:
                trial.numbers[key], trial.steps[key] = nearest_multiple(number, _CENT), _CENT
            return
        if not finer or equation.holds(trial.numbers, trial.steps):
            return
        for fine in steps.finer:
            trial.numbers[key], trial.steps[key] = nearest_multiple(number, fine), fine
            if equation.holds(trial.numbers, trial.steps):
                return
        trial.numbers[key], trial.steps[key] = nearest_multiple(number, steps.finest), self._steps[key]

    def _faults(self, trial: _Trial) -> Faults:
        broken = loose = strange = equal = 0
        for equation in self._checked:
            if not equation.holds(trial.numbers, trial.steps):
                asked = id(equation) in self._trusted
                broken += asked and self._must_hold(equation, trial)
                loose += 1
        seen: set[tuple[str, Fraction]] = set()
        for step in self._plan.steps:
            key = step.key if isinstance(step, Derivation) else step
            number = trial.numbers[key]
            strange += isinstance(step, Derivation) and not self._domains[key].admits(number)
            equal += self._taken.holds(key[0], number) or (key[0], number) in seen
            seen.add((key[0], number))
        return broken, loose, strange, equal

    def _lacks_a_zero(self, equation: Equation) -> bool:
        """Whether the left side is exact with one decimal: it may be cents as JSON writes them, ``2.5``."""
        key = equation.keys[equation.name]
        if self._steps[key] != 10 * _CENT or _CENT not in self._domains[key].steps.finer:
            return False
        try:
            return not equation.residual(_true(equation))
        except DependencyError:
            return False

    def _must_hold(self, equation: Equation, trial: _Trial) -> bool:
        """Whether a formula that does not hold has to: it held in the original, or not even rounding explains it."""
        return equation.holds(_true(equation), self._steps) or not equation.is_plausible(trial.numbers, trial.steps)

    def _broken(self, trial: _Trial) -> str:
        names = [repr(item.name) for item in self._checked if not item.holds(trial.numbers, trial.steps)]
        return f"the formula for {', '.join(dict.fromkeys(names))} cannot hold beside the other formulas and releases"
