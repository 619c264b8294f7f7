"""Reads back the results of a component that runs elsewhere, whatever their structure."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from langchain_core.messages import BaseMessage, ToolMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from langchain_privacy_chains._messages import Walk
from privacy_chains.adapting import WHOLE, Visitor

__all__ = ["read_result"]


def read_result(value: Any, visitor: Visitor) -> Any:
    """A copy with every text and number visited: of plain data, messages, documents, commands and other models.

    Anything else, such as a client, is left as it is.
    """
    return _Reading(visitor).of(value)


class _Reading:
    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._done: dict[int, tuple[Any, Any]] = {}  # kept with the result: a deleted object's id may be reused

    def of(self, value: Any) -> Any:
        if value is None or isinstance(value, bool | Enum):
            return value
        if isinstance(value, str | int | float):
            return self._visitor.leaf(value, WHOLE)
        if id(value) not in self._done:
            self._done[id(value)] = value, value  # an object that contains itself stays as it is
            self._done[id(value)] = value, self._copy(value)
        return self._done[id(value)][1]

    def _copy(self, value: Any) -> Any:  # noqa: PLR0911  (one for each kind)
        match value:
            case BaseMessage():
                message = Walk(self._visitor, strict=False).message(value)
                return self._filled(message, ["artifact"]) if isinstance(value, ToolMessage) else message
            case dict():
                return {self.of(key) if isinstance(key, str) else key: self.of(item) for key, item in value.items()}
            case list() | tuple() | set() | frozenset():
                return self._collection(value)
            case BaseModel() if not isinstance(value, Runnable):
                return value.model_copy(update={name: self.of(part) for name, part in dict(value).items()})
            case _ if is_dataclass(value) and not isinstance(value, type):
                return self._filled(value, [one.name for one in fields(value)])
            case _ if type(value).__name__ == "Send" and type(value).__module__.startswith("langgraph."):
                return self._filled(value, ["arg"])
            case _:
                return value

    def _collection(self, value: Any) -> Any:
        items = [self.of(item) for item in value]
        for kind in (tuple, set, frozenset):
            if isinstance(value, kind):
                return getattr(value, "_make", kind)(items)  # a named tuple stays one
        return items

    def _filled(self, value: Any, names: Iterable[str]) -> Any:
        """A copy with some fields read, made without its class's constructor."""
        twin = copy(value)
        for name in names:
            object.__setattr__(twin, name, self.of(getattr(value, name, None)))
        return twin
