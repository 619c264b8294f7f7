"""Unlisted words as other unlisted words, in wider sets than their shapes are.

Most unlisted names are made of up to five usual clusters of one or two letters. All of those are one set, whatever
their clusters and lengths: what is kept of such a name is that it is one of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from privacy_chains.formats._spelling import (
    Cluster,
    Shape,
    completions,
    options,
    raw_rank,
    raw_unrank,
    shape_of,
    words_of_skeleton,
)

__all__ = ["EveryWord", "rank_plain", "size_of_plain", "unrank_plain"]

_LONGEST = {"c": 5, "v": 4}
"""By its first cluster, how many clusters a plain word has at most: more vowels than consonants are no name."""
_SETS = {"c": (0,), "v": (1, 2)}
_KIND = re.compile(r"(first|inner|last)-(?:c0|v1|v2)")


@cache
def _shapes() -> dict[tuple[str, int], Shape]:
    """The shapes of plain words, by their first cluster and how many they have."""
    return {(kind, count): _shape(kind, count) for kind, most in _LONGEST.items() for count in range(2, most + 1)}


def _shape(kind: str, count: int) -> Shape:
    kinds = [kind if place % 2 == 0 else "cv"[kind == "c"] for place in range(count)]
    positions = ["first", *["inner"] * (count - 2), "last"]
    return Shape(tuple(_cluster(*pair) for pair in zip(positions, kinds, strict=True)), "")


@cache
def _cluster(position: str, kind: str) -> Cluster:
    found = [text for length in _SETS[kind] for text in options()[position, kind == "v", length]]
    return Cluster(f"{position}-{kind}*", tuple(found))


@cache
def _counts() -> tuple[int, ...]:
    """The number of plain words before each shape; at the end, of all."""
    sizes = (completions(shape.clusters, "") - len(_listed(key)) for key, shape in _shapes().items())
    return tuple(accumulate(sizes, initial=0))


@cache
def _listed(key: tuple[str, int]) -> tuple[int, ...]:
    """The raw ranks of the listed words that are spelled like plain ones, in order."""
    shape = _shapes()[key]
    skeleton = "".join("V" if cluster.name.partition("-")[2][0] == "v" else "C" for cluster in shape.clusters)
    words = (word for word in words_of_skeleton(skeleton) if not word.startswith("mc") and _key(word) == key)
    return tuple(sorted(raw_rank(shape, word) for word in words))


def _key(word: str) -> tuple[str, int] | None:
    """The shape of a plain word, listed or not; None for any other."""
    shape = shape_of(word)
    if shape is None or shape.contains:
        return None
    clusters = shape.clusters
    kind = clusters[0].name.partition("-")[2][:1]
    plain = 2 <= len(clusters) <= _LONGEST.get(kind, 0) and all(_KIND.fullmatch(cluster.name) for cluster in clusters)
    return (kind, len(clusters)) if plain else None


def size_of_plain() -> int:
    """The number of plain words that no list holds."""
    return _counts()[-1]


def rank_plain(word: str) -> int | None:
    """The rank of a folded, unlisted word among the plain ones; None if it is none."""
    key = _key(word)
    if key is None:
        return None
    raw = raw_rank(_shapes()[key], word)
    return _counts()[list(_shapes()).index(key)] + raw - bisect_left(_listed(key), raw)


def unrank_plain(rank: int) -> str:
    """The plain word of a rank."""
    place = bisect_right(_counts(), rank) - 1
    key = list(_shapes())[place]
    listed, within = _listed(key), rank - _counts()[place]
    below = bisect_right(range(len(listed)), within, key=lambda index: listed[index] - index)
    return raw_unrank(_shapes()[key], within + below)


@dataclass(frozen=True, slots=True)
class EveryWord:
    """The words of a shape, listed ones among them, which are ranked without taking those out.

    Attributes:
        shape: The shape.
    """

    shape: Shape

    @property
    def size(self) -> int:
        """How many there are."""
        return completions(self.shape.clusters, self.shape.contains)

    def rank(self, word: str) -> int:
        """The rank of a folded word."""
        return raw_rank(self.shape, word)

    def unrank(self, rank: int) -> str:
        """The word of a rank."""
        return raw_unrank(self.shape, rank)
