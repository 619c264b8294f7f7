"""The lexicon: the words of every class, each at a leaf of the class's tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from typing import NamedTuple

from privacy_chains.errors import MechanismError

__all__ = ["FUNCTION", "Leaf", "Lexicon", "WordClass", "default_lexicon"]

FUNCTION = "function"
"""The class of the words of grammar."""


_UNSAID = "-"
"""Behind a word that no draw writes, since it is obscene: the word of the nearest leaf stands there."""


class Leaf(NamedTuple):
    """Where a word stands.

    Attributes:
        kind: The number of its class.
        place: Its leaf in the class's tree.
        frequency: 0 for the most frequent words; each halving of the frequency adds 1.5.
    """

    kind: int
    place: int
    frequency: int


@dataclass(frozen=True, slots=True, repr=False)
class WordClass:
    """The words of one class in the order of the leaves of a balanced binary tree.

    Attributes:
        name: ``"noun"``, ``"nouns"`` (in the plural), ``"past"``, ``"place"`` and the like.
        height: The tree has ``2**height`` leaves.
        leaves: The word of each leaf. An empty leaf has one of the nearest words.
    """

    name: str
    height: int
    leaves: tuple[str, ...]

    @classmethod
    def of(cls, name: str, height: int, leaves: list[str]) -> WordClass:
        """A class from the words of its leaves, empty where there is none.

        Raises:
            MechanismError: The number of leaves is not ``2**height``, or there is no word.
        """
        if len(leaves) != 1 << height or not any(leaves):
            msg = f"a word tree of height {height} has {1 << height} leaves, of which one has a word"
            raise MechanismError(msg)
        filled = list(leaves)
        for level in range(height):
            size = 1 << level
            for start in range(0, len(filled), 2 * size):
                _fill(filled, start, size)
        return cls(name, height, tuple(filled))

    def __repr__(self) -> str:
        return f"WordClass({self.name!r}, height={self.height})"


def _fill(leaves: list[str], start: int, size: int) -> None:
    """Where one half of a subtree is all empty, its leaves have the word of the other half at the same place."""
    left, right = leaves[start : start + size], leaves[start + size : start + 2 * size]
    if not left[0] and right[0]:
        leaves[start : start + size] = right
    elif left[0] and not right[0]:
        leaves[start + size : start + 2 * size] = left


class Lexicon:
    """Words and their leaves. Immutable.

    Args:
        classes: The classes.
        places: The leaf of each word, in small letters.
    """

    def __init__(self, classes: tuple[WordClass, ...], places: Mapping[str, Leaf]) -> None:
        self.classes, self.places = classes, places

    @cached_property
    def version(self) -> str:
        """A fingerprint of the trees; other trees give other coins."""
        told = sha256()
        for kind in self.classes:
            told.update(" ".join((kind.name, str(kind.height), *kind.leaves, "")).encode())
        return told.hexdigest()[:16]

    def __repr__(self) -> str:
        return f"Lexicon({len(self.places)} words, {len(self.classes)} classes)"

    def is_function(self, word: str) -> bool:
        """Whether it is a word of grammar."""
        leaf = self.places.get(word)
        return leaf is not None and self.classes[leaf.kind].name == FUNCTION

    @classmethod
    def parse(cls, lines: Iterator[str]) -> Lexicon:
        """Read a file of words; its header says how it is written.

        Raises:
            MechanismError: It is not written that way.
        """
        classes: list[WordClass] = []
        places: dict[str, Leaf] = {}
        for line in lines:
            if line.startswith("#"):
                continue
            _, name, height = line.split()
            rows = [row.split() for row in islice(lines, 1 << int(height))]
            written = [row[0] if row and _UNSAID not in row else "" for row in rows]
            classes.append(WordClass.of(name, int(height), written))
            for place, row in enumerate(rows):
                if row:
                    places[row[0]] = Leaf(len(classes) - 1, place, ord(row[1]) - ord("a"))
        return cls(tuple(classes), places)


@cache
def default_lexicon() -> Lexicon:
    """The 65,536 English words that the package carries."""
    text = (files("privacy_chains.methods.words") / "data" / "words.txt").read_text(encoding="utf-8")
    return Lexicon.parse(iter(text.splitlines()))
