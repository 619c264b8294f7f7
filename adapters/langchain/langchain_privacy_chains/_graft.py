"""Replaces the models inside a runnable."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.runnables import Runnable, RunnableParallel, RunnableSequence
from langchain_core.runnables.base import RunnableBindingBase, RunnableEachBase
from langchain_core.runnables.branch import RunnableBranch
from langchain_core.runnables.fallbacks import RunnableWithFallbacks
from langchain_core.runnables.passthrough import RunnableAssign

__all__ = ["graft"]

Swap = Callable[[Runnable[Any, Any]], Runnable[Any, Any] | None]


def graft(runnable: Runnable[Any, Any], swap: Swap) -> Runnable[Any, Any]:
    """Return a copy of a runnable with every part for which ``swap`` returns something replaced by it."""
    swapped = swap(runnable)
    if swapped is not None:
        return swapped
    changed = _parts(runnable, lambda part: graft(part, swap))
    return runnable.model_copy(update=changed) if changed else runnable  # type: ignore[attr-defined]


def _parts(  # noqa: PLR0911  (one return for each kind)
    runnable: Runnable[Any, Any], change: Callable[[Runnable[Any, Any]], Any]
) -> dict[str, Any]:
    """The changed fields among those that hold runnables."""
    match runnable:
        case RunnableSequence():
            return {
                "first": change(runnable.first),
                "middle": [change(step) for step in runnable.middle],
                "last": change(runnable.last),
            }
        case RunnableParallel():
            return {"steps__": {name: change(step) for name, step in runnable.steps__.items()}}
        case RunnableWithFallbacks():
            return {
                "runnable": change(runnable.runnable),
                "fallbacks": [change(fallback) for fallback in runnable.fallbacks],
            }
        case RunnableBranch():
            return {
                "branches": [(change(condition), change(branch)) for condition, branch in runnable.branches],
                "default": change(runnable.default),
            }
        case RunnableAssign():
            return {"mapper": change(runnable.mapper)}
        case RunnableBindingBase() | RunnableEachBase():
            return {"bound": change(runnable.bound)}
        case _:
            return {}
