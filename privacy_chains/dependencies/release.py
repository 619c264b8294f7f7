"""The release of a message's numbers: noise for roots, the rest computed, nothing paid for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from privacy_chains.errors import MechanismError
from privacy_chains.formats.quantity import Quantity, nearest_multiple
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Event, Ledger, MetricDP, PostProcessed
from privacy_chains.mechanisms.noise import Noise
from privacy_chains.spans import Span

__all__ = ["Mention", "Released", "Root", "release_numbers"]

NumberKey: TypeAlias = tuple[str, Fraction]
"""An entity type and a true number: what one released number stands for within a session."""


@dataclass(frozen=True, slots=True)
class Mention:
    """One number in a message.

    Attributes:
        text: Which of the message's texts it stands in.
        span: Where.
        quantity: What it says.
    """

    text: int
    span: Span
    quantity: Quantity

    @property
    def key(self) -> NumberKey:
        """What it stands for: equal numbers of one type are one."""
        return self.span.entity_type, self.quantity.number


@dataclass(frozen=True, slots=True)
class Released:
    """What a release decided.

    Attributes:
        numbers: The released number of each mention, in the mentions' order. The written form rounds it to the
            mention's own precision.
        settled: What is new: entity type and true number, to the released number. Holds true values: not shown.
        events: What the ledger records.
    """

    numbers: tuple[Fraction, ...]
    settled: Mapping[NumberKey, Fraction] = field(repr=False)
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Root:
    """A number that gets noise: its key, the coarsest precision it is printed with, and its share of epsilon."""

    key: NumberKey = field(repr=False)
    step: Fraction
    epsilon: Fraction

    def draw(self, noise: Noise, coins: Callable[..., Coins]) -> Fraction:
        """The noisy number, on a value that its coarsest spelling can print."""
        entity_type, number = self.key
        if noise.is_public(number):
            return number
        mechanism = noise.mechanism_for(number, self.step, self.epsilon)
        grid = noise.grid(number, self.step)
        stream = coins(
            "noise", entity_type, str(number), *noise.parameters(number, self.step), str(self.step), str(self.epsilon)
        )
        drawn = grid.value(mechanism.release(grid.index(number), stream))
        return printable(drawn, self.step, noise.bounds(number, self.step))


def printable(number: Fraction, step: Fraction, bounds: tuple[Fraction, Fraction]) -> Fraction:
    """The multiple of ``step`` nearest to ``number`` within the bounds, where there is one."""
    least, most = -(-bounds[0] // step) * step, bounds[1] // step * step
    rounded = nearest_multiple(number, step)
    return max(least, min(most, rounded)) if least <= most else rounded


def separate(number: Fraction, step: Fraction, bounds: tuple[Fraction, Fraction], taken: set[Fraction]) -> Fraction:
    """The free multiple of ``step`` nearest to ``number`` within bounds, the greater of two; itself if none is free.

    The rule looks at released values and public bounds only: it is post-processing.
    """
    if number not in taken:
        return number
    low, high = bounds
    distance = step
    while number - distance >= low or number + distance <= high:
        for moved in (number + distance, number - distance):
            if low <= moved <= high and moved not in taken:
                return moved
        distance += step
    return number


def release_numbers(  # noqa: PLR0913
    texts: Sequence[str],  # noqa: ARG001
    mentions: Sequence[Mention],
    *,
    settled: Mapping[NumberKey, Fraction],
    noise: Mapping[str, Noise],
    epsilon: Fraction,
    coins: Callable[..., Coins],
) -> Released:
    """Decide the released number of every mention.

    ``epsilon`` is the message's; its new roots share it, by the weights of their noise (equally by default).
    Numbers settled before keep their released value and are free, as are repeats. Two true numbers of a
    type never share a released number while a free value is left in their domain: the later one in reading order
    moves to the nearest free value. The result depends on the mentions only through their reading order.

    Args:
        texts: The message.
        mentions: Its numbers, in any order.
        settled: What earlier messages of the session released.
        noise: The treatment of each entity type.
        epsilon: The message's budget.
        coins: A stream for the given context; adds key and session.

    Raises:
        MechanismError: An entity type has no noise.
    """
    groups = _group(mentions)
    fresh = [key for key in groups if key not in settled]
    for entity_type, _ in fresh:
        if entity_type not in noise:
            msg = f"the policy gives no noise for {entity_type}"
            raise MechanismError(msg)
    roots = _roots(fresh, groups, noise, epsilon)
    new = _release(roots, noise, settled, coins)
    numbers = {**{key: settled[key] for key in groups if key in settled}, **new}
    events = _events(mentions, new, roots, noise)
    return Released(tuple(numbers[mention.key] for mention in mentions), MappingProxyType(new), events)


def _group(mentions: Iterable[Mention]) -> dict[NumberKey, Fraction]:
    """Each distinct number in reading order, with the coarsest precision it is printed with."""
    steps: dict[NumberKey, Fraction] = {}
    for mention in sorted(mentions, key=lambda mention: (mention.text, mention.span.start)):
        steps[mention.key] = max(mention.quantity.step, steps.get(mention.key, Fraction(0)))
    return steps


def _roots(
    keys: Sequence[NumberKey], steps: Mapping[NumberKey, Fraction], noise: Mapping[str, Noise], epsilon: Fraction
) -> list[Root]:
    """The roots with their shares of epsilon; numbers whose domain is a single value take no share."""
    paying = [noise[entity_type].weight for entity_type, number in keys if not noise[entity_type].is_public(number)]
    whole = sum(paying, Fraction(0)) or Fraction(1)
    return [Root(key, steps[key], epsilon * noise[key[0]].weight / whole) for key in keys]


def _release(
    roots: Iterable[Root],
    noise: Mapping[str, Noise],
    settled: Mapping[NumberKey, Fraction],
    coins: Callable[..., Coins],
) -> dict[NumberKey, Fraction]:
    taken: dict[str, set[Fraction]] = {}
    for (entity_type, _), number in settled.items():
        taken.setdefault(entity_type, set()).add(number)
    released: dict[NumberKey, Fraction] = {}
    for root in roots:
        entity_type, number = root.key
        treatment = noise[entity_type]
        others = taken.setdefault(entity_type, set())
        drawn = root.draw(treatment, coins)
        if not treatment.is_public(number):
            drawn = separate(drawn, root.step, treatment.bounds(number, root.step), others)
        others.add(drawn)
        released[root.key] = drawn
    return released


def _events(
    mentions: Sequence[Mention],
    new: Mapping[NumberKey, Fraction],
    roots: Iterable[Root],
    noise: Mapping[str, Noise],
) -> tuple[Event, ...]:
    """What the ledger records: a noisy release for each root, everything else free."""
    events: list[Event] = []
    for root in roots:
        entity_type, number = root.key
        treatment = noise[entity_type]
        if treatment.is_public(number):
            events.append(
                PostProcessed(entity_type, 1, "zero is all that its domain holds, and the domain is declared")
            )
            continue
        unit = treatment.unit_for(number, root.step)
        relative = treatment.metric == "relative"
        leaks, name = treatment.leaks, treatment.unit_name
        events.append(MetricDP(entity_type, root.epsilon, unit, 1, leaks, name, relative))
    first = set(new)
    for mention in mentions:
        if mention.key in first:
            first.discard(mention.key)
        else:
            events.append(PostProcessed(mention.span.entity_type, 1, "released before in this session"))
    return Ledger.of(events).events
