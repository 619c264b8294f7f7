"""The contract of an entity type with its rule and its detector."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from privacy_chains.contract.entities import Category, EntityType
from privacy_chains.contract.spans import resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.keys import Key
from privacy_chains.preempt.policy import AddNoise, Encipher, Policy
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.testing.broken import require, require_gone
from privacy_chains.testing.detectors import check_detector

__all__ = ["check_entity_type"]


def check_entity_type(
    entity_type: EntityType,
    treatment: Encipher | AddNoise,
    detector: Detector,
    examples: Mapping[str, Sequence[str]],
    *,
    keys: int = 5,
) -> None:
    """Check that a type, its rule and a detector belong together: from text to surrogates and back.

    Args:
        entity_type: The type.
        treatment: Its rule.
        detector: Finds it; other types that it finds are treated as by default.
        examples: Texts, and the values of the type in each, such as ``{"Ask QX204417B.": ["QX204417B"]}``.
        keys: How many keys are tried.

    Raises:
        ContractBroken: The detector misses a value, a Category I type has no format to encipher, a value leaves, the
            detector finds other types in what is sent (so that the key alone would not read it), or a text does not
            come back, with the prompt or, if it is enciphered whole, with the key alone.
    """
    name = entity_type.name
    check_detector(detector, {text: [(name, value) for value in values] for text, values in examples.items()})
    fits = isinstance(treatment, Encipher) or entity_type.category is Category.VALUE
    require(fits, f"{name} is of Category I, and is enciphered")
    policy = Policy.default().with_rule(name, treatment)
    for number in range(keys):
        sanitizer = Sanitizer(Key.from_bytes(bytes([number]) * 31 + b"k"), policy=policy, detector=detector)
        for text, values in examples.items():
            prompt = sanitizer.sanitize(text)
            require(
                _types(detector, prompt.text) == _types(detector, text), f"{text!r}: the same types are found again"
            )
            require(sanitizer.desanitize(prompt.text, prompt) == text, f"{text!r}: it comes back with the prompt")
            if isinstance(treatment, Encipher):
                require_gone(text, values, prompt.text)
                alone = sanitizer.desanitize(prompt.text)
                require(all(value in alone for value in values), f"{text!r}: its values come back with the key alone")


def _types(detector: Detector, text: str) -> list[str]:
    return [span.entity_type for span in resolve_overlaps(detector.detect(text))]
