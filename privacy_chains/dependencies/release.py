"""The release of a message's numbers: noise for roots, the rest computed, nothing paid for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from privacy_chains.dependencies.bind import Message, bind
from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.graph import Equation, NumberKey, Precision
from privacy_chains.dependencies.helper import Dependencies
from privacy_chains.dependencies.identities import recognise
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.settle import Clusters, settle
from privacy_chains.errors import DependencyError, MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Event, Kept, Ledger, MetricDP, PostProcessed
from privacy_chains.mechanisms.noise import Noise

__all__ = ["Released", "release_numbers"]


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
) -> Released:
    """Decide the released number of every mention.

    ``epsilon`` is the message's; its new roots share it, by the weights of their noise (equally by default).
    Numbers settled before keep their released value and are free, as are repeats and numbers computed from
    others. Formulas hold among the released numbers at their printed precision. Two true numbers of a type never
    share a released number while a free value is left in their domain: the later one in reading order moves to the
    nearest free value. The result depends on the mentions only through their reading order.

    Args:
        texts: The message.
        mentions: Its numbers, in any order.
        settled: What earlier messages of the session released.
        noise: The treatment of each entity type.
        epsilon: The message's budget.
        coins: A stream for the given context; adds key and session.
        dependencies: The helper string.
        identities: Whether well-known relations are recognised without being asked.

    Raises:
        MechanismError: An entity type has no noise.
        DependencyError: A formula is ambiguous, contradicted, or cannot hold beside what was released before.
    """
    message = Message.of(texts, mentions, settled)
    for entity_type, _ in message.keys:
        if entity_type not in noise:
            msg = f"the policy gives no noise for {entity_type}"
            raise MechanismError(msg)
    asked = bind(dependencies, message) if dependencies else ()
    found = recognise(message, asked) if identities else ()
    kept = _kept(message, dependencies, asked)
    fixed = {**{key: key[1] for key in kept}, **settled}
    domains = {key: Domain(noise[key[0]], key[1], message.steps[key]) for key in message.keys}

    def decide(equations: Sequence[Equation]) -> tuple[dict[NumberKey, Fraction], dict[NumberKey, Fraction]]:
        clusters = Clusters.of(message.keys, asked, equations, fixed)
        shares = _shares(clusters.roots, noise, epsilon)

        def draw(key: NumberKey) -> Fraction:
            return _draw(key, message.steps[key].coarsest, noise[key[0]], shares[key], coins)

        return settle(clusters, fixed, draw, domains), shares

    try:
        numbers, shares = decide(found)
    except DependencyError:
        if not found:
            raise
        numbers, shares = decide(())  # what was only recognised must not stop a release
    new = {key: numbers[key] for key in message.keys if key not in settled}
    events = _events(message, shares, noise, kept=kept, settled=settled)
    return Released(tuple(numbers[mention.key] for mention in mentions), MappingProxyType(new), events)


def _kept(message: Message, dependencies: Dependencies | None, equations: Iterable[Equation]) -> frozenset[NumberKey]:
    """The numbers that the helper string keeps as they are, by entity type or by variable."""
    names = {name.lower() for name in dependencies.keep} if dependencies else set()
    by_type = {key for key in message.keys if key[0].lower() in names}
    by_name = {key for equation in equations for name, key in equation.keys.items() if name.lower() in names}
    return frozenset(by_type | by_name) - message.settled


def _shares(roots: Sequence[NumberKey], noise: Mapping[str, Noise], epsilon: Fraction) -> dict[NumberKey, Fraction]:
    """Each root's share of epsilon; roots whose domain is a single value take none of it from the others."""
    paying = [noise[entity_type].weight for entity_type, number in roots if not noise[entity_type].is_public(number)]
    whole = sum(paying, Fraction(0)) or Fraction(1)
    return {key: epsilon * noise[key[0]].weight / whole for key in roots}


def _draw(key: NumberKey, step: Fraction, noise: Noise, epsilon: Fraction, coins: Callable[..., Coins]) -> Fraction:
    """The noisy number, on a grid value."""
    entity_type, number = key
    if noise.is_public(number):
        return number
    grid = noise.grid(number, step)
    stream = coins("noise", entity_type, str(number), *noise.parameters(number, step), str(step), str(epsilon))
    return grid.value(noise.mechanism_for(number, step, epsilon).release(grid.index(number), stream))


def _events(
    message: Message,
    shares: Mapping[NumberKey, Fraction],
    noise: Mapping[str, Noise],
    *,
    kept: frozenset[NumberKey],
    settled: Mapping[NumberKey, Fraction],
) -> tuple[Event, ...]:
    """What the ledger records: a noisy release for each root, everything else free."""
    events: list[Event] = []
    seen = set(settled)
    for mention in message.mentions:
        key, (entity_type, number) = mention.key, mention.key
        if key in kept:
            events.append(Kept(entity_type, 1, "the helper string keeps it"))
        elif key in seen:
            events.append(PostProcessed(entity_type, 1, "released before in this session"))
        elif key not in shares:
            events.append(PostProcessed(entity_type, 1, "computed by a formula from released numbers"))
        elif noise[entity_type].is_public(number):
            events.append(PostProcessed(entity_type, 1, "zero, where the order of magnitude is declared"))
        else:
            events.append(_noisy(key, message.steps[key], noise[entity_type], shares[key]))
        seen.add(key)
    return Ledger.of(events).events


def _noisy(key: NumberKey, steps: Precision, noise: Noise, epsilon: Fraction) -> MetricDP:
    unit = noise.unit_for(key[1], steps.coarsest)
    return MetricDP(key[0], epsilon, unit, 1, noise.leaks, noise.unit_name, noise.metric == "relative")
