"""The policy: how each entity type is treated. What has no rule is refused, not passed."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from privacy_chains.contract.entities import DEFAULT_TYPES, ENTITY_TYPES, Category, EntityType, likely_name
from privacy_chains.contract.spans import Span
from privacy_chains.detect.network.detector import NEURAL_TYPES
from privacy_chains.errors import MechanismError, PolicyError, PrivacyError
from privacy_chains.formats import (
    AlphanumericFormat,
    FirstOf,
    Format,
    built_in_formats,
    built_in_quantities,
)
from privacy_chains.formats.counts import counted
from privacy_chains.ledger import exact_epsilon, exact_number
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise
from privacy_chains.preempt.treatments import AddNoise, Encipher, Keep, Refuse, Scope, Treatment, check_scope

__all__ = ["ANY", "KNOWN_TYPES", "PROFILES", "AddNoise", "Encipher", "Keep", "Policy", "Refuse", "Scope", "Treatment"]

PROFILES = ("default", "finance", "medical", "translation")
"""The policies that come with the package, each a file in ``profiles/``."""

ANY = "*"
"""The name that stands for all hosts, and for all tools."""
_Kind = TypeVar("_Kind")
_MOST_VALUES = 10**6
KNOWN_TYPES = NEURAL_TYPES | ENTITY_TYPES.keys()
"""What the default detector can look for."""


@dataclass(frozen=True, repr=False)
class Policy:
    """How each entity type is treated, and what a number costs. Immutable.

    Attributes:
        rules: A treatment for every entity type that a detector may report.
        epsilon: What ``values`` numbers cost together, those of a type with a weight so many times that.
        entity_types: The types that the default detector looks for under this policy. Left out: those of
            ``DEFAULT_TYPES``, with or without a rule, and all that have one.
        values: How many numbers share epsilon (the paper's t): declared, never counted in a text, so that what a number
            is released as does not depend on what stands beside it.
        restore_in_urls: The hosts into whose addresses an answer's originals are written, such as
            ``"crm.example.com"``; ``"*"`` for all. None by default: a document that a model read may have told it
            to write a secret into the address of an image.
        restore_from_documents: The tools of ``trust="user"`` that also get values in clear that stood in documents
            only, by name; ``"*"`` for all. None by default: such a document may have told the model to send them.

    Raises:
        PolicyError: Epsilon is not a positive number, or a rule is no treatment.
    """

    rules: Mapping[str, Treatment]
    epsilon: Fraction
    entity_types: frozenset[str] = frozenset()
    values: int = 1
    restore_in_urls: frozenset[str] = frozenset()
    restore_from_documents: frozenset[str] = frozenset()

    @property
    def epsilon_each(self) -> Fraction:
        """What one number costs at its unit, before the weight of its type: ``epsilon / values``."""
        return self.epsilon / self.values

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))
        object.__setattr__(self, "entity_types", frozenset(self.entity_types) or DEFAULT_TYPES | self.rules.keys())
        if not isinstance(self.values, int) or isinstance(self.values, bool) or not 1 <= self.values <= _MOST_VALUES:
            msg = f"the number of values that share epsilon is a whole number, 1 to {_MOST_VALUES:,}"
            raise PolicyError(msg)
        object.__setattr__(self, "restore_in_urls", _hosts(self.restore_in_urls))
        object.__setattr__(self, "restore_from_documents", _tools(self.restore_from_documents))
        for name, rule in self.rules.items():
            if not isinstance(rule, Treatment):
                given = rule.__name__ if isinstance(rule, type) else type(rule).__name__
                msg = f"the rule for {name} is Encipher(...), AddNoise(...), Keep() or Refuse(), not {given}"
                raise PolicyError(msg)

    @classmethod
    def default(
        cls, epsilon: float | Fraction | str = 1.0, values: int = 1, *, scope: Scope = "session", index: str = ""
    ) -> Policy:
        """Every built-in entity type: identifiers enciphered, numbers noised. Looked for are ``DEFAULT_TYPES``.

        Args:
            epsilon: What ``values`` numbers cost together.
            values: How many numbers share it. A message with more costs more, and ``Budget`` limits that.
            scope: Where one value has one surrogate; see ``Encipher``.
            index: The name of the index, where that is the scope.
        """
        identifiers = {name: Encipher(fmt, scope, index=index) for name, fmt in built_in_formats().items()}
        numbers = {name: AddNoise(fmt, DEFAULT_NOISE[name]) for name, fmt in built_in_quantities().items()}
        return cls({**identifiers, **numbers}, exact_epsilon(epsilon), DEFAULT_TYPES, values)

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

    def private(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Those of a text's spans that may not leave as they are."""
        return tuple(span for span in spans if not isinstance(self.rules.get(span.entity_type), Keep))

    def with_rule(self, entity_type: str | EntityType, treatment: Treatment) -> Policy:
        """This policy with one rule added or replaced; the default detector looks for the type from then on.

        Args:
            entity_type: A built-in type, or one of your own that your detector reports. A name that looks like a slip
                of the pen for a built-in one is declared by an ``EntityType``.
            treatment: The rule.

        Raises:
            PolicyError: It is no name of a type, or so like that of a built-in one that it is taken for a slip.
        """
        name = entity_type.name if isinstance(entity_type, EntityType) else _ruled("with_rule", entity_type, self)
        return replace(self, rules={**self.rules, name: treatment}, entity_types=self.entity_types | {name})

    def with_scope(self, scope: Scope, *, index: str = "") -> Policy:
        """This policy with one scope for all that it enciphers; see ``Encipher``.

        Raises:
            PolicyError: The scope is none of the three, or an index is named for another or not named for it.
        """
        check_scope(scope, index)
        return self._scoped(lambda rule: replace(rule, scope=scope, index=index))

    def for_index(self, name: str) -> Policy:
        """This policy for an index: what is enciphered per session is enciphered for it; the rest is as it was.

        Raises:
            PolicyError: The name is empty.
        """
        check_scope("index", name)
        return self._scoped(lambda rule: replace(rule, scope="index", index=name) if rule.scope == "session" else rule)

    def _scoped(self, change: Callable[[Encipher], Encipher]) -> Policy:
        rules = {name: change(rule) if isinstance(rule, Encipher) else rule for name, rule in self.rules.items()}
        return replace(self, rules=rules)

    def __repr__(self) -> str:
        kinds = Counter(type(rule).__name__ for rule in self.rules.values())
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        return f"Policy(epsilon={self.epsilon}, rules: {counted})"

    def with_epsilon(self, epsilon: float | Fraction | str, values: int | None = None) -> Policy:
        """This policy with another epsilon, and another number of values that share it if one is given."""
        return replace(self, epsilon=exact_epsilon(epsilon), values=self.values if values is None else values)


@cache
def _profile(name: str) -> Policy:
    return _read((files("privacy_chains.preempt") / "profiles" / f"{name}.toml").read_text(encoding="utf-8"))


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
    known = (
        *("detect", "epsilon", "index", "noise", "profile", "restore_from_documents", "restore_in_urls"),
        *("rules", "scope", "values"),
    )
    _refuse_unknown(content, known, "")
    policy = Policy.default()
    if "profile" in content:
        policy = Policy.profile(_checked("profile", content["profile"], str, "the name of a profile"))
    if "epsilon" in content:
        policy = policy.with_epsilon(_positive("epsilon", content["epsilon"]))
    if "values" in content:
        policy = policy.with_epsilon(policy.epsilon, _whole("values", content["values"]))
    if "scope" in content or "index" in content:
        policy = policy.with_scope(content.get("scope", "index"), index=content.get("index", ""))
    wanted = _checked("detect", content.get("detect", []), list, "a list of entity types")
    policy = replace(policy, entity_types=policy.entity_types | {_looked_for(name) for name in wanted})
    hosts = _checked("restore_in_urls", content.get("restore_in_urls", []), list, "a list of hosts")
    policy = replace(policy, restore_in_urls=policy.restore_in_urls | _hosts(hosts))
    tools = _checked("restore_from_documents", content.get("restore_from_documents", []), list, "a list of tools")
    policy = replace(policy, restore_from_documents=policy.restore_from_documents | _tools(tools))
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


def _tools(tools: Iterable[object]) -> frozenset[str]:
    """The names of tools.

    Raises:
        PolicyError: One is no name.
    """
    if isinstance(tools, str) or not all(isinstance(tool, str) and tool for tool in tools):
        msg = "restore_from_documents is a set of names of tools, such as 'send_mail', or '*' for all"
        raise PolicyError(msg)
    return frozenset(str(tool) for tool in tools)


_HOST = re.compile(r"\*|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")


def _rule(policy: Policy, name: str, word: object) -> Treatment:
    """The treatment that a word in ``[rules]`` asks for."""
    match word:
        case "keep":
            return Keep()
        case "refuse":
            return Refuse()
        case "encipher":
            return _encipher(policy, name)
        case "encipher per session":
            return replace(_encipher(policy, name), scope="session", index="")
        case "encipher per user":
            return replace(_encipher(policy, name), scope="user", index="")
        case "noise":
            return _noisy(policy, name, {})
    msg = f"rules.{name} is 'keep', 'refuse', 'encipher', 'encipher per session', 'encipher per user' or 'noise'"
    raise PolicyError(msg)


def _encipher(policy: Policy, name: str) -> Encipher:
    """The rule that enciphers a type: the one it has, or one in the scope that most of the policy has."""
    present = policy.rules.get(name)
    if isinstance(present, Encipher):
        return present
    scopes = Counter((rule.scope, rule.index) for rule in policy.rules.values() if isinstance(rule, Encipher))
    scope, index = scopes.most_common(1)[0][0] if scopes else ("session", "")
    return Encipher(_enciphered(name), scope, index=index)


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
    if noise.mechanism == "permutation" and not {"unit_name", "weight", "preserve_order"} >= changes.keys():
        changes.setdefault("mechanism", "geometric")  # other bounds may be too wide for one permutation
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
            "is declared in code: with_rule(EntityType(name, category, description), rule)"
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


def _not_negative(where: str, value: object) -> Fraction:
    number = _number(where, value)
    if number < 0:
        msg = f"{where} is not less than zero"
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
    "least_unit": _not_negative,
    "least_whole_unit": _not_negative,
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
