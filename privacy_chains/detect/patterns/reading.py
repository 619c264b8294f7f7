"""A text as the pattern families read it: where its numbers stand, and the words that can announce something.

Searching a text for each family's expression at every position costs more than all else together. The text is
therefore looked through once, for digits and for the first letters of words, and each expression is tried where it can
begin. What is found is what a search through the whole text would find.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, repeat
from typing import NamedTuple

from privacy_chains.detect.patterns.numerals import UNSPACED, lowered
from privacy_chains.detect.patterns.openings import HEAD, Opening
from privacy_chains.lazy import lazily

__all__ = ["FoundValue", "ValueReading", "matches", "openings_of"]

_NO_LETTER = rf"[\W\d{UNSPACED}]"
_NO_LETTERS = lazily(rf"[^\x00-\x7f](?<={_NO_LETTER}){_NO_LETTER}*")
"""From a character beyond ASCII on."""
_ASCII_LETTERS_ALONE = bytes(code if code > 127 or chr(code).islower() else 32 for code in range(256))
"""Blanks in place of every ASCII character that is no small letter."""
_NUMBER = lazily(
    r"[0-9]+(?:(?=[\s.\-/,('\u2019\u2010-\u2015\u5e74]{1,3}[0-9])(?P<joined>)"
    r"|(?=(?:[.,][\-\u2013\u2014]{1,2})?[\s\-]?[^\s\-.,;:!?)0-9])(?P<worded>))?"
)
_SPACED = lazily(r"[0-9]{1,3}[ ](?=[0-9]{3},[0-9]{2}(?![0-9]))")
_BY_POINTS = lazily(r"(?<![0-9.,])[0-9]{1,3}(?:\.[0-9]{3}){1,5},[0-9]{2}(?![0-9])")
_Joined = tuple[int, str]
"""Where digits begin, and the mark between them and the digits that follow; empty where they stand for themselves."""
_LONG = 8
_SMALL = 3
_FIVE = 5


class FoundValue(NamedTuple):
    """What a family found; it sorts by position.

    Attributes:
        start: First code point.
        end: One past the last.
        entity_type: An entity type's name.
        score: The confidence, 0 to 1.
    """

    start: int
    end: int
    entity_type: str
    score: float


class ValueReading:
    """One text, looked through once.

    Attributes:
        text: The text.
        lower: The text in lower case, position for position.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lower = lowered(text)

    @cached_property
    def _words(self) -> Mapping[str, list[int]]:
        """Where words begin, by their first letters."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        start = 0
        for letters in _letters_alone(self.lower).split(" "):
            if letters:
                found[letters[:HEAD]].append(start)
                start += len(letters)
            start += 1
        return found

    def words(self, opening: Opening) -> list[int]:
        """Where words begin that may be an expression's first word, as their first letters tell."""
        found = self._words
        return sorted(chain.from_iterable(map(found.__getitem__, opening.heads.intersection(found))))

    @cached_property
    def _groups_by_points(self) -> bool:
        """Whether an amount of the text has points between groups of digits, and a decimal comma."""
        return _BY_POINTS.search(self.text) is not None

    def count_before(self, amount: str) -> int:
        """How long a count is that stands before an amount as if it were its first digits: ``12 150,00 EUR``.

        A space groups digits too, so that only the text can tell: it does not where the text groups by points.
        """
        spaced = _SPACED.match(amount)
        return spaced.end() if spaced is not None and self._groups_by_points else 0

    def beginning(self, opening: Opening, starts: list[int]) -> list[int]:
        """``starts`` and the places of such words, in order."""
        return sorted((*self.words(opening), *starts))

    @property
    def numbers(self) -> list[int]:
        """Where digits begin."""
        return self._numbers[0]

    @property
    def small(self) -> list[int]:
        """Where at most three digits begin."""
        return self._numbers[1]

    @property
    def grouped(self) -> list[int]:
        """Where digits begin that others follow, or that are eight or more."""
        return [start for start, _ in self._numbers[2]]

    def joined(self, marks: str) -> list[int]:
        """Where digits begin that one of ``marks`` joins to others, or that are eight or more."""
        return [start for start, mark in self._numbers[2] if mark in marks]

    @property
    def amounts(self) -> list[int]:
        """Where an amount may begin that a sign or a word follows, with its decimal mark if that comes first."""
        return [start for start, _ in self._numbers[3]]

    def amounts_but(self, marks: str) -> list[int]:
        """The same without numbers that one of ``marks`` joins to others."""
        return [start for start, mark in self._numbers[3] if not mark or mark not in marks]

    @property
    def five_digits(self) -> list[int]:
        """Where exactly five digits begin."""
        return self._numbers[4]

    @cached_property
    def _numbers(self) -> tuple[list[int], list[int], list[_Joined], list[_Joined], list[int]]:
        numbers: list[int] = []
        small: list[int] = []
        grouped: list[_Joined] = []
        amounts: list[_Joined] = []
        fives: list[int] = []
        text = self.text
        for match in _NUMBER.finditer(text):
            start, end = match.span()
            numbers.append(start)
            followed = match.lastgroup
            if end - start <= _SMALL:
                small.append(start)
            elif end - start == _FIVE:
                fives.append(start)
            mark = text[end] if followed == "joined" else ""
            if end - start >= _LONG:
                grouped.append((start, ""))
            elif mark:
                grouped.append((start, mark))
            if followed:
                if text[start - 1 : start] == ".":
                    amounts.append((start - 1, mark))
                amounts.append((start, mark))
        return numbers, small, grouped, amounts, fives


def _letters_alone(lower: str) -> str:
    """A text in lower case with a blank in place of every character that is no letter."""
    letters = lower.encode(errors="surrogatepass").translate(_ASCII_LETTERS_ALONE).decode(errors="surrogatepass")
    return letters if letters.isascii() else _NO_LETTERS.sub(lambda found: " " * len(found[0]), letters)


def openings_of(words: str) -> frozenset[str]:
    """The first letters of the words of a text."""
    return frozenset(letters[:HEAD] for letters in _letters_alone(lowered(words)).split())


def matches(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """What a search through ``text`` finds, if every match begins at one of the ascending ``starts``."""
    ahead = iter(starts)
    first = next(ahead, None)
    if first is None:
        return  # an expression that no text has needed yet is not compiled
    position = 0
    for found in filter(None, map(pattern.match, repeat(text), chain((first,), ahead))):
        if found.start() >= position:
            position = found.end()
            yield found
