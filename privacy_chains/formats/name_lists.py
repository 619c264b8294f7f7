"""The frozen words of scheme 1: name classes, kept words, and cues. Loaded on first use."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from pathlib import Path

__all__ = ["WORDS", "NameLists", "lexicon", "read_table"]

WORDS = Path(__file__).parent / "data" / "names_v1.txt"
"""The words of scheme 1."""


@dataclass(frozen=True, slots=True)
class NameLists:
    """All listed words, each in exactly one class.

    Attributes:
        classes: Class name to its words, in rank order. A name reads ``kind.area.band[.word][.sigma][.marked]``:
            ``word`` marks words of everyday language, ``sigma`` words that end in ς, ``marked`` words with diacritics.
            Other classes are ``word`` (everyday words), ``cue-...`` (words that announce a name, or turn it into a
            street or a company) and ``blunt`` (names that would amuse: exchanged only among themselves).
        roles: ``titles``, ``particles``, ``suffixes``, ``rude``: words kept as they are; ``avoid``: letter groups no
            surrogate may contain.
    """

    classes: Mapping[str, Sequence[str]]
    roles: Mapping[str, tuple[str, ...]]
    _numbers: Mapping[str, int]
    _starts: Sequence[int]
    _names: Sequence[str]

    @property
    def words(self) -> Iterable[str]:
        """Every listed word."""
        return self._numbers

    def find(self, word: str) -> tuple[str, int] | None:
        """The class of a listed word, and its rank there."""
        number = self._numbers.get(word)
        if number is None:
            return None
        index = bisect_right(self._starts, number) - 1
        return self._names[index], number - self._starts[index]

    @property
    def kept(self) -> frozenset[str]:
        """The words that stay unchanged in every name."""
        return frozenset(word for role in ("titles", "particles", "suffixes", "rude") for word in self.roles[role])


def read_table(name: str) -> dict[str, str]:
    """A data file's rows, ``name<TAB>values``, in file order."""
    text = (WORDS.parent / name).read_text("utf-8")
    rows = (line.partition("\t") for line in text.split("\n") if line and not line.startswith("#"))
    return {key: values for key, _, values in rows}


@cache
def lexicon() -> NameLists:
    """The words of scheme 1."""
    table = {key: values.split(" ") for key, values in read_table(WORDS.name).items()}
    classes = {key: words for key, words in table.items() if not key.startswith("=")}
    roles = {key[1:]: tuple(words) for key, words in table.items() if key.startswith("=")}
    starts = [0, *accumulate(map(len, classes.values()))]
    numbers = dict(zip(chain.from_iterable(classes.values()), range(starts[-1]), strict=True))
    return NameLists(classes, roles, numbers, starts, tuple(classes))
