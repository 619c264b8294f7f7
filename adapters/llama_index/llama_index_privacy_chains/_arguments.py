"""Classes and tools among a call's arguments: they cannot be rewritten, so they may hold nothing private."""

from __future__ import annotations

from typing import Any

from llama_index.core.tools import ToolMetadata
from pydantic import BaseModel

from privacy_chains.adapting import Stay, Visitor, walk_schema, walk_specification

__all__ = ["unchanged"]


def unchanged(value: Any, visitor: Visitor) -> Any:
    """A class or a tool as it is, if nothing in its description has to be replaced.

    Raises:
        UnsupportedContent: It holds private values.
    """
    if isinstance(value, type) and issubclass(value, BaseModel):
        return _model_class(value, visitor)
    return _tool(value, visitor) if isinstance(getattr(value, "metadata", None), ToolMetadata) else None


def _model_class(model: type[BaseModel], visitor: Visitor) -> type[BaseModel]:
    refusal = f"the schema of {model.__name__} holds private values; give its JSON schema instead of the class"
    walk_schema(model.model_json_schema(), Stay(visitor, refusal))
    return model


def _tool(tool: Any, visitor: Visitor) -> Any:
    refusal = f"the description of the tool {tool.metadata.name!r} holds private values and cannot be replaced"
    walk_specification(tool.metadata.to_openai_tool(), Stay(visitor, refusal), unchanged)
    return tool
