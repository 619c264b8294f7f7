"""The policy: how each entity type is treated. What has no rule is refused, not passed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from privacy_chains.detect.network.detector import NEURAL_TYPES
from privacy_chains.entities import DEFAULT_TYPES, ENTITY_TYPES, Category, EntityType, likely_name
from privacy_chains.errors import MechanismError, PolicyError, PrivacyError
from privacy_chains.formats import (
    AlphanumericFormat,
    FirstOf,
    Format,
    QuantityFormat,
    built_in_formats,
    built_in_quantities,
)
from privacy_chains.formats.counts import counted
from privacy_chains.hazmat.ciphers import Backend
from privacy_chains.ledger import exact_epsilon, exact_number
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise

__all__ = ["KNOWN_TYPES", "PROFILES", "AddNoise", "Encipher", "Keep", "Policy", "Refuse", "Scope", "Treatment"]

PROFILES = ("default", "finance", "medical", "translation")
"""The policies that come with the package, each a file in ``privacy_chains/profiles``."""

Scope = Literal["user", "session"]
_Kind = TypeVar("_Kind")
KNOWN_TYPES = NEURAL_TYPES | ENTITY_TYPES.keys()
"""What the default detector can look for."""


@dataclass(frozen=True, slots=True)
class Encipher:
    """Category I: the value becomes another member of its format.

    Attributes:
        format: The format whose parts are enciphered.
        scope: ``"user"``: one surrogate per key, everywhere. ``"session"``: another one in every session, so
            that two sessions cannot be linked by it.
        backend: What enciphers domains of a million members and more: FF1, or FF3-1 through one of two libraries.
    """

    format: Format
    scope: Scope = "user"
    backend: Backend = "ff1"


@dataclass(frozen=True, slots=True)
class AddNoise:
    """Category II: the number gets metric-DP noise, or follows from numbers that did.

    Attributes:
        format: How the type's strings spell a number.
        noise: The mechanism, its unit and its bounds.
    """

    format: QuantityFormat
    noise: Noise


@dataclass(frozen=True, slots=True)
class Keep:
    """The value leaves in clear, and the ledger says so (epsilon infinite)."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """A text that holds such a value is not sanitized at all."""


Treatment = Encipher | AddNoise | Keep | Refuse


@dataclass(frozen=True)
class Policy:
    """How each entity type is treated, and the budget of one message. Immutable.

    Attributes:
        rules: A treatment for every entity type that a detector may report.
        epsilon: The budget of one message; its new Category II roots share it equally.
        entity_types: The types that the default detector looks for under this policy. Left out: those of
            ``DEFAULT_TYPES``, with or without a rule, and all that have one.
        restore_in_urls: The hosts into whose addresses an answer's originals are written, such as
            ``"crm.example.com"``; ``"*"`` for all. None by default: a document that a model read may have told it
            to write a secret into the address of an image.

    Raises:
        PolicyError: Epsilon is not a positive number, or a rule is no treatment.
    """

    rules: Mapping[str, Treatment]
    epsilon: Fraction
    entity_types: frozenset[str] = frozenset()
    restore_in_urls: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        object.__setattr__(self, "entity_types", frozenset(self.entity_types) or DEFAULT_TYPES | self.rules.keys())
        object.__setattr__(self, "restore_in_urls", _hosts(self.restore_in_urls))
        for name, rule in self.rules.items():
            if not isinstance(rule, Treatment):
                given = rule.__name__ if isinstance(rule, type) else type(rule).__name__
                msg = f"the rule for {name} is Encipher(...), AddNoise(...), Keep() or Refuse(), not {given}"
                raise PolicyError(msg)

    @classmethod
    def default(cls, epsilon: float | Fraction | str = 1.0) -> Policy:
        """Every built-in entity type: identifiers enciphered, numbers noised. Looked for are ``DEFAULT_TYPES``.

        Args:
            epsilon: The budget of one message.
        """
        identifiers = {name: Encipher(fmt) for name, fmt in built_in_formats().items()}
        numbers = {name: AddNoise(fmt, DEFAULT_NOISE[name]) for name, fmt in built_in_quantities().items()}
        return cls({**identifiers, **numbers}, exact_epsilon(epsilon), DEFAULT_TYPES)

    @classmethod
    def profile(cls, name: str) -> Policy:
        """A policy that comes with the package.

        ``"default"``: identifiers enciphered, ages, births and amounts noised. ``"translation"``: numbers enciphered
        too, so that nothing is spent. ``"finance"``: noise in every number but years that are not of birth.
        ``"medical"``: noise in dates, years, measurements and percentages too.

        Raises:
            PolicyError: There is no profile of that name.
        """
        if name not in PROFILES:
            msg = f"there is no profile {name!r}; there are {', '.join(PROFILES)}"
            raise PolicyError(msg)
        return _profile(name)

    @classmethod
    def load(cls, path: str | Path) -> Policy:
        """A policy from a TOML file; ``docs/policy.md`` describes it. What it does not say is as in the default.

        Raises:
            PolicyError: The file cannot be read, or a key or value in it makes no sense; the message names the key.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            msg = f"the policy file {path} is not UTF-8 text (at byte {error.start})"
            raise PolicyError(msg) from None
        except OSError as error:
            msg = f"the policy file {path} cannot be read: {error.strerror}"
            raise PolicyError(msg) from None
        return _read(text)

    def treatment(self, entity_type: str) -> Treatment:
        """The rule for an entity type.

        Raises:
            PolicyError: There is none.
        """
        try:
            return self.rules[entity_type]
        except KeyError:
            msg = (
                f"the policy has no rule for {entity_type}; add one with "
                f"policy.with_rule({entity_type!r}, Encipher(...) | AddNoise(...) | Keep() | Refuse())"
            )
            raise PolicyError(msg) from None

    def with_rule(self, entity_type: str, treatment: Treatment) -> Policy:
        """This policy with one rule added or replaced; the default detector looks for the type from then on."""
        return replace(
            self, rules={**self.rules, entity_type: treatment}, entity_types=self.entity_types | {entity_type}
        )

    def with_epsilon(self, epsilon: float | Fraction | str) -> Policy:
        """This policy with another budget for each message."""
        return replace(self, epsilon=exact_epsilon(epsilon))


