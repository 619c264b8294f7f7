"""Text of letters and digits: every character is enciphered within its own kind, everything else is kept.

ASCII digits stay ASCII digits, ASCII letters stay ASCII letters of their case. Characters of other scripts stay
within their block and general category, after the Unicode 3.2 database that every Python carries
(`unicodedata.ucd_3_2_0`), so that a later Python reads what an earlier one wrote.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_lowercase, ascii_uppercase, digits

from privacy_chains.errors import FormatError
from privacy_chains.formats.base import Format, Part, Reading

__all__ = [
    "HEXADECIMAL",
    "LETTERS_AND_DIGITS",
    "WITH_SYMBOLS",
    "AlphanumericFormat",
    "mixed_radix_rank",
    "mixed_radix_unrank",
]

LETTERS_AND_DIGITS = (digits, ascii_uppercase, ascii_lowercase)
"""The kinds of ASCII characters that are enciphered unless asked otherwise."""

HEXADECIMAL = (digits, "ABCDEF", "abcdef")

WITH_SYMBOLS = (*LETTERS_AND_DIGITS, "!@#$%^&*?_+=", "-/:~|\\")
"""Signs in two kinds; quotes, brackets, commas and full stops, which end a value in running text, are kept."""

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

_SIGNS = "\u00aa\u00b5\u00ba"
"""Letters of the Latin-1 block that are signs (ordinals, micro): they keep to themselves."""


class AlphanumericFormat(Format):
    """Any text with at least one letter or digit; the one format that claims nearly everything.

    All characters together are one rank, so each character of the surrogate depends on every character of the
    original. The same letters and digits with other separators are the same value.

    Args:
        name: Names the domain.
        alphabets: The kinds of ASCII characters that are enciphered, each within itself.
        strict: An ASCII letter or digit outside the alphabets makes the text no member; it is kept otherwise.
        fold_case: Letters of either case count as the same value; the case is still kept, place by place.
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
        self._fold = fold_case
        self._strict = strict
        self._kinds = {char: kind.lower() if fold_case else kind for kind in alphabets for char in kind}

    def split(self, text: str) -> tuple[Part, ...]:
        kinds = self._kinds_of(text)
        members = [(char, kind) for char, kind in zip(text, kinds, strict=True) if kind]
        if not members:
            msg = "the value holds no letter or digit to encipher"
            raise FormatError(msg)
        if self._fold:
            members = [(char.lower() if char.isascii() else char, kind) for char, kind in members]
        rank, size = mixed_radix_rank([(kind.index(char), len(kind)) for char, kind in members])
        return (Part(f"{self.name}/{_signature([kind for _, kind in members])}", size, rank),)

    def join(self, text: str, ranks: Sequence[int]) -> str:
        kinds = self._kinds_of(text)
        indices = iter(mixed_radix_unrank(ranks[0], [len(kind) for kind in kinds if kind]))
        written = ((kind[next(indices)], old) if kind else (old, old) for old, kind in zip(text, kinds, strict=True))
        if not self._fold:
            return "".join(new for new, _ in written)
        return "".join(new.upper() if old.isascii() and old.isupper() else new for new, old in written)

    def _kinds_of(self, text: str) -> list[str]:
        """For each character, the characters it may become; empty where it is kept."""
        known = self._kinds
        if self._strict and any(char.isalnum() and char not in known for char in text):
            msg = f"the value holds letters or digits outside the alphabets of {self.name}"
            raise FormatError(msg)
        return [known.get(char, "") if char < "\x80" else _kind_of(char) for char in text]


def mixed_radix_rank(digits_and_radices: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The number that digits of differing radices write, and how many numbers there are."""
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


def _signature(kinds: list[str]) -> str:
    """The run-length encoded kinds, each named by its first character's code point and its size."""
    return ".".join(f"{ord(kind[0]):x}-{len(kind):x}x{sum(1 for _ in run)}" for kind, run in groupby(kinds))


@lru_cache(maxsize=4096)
def _kind_of(char: str) -> str:
    """The characters of the block and category of a non-ASCII letter or digit; empty for any other character."""
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
    """The characters of a block and category: those of the frozen database, or those that came after it."""
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
