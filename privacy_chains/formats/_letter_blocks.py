"""Words that do not parse into Latin clusters: each letter is exchanged within its alphabet. Frozen as scheme 1."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from unicodedata import normalize

from privacy_chains.formats.letters import Symbol, symbols
from privacy_chains.formats.name_lists import lexicon

__all__ = ["LetterBlock", "letter_blocks"]

_LONGEST = 16  # letters of a word in each part, if it is ranked letter by letter


@dataclass(frozen=True, slots=True)
class LetterBlock:
    """Up to 16 letters of a word that is not spelled by clusters: each is exchanged within its alphabet.

    Attributes:
        letters: The letters, with their marks.
        alphabets: For each letter, the letters that it may become.
        barred: The ranks of listed words, in order.
    """

    letters: tuple[Symbol, ...]
    alphabets: tuple[tuple[str, ...], ...]
    barred: Sequence[int]

    @property
    def name(self) -> str:
        """Identifies the block's set of strings."""
        return ",".join(
            f"{s.alphabet.name}:{len(a)}{s.marks}" for s, a in zip(self.letters, self.alphabets, strict=True)
        )

    @property
    def size(self) -> int:
        """How many strings there are."""
        return prod(map(len, self.alphabets)) - len(self.barred)

    @property
    def rank(self) -> int:
        """The place of the block's string among those that are not barred."""
        raw = self.raw_rank
        return raw - bisect_left(self.barred, raw)

    @property
    def raw_rank(self) -> int:
        """Its place among all strings."""
        rank = 0
        for symbol, alphabet in zip(self.letters, self.alphabets, strict=True):
            rank = rank * len(alphabet) + bisect_left(alphabet, symbol.letter)
        return rank

    def write(self, rank: int) -> str:
        """The string of a rank."""
        rank += bisect_right(range(len(self.barred)), rank, key=lambda index: self.barred[index] - index)
        word = ""
        for symbol, alphabet in zip(reversed(self.letters), reversed(self.alphabets), strict=True):
            rank, place = divmod(rank, len(alphabet))
            word = alphabet[place] + symbol.marks + word
        return word


def letter_blocks(word: str) -> list[LetterBlock]:
    """A word cut into blocks, none of which can become a listed word."""
    letters = symbols(word)
    alphabets = [symbol.alphabet.letters for symbol in letters]
    _keep_from_mc(letters, alphabets)
    barred = _listed_ranks(_signature(word)) if len(letters) <= _LONGEST else ()
    starts = range(0, len(letters), _LONGEST)
    return [LetterBlock(tuple(letters[i : i + _LONGEST]), tuple(alphabets[i : i + _LONGEST]), barred) for i in starts]


def _keep_from_mc(letters: Sequence[Symbol], alphabets: list[tuple[str, ...]]) -> None:
    """Prevent a word from beginning with ``mc``, which would be split off. With accents, that cannot happen."""
    if len(letters) < 2 or letters[0].marks or letters[1].marks:
        return
    if letters[0].letter != "m":
        alphabets[0] = tuple(letter for letter in alphabets[0] if letter != "m")
    else:
        alphabets[0] = ("m",)
        alphabets[1] = tuple(letter for letter in alphabets[1] if letter != "c")


def _signature(word: str) -> tuple[str, ...]:
    return tuple(symbol.alphabet.name + symbol.marks for symbol in symbols(word))


@cache
def _listed_ranks(signature: tuple[str, ...]) -> tuple[int, ...]:
    """The ranks of listed words of scripts other than Latin, among the words of a signature."""
    words = _listed_otherwise().get(signature, ())
    return tuple(
        sorted(LetterBlock(tuple(s), tuple(x.alphabet.letters for x in s), ()).raw_rank for s in map(symbols, words))
    )


@cache
def _listed_otherwise() -> dict[tuple[str, ...], list[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for words in lexicon().classes.values():
        for word in words if words[0] >= "\u0370" else ():
            for form in {word, normalize("NFD", word)}:
                found.setdefault(_signature(form), []).append(form)
    return found
