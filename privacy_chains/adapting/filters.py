"""Filters of searches, asked in surrogates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from privacy_chains.adapting.asking import StoreQuestion
from privacy_chains.adapting.conditions import CLAUSES, plain_form
from privacy_chains.adapting.fields import Collected, FieldNames, Replaced, Texts
from privacy_chains.adapting.leaves import ByThemselves
from privacy_chains.adapting.understanding import refuse_unknown
from privacy_chains.adapting.visitors import WHOLE, Visitor
from privacy_chains.contract.method import Method
from privacy_chains.contract.records import Marker
from privacy_chains.errors import UnsupportedContent

__all__ = ["refuse_range", "sanitize_filter", "sanitize_options"]


def sanitize_filter(
    asking: Method | StoreQuestion, filtered: Any, *, jointly: bool = False, names: FieldNames | None = None
) -> Any:
    """Sanitize what a filter compares fields with, such as ``{"owner": {"$eq": "Alice"}}``; the names are kept.

    Filters of Qdrant, as models or as JSON, keep their form.

    A value is asked for as it is stored: an index stores it the same way whatever stands beside it, so that equality
    still finds it.

    Args:
        asking: What fills the index, or a question to a place that holds public texts.
        filtered: The filter.
        jointly: Whether its values are sanitized as one text, though an index would store each by itself.
        names: What judges the names of fields, if some are allowed.

    Raises:
        UnsupportedContent: A field's name holds something private, or the filter an object that cannot be sanitized,
            or a private value under a condition that is none of those that are known.
    """
    plain, back = plain_form(filtered)
    method = asking.sanitizer if isinstance(asking, StoreQuestion) else asking
    (names or FieldNames(method)).check(_names_in(plain))
    collected = Collected()
    _walk_filter(plain, collected, "")
    if not collected.texts:
        return filtered
    refuse_unknown(method, plain, jointly=jointly)
    sanitized = _walk_filter(plain, _asked(asking, collected.texts, jointly=jointly), "")
    _refuse_ranges(plain, sanitized, "")
    return back(sanitized)


def _asked(asking: Method | StoreQuestion, texts: Texts, *, jointly: bool) -> Visitor:
    """What puts values in the place of those of a filter: as an index stores them, or as a joint text becomes."""
    if isinstance(asking, StoreQuestion):
        return Replaced(asking.sanitize(texts))
    if isinstance(asking, Marker) and not jointly:
        return ByThemselves(asking)
    return Replaced(list(asking.sanitize(texts).texts))


def refuse_range(field: str) -> NoReturn:
    """Refuse to ask for a range of values that are replaced: it would find others, or none.

    Raises:
        UnsupportedContent: Always.
    """
    msg = (
        f"a filter asks for a range or a part of {field!r}, whose values are replaced: a store of surrogates finds "
        "equal values only"
    )
    hint = "filter what it returns, or keep the field in clear by the policy"
    raise UnsupportedContent(msg, path=field, hint=hint)


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


def sanitize_options(
    asking: Method | StoreQuestion, options: Mapping[str, Any], names: FieldNames | None = None
) -> dict[str, Any]:
    """Sanitize the options of a search; numbers and functions that stand on their own are no part of a filter.

    Args:
        asking: What fills the index, or a question to a place that holds public texts.
        options: The options by their names.
        names: What judges the names of fields, if some are allowed.

    Raises:
        UnsupportedContent: A filter cannot be asked in surrogates.
    """
    kept = {name: one for name, one in options.items() if isinstance(one, int | float) or callable(one)}
    filters = {name: one for name, one in options.items() if name not in kept and _is_filter(name)}
    others = {name: one for name, one in options.items() if name not in kept and name not in filters}
    asked = {name: _asked_alone(asking, name, one, names) for name, one in filters.items()}
    return {**kept, **asked, **(sanitize_filter(asking, others, jointly=True, names=names) if others else {})}


def _is_filter(name: str) -> bool:
    """Whether an option compares fields with values."""
    return "filter" in name or name in {"where", "expr"}


def _asked_alone(asking: Method | StoreQuestion, name: str, filtered: Any, names: FieldNames | None) -> Any:
    """A filter; one that is a text, in a language of the store's own, leaves only as it is."""
    sanitized = sanitize_filter(asking, filtered, jointly=isinstance(filtered, str), names=names)
    if isinstance(filtered, str) and sanitized != filtered:
        msg = (
            f"the filter {name!r} is a text, and holds something private: nobody here knows which parts of it are "
            "values. Write it as a mapping of fields to values, or filter what the store returns"
        )
        raise UnsupportedContent(msg)
    return sanitized


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
