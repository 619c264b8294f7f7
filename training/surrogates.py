"""Examples as they look once they are sanitized: the network reads its own product's surrogates, too."""

from __future__ import annotations

from functools import cache
from random import Random

from privacy_chains.detect import NameDetector
from privacy_chains.errors import CipherError, FormatError
from privacy_chains.keys import Key
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.policy import Encipher, Policy
from training.example import Example

__all__ = ["sanitized"]

_TYPES = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "STREET_ADDRESS"})
_KEYS = 64


def sanitized(example: Example, chance: Random) -> Example:
    """The example with surrogates for its people, places, organizations and addresses, all under one random key.

    What a format cannot take stays as it is.
    """
    engine = _engine(chance.randrange(_KEYS))
    text, marks = "", []
    position = 0
    for start, end, kind in example.marks:
        new = _surrogate(engine, kind, example.text[start:end])
        text += example.text[position:start]
        marks.append((len(text), len(text) + len(new), kind))
        text += new
        position = end
    return Example(text + example.text[position:], marks, example.annotated)


def _surrogate(engine: Engine, kind: str, value: str) -> str:
    rule = engine.treatment(kind) if kind in _TYPES else None
    if not isinstance(rule, Encipher):
        return value
    try:
        return engine.encipher(kind, rule, value, "")[0]
    except (CipherError, FormatError):
        return value


@cache
def _engine(number: int) -> Engine:
    return Engine(Key.from_bytes(number.to_bytes(32)), Policy.default(), NameDetector())
