"""Replaces the models inside an engine, an agent or any other component."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from llama_index.core.workflow import Workflow

from llama_index_privacy_chains._data import is_data
from privacy_chains.adapting import graft_object

__all__ = ["graft"]


def graft(component: Any, swap: Callable[[Any], Any]) -> Any:
    """Return a copy of a component with every part for which ``swap`` returns something else replaced by it.

    Only LlamaIndex's own components, any workflows, and plain collections are opened. Objects that hold only data are
    not.
    """
    return graft_object(component, swap, _is_component)


def _is_component(value: Any) -> bool:
    theirs = not isinstance(value, FunctionType) and type(value).__module__.partition(".")[0] == "llama_index"
    return (theirs or isinstance(value, Workflow)) and not is_data(value)
