"""Putting something else in the place of the models inside an agent or another compiled graph.

A graph keeps its models in what its functions close over. Only the frameworks' own components and functions are
opened.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from privacy_chains.walking import graft_object

__all__ = ["graft_agent"]

_FRAMEWORKS = ("deepagents", "langchain", "langgraph")


def graft_agent(agent: Any, swap: Callable[[Any], Any]) -> Any:
    """Return a copy of an agent with every part for which ``swap`` returns something else replaced by it."""
    return graft_object(agent, swap, _is_theirs)


def _is_theirs(value: Any) -> bool:
    modules = [value.__module__] if isinstance(value, FunctionType) else [k.__module__ for k in type(value).__mro__]
    return any((module or "").partition(".")[0].startswith(_FRAMEWORKS) for module in modules)