@cache
def _profile(name: str) -> Policy:
    return _read((files("privacy_chains") / "profiles" / f"{name}.toml").read_text(encoding="utf-8"))


def _read(text: str) -> Policy:
    """The policy that a TOML text describes.

    Raises:
        PolicyError: It is no TOML, or a key or value makes no sense.
    """
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        msg = f"a policy file is TOML, and this one is not: {error}"
        raise PolicyError(msg) from None
    _refuse_unknown(content, ("detect", "epsilon", "noise", "profile", "restore_in_urls", "rules"), "")
    policy = Policy.default()
    if "profile" in content:
        policy = Policy.profile(_checked("profile", content["profile"], str, "the name of a profile"))
    if "epsilon" in content:
        policy = policy.with_epsilon(_positive("epsilon", content["epsilon"]))
    wanted = _checked("detect", content.get("detect", []), list, "a list of entity types")
    policy = replace(policy, entity_types=policy.entity_types | {_looked_for(name) for name in wanted})
    hosts = _checked("restore_in_urls", content.get("restore_in_urls", []), list, "a list of hosts")
    policy = replace(policy, restore_in_urls=policy.restore_in_urls | _hosts(hosts))
    for name, values in _checked("noise", content.get("noise", {}), dict, "a table").items():
        policy = policy.with_rule(_type_name("noise", name), _noisy(policy, name, values))
    for name, word in _checked("rules", content.get("rules", {}), dict, "a table").items():
        policy = policy.with_rule(_ruled("rules", name, policy), _rule(policy, name, word))
    return policy


def _hosts(hosts: Iterable[object]) -> frozenset[str]:
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


