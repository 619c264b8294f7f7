"""Settings that a model itself adds to every call.

Nobody can list the fields of every provider's model, so every text in its own fields counts as sent, except fields that
are only ever technical.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from langchain_core.load.serializable import Serializable
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from privacy_chains.adapting import settings_of

__all__ = ["model_settings"]

_KNOWN = (
    "additional_headers",
    "additional_model_request_fields",
    "client_kwargs",
    "default_headers",
    "default_query",
    "extra_body",
    "headers",
    "labels",
    "model_kwargs",
    "request_metadata",
    "stop",
    "stop_sequences",
    "system",
)
"""Settings that may not be fields, or may be set after construction."""

_ROUTES = ("model", "models", "provider", "providers")
"""Endings of names of fields that choose a model; these may hold a list or a mapping of words."""

_TECHNICAL = (
    *("model", "model_name", "type", "url", "uri", "endpoint", "api_base", "proxy"),
    *("authorization", "authorization_token", "api_key", "access_token", "auth_token"),
)
"""Endings of names, at any depth, of settings that tell a client where to send, as whom and in what form."""

_FIELDS = (
    *_TECHNICAL,
    *("model_id", "repo_id", "provider", "deployment", "deployment_name", "version"),
    *("base", "host", "path", "dir", "folder", "file", "token", "password"),
    *("secret", "secret_key", "access_key", "access_key_id"),
    *("organization", "organization_id", "org_id", "project", "project_id", "profile_name"),
    *("region", "region_name", "location", "inference_geo"),
)
"""Endings of names of fields that hold one technical word."""

_FORMS = frozenset({"mcp_servers", "output_format", "response_format"})
"""Settings that describe tools or the form of an answer; ``format`` itself is a schema."""

_DEEPEST = 32


def model_settings(model: Any) -> dict[str, Any]:
    """The settings that a model itself would send, by field name, as plain data."""
    given = {**settings_of(model, _KNOWN), **dict(_fields_of(model))}
    told = {name: _plain(value, 0) for name, value in given.items()}
    return {name: _as_described(name, value) for name, value in told.items() if value}


def _as_described(name: str, value: Any) -> Any:
    """Whether a setting is walked like a description: names of tools and properties are kept."""
    if name == "format" and isinstance(value, Mapping):
        return {"tools": {"schema": value}}
    return {"tools": value} if name in _FORMS else value


def _fields_of(model: Any) -> Iterator[tuple[str, Any]]:
    kind = type(model)
    if not issubclass(kind, BaseModel):
        return
    bases = [base for base in kind.__mro__ if base.__module__.startswith("langchain_core.")]
    of_langchain = {name for base in bases for name in getattr(base, "model_fields", ())}
    extra = model.model_extra or {}
    held = {**extra, **vars(model)}
    declared: dict[str, FieldInfo | None] = {**dict.fromkeys(extra), **kind.model_fields}
    for name, field in declared.items():
        value = held.get(name)  # not through getattr, which would warn about deprecated fields
        given = field is None or name in model.model_fields_set or not _has_grown(value, field)
        if value and given and name not in of_langchain and not _is_technical(name, value, _FIELDS):
            yield name, value


def _has_grown(value: Any, field: FieldInfo) -> bool:
    """Whether a default list was filled later, such as a fake model's record of its requests."""
    return isinstance(value, list) and (field.default_factory is list or field.default == [])


def _is_technical(name: object, value: Any, ends: tuple[str, ...]) -> bool:
    """Whether a field is technical by its name; only a single word counts as an address, a key or the like."""
    told = f"_{name}".lower().replace("-", "_")
    known = ends if isinstance(value, str) else _ROUTES
    return told.endswith(tuple(f"_{end}" for end in known)) and _is_word(value)


def _is_word(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_word, value.values()))
    if isinstance(value, list | tuple):
        return all(map(_is_word, value))
    if isinstance(value, str):
        return len(value.removeprefix("Bearer ").split()) <= 1
    return value is None or isinstance(value, int | float)


def _plain(value: Any, depth: int) -> Any:  # noqa: PLR0911  (one for each kind)
    """The texts of a setting, as plain data, without clients, functions, models and technical fields."""
    if depth > _DEEPEST or isinstance(value, Enum):
        return None
    match value:
        case str() | bytes():
            return value
        case Mapping():
            items = [(name, item) for name, item in value.items() if not _is_technical(name, item, _TECHNICAL)]
            return {name: _plain(item, depth + 1) for name, item in items}
        case list() | set() | frozenset():
            return [_plain(item, depth + 1) for item in value]
        case tuple() if all(isinstance(item, str) for item in value):
            return list(value)
        case type() if issubclass(value, BaseModel):
            return value
        case BaseModel() if not isinstance(value, Serializable):
            return _plain(dict(value), depth)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return _plain({field.name: getattr(value, field.name) for field in fields(value)}, depth)
        case _:
            return None
