"""Field names that tell what their values are: ``age``, ``salary``, ``surname``, in every language that is read."""

from __future__ import annotations

from functools import cache

from privacy_chains.detect.patterns.detector import PatternDetector
from privacy_chains.detect.recent import Recent

__all__ = ["tells_value"]

_PLAIN = ("42", "4200", "00412345", "1988-02-03", "mreed22", "Lindqvist")
"""Values that say little by themselves: an age or an amount, a number, a date, an account, an unlisted name."""
_LONGEST = 48
_TOLD = Recent[bool](4096)


def tells_value(name: str) -> bool:
    """Whether patterns find more in a plain value behind this name than in the value alone.

    Nothing lists such names: the detector is asked, so a label of a new language counts at once.

    Args:
        name: The name of a field, as in ``name: value``.
    """
    if not 0 < len(name) <= _LONGEST or "\n" in name:
        return False
    head = f"{name}: "
    return _TOLD.of(_TOLD.name(name), lambda: any(_found(head, plain) != _found("", plain) for plain in _PLAIN))


def _found(head: str, plain: str) -> list[tuple[int, int, str]]:
    """What is found in a value, by its place there."""
    spans, at = _detector().detect(head + plain), len(head)
    return [(span.start - at, span.end - at, span.entity_type) for span in spans if span.end > at]


@cache
def _detector() -> PatternDetector:
    return PatternDetector()
