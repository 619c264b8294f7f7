"""The rules of a policy file: a treatment is one word, and parameters of noise are a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from privacy_chains.contract.entities import likely_name
from privacy_chains.errors import MechanismError, PolicyError
from privacy_chains.formats import AlphanumericFormat, FirstOf, Format, built_in_formats, built_in_quantities
from privacy_chains.formats.counts import counted
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise
from privacy_chains.preempt.policy_values import (
    KNOWN_TYPES,
    NOISE_PARAMETERS,
    checked,
    refuse_unknown,
    type_name,
    whole_number,
)
from privacy_chains.preempt.treatments import AddNoise, Encipher, Hash, Keep, Redact, Refuse, Scope, Suppress, Treatment

__all__ = ["enciphered_format", "noise_of", "rule_of", "ruled_type", "word_of"]

Rules: TypeAlias = Mapping[str, Treatment]
"""A treatment for each entity type."""


def rule_of(rules: Rules, name: str, word: object) -> Treatment:
    """The treatment for a word in ``[rules]``, or for a table such as ``{ redact = "[somebody]" }``.

    Args:
        rules: The rules so far.
        name: The entity type.
        word: The word.

    Raises:
        PolicyError: It is none of the words and no such table.
    """
    if isinstance(word, str) and word in _WORDS:
        return _WORDS[word](rules, name)
    if isinstance(word, Mapping) and ("redact" in word) != ("hash" in word):
        return _made(name, lambda: _redact(name, word) if "redact" in word else _hash_of(rules, name, word))
    words = ", ".join(map(repr, _WORDS))
    msg = f"rules.{name} is one of {words}, or a table {{ redact = 'text' }} or {{ hash = digits, per = 'user' }}"
    raise PolicyError(msg, entity_type=name, path=f"rules.{name}")


def word_of(rule: Treatment) -> str:
    """The word that asks for a treatment, without its scope and parameters."""
    return next(word for kind, word in _KINDS.items() if isinstance(rule, kind))


def _redact(name: str, table: Mapping[str, object]) -> Redact:
    refuse_unknown(table, ("redact",), f"rules.{name}.")
    return Redact(checked("redact", table["redact"], str, "a text"))


def _hash_of(rules: Rules, name: str, table: Mapping[str, object]) -> Hash:
    refuse_unknown(table, ("hash", "per"), f"rules.{name}.")
    digits = whole_number("hash", table["hash"])
    match table.get("per"):
        case None:
            return replace(_hash(rules, name), digits=digits)
        case "session" | "user" as scope:
            return Hash(scope, digits)
    msg = 'per is "session" or "user"'
    raise PolicyError(msg)


def _made(name: str, make: Callable[[], Treatment]) -> Treatment:
    """A treatment; its errors name the type."""
    try:
        return make()
    except PolicyError as error:
        msg = f"rules.{name}: {error}"
        raise PolicyError(msg) from None


def _hash(rules: Rules, name: str) -> Hash:
    """The rule that hashes a type: the one it has, or one in the scope that most of the policy has."""
    present = rules.get(name)
    if isinstance(present, Hash):
        return present
    scope, index = _usual_scope(rules)
    return Hash(scope, index=index)


def _encipher(rules: Rules, name: str) -> Encipher:
    """The rule that enciphers a type: the one it has, or one in the scope that most of the policy has."""
    present = rules.get(name)
    if isinstance(present, Encipher):
        return present
    scope, index = _usual_scope(rules)
    return Encipher(enciphered_format(name), scope, index=index)


def _usual_scope(rules: Rules) -> tuple[Scope, str]:
    scopes = Counter((rule.scope, rule.index) for rule in rules.values() if isinstance(rule, Encipher))
    return scopes.most_common(1)[0][0] if scopes else ("session", "")


def enciphered_format(name: str) -> Format:
    """How values of a type are enciphered where no rule says it: numbers become other numbers."""
    known, quantity = built_in_formats().get(name), built_in_quantities().get(name)
    if known is not None:
        return known
    characters = AlphanumericFormat(name)
    if quantity is None:
        return characters
    noise = DEFAULT_NOISE[name]
    return FirstOf(*counted(name, quantity, noise.lower, noise.upper), characters)


_WORDS: Mapping[str, Callable[[Rules, str], Treatment]] = {
    "keep": lambda *_: Keep(),
    "refuse": lambda *_: Refuse(),
    "encipher": _encipher,
    "encipher per session": lambda rules, name: replace(_encipher(rules, name), scope="session", index=""),
    "encipher per user": lambda rules, name: replace(_encipher(rules, name), scope="user", index=""),
    "noise": lambda rules, name: noise_of(rules, name, {}),
    "redact": lambda *_: Redact(),
    "suppress": lambda *_: Suppress(),
    "hash": _hash,
    "hash per session": lambda *_: Hash("session"),
    "hash per user": lambda *_: Hash("user"),
}
"""What each word in ``[rules]`` asks for."""


_KINDS: Mapping[type[Treatment], str] = {
    Encipher: "encipher",
    AddNoise: "noise",
    Redact: "redact",
    Hash: "hash",
    Suppress: "suppress",
    Keep: "keep",
    Refuse: "refuse",
}


def noise_of(rules: Rules, name: str, values: object) -> AddNoise:
    """The noise of a type: its own, or that of the type in ``like``, changed by a table ``[noise.TYPE]``.

    Args:
        rules: The rules so far.
        name: The entity type.
        values: The table.

    Raises:
        PolicyError: It is no table, or a key or value in it makes no sense.
    """
    table = dict(checked(f"noise.{name}", values, dict, "a table"))
    present = rules.get(name)
    like = checked(f"noise.{name}.like", table.pop("like", name), str, "an entity type")
    if like == name and isinstance(present, AddNoise):
        fmt, noise = present.format, present.noise
    elif like in built_in_quantities():
        fmt, noise = built_in_quantities()[like], DEFAULT_NOISE[like]
    else:
        msg = f"noise.{name}.like names the built-in type that the numbers are written like: " + ", ".join(
            built_in_quantities()
        )
        raise PolicyError(msg, entity_type=name, path=f"noise.{name}.like")
    return AddNoise(fmt, _changed(noise, f"noise.{name}", table))


def _changed(noise: Noise, where: str, table: Mapping[str, object]) -> Noise:
    refuse_unknown(table, (*NOISE_PARAMETERS, "like"), f"{where}.")
    changes: dict[str, Any] = {name: NOISE_PARAMETERS[name](f"{where}.{name}", value) for name, value in table.items()}
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
        raise PolicyError(msg, path=where) from None


def ruled_type(where: str, name: object, rules: Rules) -> str:
    """The name of an entity type that has a rule: one of your own, or a built-in one.

    Raises:
        PolicyError: It is not a name, or looks like a misspelled built-in type: the rule would have no effect.
    """
    spelled = type_name(where, name)
    likely = None if spelled in KNOWN_TYPES | rules.keys() else likely_name(spelled, KNOWN_TYPES)
    if likely:
        msg = f"{where}.{spelled}: there is no such entity type"
        declare = "with_rule(EntityType(name, category, description), rule)"
        hint = f"is it {likely}? To use a type of your own with this name, declare it in code: {declare}"
        raise PolicyError(msg, entity_type=spelled, path=f"{where}.{spelled}", hint=hint)
    return spelled
