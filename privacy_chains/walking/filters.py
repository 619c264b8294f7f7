"""Filters of searches, asked in surrogates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NoReturn

from privacy_chains.errors import UnsupportedContent
from privacy_chains.walking.conditions import CLAUSES, plain_form
from privacy_chains.walking.fields import Collected, FieldNames, Replaced, Sanitizing, Texts
from privacy_chains.walking.leaves import ByThemselves, Marker
from privacy_chains.walking.visitors import WHOLE, Visitor

__all__ = ["refuse_range", "sanitize_filter", "sanitize_options"]


def sanitize_filter(sanitize: Callable[[Texts], Texts], filtered: Any) -> Any:
    """Sanitize what a filter compares fields with, such as ``{"owner": {"$eq": "Alice"}}``; the names are kept.

    Filters of Qdrant, as models or as JSON, keep their form.

    A value is asked for as it is stored: an index stores it the same way whatever stands beside it, so that equality
    still finds it.

    Raises:
        UnsupportedContent: A field's name holds something private, or the filter an object that cannot be sanitized.
    """
    plain, back = plain_form(filtered)
    FieldNames(sanitize).check(_names_in(plain))
    collected = Collected()
    _walk_filter(plain, collected, "")
    if not collected.texts:
        return filtered
    sanitized = _walk_filter(plain, _asked(sanitize, collected.texts), "")
    _refuse_ranges(plain, sanitized, "")
    return back(sanitized)


def _asked(sanitize: Callable[[Texts], Texts], texts: Texts) -> Visitor:
    """What puts values in the place of those of a filter: as an index stores them, or as a joint text becomes."""
    if isinstance(sanitize, Sanitizing) and isinstance(sanitize.sanitizer, Marker):
        return ByThemselves(sanitize.sanitizer)
    return Replaced(sanitize(texts))


def refuse_range(field: str) -> NoReturn:
    """Refuse to ask for a range of values that are replaced: it would find others, or none.

    Raises:
        UnsupportedContent: Always.
    """
    msg = (
        f"a filter asks for a range or a part of {field!r}, whose values are replaced: a store of surrogates finds "
        "equal values only. Filter what it returns, or keep the field in clear by the policy"
    )
    raise UnsupportedContent(msg)


_EQUAL = frozenset({"$eq", "$ne", "$in", "$nin", "$and", "$or", "$not", "$exists"}) | CLAUSES


def _refuse_ranges(before: Any, after: Any, field: str) -> None:
    if isinstance(before, Mapping):
        for name, value in before.items():
            if str(name).startswith("$") and str(name) not in _EQUAL and value != after[name]:
                refuse_range(field)
            _refuse_ranges(value, after[name], _field(name, field))
    elif isinstance(before, list | tuple):
        for one, other in zip(before, after, strict=True):
            _refuse_ranges(one, other, field)


def sanitize_options(sanitize: Callable[[Texts], Texts], options: Mapping[str, Any]) -> dict[str, Any]:
    """Sanitize the options of a search; numbers and functions that stand on their own are no part of a filter.

    Raises:
        UnsupportedContent: A filter cannot be asked in surrogates.
    """
    kept = {name: one for name, one in options.items() if isinstance(one, int | float) or callable(one)}
    filters = {name: one for name, one in options.items() if name not in kept and _is_filter(name, one)}
    others = {name: one for name, one in options.items() if name not in kept and name not in filters}

    def jointly(texts: Texts) -> Texts:
        return sanitize(texts)

    asked = sanitize_filter(sanitize, filters) if filters else {}
    return {**kept, **asked, **(sanitize_filter(jointly, others) if others else {})}


def _is_filter(name: str, option: Any) -> bool:
    """Whether an option compares fields with values; one that is a text is read by the store, and stays one."""
    return ("filter" in name or name == "where") and not isinstance(option, str)


def _walk_filter(value: Any, visitor: Visitor, field: str) -> Any:
    match value:
        case None | bool():
            return value
        case str() | int() | float():
            return visitor.leaf(visitor.named(field, value), WHOLE)
        case Mapping():
            return {name: _walk_filter(item, visitor, _field(name, field)) for name, item in value.items()}
        case list() | tuple() | set():
            return [_walk_filter(item, visitor, field) for item in value]
        case _:
            msg = f"a {type(value).__name__} in a filter cannot be sanitized; write it with texts, numbers and lists"
            raise UnsupportedContent(msg)


def _names_in(value: Any) -> Iterator[str]:
    match value:
        case Mapping():
            for name, item in value.items():
                yield from (found for found in [_field(name, "")] if found)
                yield from _names_in(item)
        case list() | tuple() | set():
            for item in value:
                yield from _names_in(item)


def _field(name: object, around: str) -> str:
    """The field that an operator such as ``$eq`` stands in, or the field itself."""
    return around if str(name).startswith("$") else str(name)
