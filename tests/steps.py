"""How much work something is, counted and not timed: a busy machine changes nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

__all__ = ["grows_linearly", "steps"]


def steps(call: Callable[[], Any]) -> int:
    """How many lines of Python a call runs, every round of a loop counted. What one line does in C counts once."""
    count = 0

    def trace(_: FrameType, event: str, __: object) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
    return count


def grows_linearly(of: Callable[[int], Callable[[], Any]], size: int, *, times: int = 8, slack: float = 1.5) -> bool:
    """Whether as many times the input is at most about as many times the steps.

    Args:
        of: Makes the call for an input of a size.
        size: The smaller size. The first call warms what is remembered, and is not counted.
        times: How much larger the larger one is.
        slack: How much more than in proportion it may be.
    """
    of(size)()
    return steps(of(times * size)) < slack * times * steps(of(size))
