"""What a policy may do with a value: encipher it, add noise, take it out for good, keep it, or refuse the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

from privacy_chains.errors import PolicyError
from privacy_chains.formats import Format, QuantityFormat
from privacy_chains.hazmat.ciphers import Backend
from privacy_chains.hazmat.hashes import MOST_DIGITS
from privacy_chains.mechanisms import Noise

__all__ = [
    "AddNoise",
    "Encipher",
    "Hash",
    "Keep",
    "OneWay",
    "Redact",
    "Refuse",
    "Scope",
    "Suppress",
    "Treatment",
    "check_scope",
]

_TYPE = "{type}"
_LONGEST = 100
_FEWEST_DIGITS = 8

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
class Redact:
    """The value becomes a fixed text, one way: an answer is not read back, and no number of it is in a sum.

    **Guarantee**: what is sent does not depend on the value, its length or the key.

    **Warning**: it tells that something stood there, and with ``{type}`` what it was; the words around it stay. Two
    people become one: the model cannot tell who did what.

    Attributes:
        text: What stands in its place; ``{type}`` is the name of the entity type.

    Raises:
        PolicyError: The text is empty or of more than 100 characters, breaks the line or a quotation, or has braces
            around anything but ``type``.
    """

    text: str = f"[{_TYPE}]"
    tells_apart: ClassVar[bool] = False

    def __post_init__(self) -> None:
        text = self.text
        plain = isinstance(text, str) and text.isprintable() and not set(text.replace(_TYPE, "")) & set('{}"\\')
        if not plain or not text.strip() or len(text) > _LONGEST or ": " in text:
            msg = (
                "the text of Redact is one line such as '[{type}]': not empty, at most 100 characters, without "
                "quotation marks, backslashes, ': ' and braces around anything but {type}; Suppress() leaves nothing"
            )
            raise PolicyError(msg)

    def written(self, entity_type: str) -> str:
        """What stands in the place of a value of a type."""
        return self.text.replace(_TYPE, entity_type)

    @property
    def tells(self) -> str:
        """What is not hidden, in words."""
        named = "the name of its type" if _TYPE in self.text else "nothing of it"
        return f"{named}, and where a value stood; not which values are equal"


@dataclass(frozen=True, slots=True)
class Hash:
    """The value becomes a keyed hash of itself, one way: equal values can be told, and an answer is not read back.

    ``Alice Barr`` becomes ``PERSON_0f6ce0c06ff9a4d1``: HMAC-SHA256 under a sub-key for the type and the scope, over
    the value in one letter case with single blanks; of a code, such as a card number, over its letters and digits.

    **Guarantee**: without the key nothing of a value can be computed from its hash, its length included, and nobody can
    hash guesses and compare.

    **Warning**: equal values have equal hashes within the scope, and the type is named. Whoever holds the key can hash
    guesses. A surname alone has another hash than the full name.

    Attributes:
        scope: Where equal values have equal hashes, as for ``Encipher``.
        digits: How many hexadecimal digits are written, 8 to 64. With 16, two of a million values collide with
            probability 3e-8.
        index: The name of the index, for that scope alone.

    Raises:
        PolicyError: The scope is none of the three, or names no index, or one that it has not; or the number of digits
            is out of range.
    """

    scope: Scope = "session"
    digits: int = 16
    index: str = ""
    tells_apart: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_scope(self.scope, self.index)
        if not isinstance(self.digits, int) or isinstance(self.digits, bool):
            msg = "the digits of Hash are a whole number"
            raise PolicyError(msg)
        if not _FEWEST_DIGITS <= self.digits <= MOST_DIGITS:
            msg = f"Hash writes {_FEWEST_DIGITS} to {MOST_DIGITS} digits"
            raise PolicyError(msg)

    @property
    def tells(self) -> str:
        """What is not hidden, in words."""
        return "the name of its type, where a value stood, and which values are equal"


@dataclass(frozen=True, slots=True)
class Suppress:
    """The value is left out, one way: nothing stands in its place, and an answer is not read back.

    **Guarantee**: what is sent does not depend on the value, its length, its type or the key.

    **Warning**: the words around it stay, and a gap may show in them. A message that held nothing else becomes empty,
    which some providers refuse.
    """

    tells_apart: ClassVar[bool] = False

    @property
    def tells(self) -> str:
        """What is not hidden, in words."""
        return "nothing of it; the words around it may show a gap"


@dataclass(frozen=True, slots=True)
class Keep:
    """The value leaves in clear, and the ledger says so (epsilon infinite)."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """A text that holds such a value is not sanitized at all."""


OneWay = Redact | Hash | Suppress
"""What takes a value out for good: nothing reads it back."""

Treatment = Encipher | AddNoise | OneWay | Keep | Refuse


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
