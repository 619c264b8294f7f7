"""Reading an answer with the key alone: annotate it again, and decipher (Prεεmpt, Algorithm 2).

Without the original prompt, a surrogate cannot be distinguished from a real value that looks like one, and noise
cannot be removed. If you have the prompt, use its reader.
"""

from __future__ import annotations

from collections.abc import Iterator

from privacy_chains.contract.spans import replace_spans
from privacy_chains.errors import FormatError
from privacy_chains.preempt.annotate import annotate, is_swept, swept, values
from privacy_chains.preempt.engine import Engine
from privacy_chains.preempt.needles import Needle
from privacy_chains.preempt.policy import Encipher

__all__ = ["desanitize_with_key"]


def desanitize_with_key(engine: Engine, session: str, answer: str) -> str:
    """``answer`` with every value of an enciphered type deciphered; noised numbers stay as they are."""
    texts = (answer,)
    clear = annotate(engine, texts, (), answer=True).clear
    while True:
        spans = tuple(each.covered for each in clear)
        found = dict.fromkeys((span.entity_type, value) for value, span in values(texts, spans))
        less = swept(clear, _issued_in_turn(engine, session, found))
        if less is None:
            break
        clear = less
    originals = [_decipher(engine, session, span.entity_type, value) for value, span in values(texts, spans)]
    return replace_spans(answer, spans[0], originals)[0]


def _issued_in_turn(engine: Engine, session: str, found: dict[tuple[str, str], None]) -> Iterator[Needle]:
    """The surrogates of what was found.

    Clear text that equalled a surrogate was enciphered in its turn when the prompt was sanitized; this finds
    those places again.
    """
    for entity_type, value in found:
        rule = engine.treatment(entity_type)
        if isinstance(rule, Encipher):
            for piece in (value, *engine.aliases(entity_type, value)):
                if is_swept(rule, piece):
                    yield Needle(engine.encipher(entity_type, rule, piece, session)[0], entity_type, "exact")


def _decipher(engine: Engine, session: str, entity_type: str, value: str) -> str:
    rule = engine.treatment(entity_type)
    if not isinstance(rule, Encipher):
        return value
    try:
        return engine.decipher(entity_type, rule, value, session)
    except FormatError:
        return value
