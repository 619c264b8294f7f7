"""The model's own words: answers by formula, times and numbers in them, mapped back to what was released."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from privacy_chains.contract.spans import Span, replace_spans
from privacy_chains.desanitize import Issued
from privacy_chains.lazy import lazily
from privacy_chains.preempt.memory import Context, Memory

if TYPE_CHECKING:
    from privacy_chains.desanitize import Reader

__all__ = ["as_released", "released_numbers", "released_times"]

_CLOCK = lazily(r"[0-9](?:[:.h][0-9]|\s?[ap]\.?m)", re.IGNORECASE)


def as_released(context: Context, memory: Memory, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The model's own texts, with true answers as the model gave them, and true times as they were released."""
    return _as_timed(memory, _as_answered(context, memory, texts))


def released_numbers(context: Context, memory: Memory) -> dict[float, float]:
    """The surrogates of numbers in the model's own tool calls. Ambiguous ones are left out, but codes never."""
    released: dict[float, set[Fraction]] = {}
    for (_, number), value in memory.settled.items():
        released.setdefault(_plain(number), set()).add(value)
    for item in _answers(context, memory):
        if item.number is not None and item.released is not None:
            released.setdefault(_plain(item.number), set()).add(item.released)
    known = {number: _plain(*values) for number, values in released.items() if len(values) == 1}
    negative = {-number: -value for number, value in known.items() if number > 0 < value}
    return _codes(memory) | negative | known


def _codes(memory: Memory) -> dict[float, float]:
    """What integers that are codes were issued as."""
    if not memory.issued:
        return {}
    from privacy_chains.desanitize import as_integers  # noqa: PLC0415  # a first prompt needs none

    return as_integers(memory.issued.values())


def released_times(reader: Reader | None, text: str) -> list[Span]:
    """Where true times of timestamps stand alone in a text.

    Args:
        reader: What reads them; see ``Reader.of_times``. None where there are none.
        text: The text.
    """
    if reader is None or not _CLOCK.search(text):
        return []
    return [Span(seen.start, seen.end, "TIME") for seen in reader.restore(text).restored if seen.entity_type == "TIME"]


def _answers(context: Context, memory: Memory) -> list[Issued]:
    """What answers by formula were issued as: they are of no type that a policy treats."""
    rules = context.engine.policy.rules
    return [item for item in memory.issued.values() if item.released is not None and item.entity_type not in rules]


def _as_answered(context: Context, memory: Memory, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The model's own texts with the true answers in them as it gave them: they were never released."""
    answers = _answers(context, memory)
    if not answers:
        return texts
    from privacy_chains.desanitize import Reader  # noqa: PLC0415

    reader = Reader([item.reversed() for item in answers])
    return tuple(map(reader.text, texts))


def _as_timed(memory: Memory, texts: tuple[str, ...]) -> tuple[str, ...]:
    """The model's own texts with the true times of timestamps, where they stand alone, as they were released.

    They are no values of their own: no detector looks for them where the policy does not ask for times of day.
    """
    if not any(map(_CLOCK.search, texts)):
        return texts
    from privacy_chains.desanitize import Reader  # noqa: PLC0415

    reader = Reader.of_times(memory.issued.values())
    return tuple(_timed(reader, text) for text in texts) if reader else texts


def _timed(reader: Reader, text: str) -> str:
    spans = released_times(reader, text)
    return replace_spans(text, spans, [reader.text(text[span.start : span.end]) for span in spans])[0]


def _plain(number: Fraction) -> float:
    return int(number) if number.denominator == 1 else float(number)
