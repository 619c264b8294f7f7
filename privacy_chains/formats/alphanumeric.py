"""Text with letters and digits: each of them is enciphered within its own kind, everything else is kept.

ASCII digits stay ASCII digits, and ASCII letters stay ASCII letters of the same case. Characters of other scripts stay
within their block and general category, after the Unicode 3.2 database that every Python carries
(`unicodedata.ucd_3_2_0`), so that a later Python reads what an earlier one wrote.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from math import prod
from operator import itemgetter
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import OneLook, Part, Reading, Write

__all__ = [
    "HEXADECIMAL",
    "LETTERS_AND_DIGITS",
    "WITH_SYMBOLS",
    "AlphanumericFormat",
    "mixed_radix_rank",
    "mixed_radix_unrank",
]

LETTERS_AND_DIGITS = (digits, ascii_uppercase, ascii_lowercase)
"""The kinds of ASCII characters that are enciphered by default."""

HEXADECIMAL = (digits, "ABCDEF", "abcdef")

WITH_SYMBOLS = (*LETTERS_AND_DIGITS, "!@#$%^&*?_+=", "-/:~|\\")
"""Letters, digits and two kinds of signs. Quotes, brackets, commas and full stops, which end a value, are kept."""

_BLOCKS = (
    (0x0370, 0x03E2),  # Greek
    (0x03E2, 0x03F0),  # Coptic
    (0x3040, 0x30A0),  # Hiragana
    (0x30A0, 0x3100),  # Katakana
    (0x3400, 0x4DC0),  # Chinese characters, extension A
    (0x4E00, 0xA000),  # Chinese characters
    (0xAC00, 0xD7A4),  # Hangul syllables
    (0x20000, 0x2A700),  # Chinese characters, extension B
)
"""Blocks that are not 128 characters wide."""

_LONGEST_CACHED = 64
"""Shapes of longer texts are computed each time, so that the cache stays small."""

_SIGNS = "\u00aa\u00b5\u00ba"
"""Letters of the Latin-1 block that are signs (ordinals, micro). They are exchanged only for one another."""


class _CharacterPlace(NamedTuple):
    """A character's place: the kind that counts, the rank in it, and the kind in the character's own case."""

    kind: str
    rank: int
    written: str


_kind, _written = itemgetter(0), itemgetter(2)


class AlphanumericFormat(OneLook):
    """Any text with at least one letter or digit. This format claims nearly everything.

    All characters together are one rank, so each character of the surrogate depends on every character of the
    original. The same letters and digits with other separators are the same value.

    Args:
        name: Names the domain.
        alphabets: The kinds of ASCII characters that are enciphered, each within itself.
        strict: Whether a text with an ASCII letter or digit outside the alphabets is refused; otherwise that character
            is kept.
        fold_case: Whether upper and lower case count as the same value. The case of each character is still kept.
        reading: How a model may respell a surrogate.
    """

    keeps = "length, everything that is not a letter or digit, and the kind of each character (digit, case, script)"

    def __init__(
        self,
        name: str = "alphanumeric",
        *,
        alphabets: Sequence[str] = LETTERS_AND_DIGITS,
        strict: bool = False,
        fold_case: bool = False,
        reading: Reading = "code",
    ) -> None:
        self.name = name
        self.reading = reading
        self._strict = strict
        self._places: dict[str, _CharacterPlace | None] = {chr(code): None for code in range(128) if not strict}
        self._places |= {chr(code): None for code in range(128) if not chr(code).isalnum()}
        for kind in alphabets:
            alike = kind.lower() if fold_case else kind
            self._places |= {char: _CharacterPlace(alike, index, kind) for index, char in enumerate(kind)}

    def read(self, text: str) -> tuple[tuple[Part, ...], Write]:
        places = self._places_of(text)
        members = [*filter(None, places)]
        if not members:
            msg = "the value holds no letter or digit to encipher"
            raise FormatError(msg)
        kinds = tuple(map(_kind, members))
        signature, size = _shape(kinds) if len(kinds) <= _LONGEST_CACHED else _shape.__wrapped__(kinds)
        rank = 0
        for kind, digit, _ in members:
            rank = rank * len(kind) + digit

        def write(ranks: Sequence[int]) -> str:
            left, written = ranks[0], []
            for alphabet in map(_written, reversed(members)):
                left, digit = divmod(left, len(alphabet))
                written.append(alphabet[digit])
            if len(written) == len(text):
                return "".join(written[::-1])
            return "".join([written.pop() if places[at] else old for at, old in enumerate(text)])

        return (Part(f"{self.name}/{signature}", size, rank),), write

    def _places_of(self, text: str) -> list[_CharacterPlace | None]:
        """For each character, its place in its kind; None if the character is kept."""
        known = self._places
        try:
            return [*map(known.__getitem__, text)]
        except KeyError:
            return [known[char] if char in known else self._other(char) for char in text]

    def _other(self, char: str) -> _CharacterPlace | None:
        """The place of a character that is not ASCII or not in the alphabets."""
        if self._strict and char.isalnum():
            msg = f"the value holds letters or digits outside the alphabets of {self.name}"
            raise FormatError(msg)
        kind = _kind_of(char)
        return _CharacterPlace(kind, kind.index(char), kind) if kind else None


def mixed_radix_rank(digits_and_radices: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The value of a mixed-radix number, and how many such numbers there are."""
    rank, size = 0, 1
    for digit, radix in digits_and_radices:
        rank = rank * radix + digit
        size *= radix
    return rank, size


def mixed_radix_unrank(rank: int, radices: Sequence[int]) -> list[int]:
    """The digits of ``rank``, most significant first."""
    places: list[int] = []
    for radix in reversed(radices):
        rank, digit = divmod(rank, radix)
        places.append(digit)
    return places[::-1]


@lru_cache(maxsize=1024)
def _shape(kinds: tuple[str, ...]) -> tuple[str, int]:
    """The run-length encoded kinds (each named by its first code point and its size), and the number of members."""
    runs = [(kind, sum(1 for _ in run)) for kind, run in groupby(kinds)]
    signature = ".".join(f"{ord(kind[0]):x}-{len(kind):x}x{count}" for kind, count in runs)
    return signature, prod(len(kind) ** count for kind, count in runs)


@lru_cache(maxsize=4096)
def _kind_of(char: str) -> str:
    """All characters in the block and category of a non-ASCII letter or digit; empty for any other character."""
    if char in _SIGNS:
        return _SIGNS
    frozen = unicodedata.ucd_3_2_0.category
    database = frozen if frozen(char) != "Cn" else unicodedata.category
    category = database(char)
    if category[0] not in "LN":
        return ""
    first, last = _block(ord(char))
    return _members(first, last, category, frozen=database is frozen)


@lru_cache(maxsize=256)
def _members(first: int, last: int, category: str, *, frozen: bool) -> str:
    """The characters in a block and category: those in the frozen database, or those added after it."""
    old = unicodedata.ucd_3_2_0.category
    database = old if frozen else unicodedata.category
    chars = (chr(code) for code in range(first, last))
    return "".join(
        char for char in chars if database(char) == category and (frozen or old(char) == "Cn") and char not in _SIGNS
    )


def _block(code: int) -> tuple[int, int]:
    """The first and one past the last code point of the block around ``code``."""
    for first, last in _BLOCKS:
        if first <= code < last:
            return first, last
    first = code & ~0x7F
    return first, first + 0x80
