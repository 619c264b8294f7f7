"""Settling: decide the released value of every number, so that the formulas hold.

Everything here is post-processing. It looks at noisy values, spellings, declared domains and equations, and never at
the distance between a true number and its release.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeVar

from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.free_values import FreeValues
from privacy_chains.dependencies.graph import Equation, NumberKey, Plan, plan
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.order import ordered
from privacy_chains.dependencies.search import RelationSearch
from privacy_chains.dependencies.trials import Beside
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity, is_multiple, nearest_multiple, printed_step

__all__ = ["Clusters", "ResolvedSteps", "ResolvedValues", "settle", "step_of", "with_recognised"]

T = TypeVar("T")

_MOST_DECIMALS = 9


@dataclass(frozen=True, slots=True)
class Clusters:
    """The numbers of a message in clusters that share equations. Each cluster has its plan.

    Attributes:
        plans: One for each cluster, in the reading order of the clusters' first numbers.
        trusted: Equations that must hold, unlike those that were only recognised.
        closed: Trusted equations in which every number is decided: nothing can make them hold later.
    """

    plans: tuple[Plan, ...]
    trusted: frozenset[int] = field(repr=False)
    closed: tuple[Equation, ...] = field(default=(), repr=False)

    @classmethod
    def of(
        cls,
        keys: Sequence[NumberKey],
        asked: Iterable[Equation],
        found: Sequence[Equation],
        fixed: Mapping[NumberKey, Fraction],
    ) -> Clusters:
        """Group numbers by the open equations among them."""
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
        closed = tuple(equation for equation in asked if equation.nodes <= fixed.keys())
        return cls(plans, frozenset(map(id, asked)), closed)

    @property
    def roots(self) -> tuple[NumberKey, ...]:
        """The numbers that get noise."""
        return tuple(root for plan in self.plans for root in plan.roots)


def _united(size: int, groups: Iterable[Sequence[int]]) -> list[int]:
    """For each place, the leader of its set. All places of a group are in one set."""
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
class ResolvedSteps:
    """The steps of numbers in earlier messages.

    Attributes:
        stated: The finest step with which each number was stated.
        printed: The finest step with which its release was printed.
    """

    stated: Mapping[NumberKey, Fraction] = field(default_factory=dict, repr=False)
    printed: Mapping[NumberKey, Fraction] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class ResolvedValues:
    """Released numbers, and the finest step with which each is printed. Holds true values: not shown.

    Attributes:
        numbers: The released numbers.
        printed: The finest step with which each is printed.
        alone: Numbers without relations: their domains and drawn values. Each spelling prints them independently.
    """

    numbers: Mapping[NumberKey, Fraction] = field(repr=False)
    printed: Mapping[NumberKey, Fraction] = field(repr=False)
    alone: Mapping[NumberKey, tuple[Domain, Fraction]] = field(default_factory=dict, repr=False)

    def moved(self, numbers: Mapping[NumberKey, Fraction]) -> ResolvedValues:
        """A copy with other releases for some numbers without relations."""
        alone = {key: (self.alone[key][0], number) for key, number in numbers.items()}
        return ResolvedValues({**self.numbers, **numbers}, self.printed, {**self.alone, **alone})

    def as_printed(self, mentions: Iterable[Mention]) -> tuple[Fraction, ...]:
        """The released number of each mention as printed there: rounded if its spelling has no decimals."""
        return tuple(self._printed(mention) for mention in mentions)

    def _printed(self, mention: Mention) -> Fraction:
        alone = self.alone.get(mention.key)
        if alone is not None:
            domain, drawn = alone
            return domain.print(drawn, mention.quantity)
        return _as_printed(self.numbers[mention.key], mention.quantity)


def _as_printed(number: Fraction, quantity: Quantity) -> Fraction:
    if is_multiple(number, quantity.step):
        return number
    return nearest_multiple(number, printed_step(number, (quantity.step, *quantity.finer)))


def settle(
    clusters: Clusters,
    fixed: Mapping[NumberKey, Fraction],
    draw: Callable[[NumberKey], Fraction],
    domains: Mapping[NumberKey, Domain],
    steps: ResolvedSteps = ResolvedSteps(),
) -> ResolvedValues:
    """Decide the released value of every number.

    Args:
        clusters: The numbers in clusters.
        fixed: Numbers that do not change.
        draw: The noisy value of a root.
        domains: What is declared about each number of the message.
        steps: The steps with which numbers of earlier messages were stated and printed.

    Raises:
        DependencyError: A formula cannot hold together with the fixed numbers.
    """
    finest = {key: domain.steps.finest for key, domain in domains.items()}
    beside = Beside(
        dict(fixed),
        finest | {key: min(step, finest.get(key, step)) for key, step in steps.printed.items()},
        finest | dict(steps.stated),
        FreeValues((entity_type, number) for (entity_type, _), number in fixed.items()),
        domains,
        clusters.trusted,
    )
    beside.refuse_broken(clusters.closed)
    drawn = ordered({key: draw(key) for key in clusters.roots}, fixed, domains)
    alone: dict[NumberKey, tuple[Domain, Fraction]] = {}
    for cluster in clusters.plans:
        if cluster.equations:
            roots = {key: domains[key].printable(drawn[key]) for key in cluster.roots}
            beside.add(RelationSearch(cluster, beside).best(roots))
            continue
        for key in cluster.roots:
            domain, number = domains[key], drawn[key]
            if domain.noise.preserve_order or domain.noise.is_public(key[1]):
                beside.numbers[key] = domain.printable(number)
            else:
                alone[key] = domain, number
                beside.numbers[key] = domain.print(number, domain.alone)
                beside.printed[key] = min(beside.printed[key], step_of(beside.numbers[key]) or beside.printed[key])
            beside.taken.add(key[0], beside.numbers[key])
    return ResolvedValues(beside.numbers, beside.printed, alone)


def with_recognised(decide: Callable[[Sequence[Equation]], T], found: Sequence[Equation]) -> T:
    """Decide under the recognised equations too, or without them if that fails.

    No formula asked for these equations, so they must not stop a release.

    Raises:
        DependencyError: Deciding fails without them too.
    """
    try:
        return decide(found)
    except DependencyError:
        if not found:
            raise
        return decide(())


def step_of(*numbers: Fraction) -> Fraction:
    """The step of numbers, from the decimals needed to write them; 0 if the decimals never end."""
    steps = (Fraction(1, 10**decimals) for decimals in range(_MOST_DECIMALS + 1))
    return next((step for step in steps if all(is_multiple(number, step) for number in numbers)), Fraction(0))
