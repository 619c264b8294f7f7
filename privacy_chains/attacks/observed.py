"""What an attacker on noised characters sees, and the secrets that it wants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from privacy_chains.methods.characters.alphabet import AlphabetName
from privacy_chains.methods.characters.restore import gain_of

__all__ = ["Attacker", "Known", "Observed", "Secret"]


class Secret(NamedTuple):
    """A word that is to be private, and of what type. Its repr shows the type alone."""

    text: str
    entity_type: str

    def __repr__(self) -> str:
        return f"Secret({self.entity_type!r})"


class Observed(NamedTuple):
    """What was released of a secret, once or several times; the original is used only to count successes.

    Attributes:
        secret: The original.
        releases: What was sent in its place.
        before: What was sent before it, for attackers that read on.
        after: What was sent behind it.
    """

    secret: Secret
    releases: tuple[str, ...]
    before: str = ""
    after: str = ""

    def __repr__(self) -> str:
        return f"Observed({self.secret.entity_type!r}, releases={len(self.releases)})"


class Known(NamedTuple):
    """What the attacker knows about the method."""

    epsilon: Fraction
    alphabet: AlphabetName

    @property
    def gain(self) -> float:
        """What each place that agrees adds to the logarithm of a likelihood."""
        return gain_of(self.epsilon)


Attacker = Callable[[Sequence[Observed], Known], list[str]]
"""Guesses the secrets from what was released of them."""
