"""Field names that tell what their values are: ``age``, ``salary``, ``surname``, in every language that is read."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from privacy_chains.detect.patterns.detector import PatternDetector

__all__ = ["tells_value"]

_PLAIN = ("42", "4200", "00412345", "1988-02-03", "mreed22", "Lindqvist")
"""Values that say little by themselves: an age or an amount, a number, a date, an account, an unlisted name."""
_LONGEST, _MOST = 48, 4096


def tells_value(name: str) -> bool:
    """Whether patterns find more in a plain value behind this name than in the value alone.

    Nothing lists such names: the detector is asked, so a label of a new language counts at once. Answers are kept by
    the hash of the name.

    Args:
        name: The name of a field, as in ``name: value``.
    """
    if not 0 < len(name) <= _LONGEST or "\n" in name:
        return False
    known, key = _answers(), hash(name)
    if key not in known:
        if len(known) >= _MOST:
            known.clear()
        known[key] = any(_found(f"{name}: ", plain) != _found("", plain) for plain in _PLAIN)
    return known[key]


class _Value(NamedTuple):
    start: int
    end: int
    entity_type: str


def _found(before: str, plain: str) -> list[_Value]:
    """What is found in a value, by its place there."""
    spans = _detector().detect(before + plain)
    return [
        _Value(span.start - len(before), span.end - len(before), span.entity_type)
        for span in spans
        if span.end > len(before)
    ]


@cache
def _detector() -> PatternDetector:
    return PatternDetector()


@cache
def _answers() -> dict[int, bool]:
    return {}
