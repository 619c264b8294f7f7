"""Values of the model's own: they look like surrogates, and nobody issued them."""

from __future__ import annotations

from collections.abc import Sequence

from privacy_chains.contract.report import Sighting
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import Encipher
from privacy_chains.preempt.prompt import SanitizedPrompt

__all__ = ["invented_values"]

_REASON = "of a type that is enciphered, in none of the texts, and never issued"


def invented_values(engine: Engine, prompt: SanitizedPrompt, answer: str) -> tuple[Sighting, ...]:
    """Where an answer, as the model wrote it, holds values that a reader may take for true ones.

    A value is invented if the detector finds it as one of a type that the policy enciphers, nothing reads it back, it
    was not left as a doubtful surrogate, and it stands in none of the sanitized texts.

    Args:
        engine: Detects.
        prompt: What was answered.
        answer: What the model wrote.
    """
    seen = prompt.reader.restore(answer)
    known = "\n".join(prompt.texts).casefold()
    read = [*seen.restored, *seen.left, *seen.held]
    return tuple(
        Sighting(span.entity_type, span.start, span.end, _REASON)
        for span in engine.find(answer, answer=True)
        if isinstance(engine.policy.rules.get(span.entity_type), Encipher)
        and not _meets(span.start, span.end, read)
        and answer[span.start : span.end].casefold() not in known
    )


def _meets(start: int, end: int, sightings: Sequence[Sighting]) -> bool:
    return any(one.start < end and start < one.end for one in sightings)
