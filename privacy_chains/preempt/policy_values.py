"""The values of a policy file: names of types, hosts and tools, and numbers, each checked with its key."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from typing import Literal, TypeVar, get_args

from privacy_chains.contract.entities import ENTITY_TYPES, Category, EntityType, likely_name
from privacy_chains.detect.network.detector import NEURAL_TYPES
from privacy_chains.errors import PolicyError, PrivacyError
from privacy_chains.formats import built_in_quantities
from privacy_chains.lazy import lazily
from privacy_chains.ledger import exact_number

__all__ = [
    "KNOWN_TYPES",
    "NOISE_PARAMETERS",
    "POLICY_KEYS",
    "Dates",
    "checked",
    "denied_values",
    "hosts_in",
    "listed_values",
    "looked_for_type",
    "parsed",
    "positive",
    "refuse_unknown",
    "tools_in",
    "type_name",
    "whole_number",
    "with_private_dates",
]

_T = TypeVar("_T")
_HOST = lazily(r"\*|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
POLICY_KEYS = (
    *("allow", "dates", "deny", "detect", "detector", "epsilon", "index", "noise", "profile", "restore_from_documents"),
    *("restore_in_urls", "rules", "scope", "undetected", "values"),
)
"""What a policy file may say."""
Dates = Literal["keep", "shift"]
"""What happens to calendar dates of somebody's affairs, where not all dates are looked for."""
KNOWN_TYPES = NEURAL_TYPES | ENTITY_TYPES.keys()
"""What the default detector can look for."""


def parsed(text: str) -> Mapping[str, object]:
    """The content of a TOML text.

    Raises:
        PolicyError: It is no TOML.
    """
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        msg = f"a policy file is TOML, and this one is not: {error}"
        raise PolicyError(msg) from None


def denied_values(content: Mapping[str, object]) -> dict[str, frozenset[str]]:
    """What a policy file denies, by entity type.

    Raises:
        PolicyError: It makes no sense.
    """
    denied = checked("deny", content.get("deny", {}), dict, "a table")
    return {
        name: listed_values(f"deny.{name}", checked(f"deny.{name}", some, list, "a list of texts"))
        for name, some in denied.items()
    }


def hosts_in(hosts: Iterable[object]) -> frozenset[str]:
    """The names of hosts.

    Raises:
        PolicyError: One is no name.
    """
    if isinstance(hosts, str):
        msg = "restore_in_urls is a set of hosts, not one text"
        raise PolicyError(msg)
    known = frozenset(host.lower() for host in hosts if isinstance(host, str))
    if any(not isinstance(host, str) or not _HOST.fullmatch(host) for host in hosts):
        msg = "restore_in_urls holds names of hosts such as 'crm.example.com', without a scheme, a port or a path"
        raise PolicyError(msg)
    return known


def tools_in(tools: Iterable[object]) -> frozenset[str]:
    """The names of tools.

    Raises:
        PolicyError: One is no name.
    """
    if isinstance(tools, str) or not all(isinstance(tool, str) and tool for tool in tools):
        msg = "restore_from_documents is a set of names of tools, such as 'send_mail', or '*' for all"
        raise PolicyError(msg)
    return frozenset(str(tool) for tool in tools)


def listed_values(where: str, values: Iterable[object]) -> frozenset[str]:
    """The values of a list, each a text with something in it.

    Args:
        where: The key of the list.
        values: The list.

    Raises:
        PolicyError: One is none; it is not quoted.
    """
    if isinstance(values, str) or not all(isinstance(value, str) and value.strip() for value in values):
        msg = f"{where} is a list of texts, none of them empty"
        raise PolicyError(msg, path=where)
    return frozenset(str(value) for value in values)


def looked_for_type(name: object) -> str:
    """An entity type that the default detector can look for.

    Raises:
        PolicyError: It is no name, or of no such type.
    """
    spelled = type_name("detect", name)
    if spelled in KNOWN_TYPES:
        return spelled
    likely = likely_name(spelled, KNOWN_TYPES)
    msg = f"detect: the default detector knows no entity type {spelled}" + (f"; is it {likely}?" if likely else "")
    raise PolicyError(msg)


