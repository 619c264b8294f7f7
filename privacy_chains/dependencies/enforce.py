"""Enforcement as a step of its own, and answers recomputed from true numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from privacy_chains.dependencies.bind import Message, bind, bind_answer
from privacy_chains.dependencies.domains import Domain
from privacy_chains.dependencies.graph import NumberKey
from privacy_chains.dependencies.helper import Dependencies
from privacy_chains.dependencies.identities import recognise
from privacy_chains.dependencies.mentions import Mention
from privacy_chains.dependencies.settle import Clusters, settle
from privacy_chains.errors import DependencyError
from privacy_chains.formats.quantity import Quantity, nearest_multiple
from privacy_chains.mechanisms.noise import Noise

__all__ = ["Answer", "answers", "enforce"]

_MOST_DECIMALS = 4
_USUAL_DECIMALS = 2


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
    """Make numbers that were released one by one fulfil the formulas: roots stay, the rest is recomputed.

    Post-processing of what is released already, so it costs nothing.

    Args:
        texts: The message.
        mentions: Its numbers.
        numbers: What each was released as; equal numbers have equal releases.
        noise: The treatment of each entity type, for the declared domains.
        dependencies: The helper string.
        settled: Numbers that must not change.
        identities: Whether well-known relations are recognised without being asked.

    Raises:
        DependencyError: A formula is ambiguous, contradicted, or cannot be satisfied; or there is not one number
            for each mention.
    """
    if len(mentions) != len(numbers):
        msg = f"{len(mentions)} numbers stand in the texts, but {len(numbers)} releases are given"
        raise DependencyError(msg)
    fixed = dict(settled or {})
    message = Message.of(texts, mentions, fixed)
    asked = bind(dependencies, message) if dependencies else ()
    found = recognise(message, asked) if identities else ()
    given = {mention.key: number for mention, number in zip(mentions, numbers, strict=True)}
    domains = {key: Domain(noise[key[0]], key[1], message.steps[key]) for key in message.keys}
    try:
        decided = settle(Clusters.of(message.keys, asked, found, fixed), fixed, given.__getitem__, domains)
    except DependencyError:
        if not found:
            raise
        decided = settle(Clusters.of(message.keys, asked, (), fixed), fixed, given.__getitem__, domains)
    return tuple(decided[mention.key] for mention in mentions)


@dataclass(frozen=True, slots=True)
class Answer:
    """A number that the model is asked for, by its formula.

    Attributes:
        name: Its variable.
        released: What it comes to for released numbers: what a model that calculates well returns.
        true: What it comes to for true numbers. Not shown.
    """

    name: str
    released: Fraction
    true: Fraction = field(repr=False)

    def spellings(self) -> Iterator[tuple[tuple[str, Fraction], tuple[str, Fraction]]]:
        """What a model may write, and what is read back for it, each with its number.

        Only spellings of two digits or more: shorter ones are too often something else. Where one number is
        written with more decimals or fewer, two decimals are read back.
        """
        found: dict[Fraction, tuple[tuple[str, Fraction], tuple[str, Fraction]]] = {}
        for decimals in range(_MOST_DECIMALS + 1):
            step = Fraction(1, 10**decimals)
            written, true = nearest_multiple(self.released, step), nearest_multiple(self.true, step)
            if abs(written) >= 10 * step and (written not in found or decimals <= _USUAL_DECIMALS):
                found[written] = (_spelled(written, decimals), written), (_spelled(true, decimals), true)
            if written == self.released and true == self.true:
                break
        yield from found.values()

    def read_back(self, returned: Quantity) -> Fraction | None:
        """The true number at the precision of a returned one; None where that is not this answer."""
        if abs(returned.number - self.released) > returned.step:
            return None
        return nearest_multiple(self.true, returned.step)


def answers(
    dependencies: Dependencies, texts: Sequence[str], mentions: Sequence[Mention], numbers: Sequence[Fraction]
) -> tuple[Answer, ...]:
    """The answers whose variables stand in a message, for released and for true numbers.

    Raises:
        DependencyError: It is ambiguous which numbers an answer speaks of, or it has no value.
    """
    message = Message.of(texts, mentions)
    released = {mention.key: number for mention, number in zip(mentions, numbers, strict=True)}
    found: list[Answer] = []
    for formula in dependencies.answers:
        bound = bind_answer(dependencies, formula, message)
        if bound is not None:
            expression, keys = bound
            noisy = expression.value({name: released[key] for name, key in keys.items()})
            true = expression.value({name: key[1] for name, key in keys.items()})
            found.append(Answer(formula.name, noisy, true))
    return tuple(found)


def _spelled(number: Fraction, decimals: int) -> str:
    """A multiple of ``10**-decimals`` in digits."""
    digits = str(abs(int(number * 10**decimals))).zfill(decimals + 1)
    whole, rest = digits[: len(digits) - decimals], digits[len(digits) - decimals :]
    return ("-" if number < 0 else "") + whole + (f".{rest}" if rest else "")
