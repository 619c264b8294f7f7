"""The rules of a policy file: a treatment is one word, and parameters of noise are a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
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
)
from privacy_chains.preempt.treatments import AddNoise, Encipher, Keep, Refuse, Treatment

__all__ = ["noise_of", "rule_of", "ruled_type"]

Rules: TypeAlias = Mapping[str, Treatment]
"""A treatment for each entity type."""


def rule_of(rules: Rules, name: str, word: object) -> Treatment:
    """The treatment for a word in ``[rules]``.

    Args:
        rules: The rules so far.
        name: The entity type.
        word: The word.

    Raises:
        PolicyError: It is none of the words.
    """
    match word:
        case "keep":
            return Keep()
        case "refuse":
            return Refuse()
        case "encipher":
            return _encipher(rules, name)
        case "encipher per session":
            return replace(_encipher(rules, name), scope="session", index="")
        case "encipher per user":
            return replace(_encipher(rules, name), scope="user", index="")
        case "noise":
            return noise_of(rules, name, {})
    msg = f"rules.{name} is 'keep', 'refuse', 'encipher', 'encipher per session', 'encipher per user' or 'noise'"
    raise PolicyError(msg, entity_type=name, path=f"rules.{name}")


def _encipher(rules: Rules, name: str) -> Encipher:
    """The rule that enciphers a type: the one it has, or one in the scope that most of the policy has."""
    present = rules.get(name)
    if isinstance(present, Encipher):
        return present
    scopes = Counter((rule.scope, rule.index) for rule in rules.values() if isinstance(rule, Encipher))
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
