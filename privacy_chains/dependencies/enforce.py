"""Enforces formulas on numbers that are released already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

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
from privacy_chains.errors import DependencyError
from privacy_chains.mechanisms.noise import Noise

__all__ = ["enforce"]


def enforce(  # noqa: PLR0913
    texts: Sequence[str],
    mentions: Sequence[Mention],
    numbers: Sequence[Fraction],
    *,
    noise: Mapping[str, Noise],
    dependencies: Dependencies | None = None,
    settled: Mapping[NumberKey, Fraction] | None = None,
    identities: bool = True,
) -> tuple[Fraction, ...]:
    """Make numbers that were released one by one satisfy the formulas: roots stay, the rest is recomputed.

    This is post-processing of released numbers, so it spends no epsilon.

    Args:
        texts: The message.
        mentions: Its numbers.
        numbers: The release of each number; equal numbers have equal releases.
        noise: The noise of each entity type, for the declared domains.
        dependencies: The helper string.
        settled: Numbers that must not change.
        identities: Whether well-known relations are recognised without a formula.

    Raises:
        DependencyError: A formula is ambiguous, contradicted, or cannot be satisfied; or there are not as many numbers
            as mentions.
    """
    if len(mentions) != len(numbers):
        msg = f"{len(mentions)} numbers stand in the texts, but {len(numbers)} releases are given"
        raise DependencyError(msg)
    fixed = dict(settled or {})
    message = NumberedMessage.of(texts, mentions, {key: step_of(key[1], number) for key, number in fixed.items()})
    asked = bind(dependencies, message) if dependencies else Bound()
    found = recognise(message, asked.equations) if identities else ()
    given = {mention.key: number for mention, number in zip(mentions, numbers, strict=True)}
    domains = declared(message, noise, asked.grains)

    def decide(equations: Sequence[Equation]) -> ResolvedValues:
        clusters = Clusters.of(message.keys, asked.equations, equations, fixed)
        return settle(clusters, fixed, given.__getitem__, domains, ResolvedSteps(message.settled, message.settled))

    return with_recognised(decide, found).as_printed(mentions)
