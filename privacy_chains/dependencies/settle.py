"""Settling: the released value of every number, so that formulas hold and different numbers stay different.

Everything here looks at noisy values, spellings, declared domains and the equations; never at how far a true number
is from its release. It is post-processing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.graph import Derivation, Equation, NumberKey, Plan, Precision, plan
from privacy_chains.dependencies.order import ordered
from privacy_chains.dependencies.taken import Taken
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import nearest_multiple

__all__ = ["Clusters", "settle"]

_MOST_TRIALS = 400
_MOST_WORK = 40_000
"""Numbers decided in all trials of one cluster together."""


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


def settle(
    clusters: Clusters,
    fixed: Mapping[NumberKey, Fraction],
    draw: Callable[[NumberKey], Fraction],
    domains: Mapping[NumberKey, Domain],
) -> dict[NumberKey, Fraction]:
    """The released value of every number.

    Raises:
        DependencyError: A formula cannot hold beside what is fixed.
    """
    numbers = dict(fixed)
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
            decided = _Cluster(cluster, numbers, taken, domains, clusters.trusted).best(decided)
            for (entity_type, _), number in decided.items():
                taken.add(entity_type, number)
        numbers |= decided
    return numbers


def _computes(step: Derivation) -> bool:
    """Whether a number is computed as the left side of its equation, which then holds as it is printed."""
    return step.equation.computes(step.key)


Faults = tuple[int, int, int, int]
"""How many formulas are broken, how many hold only within rounding, how many numbers leave what is declared, and how
many are equal to another's."""


class _Cluster:
    """Finds values for one cluster with as few faults as possible, by moving its roots a little."""

    def __init__(
        self,
        plan: Plan,
        fixed: Mapping[NumberKey, Fraction],
        taken: Taken,
        domains: Mapping[NumberKey, Domain],
        trusted: frozenset[int],
    ) -> None:
        self._plan, self._taken, self._domains, self._trusted = plan, taken, domains, trusted
        nodes = {key for equation in plan.equations for key in equation.nodes}
        self._fixed = {key: fixed[key] for key in nodes if key in fixed}
        exact = Precision(Fraction(0), Fraction(0))
        self._steps = {key: domains[key].steps if key in domains else exact for key in nodes}
        computed = {id(step.equation) for step in plan.steps if isinstance(step, Derivation) and _computes(step)}
        self._checked = [equation for equation in plan.equations if id(equation) not in computed]

    def best(self, roots: Mapping[NumberKey, Fraction]) -> dict[NumberKey, Fraction]:
        """The values with the fewest faults, the nearest to the drawn roots.

        Raises:
            DependencyError: A formula stays broken, or has no value.
        """
        best: tuple[Faults, dict[NumberKey, Fraction]] | None = None
        problem = DependencyError("a formula cannot be satisfied")
        for trial in self._trials(roots):
            try:
                numbers = self._evaluate(trial)
                faults = self._faults(numbers)
            except DependencyError as error:
                problem = error
                continue
            if best is None or faults < best[0]:
                best = faults, numbers
            if not any(faults):
                break
        if best is None:
            raise problem
        if best[0][0]:
            raise DependencyError(self._broken(best[1]))
        return best[1]

    def _trials(self, roots: Mapping[NumberKey, Fraction]) -> Iterator[Mapping[NumberKey, Fraction]]:
        """The roots as drawn, then with one of them moved by ever more steps."""
        yield roots
        movable = [key for key in roots if not self._domains[key].noise.is_public(key[1])]
        trials, distance = 1, 1
        most = min(_MOST_TRIALS, _MOST_WORK // len(self._plan.steps))
        while movable and trials < most and distance < 10**6:
            for key in movable:
                low, high = self._domains[key].bounds
                for moved in (distance, -distance):
                    number = roots[key] + moved * self._domains[key].steps.coarsest
                    if low <= number <= high:
                        trials += 1
                        yield {**roots, key: number}
            distance += 1 if distance < 100 else distance // 10

    def _evaluate(self, roots: Mapping[NumberKey, Fraction]) -> dict[NumberKey, Fraction]:
        numbers = dict(self._fixed)
        for step in self._plan.steps:
            if isinstance(step, Derivation):
                exact = step.equation.solve(step.key, numbers)
                numbers[step.key] = nearest_multiple(exact, self._domains[step.key].steps.finest)
            else:
                numbers[step] = roots[step]
        return numbers

    def _faults(self, numbers: Mapping[NumberKey, Fraction]) -> Faults:
        broken = loose = strange = equal = 0
        for equation in self._checked:
            if not equation.holds(numbers, self._steps):
                loose += 1
                broken += not equation.is_plausible(numbers, self._steps) and id(equation) in self._trusted
        seen: set[tuple[str, Fraction]] = set()
        for step in self._plan.steps:
            key = step.key if isinstance(step, Derivation) else step
            strange += isinstance(step, Derivation) and not self._domains[key].admits(numbers[key])
            equal += self._taken.holds(key[0], numbers[key]) or (key[0], numbers[key]) in seen
            seen.add((key[0], numbers[key]))
        return broken, loose, strange, equal

    def _broken(self, numbers: Mapping[NumberKey, Fraction]) -> str:
        names = [
            repr(equation.name) for equation in self._plan.equations if not equation.is_plausible(numbers, self._steps)
        ]
        return f"the formula for {', '.join(dict.fromkeys(names))} cannot hold beside the other formulas and releases"