def type_name(where: str, name: object) -> str:
    """The name of an entity type.

    Raises:
        PolicyError: It is no name.
    """
    try:
        return EntityType(checked(where, name, str, "a list of entity types"), Category.FORMAT, "").name
    except PolicyError as error:
        msg = f"{where}: {error}"
        raise PolicyError(msg, path=where) from None


def refuse_unknown(table: Mapping[str, object], known: Iterable[str], where: str) -> None:
    """Refuse a table with an unknown key.

    Args:
        table: The table.
        known: The keys that it may have.
        where: The prefix of its keys: empty, or its own name and a dot.

    Raises:
        PolicyError: It has another key.
    """
    unknown = sorted(table.keys() - set(known))
    if unknown:
        msg = f"a policy has no key {where}{unknown[0]}"
        raise PolicyError(msg, path=f"{where}{unknown[0]}", hint=f"here it may have {', '.join(sorted(known))}")


def checked(where: str, value: object, kind: type[_T], words: str) -> _T:
    """A value of the type that its key expects.

    Args:
        where: The key.
        value: The value.
        kind: The type.
        words: What the key expects, as an error says it.

    Raises:
        PolicyError: It has another type.
    """
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    msg = f"{where} is {words}, not {type(value).__name__}"
    raise PolicyError(msg, path=where)


def _bound(where: str, value: object) -> Fraction:
    """A bound: a number, a date or timestamp (in days), or a time (in minutes)."""
    try:
        match value:
            case datetime() if value.tzinfo is None:
                return built_in_quantities()["DATE_TIME"].read(value.isoformat()).number
            case date() if not isinstance(value, datetime):
                return Fraction(value.toordinal())
            case time():
                return Fraction(value.hour * 60 + value.minute)
            case _:
                return _number(where, value)
    except (ValueError, ArithmeticError, PrivacyError):
        msg = f'{where} is a finite number, such as 20, 0.5 or "1/50", or a date or time without quotes and zone'
        raise PolicyError(msg, path=where) from None


def _number(where: str, value: object) -> Fraction:
    """A number as it is written: ``20``, ``0.5`` or ``"1/50"``."""
    try:
        if isinstance(value, int | float | Decimal | str) and not isinstance(value, bool):
            return exact_number(str(value))
    except (ValueError, ArithmeticError):
        pass
    msg = f'{where} is a finite number, such as 20, 0.5 or "1/50"'
    raise PolicyError(msg, path=where)


def positive(where: str, value: object) -> Fraction:
    """A number above zero.

    Raises:
        PolicyError: It is no number, or not above zero.
    """
    number = _number(where, value)
    if number <= 0:
        msg = f"{where} is more than zero"
        raise PolicyError(msg, path=where)
    return number


def _not_negative(where: str, value: object) -> Fraction:
    number = _number(where, value)
    if number < 0:
        msg = f"{where} is not less than zero"
        raise PolicyError(msg, path=where)
    return number


def _text(where: str, value: object) -> str:
    return checked(where, value, str, "a text")


def _yes_or_no(where: str, value: object) -> bool:
    return checked(where, value, bool, "true or false")


def whole_number(where: str, value: object) -> int:
    """A whole number.

    Raises:
        PolicyError: It is none.
    """
    return checked(where, value, int, "a whole number")


NOISE_PARAMETERS: Mapping[str, Callable[[str, object], object]] = {
    "by_magnitude": _yes_or_no,
    "least_unit": _not_negative,
    "least_whole_unit": _not_negative,
    "lower": _bound,
    "mechanism": _text,
    "metric": _text,
    "preserve_order": _yes_or_no,
    "protect_within": positive,
    "steps": whole_number,
    "unit": positive,
    "unit_name": _text,
    "upper": _bound,
    "weight": positive,
}
"""What a table ``[noise.TYPE]`` may set, and how each is read."""


def with_private_dates(types: frozenset[str], dates: object) -> frozenset[str]:
    """The types to look for, with or without dates of somebody's affairs.

    Raises:
        PolicyError: It is said neither to keep nor to shift them.
    """
    if dates not in get_args(Dates):
        msg = f"dates is one of {', '.join(get_args(Dates))}"
        raise PolicyError(msg)
    private = {"PRIVATE_DATE"}
    return types | private if dates == "shift" else types - private
