"""What a policy may do with a value: encipher it, add noise, keep it, or refuse the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from privacy_chains.errors import PolicyError
from privacy_chains.formats import Format, QuantityFormat
from privacy_chains.hazmat.ciphers import Backend
from privacy_chains.mechanisms import Noise

__all__ = ["AddNoise", "Encipher", "Keep", "Refuse", "Scope", "Treatment", "check_scope"]

Scope = Literal["session", "user", "index"]
"""Where one value has one surrogate: in one session, everywhere under the key, or in the index of a name."""


@dataclass(frozen=True, slots=True)
class Encipher:
    """Category I: the value becomes another member of its format.

    Attributes:
        format: The format whose parts are enciphered.
        scope: ``"session"``: another surrogate in every session, so that two sessions cannot be linked by it, and
            what is learned of one tells nothing of another. ``"user"``: one surrogate per key, everywhere; who may
            have texts of their choice enciphered learns a codebook for all sessions. ``"index"``: one wherever
            ``index`` is named.
        backend: What enciphers domains of a million members and more: FF1, or FF3-1 through one of two libraries.
        index: The name of the index, for that scope alone.

    Raises:
        PolicyError: The scope is none of the three, or names no index, or one that it has not.
    """

    format: Format
    scope: Scope = "session"
    backend: Backend = "ff1"
    index: str = ""

    def __post_init__(self) -> None:
        check_scope(self.scope, self.index)


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


def check_scope(scope: object, index: object) -> None:
    """Refuse what is no scope.

    Raises:
        PolicyError: The scope is none of the three, or an index is named for another or not named for it.
    """
    if scope not in get_args(Scope):
        msg = f"a scope is one of {', '.join(get_args(Scope))}"
        raise PolicyError(msg)
    if not isinstance(index, str) or (scope == "index") != bool(index):
        msg = 'the scope "index" names its index, and no other scope does: scope="index", index="products"'
        raise PolicyError(msg)
