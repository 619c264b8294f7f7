"""Filters of Qdrant, as its own models or as JSON: converted to the form of other filters, and back.

In that form a condition is ``{field: {"$eq": value}}``, so that it is sanitized or refused like others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, NoReturn

from privacy_chains.errors import UnsupportedContent

__all__ = ["CLAUSES", "plain_form"]

Back = Callable[[Any], Any]
"""Rebuilds a filter from its plain form, in which values were replaced."""

_CLAUSES = ("must", "should", "must_not", "min_should")
CLAUSES = frozenset(f"${name}" for name in _CLAUSES)
"""What holds the conditions of a filter in its plain form."""

_MATCHES = {
    "value": "$eq",
    "any": "$in",
    "except": "$nin",
    "except_": "$nin",
    **dict.fromkeys(("text", "text_any", "phrase"), "$text"),
}
"""What a field is compared with, by the names that Qdrant has for it."""
_COMPARING = frozenset({*_CLAUSES, *_MATCHES, "gt", "gte", "lt", "lte", "has_id"})
"""The fields of models that hold conditions, or what fields are compared with."""
_UNTOLD = frozenset({"key", "is_empty", "is_null", "values_count"})
"""Parts that say nothing about a field's values."""


def plain_form(filtered: Any) -> tuple[Any, Back]:
    """A filter with the conditions of Qdrant in plain form, and what converts it back.

    Raises:
        UnsupportedContent: A condition is not a known one.
    """
    if _is_setting(filtered):
        return None, lambda _: filtered
    if _is_of_qdrant(filtered):
        return _filter(filtered)
    match filtered:
        case Mapping():
            return _all(filtered, lambda plain: {**filtered, **plain})
        case list() | tuple():
            return _each(filtered)
        case _:
            return filtered, lambda plain: plain


def _is_of_qdrant(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(isinstance(value.get(name), Mapping | list | tuple) for name in _CLAUSES)
    return type(value).__module__.startswith("qdrant_client.")


def _is_setting(value: Any) -> bool:
    """Whether a model of Qdrant only says how to search, such as how lists are joined."""
    names = set(getattr(type(value), "model_fields", {}))
    return _is_of_qdrant(value) and bool(names) and not names & _COMPARING and _is_wordless(value)


def _is_wordless(value: Any) -> bool:
    if isinstance(value, Enum | bool | int | float | None):
        return True
    if isinstance(value, list | tuple):
        return all(map(_is_wordless, value))
    return bool(getattr(type(value), "model_fields", None)) and all(map(_is_wordless, _held(value).values()))


def _held(value: Any) -> dict[str, Any]:
    """The content of a model or of JSON, without what it leaves out."""
    if isinstance(value, Mapping):
        return {str(name): one for name, one in value.items() if one is not None}
    names = getattr(type(value), "model_fields", {})
    return {name: one for name in names if (one := getattr(value, name)) is not None}


def _with(value: Any, changed: dict[str, Any]) -> Any:
    return {**value, **changed} if isinstance(value, Mapping) else value.model_copy(update=changed)


def _filter(value: Any) -> tuple[Any, Back]:
    held = _held(value)
    if held.keys() - set(_CLAUSES):
        return _condition(value)
    forms = {name: _clause(one) for name, one in held.items()}
    plain = {f"${name}": form for name, (form, _) in forms.items()}
    return plain, lambda after: _with(value, {name: back(after[f"${name}"]) for name, (_, back) in forms.items()})


def _clause(value: Any) -> tuple[Any, Back]:
    """One condition, several, or those of which at least some must hold."""
    if isinstance(value, list | tuple):
        return _each(value, _filter)
    held = _held(value)
    if "conditions" not in held:
        return _filter(value)
    plain, back = _each(held["conditions"], _filter)
    return plain, lambda after: _with(value, {"conditions": back(after)})


def _condition(value: Any) -> tuple[Any, Back]:
    match _held(value):
        case {"key": str(key), **compared}:
            return _compared(value, key, compared)
        case {"nested": nested, **others} if not others:
            inside = _held(nested)
            plain, back = _filter(inside.get("filter", {}))
            read = _reading(inside["key"])
            return _named(inside["key"], plain), lambda after: _with(
                value, {"nested": _with(nested, {"filter": back(read(after))})}
            )
        case {"is_empty": field, **others} | {"is_null": field, **others} if not others:
            return _named(_held(field)["key"], None), lambda _: value
        case _:
            return _refuse(value)


def _compared(value: Any, key: str, compared: dict[str, Any]) -> tuple[Any, Back]:
    """What one field is compared with."""
    if compared.keys() - _UNTOLD - {"match", "range"}:
        _refuse(value)
    matched = _held(compared.get("match", {}))
    if matched.keys() - _MATCHES.keys():
        _refuse(value)
    plain = {_MATCHES[name]: one for name, one in matched.items()}
    bounds = _held(compared.get("range", {}))
    if not all(isinstance(one, int | float) for one in bounds.values()):  # dates are stored in many forms
        _refuse(value)
    plain |= {f"${name}": one for name, one in bounds.items()}
    read = _reading(key)

    def back(after: Any) -> Any:
        if not matched:
            return value
        changed = {name: read(after)[_MATCHES[name]] for name in matched}
        return _with(value, {"match": _with(compared["match"], changed)})

    return _named(key, plain), back


def _named(key: str, plain: Any) -> Any:
    """What stands under a key such as ``metadata.tags[]``."""
    for name in reversed(_path(key)):
        plain = {name: plain}
    return plain


def _reading(key: str) -> Back:
    """What extracts again what ``_named`` put under a key."""

    def read(plain: Any) -> Any:
        for name in _path(key):
            plain = plain[name]
        return plain

    return read


def _path(key: str) -> list[str]:
    return [name.removesuffix("[]") for name in key.split(".")]


def _each(values: Any, form: Callable[[Any], tuple[Any, Back]] = plain_form) -> tuple[Any, Back]:
    forms = [form(one) for one in values]
    return [plain for plain, _ in forms], lambda after: [back(one) for (_, back), one in zip(forms, after, strict=True)]


def _all(values: Mapping[Any, Any], back: Back) -> tuple[Any, Back]:
    forms = {name: plain_form(one) for name, one in values.items()}
    return {name: plain for name, (plain, _) in forms.items()}, lambda after: back(
        {name: read(after[name]) for name, (_, read) in forms.items()}
    )


def _refuse(value: Any) -> NoReturn:
    msg = (
        f"a {type(value).__name__} in a filter is no condition that can be asked in surrogates: compare fields with "
        "values, and get documents by their ids through get_by_ids or get_nodes"
    )
    raise UnsupportedContent(msg)
