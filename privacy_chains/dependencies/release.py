"""The release of a message's numbers: roots get noise, the rest is computed, and nothing is paid for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from privacy_chains.contract.spans import Span
from privacy_chains.dependencies.bind import Bound, bind
from privacy_chains.dependencies.domains import declared
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.helper import Dependencies
from privacy_chains.dependencies.identities import recognise
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import NumberedMessage
from privacy_chains.dependencies.resolve_values import (
    Clusters,
    ResolvedSteps,
    ResolvedValues,
    settle,
    step_of,
    with_recognised,
)
from privacy_chains.dependencies.totals import parts_of_totals, raised
from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Event, Kept, MetricDP, PostProcessed
from privacy_chains.mechanisms.noise import Draw, Noise

__all__ = ["DrawnKey", "Released", "release_numbers"]

DrawnKey: TypeAlias = tuple[NumberKey, bytes]
"""A drawn number and the context of its draw. A second draw gives the same number, and costs nothing."""

_How: TypeAlias = tuple[tuple[int, int], str]
"""The unit of a paid root (a ratio, because hashing fractions is slow), and what its release does not hide."""

_KEPT = "the helper string keeps it"
_COMPUTED = "computed by a formula from released numbers"
_RECOGNISED = "computed from released numbers by a relation that the text states, and the reader learns that it holds"
_BEFORE = "released before in this session"
_MOVED = "moved by the one shift of this session, which is paid for already"


@dataclass(frozen=True, slots=True)
class Released:
    """The result of a release.

    Attributes:
        numbers: The released number of each mention, in the order of the mentions, as printed there: at the mention's
            own precision, or with more decimals if a formula needs them.
        settled: The released number for each entity type and true number. Holds true values: not shown.
        drawn: The roots that were paid for, each with everything that its distribution depends on. Not shown.
        asked: The numbers of the given formulas. They keep the values that the formulas gave them. Not shown.
        printed: The finest step with which each number is printed.
        events: The events for the ledger.
        message: The numbers, for later messages whose formulas refer to them.
    """

    numbers: tuple[Fraction, ...]
    settled: Mapping[NumberKey, Fraction] = field(repr=False)
    printed: Mapping[NumberKey, Fraction] = field(repr=False)
    events: tuple[Event, ...]
    message: NumberedMessage = field(repr=False)
    drawn: frozenset[DrawnKey] = field(default=frozenset(), repr=False)
    asked: frozenset[NumberKey] = field(default=frozenset(), repr=False)


def release_numbers(  # noqa: PLR0913
    texts: Sequence[str],
    mentions: Sequence[Mention],
    *,
    settled: Mapping[NumberKey, Fraction],
    noise: Mapping[str, Noise],
    epsilon: Fraction,
    coins: Callable[..., Coins],
    dependencies: Dependencies | None = None,
    identities: bool = True,
    printed: Mapping[NumberKey, Fraction] | None = None,
    earlier: Sequence[NumberedMessage] = (),
    drawn: AbstractSet[DrawnKey] = frozenset(),
    asked_before: AbstractSet[NumberKey] = frozenset(),
    people: Sequence[Sequence[Span]] = (),
) -> Released:
    """Decide the released number of every mention.

    If no relation ties a number to others, its release depends only on the coins' key and session, its type, its value
    and its noise at ``epsilon``. So it is the same in every message, and free from the second time on. Recognised
    relations tie only numbers of this message. Given formulas also hold for what earlier messages released, and so does
    the order of types that preserve order. Formulas hold among the released numbers at their printed precision. The
    mentions may come in any order: only their reading order matters.

    Args:
        texts: The message.
        mentions: Its numbers, in any order.
        settled: What earlier messages of the session released.
        noise: The noise of each entity type.
        epsilon: What one number costs; its noise's weight multiplies it.
        coins: Makes a stream for a context, to which it adds the key and the session.
        dependencies: The helper string.
        identities: Whether well-known relations are recognised without a formula.
        printed: The steps with which settled numbers were printed; if missing, they follow from the digits.
        earlier: The messages that settled them, oldest first, for their words.
        drawn: What the session has already drawn.
        asked_before: The numbers of formulas given for earlier messages.
        people: For each text, the places where people are named.

    Raises:
        MechanismError: An entity type has no noise.
        DependencyError: A formula is ambiguous, contradicted, or cannot hold together with earlier releases.
    """
    steps = _steps(settled, printed or {}, earlier)
    message = NumberedMessage.of(texts, mentions, steps.stated)
    for entity_type, _ in message.keys:
        if entity_type not in noise:
            msg = f"the policy gives no noise for {entity_type}"
            raise MechanismError(msg)
    asked = bind(dependencies, message, earlier) if dependencies else Bound()
    found = recognise(NumberedMessage.of(texts, mentions), asked.equations, people) if identities else ()
    nodes = frozenset[NumberKey]().union(*(equation.nodes for equation in asked.equations))
    fixed = _fixed(message, settled, nodes | asked_before, noise)
    kept = _kept(message, dependencies, asked.equations) - fixed.keys()
    decider = _Decider(message, asked, {**{key: key[1] for key in kept}, **fixed}, steps, noise, epsilon, coins)
    decided = with_recognised(decider.decide, found)
    return Released(
        decided.settled.as_printed(mentions),
        MappingProxyType({key: decided.settled.numbers[key] for key in message.keys}),
        MappingProxyType({key: decided.settled.printed[key] for key in message.keys}),
        _Book(decided, noise, epsilon, kept, fixed, drawn, asked).events(message.mentions),
        message,
        decided.drawn,
        nodes,
    )


def _fixed(
    message: NumberedMessage,
    settled: Mapping[NumberKey, Fraction],
    asked: AbstractSet[NumberKey],
    noise: Mapping[str, Noise],
) -> Mapping[NumberKey, Fraction]:
    """The numbers that earlier messages fixed for this one: those of given formulas, and of types that keep order."""
    if not settled:
        return settled
    ordered = {name for name, one in noise.items() if one.preserve_order and name in message.types}
    return {key: number for key, number in settled.items() if key in asked or key[0] in ordered}


def _steps(
    settled: Mapping[NumberKey, Fraction], printed: Mapping[NumberKey, Fraction], earlier: Sequence[NumberedMessage]
) -> ResolvedSteps:
    """The steps with which earlier numbers were stated and printed; if unknown, they follow from the digits."""
    finest = {key: printed.get(key) or step_of(key[1], number) for key, number in settled.items()}
    stated = earlier[-1].printed if earlier else {}
    return ResolvedSteps({key: stated.get(key) or step for key, step in finest.items()}, finest)


def _paid(key: NumberKey, draw: Draw) -> DrawnKey:
    """Which draws are paid for as one: a number and its negative, if signs are not hidden, and all draws of a shift."""
    return (key[0], Fraction(0) if draw.is_shared else abs(key[1])), draw.context


@dataclass(frozen=True, slots=True, repr=False)
class _Decided:
    """The result under one choice of equations: the roots, and how each non-public root was drawn."""

    settled: ResolvedValues
    roots: frozenset[NumberKey]
    draws: Mapping[NumberKey, Draw]

    @property
    def drawn(self) -> frozenset[DrawnKey]:
        """The drawn roots, each with everything that its distribution depends on."""
        return frozenset(_paid(key, draw) for key, draw in self.draws.items())


@dataclass(frozen=True, slots=True, repr=False)
class _Decider:
    """Draws and computes the numbers of one message under the equations that must hold."""

    message: NumberedMessage
    asked: Bound
    fixed: Mapping[NumberKey, Fraction]
    steps: ResolvedSteps
    noise: Mapping[str, Noise]
    epsilon: Fraction
    coins: Callable[..., Coins]

    def decide(self, found: Sequence[Equation]) -> _Decided:
        """Decide every number, under the recognised equations too.

        Raises:
            DependencyError: A formula cannot hold together with earlier releases.
        """
        message, fixed = self.message, self.fixed
        clusters = Clusters.of(message.keys, self.asked.equations, found, fixed)
        draws = {
            key: self.noise[key[0]].draw(key[1], message.steps[key].coarsest, self.epsilon * self.noise[key[0]].weight)
            for key in clusters.roots
            if not self.noise[key[0]].is_public(key[1])
        }

        def draw(key: NumberKey) -> Fraction:
            chosen = draws.get(key)
            return key[1] if chosen is None else chosen.release(key[1], partial(self.coins, "noise", key[0]))

        domains = declared(message, self.noise, self.asked.grains)
        settled = settle(clusters, fixed, draw, domains, self.steps)
        return _Decided(self._totalled(settled), frozenset(clusters.roots), draws)

    def _totalled(self, settled: ResolvedValues) -> ResolvedValues:
        """The same, but each total that nothing computes is raised to the largest of its items."""
        steps = {key: self.message.steps[key].coarsest for key in settled.alone}
        more = raised(steps, settled.numbers, parts_of_totals(self.message.texts, self.message.mentions))
        return settled.moved(more) if more else settled


def _kept(
    message: NumberedMessage, dependencies: Dependencies | None, equations: Iterable[Equation]
) -> frozenset[NumberKey]:
    """The numbers that the helper string keeps unchanged, by entity type or by variable."""
    names = {name.lower() for name in dependencies.keep} if dependencies else set()
    by_type = {key for key in message.keys if key[0].lower() in names}
    by_name = {key for equation in equations for name, key in equation.keys.items() if name.lower() in names}
    return frozenset(by_type | by_name)


@dataclass(frozen=True, slots=True, repr=False)
class _Book:
    """Collects the ledger's events for one message: a noisy release for each root; everything else is free."""

    decided: _Decided
    noise: Mapping[str, Noise]
    epsilon: Fraction
    kept: frozenset[NumberKey]
    fixed: Mapping[NumberKey, Fraction]
    drawn: AbstractSet[DrawnKey]
    asked: Bound

    def events(self, mentions: Iterable[Mention]) -> tuple[Event, ...]:
        counts: dict[tuple[str, str | _How], int] = {}
        paid = set(self.drawn)
        for mention in mentions:
            how = self._how(mention, paid)
            counts[mention.key[0], how] = counts.get((mention.key[0], how), 0) + 1
        return tuple(self._event(entity_type, how, count) for (entity_type, how), count in counts.items())

    def _how(self, mention: Mention, paid: set[DrawnKey]) -> str | _How:
        """How a number is released. Adds its draw to ``paid``."""
        key, draw = mention.key, self.decided.draws.get(mention.key)
        if key in self.kept:
            return _KEPT
        if key in self.fixed:
            return _BEFORE
        if key not in self.decided.roots:
            asked = any(key in equation.nodes for equation in self.asked.equations)
            return _COMPUTED if asked else _RECOGNISED
        if draw is None:
            return "zero, where the sign is declared"
        if _paid(key, draw) in paid:
            return _MOVED if draw.is_shared else _BEFORE
        paid.add(_paid(key, draw))
        noise = self.noise[key[0]].written(mention.quantity.step)
        return noise.unit_for(key[1]).as_integer_ratio(), noise.leaks

    def _event(self, entity_type: str, how: str | _How, count: int) -> Event:
        if isinstance(how, tuple):
            noise, (unit, leaks) = self.noise[entity_type], how
            relative = noise.metric == "relative"
            cost = self.epsilon * noise.weight
            return MetricDP(entity_type, cost, Fraction(*unit), count, leaks, noise.unit_name, relative)
        return (Kept if how == _KEPT else PostProcessed)(entity_type, count, how)
