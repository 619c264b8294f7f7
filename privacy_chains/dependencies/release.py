"""The release of a message's numbers: noise for roots, the rest computed, nothing paid for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from privacy_chains.dependencies.bind import Bound, bind
from privacy_chains.dependencies.domains import declared
from privacy_chains.dependencies.graph import Equation, NumberKey
from privacy_chains.dependencies.helper import Dependencies
from privacy_chains.dependencies.identities import recognise
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.message import Message
from privacy_chains.dependencies.settle import Clusters, Settled, Steps, settle, step_of, with_recognised
from privacy_chains.errors import MechanismError
from privacy_chains.hazmat.coins import Coins
from privacy_chains.ledger import Event, Kept, MetricDP, PostProcessed
from privacy_chains.mechanisms.noise import Draw, Noise

__all__ = ["Released", "release_numbers"]

_KEPT = "the helper string keeps it"


@dataclass(frozen=True, slots=True)
class Released:
    """What a release decided.

    Attributes:
        numbers: The released number of each mention, in the mentions' order, as it is printed there: at the
            mention's own precision, or with more decimals where a formula needs them.
        settled: What is new: entity type and true number, to the released number. Holds true values: not shown.
        printed: The finest step that it is printed with.
        events: What the ledger records.
        message: The numbers, for later messages whose formulas speak of them.
    """

    numbers: tuple[Fraction, ...]
    settled: Mapping[NumberKey, Fraction] = field(repr=False)
    printed: Mapping[NumberKey, Fraction] = field(repr=False)
    events: tuple[Event, ...]
    message: Message = field(repr=False)


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
    earlier: Sequence[Message] = (),
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
        printed: The steps that settled numbers were printed with; told by their digits where that is not said.
        earlier: The messages that settled it, the oldest first: what their words say of it.

    Raises:
        MechanismError: An entity type has no noise.
        DependencyError: A formula is ambiguous, contradicted, or cannot hold beside what was released before.
    """
    steps = _steps(settled, printed or {}, earlier)
    message = Message.of(texts, mentions, steps.stated)
    for entity_type, _ in message.keys:
        if entity_type not in noise:
            msg = f"the policy gives no noise for {entity_type}"
            raise MechanismError(msg)
    asked = bind(dependencies, message, earlier) if dependencies else Bound()
    found = recognise(message, asked.equations) if identities else ()
    kept = _kept(message, dependencies, asked.equations)
    fixed = {**{key: key[1] for key in kept}, **settled}
    decided = with_recognised(_Decider(message, asked, fixed, steps, noise, epsilon, coins).decide, found)
    new = [key for key in message.keys if key not in settled]
    return Released(
        decided.settled.as_printed(mentions),
        MappingProxyType({key: decided.settled.numbers[key] for key in new}),
        MappingProxyType({key: decided.settled.printed[key] for key in new}),
        _events(message, decided, noise, kept=kept, settled=settled),
        message,
    )


def _steps(
    settled: Mapping[NumberKey, Fraction], printed: Mapping[NumberKey, Fraction], earlier: Sequence[Message]
) -> Steps:
    """The steps that earlier numbers were stated and printed with; told by their digits where that is not known."""
    finest = {key: printed.get(key) or step_of(key[1], number) for key, number in settled.items()}
    stated = earlier[-1].printed if earlier else {}
    return Steps({key: stated.get(key) or step for key, step in finest.items()}, finest)


@dataclass(frozen=True, slots=True, repr=False)
class _Decided:
    """What was decided under one choice of equations: each root's share of epsilon, and how it was drawn."""

    settled: Settled
    shares: Mapping[NumberKey, Fraction]
    draws: Mapping[NumberKey, Draw]


