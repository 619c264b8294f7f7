"""Values of Python's own types, such as records and dates: visited and rebuilt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import is_dataclass
from datetime import date, time, timedelta
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from math import isfinite
from numbers import Number
from pathlib import PurePath
from typing import Any
from uuid import UUID

from privacy_chains.adapting.objects import fields_of
from privacy_chains.adapting.visitors import WHOLE, Visitor

__all__ = ["digest_of", "is_record", "is_written", "parts_of", "walk_value", "walk_written"]

_BY_TEXT = (
    *(Number, PurePath, UUID, timedelta),
    *(IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network),
)
"""Types whose text form contains everything they hold; most can be read from it again."""
_MARKS = frozenset({"bool", "bool_"})  # of NumPy
_ADDRESSES = frozenset({"pydantic.networks", "pydantic_core._pydantic_core"})
_DIGEST_BYTES = 16
_SLOTS = frozenset({"__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__", "__dict__", "__weakref__"})


def walk_value(value: Any, visitor: Visitor, name: str = "") -> Any:
    """Visit every text (keys too) and number in a value, and return a copy of the same types.

    Args:
        value: JSON-like data, which may hold sets, dates, enumerations, dataclasses, pydantic models and the like.
        visitor: What happens to each leaf, and to what can neither be read nor rewritten.
        name: The name of the value, which shows what a number is.

    Raises:
        UnsupportedContent: It holds an object that cannot be sanitized, and the visitor sends what it visits.
    """
    return _Walk(visitor).of(value, name)


def walk_written(value: Any, visitor: Visitor, name: str) -> Any:
    """Visit a value of a type with one text form, such as a date; None for other types."""
    if isinstance(value, Enum):
        return _anew(value, walk_value(value.value, visitor, name), type(value), visitor)
    if isinstance(value, date | time):  # a datetime is a date
        kind: type[date | time] = type(value)
        return _read(value, value.isoformat(), kind.fromisoformat, visitor, name)
    if _is_by_text(value):
        return _read(value, str(value), type(value), visitor, name)
    return None


def is_written(value: Any) -> bool:
    """Whether ``walk_written`` visits a value."""
    return isinstance(value, Enum | date | time) or _is_by_text(value)


def _is_by_text(value: Any) -> bool:
    return isinstance(value, _BY_TEXT) or type(value).__module__ in _ADDRESSES


def _read(value: Any, written: str, read: Callable[[str], Any], visitor: Visitor, name: str) -> Any:
    visited = visitor.written(written, name)
    return value if visited == written else _anew(value, visited, read, visitor)


def _anew(value: Any, visited: Any, read: Callable[[Any], Any], visitor: Visitor) -> Any:
    """A value of a type, read from its sanitized text; if that is not of the type, the visitor decides."""
    try:
        return read(visited)
    except (ValueError, TypeError, ArithmeticError):
        return visitor.other(value)


def digest_of(value: Any) -> bytes:
    """Everything that a value holds, also what is empty, true or false, and how it is nested.

    The order of a mapping says nothing, and neither does whether a number is whole or a float, or a date is written.
    """
    return sha256(_canonical(value)).digest()[:_DIGEST_BYTES]


def _canonical(value: Any) -> bytes:  # noqa: PLR0911  (one for each kind)
    match value:
        case Enum():
            return _canonical(value.value)
        case None | bool():
            return repr(value).encode("ascii")
        case int() | float():
            return b"number " + (str(Fraction(value)) if isfinite(value) else repr(value)).encode("ascii")
        case str():
            return b"text " + value.encode("utf-8", "surrogatepass")
        case Mapping():
            return b"mapping " + b"".join(sorted(digest_of(key) + digest_of(item) for key, item in value.items()))
        case list() | tuple():
            return b"list " + b"".join(map(digest_of, value))
        case set() | frozenset():
            return b"set " + b"".join(sorted(map(digest_of, value)))
        case date() | time():
            return _canonical(value.isoformat())
        case _:
            return _canonical(str(value) if _is_by_text(value) else _held(value))


def _held(value: Any) -> Any:
    """What an object holds, as plain data; of one that is not visited, its type."""
    kind = type(value)
    if kind.__module__ == "numpy" and kind.__name__ in _MARKS:
        return bool(value)
    return parts_of(value) if is_record(value) and not isinstance(value, type) else [f"{kind.__module__}.{kind}"]


class _Walk:
    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._inside: set[int] = set()

    def of(self, value: Any, name: str) -> Any:
        """A copy of a value that stands under a name."""
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str | int | float) and not isinstance(value, Enum):
            return self._visitor.leaf(self._visitor.named(name, value), WHOLE)
        if isinstance(value, Mapping):
            return {self.of(key, ""): self.of(item, str(key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self.of(item, name) for item in value]
        if isinstance(value, tuple | set | frozenset):
            return getattr(value, "_make", type(value))(self.of(item, name) for item in value)
        written = walk_written(value, self._visitor, name)
        return self._object(value) if written is None else written

    def _object(self, value: Any) -> Any:
        """A record; one that contains itself cannot be rebuilt."""
        if type(value).__module__ == "numpy" and type(value).__name__ in _MARKS:
            return value
        if isinstance(value, type) or not is_record(value) or id(value) in self._inside:
            return self._visitor.other(value)
        self._inside.add(id(value))
        before = parts_of(value)
        after = {name: self.of(part, name) for name, part in before.items()}
        self._inside.remove(id(value))
        return value if after == before else _rebuilt(value, after)


def is_record(value: Any) -> bool:
    """Whether a value holds others in fields: a dataclass, or a model of pydantic or attrs."""
    return is_dataclass(value) or hasattr(value, "__pydantic_fields_set__") or hasattr(value, "__attrs_attrs__")


def parts_of(value: Any) -> dict[str, Any]:
    """What a record holds: in fields, private attributes and additional attributes."""
    extra = getattr(value, "__pydantic_extra__", None)
    parts = {name: part for name, part in fields_of(value) if name not in _SLOTS}
    return {**parts, "__pydantic_extra__": extra} if extra else parts


def _rebuilt(value: Any, parts: Mapping[str, Any]) -> Any:
    """A copy of a record with other parts, without validation, since surrogates need not satisfy a schema."""
    twin = copy(value)
    private = getattr(twin, "__pydantic_private__", None) or {}
    for name, part in parts.items():
        if name in private:
            private[name] = part
        else:
            object.__setattr__(twin, name, part)
    return twin
