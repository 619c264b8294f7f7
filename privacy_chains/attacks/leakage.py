"""What a sanitized request may reveal.

The leakage function of the paper's game, from what formats and noise declare.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from privacy_chains.errors import PrivacyError
from privacy_chains.formats import Part
from privacy_chains.formats.base import Steps
from privacy_chains.lazy import lazily
from privacy_chains.preempt.policy import Policy
from privacy_chains.preempt.prompt import SanitizedPrompt
from privacy_chains.preempt.treatments import AddNoise, Encipher, OneWay

__all__ = ["leakage"]

_FIGURES = lazily(r"\d[\d.,]*")


def leakage(prompt: SanitizedPrompt, policy: Policy) -> tuple[Hashable, ...]:
    """The declared leakage of a request; two requests that differ in it can be told apart.

    The text around the values; of each value its type; of an enciphered one the domains and sizes of its parts, what
    its format keeps beside them, which parts were there before, and which initials of given names; of a number what
    its noise declares, its spelling, and which number before it equals it; of one that is taken out one way its rule,
    and of a hash which one equals it.

    Args:
        prompt: The request, sanitized under any key.
        policy: What it was sanitized under.
    """
    seen: dict[Hashable, int] = {}
    found: list[Hashable] = []
    for text, spans, originals in zip(prompt.texts, prompt.spans, prompt.originals, strict=True):
        end = 0
        for span, original in zip(spans, originals, strict=True):
            found += [text[end : span.start], span.entity_type]
            found += (_equal(one, seen) for one in _parts(policy, span.entity_type, original))
            end = span.end
        found.append(text[end:])
    return tuple(found)


def _equal(part: tuple[Hashable, Hashable | None], seen: dict[Hashable, int]) -> Hashable:
    """What a part shows, with the place of the first part that is equal to it."""
    kept, value = part
    return kept if value is None else (kept, seen.setdefault((kept, value), len(seen)))


def _parts(policy: Policy, entity_type: str, original: str) -> Iterator[tuple[Hashable, Hashable | None]]:
    """What each part of a value shows, and what it is equal by."""
    rule = policy.rules.get(entity_type)
    if isinstance(rule, OneWay):
        yield ("one way", rule), original.casefold() if rule.tells_apart else None
        return
    try:
        if isinstance(rule, AddNoise):
            said = rule.format.read(original)
            noise = rule.noise.written(said.step)
            yield ("spelling", said.step, _FIGURES.sub("#", original)), None
            yield (entity_type, *noise.parameters(said.number, said.step)), abs(said.number)
            return
        if isinstance(rule, Encipher):
            parts, write = rule.format.read(original)
            yield ("kept", write([0] * len(parts))), None
            yield from ((_shown(part), part.rank) for part in parts)
            yield from (_shared(part, part.steps) for part in parts if part.steps is not None)
            return
    except PrivacyError:
        pass
    yield ("clear", original), None


def _shared(part: Part, steps: Steps) -> tuple[Hashable, Hashable]:
    """What a part shares with others: a given name its initial, with initials and other names."""
    domain, size, rank = steps.shared(part.rank, part.domain)
    return (domain, size), rank


def _shown(part: Part) -> tuple[Hashable, ...]:
    return part.domain, part.size