@dataclass(frozen=True, slots=True, repr=False)
class _Decider:
    """Draws and computes the numbers of one message, under the equations that are to hold."""

    message: Message
    asked: Bound
    fixed: Mapping[NumberKey, Fraction]
    steps: Steps
    noise: Mapping[str, Noise]
    epsilon: Fraction
    coins: Callable[..., Coins]

    def decide(self, found: Sequence[Equation]) -> _Decided:
        """Every number, with equations that were only recognised.

        Raises:
            DependencyError: A formula cannot hold beside what was released before.
        """
        message, fixed = self.message, self.fixed
        clusters = Clusters.of(message.keys, self.asked.equations, found, fixed)
        shares = _shares(clusters.roots, self.noise, self.epsilon)
        draws = {
            key: self.noise[key[0]].draw(key[1], message.steps[key].coarsest, share)
            for key, share in shares.items()
            if not self.noise[key[0]].is_public(key[1])
        }

        def draw(key: NumberKey) -> Fraction:
            entity_type, number = key
            chosen = draws.get(key)
            if chosen is None:
                return number
            return chosen.release(number, self.coins("noise", entity_type, str(number), chosen.context))

        domains = declared(message, self.noise, self.asked.grains)
        return _Decided(settle(clusters, fixed, draw, domains, self.steps), shares, draws)


def _kept(message: Message, dependencies: Dependencies | None, equations: Iterable[Equation]) -> frozenset[NumberKey]:
    """The numbers that the helper string keeps as they are, by entity type or by variable."""
    names = {name.lower() for name in dependencies.keep} if dependencies else set()
    by_type = {key for key in message.keys if key[0].lower() in names}
    by_name = {key for equation in equations for name, key in equation.keys.items() if name.lower() in names}
    return frozenset(by_type | by_name) - message.settled.keys()


def _shares(roots: Sequence[NumberKey], noise: Mapping[str, Noise], epsilon: Fraction) -> dict[NumberKey, Fraction]:
    """Each root's share of epsilon; roots whose domain is a single value take none of it from the others."""
    paying: dict[str, int] = {}
    for entity_type, number in roots:
        if not noise[entity_type].is_public(number):
            paying[entity_type] = paying.get(entity_type, 0) + 1
    whole = sum((noise[name].weight * count for name, count in paying.items()), Fraction(0)) or Fraction(1)
    parts = {name: epsilon * noise[name].weight / whole for name in {entity_type for entity_type, _ in roots}}
    return {key: parts[key[0]] for key in roots}


def _events(
    message: Message,
    decided: _Decided,
    noise: Mapping[str, Noise],
    *,
    kept: frozenset[NumberKey],
    settled: Mapping[NumberKey, Fraction],
) -> tuple[Event, ...]:
    """What the ledger records: a noisy release for each root, everything else free."""
    counts: dict[tuple[str, str | tuple[int, int]], int] = {}  # units as ratios: fractions take long to hash
    shares, units = decided.shares, {key: draw.unit.as_integer_ratio() for key, draw in decided.draws.items()}
    spent = {entity_type: share for (entity_type, _), share in shares.items()}
    seen = set(settled)
    for mention in message.mentions:
        key = mention.key
        entity_type = key[0]
        how: str | tuple[int, int]
        if key in kept:
            how = _KEPT
        elif key in seen:
            how = "released before in this session"
        elif key not in shares:
            how = "computed by a formula from released numbers"
        else:
            how = units.get(key, "zero, where the order of magnitude is declared")
        counts[entity_type, how] = counts.get((entity_type, how), 0) + 1
        seen.add(key)
    return tuple(
        _noisy(entity_type, Fraction(*how), count, noise[entity_type], spent[entity_type])
        if isinstance(how, tuple)
        else Kept(entity_type, count, how)
        if how == _KEPT
        else PostProcessed(entity_type, count, how)
        for (entity_type, how), count in counts.items()
    )


def _noisy(entity_type: str, unit: Fraction, count: int, noise: Noise, epsilon: Fraction) -> MetricDP:
    relative = noise.metric == "relative"
    return MetricDP(entity_type, epsilon, unit, count, noise.leaks, noise.unit_name, relative)
