"""The policy: how each entity type is treated. What has no rule is refused, not passed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from privacy_chains.errors import PolicyError
from privacy_chains.formats import Format, QuantityFormat, built_in_formats, built_in_quantities
from privacy_chains.hazmat.ciphers import Backend
from privacy_chains.ledger import exact_epsilon
from privacy_chains.mechanisms import DEFAULT_NOISE, Noise

__all__ = ["AddNoise", "Encipher", "Keep", "Policy", "Refuse", "Scope", "Treatment"]

Scope = Literal["user", "session"]


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

    Raises:
        PolicyError: Epsilon is not a positive number.
    """

    rules: Mapping[str, Treatment]
    epsilon: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", MappingProxyType(dict(self.rules)))
        object.__setattr__(self, "epsilon", exact_epsilon(self.epsilon))

    @classmethod
    def default(cls, epsilon: float | Fraction | str = 1.0) -> Policy:
        """Every built-in entity type: identifiers enciphered, ages and amounts noised.

        Args:
            epsilon: The budget of one message.
        """
        identifiers = {name: Encipher(fmt) for name, fmt in built_in_formats().items()}
        numbers = {name: AddNoise(fmt, DEFAULT_NOISE[name]) for name, fmt in built_in_quantities().items()}
        return cls({**identifiers, **numbers}, exact_epsilon(epsilon))

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
        """This policy with one rule added or replaced."""
        return replace(self, rules={**self.rules, entity_type: treatment})

    def with_epsilon(self, epsilon: float | Fraction | str) -> Policy:
        """This policy with another budget for each message."""
        return replace(self, epsilon=exact_epsilon(epsilon))
