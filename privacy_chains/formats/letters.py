"""Letters of any script, and the groups within which they are exchanged. Frozen as scheme 1."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache

from privacy_chains.formats.name_lists import read_table
from privacy_chains.lazy import lazily

__all__ = ["Alphabet", "Symbol", "fold", "symbols", "unfold", "word_pattern"]


@dataclass(frozen=True, slots=True)
class Alphabet:
    """A set of letters that are exchanged for one another.

    Attributes:
        name: What the letters have in common: script, vowel or consonant, marks. It is kept, so it may be revealed.
        letters: The members, in rank order.
    """

    name: str
    letters: tuple[str, ...]

    @property
    def vowel(self) -> bool:
        """Whether the letters are vowels."""
        return ".v." in self.name

    @property
    def latin(self) -> bool:
        """Whether the letters are Latin."""
        return self.name.startswith(("ASCII", "LATIN"))


@dataclass(frozen=True, slots=True)
class Symbol:
    """One letter with the combining marks written after it.

    Attributes:
        letter: The letter, in lower case if it has one.
        marks: Combining marks, kept unchanged.
        alphabet: The letters for which it is exchanged.
    """

    letter: str
    marks: str
    alphabet: Alphabet

    @property
    def rank(self) -> int:
        """The letter's place in its alphabet."""
        return bisect_left(self.alphabet.letters, self.letter)


@dataclass(frozen=True, slots=True)
class _Groups:
    starts: tuple[int, ...]
    runs: tuple[tuple[int, str], ...]  # last code point, group
    spans: dict[str, str]


@cache
def _groups() -> _Groups:
    spans = read_table("letters_v1.txt")
    runs = sorted((start, end, name) for name, text in spans.items() for start, end in _ranges(text))
    return _Groups(tuple(start for start, _, _ in runs), tuple((end, name) for _, end, name in runs), spans)


def _ranges(text: str) -> list[tuple[int, int]]:
    pairs = (run.partition("-") for run in text.split(" "))
    return [(int(start, 16), int(end or start, 16)) for start, _, end in pairs]


@cache
def _members(group: str) -> Alphabet:
    points = (chr(point) for start, end in _ranges(_groups().spans[group]) for point in range(start, end + 1))
    return Alphabet(group, tuple(points))


@cache
def _alphabet_of(letter: str) -> Alphabet:
    groups = _groups()
    _, name = groups.runs[bisect_right(groups.starts, ord(letter)) - 1]
    return _members(name)


@cache
def _composing(letter: str, marks: str) -> Alphabet:
    """The alphabet of a letter before marks: the letters that compose with the marks to the same extent."""
    whole = _alphabet_of(letter)
    length = len(unicodedata.normalize("NFC", letter + marks))
    letters = tuple(x for x in whole.letters if len(unicodedata.normalize("NFC", x + marks)) == length)
    return Alphabet(f"{whole.name}/{'+'.join(f'{ord(mark):x}' for mark in marks)}/{length}", letters)


def fold(text: str) -> str:
    """Make each letter lower-case, if that can be undone."""
    return text.lower() if text.isascii() else "".join(map(_fold_letter, text))


def _fold_letter(letter: str) -> str:
    lower = letter.lower()
    return lower if len(lower) == 1 and lower.upper() == letter else letter


def unfold(text: str) -> str:
    """Make each letter upper-case, if `fold` undoes it."""
    return text.upper() if text.isascii() else "".join(map(_unfold_letter, text))


def _unfold_letter(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == 1 and _fold_letter(upper) == letter else letter


@cache
def word_pattern() -> re.Pattern[str]:
    """A regular expression that finds words: letters, each with the combining marks after it."""
    spans = _groups().spans
    lower = "".join(_class(text) for name, text in spans.items() if name != "marks")
    upper = "".join(letter.upper() for name in spans if ".cased." in name for letter in _members(name).letters)
    return lazily(f"(?:[{lower}{upper}][{_class(spans['marks'])}]*)+")


@cache
def _symbol_pattern() -> re.Pattern[str]:
    return lazily(f"(.)([{_class(_groups().spans['marks'])}]*)", re.DOTALL)


def _class(text: str) -> str:
    return "".join(f"{chr(start)}-{chr(end)}" for start, end in _ranges(text))


def symbols(word: str) -> list[Symbol]:
    """The letters of a folded word, each with its marks."""
    if word.isascii():
        return [Symbol(letter, "", _alphabet_of(letter)) for letter in word]
    found: list[Symbol] = []
    for match in _symbol_pattern().finditer(word):
        letter, marks = match.groups()
        found.append(Symbol(letter, marks, _composing(letter, marks) if marks else _alphabet_of(letter)))
    return found