_HOST = re.compile(r"\*|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


def _rule(policy: Policy, name: str, word: object) -> Treatment:
    """The treatment that a word in ``[rules]`` asks for."""
    match word:
        case "keep":
            return Keep()
        case "refuse":
            return Refuse()
        case "encipher" | "encipher per session":
            present = policy.rules.get(name)
            rule = present if isinstance(present, Encipher) else Encipher(_enciphered(name))
            return replace(rule, scope="session" if word == "encipher per session" else "user")
        case "noise":
            return _noisy(policy, name, {})
    msg = f"rules.{name} is 'keep', 'refuse', 'encipher', 'encipher per session' or 'noise'"
    raise PolicyError(msg)


def _enciphered(name: str) -> Format:
    """How values of a type are enciphered: numbers become other numbers."""
    known, quantity = built_in_formats().get(name), built_in_quantities().get(name)
    if known is not None:
        return known
    characters = AlphanumericFormat(name)
    if quantity is None:
        return characters
    noise = DEFAULT_NOISE[name]
    return FirstOf(*counted(name, quantity, noise.lower, noise.upper), characters)


def _noisy(policy: Policy, name: str, values: object) -> AddNoise:
    """The noise of a type: what a table ``[noise.TYPE]`` changes about the noise it has, or that its like has."""
    table = dict(_checked(f"noise.{name}", values, dict, "a table"))
    present = policy.rules.get(name)
    like = _checked(f"noise.{name}.like", table.pop("like", name), str, "an entity type")
    if like == name and isinstance(present, AddNoise):
        fmt, noise = present.format, present.noise
    elif like in built_in_quantities():
        fmt, noise = built_in_quantities()[like], DEFAULT_NOISE[like]
    else:
        msg = f"noise.{name}.like names the built-in type that the numbers are written like: " + ", ".join(
            built_in_quantities()
        )
        raise PolicyError(msg)
    return AddNoise(fmt, _changed(noise, f"noise.{name}", table))


def _changed(noise: Noise, where: str, table: Mapping[str, object]) -> Noise:
    _refuse_unknown(table, (*_PARAMETERS, "like"), f"{where}.")
    changes: dict[str, Any] = {name: _PARAMETERS[name](f"{where}.{name}", value) for name, value in table.items()}
    if {"lower", "upper"} & changes.keys() or changes.get("metric") == "relative":
        changes.setdefault("by_magnitude", False)
    elif changes.get("by_magnitude"):
        changes |= {"lower": None, "upper": None}
    try:
        return replace(noise, **changes)
    except MechanismError as error:
        msg = f"{where}: {error}"
        raise PolicyError(msg) from None


def _refuse_unknown(table: Mapping[str, object], known: Iterable[str], where: str) -> None:
    unknown = sorted(table.keys() - set(known))
    if unknown:
        msg = f"a policy has no key {where}{unknown[0]}; here it may have {', '.join(sorted(known))}"
        raise PolicyError(msg)


def _ruled(where: str, name: object, policy: Policy) -> str:
    """The name of an entity type that has a rule: one of your own, or a built-in one.

    Raises:
        PolicyError: It is no name, or looks like that of a built-in type with a slip of the pen: the rule would hold
            for nothing.
    """
    spelled = _type_name(where, name)
    likely = None if spelled in KNOWN_TYPES | policy.rules.keys() else likely_name(spelled, KNOWN_TYPES)
    if likely:
        msg = (
            f"{where}.{spelled}: there is no such entity type; is it {likely}? A type of your own by a name so like it "
            "gets its rule in code, by Policy.with_rule"
        )
        raise PolicyError(msg)
    return spelled


def _looked_for(name: object) -> str:
    """An entity type that the default detector can look for."""
    spelled = _type_name("detect", name)
    if spelled in KNOWN_TYPES:
        return spelled
    likely = likely_name(spelled, KNOWN_TYPES)
    msg = f"detect: the default detector knows no entity type {spelled}" + (f"; is it {likely}?" if likely else "")
    raise PolicyError(msg)


def _type_name(where: str, name: object) -> str:
    try:
        return EntityType(_checked(where, name, str, "a list of entity types"), Category.FORMAT, "").name
    except PolicyError as error:
        msg = f"{where}: {error}"
        raise PolicyError(msg) from None


def _checked(where: str, value: object, kind: type[_Kind], words: str) -> _Kind:
    if isinstance(value, kind) and not (kind is int and isinstance(value, bool)):
        return value
    msg = f"{where} is {words}, not {type(value).__name__}"
    raise PolicyError(msg)


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
        raise PolicyError(msg) from None


def _number(where: str, value: object) -> Fraction:
    """A number as it is written: ``20``, ``0.5`` or ``"1/50"``."""
    try:
        if isinstance(value, int | Decimal | str) and not isinstance(value, bool):
            return exact_number(str(value))
    except (ValueError, ArithmeticError):
        pass
    msg = f'{where} is a finite number, such as 20, 0.5 or "1/50"'
    raise PolicyError(msg)


def _positive(where: str, value: object) -> Fraction:
    number = _number(where, value)
    if number <= 0:
        msg = f"{where} is more than zero"
        raise PolicyError(msg)
    return number


def _text(where: str, value: object) -> str:
    return _checked(where, value, str, "a text")


def _yes_or_no(where: str, value: object) -> bool:
    return _checked(where, value, bool, "true or false")


def _whole(where: str, value: object) -> int:
    return _checked(where, value, int, "a whole number")


_PARAMETERS: Mapping[str, Callable[[str, object], object]] = {
    "by_magnitude": _yes_or_no,
    "lower": _bound,
    "mechanism": _text,
    "metric": _text,
    "preserve_order": _yes_or_no,
    "protect_within": _positive,
    "steps": _whole,
    "unit": _positive,
    "unit_name": _text,
    "upper": _bound,
    "weight": _positive,
}
"""What a table ``[noise.TYPE]`` may set, and how each is read."""
