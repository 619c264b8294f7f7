"""A walk over JSON schemas: descriptions and listed values are visited, names are kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from privacy_chains.adapting.fields import walk_named
from privacy_chains.adapting.visitors import WHOLE, Stay, Visitor
from privacy_chains.errors import UnsupportedContent

__all__ = ["Place", "is_schema", "takes", "walk_schema"]

Place = tuple[str | int, ...]
"""Where a value stands in data: names, and positions in lists."""

_MAPS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "parameter_definitions"}
)
_PARTS = frozenset(
    {
        *("items", "prefixItems", "additionalItems", "unevaluatedItems", "contains"),
        *("additionalProperties", "unevaluatedProperties", "propertyNames"),
        *("anyOf", "allOf", "oneOf", "not", "if", "then", "else"),
        *("contentSchema", "json"),  # the last is Bedrock's, around a schema
    }
)
_KEPT = frozenset(
    {
        *("type", "format", "nullable", "contentEncoding", "contentMediaType"),
        *("$id", "$schema", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor"),
        *("required", "dependentRequired", "propertyOrdering"),  # names of properties
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "minContains", "maxContains"),
        *("minProperties", "maxProperties", "readOnly", "writeOnly", "deprecated", "strict"),
    }
)
_LISTED = frozenset({"default", "enum", "const"})
"""Values that an answer may have to repeat: numbers among them do not change."""
_COMBINED = frozenset({"anyOf", "allOf", "oneOf"})
_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean", "null"})


def is_schema(value: Any) -> bool:
    """Whether something looks like a JSON schema."""
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    return (
        any(isinstance(value.get(name), dict) for name in (*_MAPS, "items"))
        or any(isinstance(value.get(name), list) for name in _COMBINED)
        or isinstance(value.get("$ref"), str)
        or (isinstance(kind, str) and kind.lower() in _TYPES)
    )


def walk_schema(schema: dict[str, Any], visitor: Visitor, name: str = "") -> dict[str, Any]:
    """Visit the descriptions and listed values of a JSON schema; the names of properties are kept.

    Args:
        schema: The schema.
        visitor: What happens to each text.
        name: The property that it describes.

    Raises:
        UnsupportedContent: It holds private values in a pattern, where they cannot be replaced.
    """
    return {_key(key, visitor): _keyword(key, value, visitor, name) for key, value in schema.items()}


def _key(key: str, visitor: Visitor) -> str:
    return key if key in _MAPS or key in _PARTS or key in _KEPT or key in _LISTED else visitor.text(key, WHOLE)


def _keyword(key: str, value: Any, visitor: Visitor, name: str) -> Any:
    if key in _MAPS and isinstance(value, dict):
        if key == "patternProperties":
            value = {_pattern(one, visitor): item for one, item in value.items()}
        return {one: _part(item, visitor, one) for one, item in value.items()}
    if key in _PARTS:
        return (
            [_part(item, visitor, name) for item in value] if isinstance(value, list) else _part(value, visitor, name)
        )
    if key in _KEPT and _is_kept(value):
        return value
    if key == "pattern" and isinstance(value, str):
        return _pattern(value, visitor)
    return _listed(value, visitor) if key in _LISTED else walk_named(value, visitor, _nothing_special, name)


def _part(value: Any, visitor: Visitor, name: str) -> Any:
    return walk_schema(value, visitor, name) if isinstance(value, dict) else _listed(value, visitor)


def _is_kept(value: Any) -> bool:
    """Whether a value is a word, a number, or words: of several properties, by name."""
    if isinstance(value, Mapping):
        return all(isinstance(item, list) and _is_kept(item) for item in value.values())
    return all(isinstance(item, str) for item in value) if isinstance(value, list) else True


def _pattern(pattern: str, visitor: Visitor) -> str:
    refusal = (
        "a pattern in a schema holds private values and cannot be replaced, so nothing was sent; leave it out: answers "
        "are validated where they are read"
    )
    return str(Stay(visitor, refusal).leaf(pattern, WHOLE))


def _listed(value: Any, visitor: Visitor) -> Any:
    """Every text of a value, the keys of its mappings too."""
    if isinstance(value, str):
        return visitor.text(value, WHOLE)
    if isinstance(value, Mapping):
        return {_listed(key, visitor): _listed(item, visitor) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_listed(item, visitor) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    msg = f"a {type(value).__name__} in a schema cannot be sanitized; write it as text"
    raise UnsupportedContent(msg)


def _nothing_special(value: Any, visitor: Visitor) -> None:  # noqa: ARG001
    return None


def takes(schema: Any, place: Place, kind: str) -> bool:
    """Whether a JSON schema accepts some value of a type at a place of the data that it describes.

    Args:
        schema: The schema of the data as a whole.
        place: The place.
        kind: The type: ``"string"``, or ``"number"`` for one with a fraction.
    """
    return _Types(schema, kind).taken(schema, place)


class _Types:
    """Where a schema accepts values of a type."""

    def __init__(self, root: Mapping[str, Any], kind: str) -> None:
        self._named = {**root.get("definitions", {}), **root.get("$defs", {})}
        self._kind = kind

    def taken(self, schema: Any, place: Place) -> bool:
        """Whether a schema, or a part of it, accepts some value of the type at a place."""
        if not isinstance(schema, Mapping):
            return schema is not False
        own = self._below(schema, *place) if place else _is_of(schema, self._kind)
        named = [self._named.get(schema["$ref"].rpartition("/")[2], {})] if "$ref" in schema else []
        choices = [schema[name] for name in ("anyOf", "oneOf") if name in schema]
        return (
            own
            and all(self.taken(part, place) for part in [*named, *schema.get("allOf", ())])
            and all(any(self.taken(part, place) for part in parts) for parts in choices)
        )

    def _below(self, schema: Mapping[str, Any], step: str | int, *rest: str | int) -> bool:
        if isinstance(step, int):
            first = schema.get("prefixItems", ())
            part, around = first[step] if step < len(first) else schema.get("items", True), "array"
        else:
            part, around = schema.get("properties", {}).get(step, schema.get("additionalProperties", True)), "object"
        return _is_of(schema, around) and self.taken(part, rest)


def _is_of(schema: Mapping[str, Any], kind: str) -> bool:
    if "enum" in schema or "const" in schema:  # nothing that a method makes is among the values that are listed
        return False
    kinds = schema.get("type", kind)
    return kind in ([kinds] if isinstance(kinds, str) else kinds)
