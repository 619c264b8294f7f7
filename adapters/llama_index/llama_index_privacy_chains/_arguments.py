"""One walk over the arguments of a call: whatever text goes to the provider beside the messages.

Every text is visited. Only names that the provider looks up stay: the model's, the tools', and JSON Schema's words.
"""

from __future__ import annotations

from typing import Any

from llama_index.core.tools import ToolMetadata
from pydantic import BaseModel

from privacy_chains import UnsupportedContent
from privacy_chains.walking import WHOLE, Visitor

__all__ = ["walk_arguments"]

_LOOKED_UP = frozenset({"model", "model_name", "tool_choice", "function_call", "ls_structured_output_format"})
_SPECIFICATIONS = frozenset({"tools", "functions", "response_format", "output_format", "output_config", "format"})
_SPECIFICATION_NAMES = frozenset({"type", "name", "strict", "cache_control", "server_label"})
_SCHEMAS = frozenset({"parameters", "input_schema", "schema", "parameters_json_schema", "response_schema"})
_SCHEMA_MAPS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_SCHEMA_TEXTS = frozenset({"title", "description", "default", "enum", "const", "example", "examples", "$comment"})


def walk_arguments(arguments: dict[str, Any], visitor: Visitor) -> dict[str, Any]:
    """Return a copy of a call's arguments, every text visited.

    Raises:
        UnsupportedContent: An argument holds text in a form that can be read but not replaced, or raw bytes.
    """
    return {name: _argument(name, value, visitor) for name, value in arguments.items()}


def _argument(name: str, value: Any, visitor: Visitor) -> Any:
    if name in _LOOKED_UP:
        return value
    return _specification(value, visitor) if name in _SPECIFICATIONS else _text(value, visitor)


def _text(value: Any, visitor: Visitor) -> Any:
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if isinstance(value, dict):
        return {key: _text(item, visitor) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)([_text(item, visitor) for item in value]) if type(value) in {list, tuple} else value
    if isinstance(value, bytes | bytearray):
        msg = "an argument of the call holds bytes, which cannot be sanitized; nothing was sent"
        raise UnsupportedContent(msg)
    return value


def _specification(value: Any, visitor: Visitor) -> Any:
    """What describes a tool or the form of an answer: schemas inside, names kept."""
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if isinstance(value, dict):
        return {key: _specified(key, item, visitor) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_specification(item, visitor) for item in value]
    if isinstance(value, type) and issubclass(value, BaseModel):
        return _model_class(value, visitor)
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(getattr(value, "metadata", None), ToolMetadata):
        return _tool(value, visitor)
    msg = f"a {type(value).__name__} among the tools or formats cannot be sanitized; give it as a JSON schema"
    raise UnsupportedContent(msg)


def _specified(key: str, value: Any, visitor: Visitor) -> Any:
    if key in _SPECIFICATION_NAMES:
        return value
    return _schema(value, visitor) if key in _SCHEMAS and isinstance(value, dict) else _specification(value, visitor)


def _schema(schema: dict[str, Any], visitor: Visitor) -> dict[str, Any]:
    return {key: _keyword(key, value, visitor) for key, value in schema.items()}


def _keyword(key: str, value: Any, visitor: Visitor) -> Any:
    if key in _SCHEMA_MAPS and isinstance(value, dict):
        return {name: _schema(item, visitor) if isinstance(item, dict) else item for name, item in value.items()}
    if key in _SCHEMA_TEXTS:
        return _text(value, visitor)
    if isinstance(value, dict):
        return _schema(value, visitor)
    if isinstance(value, list):
        return [_schema(item, visitor) if isinstance(item, dict) else item for item in value]
    return value


def _model_class(model: type[BaseModel], visitor: Visitor) -> type[BaseModel]:
    """A class cannot be rewritten, so its schema must have nothing to rewrite."""
    schema = model.model_json_schema()
    if _schema(schema, visitor) != schema:
        msg = f"the schema of {model.__name__} holds private values; give its JSON schema instead of the class"
        raise UnsupportedContent(msg)
    return model


def _tool(tool: Any, visitor: Visitor) -> Any:
    """A tool object cannot be rewritten, so what it says of itself must have nothing to rewrite."""
    described = tool.metadata.to_openai_tool()
    if _specification(described, visitor) != described:
        msg = f"the description of the tool {tool.metadata.name!r} holds private values and cannot be replaced"
        raise UnsupportedContent(msg)
    return tool
