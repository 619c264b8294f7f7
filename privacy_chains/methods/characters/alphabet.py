"""Alphabets: the sets of characters within which a character is exchanged.

An alphabet puts characters into classes and gives each its place there. A character of no class stays as it is.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from string import ascii_lowercase, ascii_uppercase, digits, punctuation
from typing import Literal, NamedTuple

__all__ = ["AlphabetName", "CharacterClasses", "Letter", "alphabet_of"]

AlphabetName = Literal["class", "printable"]

_KNOWN = unicodedata.ucd_3_2_0
"""A version of Unicode that does not change with Python's, so that noise does not either."""

_PLANE = 1 << 16
_PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))
_GROUPS = {"class": (digits, ascii_lowercase, ascii_uppercase, punctuation), "printable": (_PRINTABLE,)}


class Letter(NamedTuple):
    """A character's place: the members of its class, and the index among them."""

    members: str
    place: int


class CharacterClasses:
    """The classes of one alphabet.

    ``"class"`` keeps digits digits, small letters small, capitals capital and ASCII punctuation punctuation, of 10,
    26, 26 and 32 members. ``"printable"`` has one class of ASCII's 94 printable characters without the space, as
    the paper has it. Beyond ASCII both keep a character's script and category, the paper being silent there.

    Args:
        name: ``"class"`` or ``"printable"``.
    """

    def __init__(self, name: AlphabetName) -> None:
        self.name = name
        self._ascii = {char: Letter(group, place) for group in _GROUPS[name] for place, char in enumerate(group)}

    def find(self, char: str) -> Letter | None:
        """The class of a character and its place there.

        None for spaces and for characters in no class of two or more.
        """
        return self._ascii.get(char) if char.isascii() else _foreign(char)

    def __repr__(self) -> str:
        return f"CharacterClasses({self.name!r})"


@cache
def alphabet_of(name: AlphabetName) -> CharacterClasses:
    """The alphabet of a name."""
    return CharacterClasses(name)


@cache
def _foreign(char: str) -> Letter | None:
    """The class of a character beyond ASCII: its script and category, as Unicode 3.2 has them."""
    kind = _kind(char)
    members = _scripts().get(kind, "") if kind else ""
    place = members.find(char)
    return Letter(members, place) if place >= 0 and len(members) > 1 else None


def _kind(char: str) -> tuple[str, str] | None:
    category = _KNOWN.category(char)
    if category[0] not in "LMNPS":
        return None
    name = _KNOWN.name(char, "")
    return (name.split(" ", 1)[0].split("-")[0] if category[0] in "LMN" else "", category) if name else None


@cache
def _scripts() -> dict[tuple[str, str], str]:
    """Every class beyond ASCII, its members in order; made when the first such character is met."""
    found: dict[tuple[str, str], list[str]] = {}
    for char in map(chr, range(0x80, _PLANE)):
        kind = _kind(char)
        if kind is not None:
            found.setdefault(kind, []).append(char)
    return {kind: "".join(members) for kind, members in found.items()}
