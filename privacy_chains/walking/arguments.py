"""One walk over the arguments of a call: whatever text goes to the provider beside the messages.

Every text is visited. Only names that the provider looks up stay: the model's, the tools', and JSON Schema's words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import is_dataclass
from functools import partial
from typing import Any

from privacy_chains.errors import UnsupportedContent
from privacy_chains.walking.visitors import WHOLE, Stay, Visitor

__all__ = [
    "Rewrite",
    "look_through_settings",
    "settings_of",
    "walk_arguments",
    "walk_schema",
    "walk_specification",
]

Rewrite = Callable[[Any, Visitor], Any]
"""Visits an object of a framework among the tools or formats; returns nothing for one that it cannot rewrite."""

_LOOKED_UP = frozenset(
    {"model", "model_name", "tool_choice", "function_call", "ls_structured_output_format", "logit_bias"}
)
_SPECIFICATIONS = frozenset({"tools", "functions", "response_format", "output_format", "output_config", "format"})
_SPECIFICATION_NAMES = frozenset({"type", "name", "strict", "cache_control", "server_label"})
_SCHEMAS = frozenset({"parameters", "input_schema", "schema", "parameters_json_schema", "response_schema"})
_SCHEMA_MAPS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_SCHEMA_TEXTS = frozenset({"title", "description", "default", "enum", "const", "example", "examples", "$comment"})


def walk_arguments(arguments: dict[str, Any], visitor: Visitor, rewrite: Rewrite) -> dict[str, Any]:
    """Return a copy of a call's arguments, every text visited.

    Args:
        arguments: The arguments by name.
        visitor: What happens to each text.
        rewrite: Visits what is no JSON among the tools and formats, such as a class.

    Raises:
        UnsupportedContent: An argument holds text in a form that can be read but not replaced, or raw bytes.
    """
    return {name: _argument(name, value, visitor, rewrite) for name, value in arguments.items()}


def settings_of(model: object, names: Iterable[str]) -> dict[str, Any]:
    """What a model sends with every call of its own accord, under those of the names that it has."""
    return {name: value for name in names if (value := getattr(model, name, None))}


def look_through_settings(
    settings: Mapping[str, Any], visitor: Visitor, rewrite: Rewrite, allow: Collection[str] = ()
) -> None:
    """Visit what a model sends with every call of its own accord, which cannot be replaced.

    Args:
        settings: The model's settings by name.
        visitor: What happens to each text.
        rewrite: Visits what is no JSON among the tools and formats, such as a class.
        allow: Names of settings that pass as they are.

    Raises:
        UnsupportedContent: A setting holds something that would have to be replaced.
    """
    for name, value in settings.items():
        if name not in allow:
            refusal = (
                f"{name!r} of the model itself holds private values and would go out with every call, so nothing was "
                "sent. Give them to the call, where they are sanitized, "
                f"or, if they may be known, send them as they are with protect(..., allow={{{name!r}}})"
            )
            given = dict(value) if isinstance(value, Mapping) else {name: value}
            walk_arguments(given, Stay(visitor, refusal), rewrite)


def _argument(name: str, value: Any, visitor: Visitor, rewrite: Rewrite) -> Any:
    if name in _LOOKED_UP:
        return value
    return walk_specification(value, visitor, rewrite) if name in _SPECIFICATIONS else _text(value, visitor)


def _text(value: Any, visitor: Visitor) -> Any:
    """Every text of a value, the keys of its mappings too."""
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if isinstance(value, Mapping):
        return {_text(key, visitor): _text(item, visitor) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        items = [_text(item, visitor) for item in value]
        return tuple(items) if isinstance(value, tuple) else items
    if isinstance(value, bytes | bytearray) or is_dataclass(value) or hasattr(type(value), "model_dump"):
        msg = (
            f"an argument of the call holds {type(value).__name__}, which cannot be sanitized, so nothing was sent; "
            "give it as text, numbers, lists and dicts"
        )
        raise UnsupportedContent(msg)
    return value


def walk_specification(value: Any, visitor: Visitor, rewrite: Rewrite) -> Any:
    """Visit what describes a tool or the form of an answer: schemas inside, names kept.

    Raises:
        UnsupportedContent: It holds an object that cannot be rewritten.
    """
    walk = partial(walk_specification, visitor=visitor, rewrite=rewrite)
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if isinstance(value, dict):
        return {key: _specified(key, item, visitor, walk) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [walk(item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    rewritten = rewrite(value, visitor)
    if rewritten is None:
        msg = f"a {type(value).__name__} among the tools or formats cannot be sanitized; give it as a JSON schema"
        raise UnsupportedContent(msg)
    return rewritten


def _specified(key: str, value: Any, visitor: Visitor, walk: Callable[[Any], Any]) -> Any:
    if key in _SPECIFICATION_NAMES:
        return value
    return walk_schema(value, visitor) if key in _SCHEMAS and isinstance(value, dict) else walk(value)


def walk_schema(schema: dict[str, Any], visitor: Visitor) -> dict[str, Any]:
    """Visit what a JSON schema says in words and lists as values; the names of properties are kept."""
    return {key: _keyword(key, value, visitor) for key, value in schema.items()}


def _keyword(key: str, value: Any, visitor: Visitor) -> Any:
    if key in _SCHEMA_MAPS and isinstance(value, dict):
        return {name: walk_schema(item, visitor) if isinstance(item, dict) else item for name, item in value.items()}
    if key in _SCHEMA_TEXTS:
        return _text(value, visitor)
    if isinstance(value, dict):
        return walk_schema(value, visitor)
    if isinstance(value, list):
        return [walk_schema(item, visitor) if isinstance(item, dict) else item for item in value]
    return value
