"""Understanding filters: a value is sanitized under its field's name, so the name must be known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from privacy_chains.adapting.leaves import ByThemselves
from privacy_chains.adapting.named_leaf import NamedLeaf
from privacy_chains.adapting.visitors import WHOLE
from privacy_chains.contract.conversation import Leaf
from privacy_chains.contract.method import Method
from privacy_chains.contract.records import Marker
from privacy_chains.errors import UnsupportedContent

__all__ = ["refuse_unknown"]

_AROUND = frozenset({"bool", "filter", "term", "terms"})
"""Keys around a field in filters of Elasticsearch and OpenSearch that compare whole values."""
_SIGNS = "<>=! "
"""What Databricks appends to a field's name for comparisons other than equality."""

_Names = tuple[str, ...]


def refuse_unknown(method: Method, plain: Any, *, jointly: bool = False) -> None:
    """Refuse a private value if it is not clear which of several names is its field.

    In ``{"salary": {"gte": 85000}}`` the number stands under ``gte``, which is an operator, not a field.

    Args:
        method: Knows what is private.
        plain: A filter in plain form.
        jointly: Whether its texts are sanitized as parts of one text, whatever they stand under.

    Raises:
        UnsupportedContent: There is such a value.
    """
    for names, leaf in _doubtful(plain, (), operator=False):
        if jointly and isinstance(leaf, str):
            continue
        if any(_is_replaced(method, name.rstrip(_SIGNS), leaf) for name in names):
            msg = (
                f"a filter compares a private value under {' and '.join(map(repr, names))}, and which of these is its "
                "field is not known: write {field: value} or {field: {'$eq': value}}, with dots in the names of "
                "fields inside others. A range or a part of a value that is replaced finds nothing"
            )
            raise UnsupportedContent(msg)


def _doubtful(value: Any, names: _Names, *, operator: bool) -> Iterator[tuple[_Names, Leaf]]:
    """Values with the names around them, where it is not known which one is their field."""
    match value:
        case Mapping():
            for name, item in value.items():
                told = str(name)
                inner = names if told.startswith("$") else (*names, told)
                yield from _doubtful(item, inner, operator=told.startswith("$"))
        case list() | tuple() | set():
            for item in value:
                yield from _doubtful(item, names, operator=operator)
        case bool() | None:
            return
        case str() | int() | float() if names and not operator and not _is_understood(names):
            yield names, value


def _is_understood(names: _Names) -> bool:
    *around, field = names
    return field.rstrip(_SIGNS) == field and _AROUND.issuperset(around)


def _is_replaced(method: Method, name: str, leaf: Leaf) -> bool:
    """Whether an index stores something else for a value of a field."""
    if isinstance(method, Marker):
        visitor = ByThemselves(method)
        return visitor.leaf(visitor.named(name, leaf), WHOLE) != leaf
    named = NamedLeaf(name, leaf)
    return named.read(method.sanitize(named.told).texts[0]) != leaf
