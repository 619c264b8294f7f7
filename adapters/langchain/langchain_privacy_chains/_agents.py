"""Replaces the models inside an agent or another compiled graph.

A graph keeps its models in the closures of its functions. Only the frameworks' own components and functions are opened.
In a graph of LangGraph, the closures of user functions are opened too, since these are its nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from privacy_chains.adapting import graft_object, is_own_code

__all__ = ["graft_agent"]

_FRAMEWORKS = ("deepagents", "langchain", "langgraph")


def graft_agent(agent: Any, swap: Callable[[Any], Any]) -> Any:
    """Return a copy of an agent with every part for which ``swap`` returns something else replaced by it."""
    return graft_object(agent, swap, _is_part_of_a_graph if _is_graph(agent) else _is_theirs)


def _is_graph(value: Any) -> bool:
    """Whether something is a graph of user-written nodes; agents of LangChain have tools, and no such nodes."""
    if not any(kind.__module__.startswith("langgraph.pregel") for kind in type(value).__mro__):
        return False
    functions = [getattr(getattr(node, "bound", None), "func", None) for node in value.nodes.values()]
    return not any(str(getattr(one, "__module__", "")).startswith("langchain.") for one in functions)


def _is_part_of_a_graph(value: Any) -> bool:
    return _is_theirs(value) or (isinstance(value, FunctionType) and is_own_code(value))


def _is_theirs(value: Any) -> bool:
    modules = [value.__module__] if isinstance(value, FunctionType) else [k.__module__ for k in type(value).__mro__]
    return any((module or "").partition(".")[0].startswith(_FRAMEWORKS) for module in modules)
