"""Contracts of whole things: an entity type with its rule and detector, and a sanitizer behind the adapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from privacy_chains.contract.conversation import Leaf, Message
from privacy_chains.contract.entities import Category, EntityType
from privacy_chains.contract.method import Method
from privacy_chains.contract.prompt import Prompt
from privacy_chains.contract.roles import Keeper
from privacy_chains.contract.spans import resolve_overlaps
from privacy_chains.detect.base import Detector
from privacy_chains.keys import Key
from privacy_chains.preempt.policy import AddNoise, Encipher, Policy
from privacy_chains.preempt.sanitizer import Sanitizer
from privacy_chains.testing.broken import require
from privacy_chains.testing.detectors import check_detector

__all__ = ["check_entity_type", "check_sanitizer"]

_SIZES = (1, 2, 3, 7, 1000)


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
                _require_gone(text, values, prompt.text)
                alone = sanitizer.desanitize(prompt.text)
                require(all(value in alone for value in values), f"{text!r}: its values come back with the key alone")


def check_sanitizer(sanitizer: Method, examples: Mapping[str, Sequence[str]]) -> None:
    """Check what adapters rely on: any method that keeps this can stand behind them.

    Args:
        sanitizer: A ``Sanitizer``, a ``Session``, or another method. For each example it should be as new.
        examples: Texts, and the values in each that must not leave.

    Raises:
        ContractBroken: A value leaves or shows, a private value is not scanned, or a message changes its form; what was
            sent once is sent otherwise when the conversation goes on; or a trait does not hold: the same text gives
            another prompt, or an answer does not come back, whole, in chunks of any size, or in JSON-like data.
    """
    require(isinstance(sanitizer, Method), f"{type(sanitizer).__name__} has every part of Method")
    require(examples, "a sanitizer is checked with at least one text")
    for text, values in examples.items():
        _check_scan(sanitizer, text, values)
        prompt = sanitizer.sanitize(text)
        require(len(prompt.texts) == 1, f"{text!r}: one text gives one text")
        _require_gone(text, values, prompt.text)
        _require_gone(text, values, repr(prompt) + repr(sanitizer))
        if sanitizer.traits.stable:
            require(sanitizer.sanitize(text).texts == prompt.texts, f"{text!r}: the same text gives the same prompt")
        _check_reading(sanitizer, text, prompt)
    _check_conversation(sanitizer, examples)


def _check_scan(method: Method, text: str, values: Sequence[str]) -> None:
    (spans,) = method.scan(text)
    found = [text[span.start : span.end] for span in spans]
    for value in values:
        seen = any(value in one or one in value for one in found)
        require(seen, f"{text!r}: {value!r} is private, and a scan says so")


def _check_reading(method: Method, text: str, prompt: Prompt) -> None:
    """Reading back: exactly, if the method says so; in any case the same in chunks of any size."""
    read = method.reader(prompt).text(prompt.text)
    if method.traits.exact:
        require(read == text, f"{text!r}: it comes back")
        clear = {"text": [text, "", None, True], "nothing": {}}
        value = {"text": [prompt.text, "", None, True], "nothing": {}}
        require(method.reader(prompt).value(value) == clear, f"{text!r}: it comes back in JSON-like data")
    for size in _SIZES:
        require(_streamed(method, prompt, size) == read, f"{text!r}: it comes back in chunks of {size} as in one")


def _streamed(method: Method, prompt: Prompt, size: int) -> str:
    reader, wrote = method.reader(prompt).stream(), prompt.text
    shown = [reader.feed(wrote[start : start + size]) for start in range(0, len(wrote), size)]
    return "".join(shown) + reader.flush()


def _check_conversation(sanitizer: Method, examples: Mapping[str, Sequence[str]]) -> None:
    """Every example is said, and repeated by the model, as an adapter keeps it: clear, and as it was written."""
    history: list[Message] = []
    sent: list[tuple[Leaf, ...]] = []
    for text, values in examples.items():
        history.append(Message((text,)))
        said = sanitizer.sanitize_conversation(history)
        require([len(leaves) for leaves in said.messages] == [1] * len(history), "every message keeps its leaves")
        require(list(said.messages[:-1]) == sent, f"{text!r}: what was sent before it is sent again byte for byte")
        (wrote,) = said.messages[-1]
        require(isinstance(wrote, str), f"{text!r}: a text stays a text")
        _require_gone(text, values, str(wrote))
        read = sanitizer.reader(said.prompt).text(str(wrote))
        require(read == text or not sanitizer.traits.exact, f"{text!r}: a repetition of it comes back")
        kept = sanitizer.keep((wrote,), (read,), said.prompt) if isinstance(sanitizer, Keeper) else None
        history.append(Message((read,), from_model=True, kept=kept))
        sent = [*said.messages, (wrote,)]


def _require_gone(text: str, values: Sequence[str], told: str) -> None:
    for value in values:
        require(value not in told, f"{text!r}: {value!r} does not leave, and does not show")


def _types(detector: Detector, text: str) -> list[str]:
    return [span.entity_type for span in resolve_overlaps(detector.detect(text))]
