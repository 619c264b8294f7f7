"""Unlisted words become other unlisted words, in sets that are wider than shapes.

Most unlisted names consist of up to five usual clusters, mostly of one or two letters, or of up to eight clusters that
are nearly all single letters (Nakamoto). All these plain words are one set, whatever their clusters and lengths: a
surrogate keeps only that the name is a plain word. Words in -s are left out, since Fenwicks is read as Fenwick and an
ending (`_plurals`), unless no ending can be read from them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from privacy_chains.formats._avoided import START, advance, holds_avoided
from privacy_chains.formats._clusters import RARE_PAIR, Cluster, Shape, options, positions
from privacy_chains.formats._counting import completions, raw_rank, raw_unrank
from privacy_chains.formats._spelling import plural_of_listed, words_of_skeleton
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.lazy import lazily

__all__ = ["EveryWord", "is_plain", "may_be_plain", "rank_plain", "size_of_plain", "unrank_plain"]

_LONGEST = {"c": 5, "v": 4}
"""The most clusters of a plain word, by the kind of its first cluster. Few names begin with a vowel."""
_ANYWHERE, _NOWHERE = -1, -2
_SETS = {
    ("first", "c"): (0, 3, 4),
    ("inner", "c"): (0,),
    ("last", "c"): (0, 3, 4),
    ("first", "v"): (1, 2, RARE_PAIR),
    ("inner", "v"): (1, 2, RARE_PAIR),
    ("last", "v"): (1, 2),
}
"""The sets of usual clusters, by position and kind. Rare pairs at the end of a word are left out; -ay and -oy form no
plural here."""
_RUNS = lazily(r"[aeiouy]+|[b-df-hj-np-tv-xz]+")
_STEM_ENDS = "sxz"  # a listed stem with such an ending takes -es

_Key = tuple[str, int, int]
"""The kind of a plain word's first cluster (``"c"`` or ``"v"``), the number of clusters, and which may have two
letters."""


class _Node(NamedTuple):
    """The continuations of the beginning of a plain word.

    Attributes:
        texts: The clusters.
        before: The number of words before those with each cluster; at the end, the number of all words.
        steps: For each cluster, that number and the next state.
    """

    texts: tuple[str, ...]
    before: tuple[int, ...]
    steps: Mapping[str, tuple[int, str]]


@cache
def _shapes() -> dict[_Key, Shape]:
    """The shapes of plain words."""
    return {key: _shape(*key) for kind, most in _LONGEST.items() for key in _keys(kind, most)}


def _keys(kind: str, most: int) -> Iterator[_Key]:
    """The keys of words that begin with a kind of cluster.

    Longer words have at most one cluster of two letters, the longest none.
    """
    yield from ((kind, count, _ANYWHERE) for count in range(2, most + 1))
    yield from ((kind, most + 1, place) for place in (_NOWHERE, *range(most + 1)))
    yield from ((kind, count, _NOWHERE) for count in (most + 2, most + 3))


def _shape(kind: str, count: int, double: int) -> Shape:
    kinds = [kind if place % 2 == 0 else "cv"[kind == "c"] for place in range(count)]
    lengths = [_lengths(double, place) for place in range(count)]
    return Shape(tuple(map(_cluster, positions(count), kinds, lengths)), "")


def _lengths(double: int, place: int) -> tuple[int, ...]:
    """The allowed numbers of letters of a cluster."""
    return (1, 2, 3, 4) if double == _ANYWHERE else (2,) if double == place else (1,)


@cache
def _cluster(position: str, kind: str, lengths: tuple[int, ...]) -> Cluster:
    found = [text for length in _SETS[position, kind] for text in options()[position, kind == "v", length]]
    name = f"{position}-{kind}*{'' if len(lengths) > 1 else lengths[0]}"
    long = len(lengths) == 1  # none of these ends in -y, which forms no plural here
    return Cluster(name, tuple(text for text in found if len(text) in lengths and not (long and text[-1] == "y")))


@cache
def _node(key: _Key, place: int, state: str) -> _Node:
    """The continuations at a place of a plain word, given the state of the letter groups to avoid."""
    rest = _shapes()[key].clusters[place + 1 :]
    texts = _shapes()[key].clusters[place].options
    states = [advance(state, text) for text in texts]
    before = tuple(accumulate((completions(rest, "", state) for state in states), initial=0))
    return _Node(texts, before, dict(zip(texts, zip(before, states, strict=False), strict=True)))


@cache
def _counts() -> Mapping[_Key, int]:
    """The number of plain words before those of each key."""
    sizes = {key: completions(shape.clusters, "") - len(_listed(key)) for key, shape in _shapes().items()}
    return dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))


@cache
def _starts() -> tuple[tuple[int, ...], tuple[_Key, ...]]:
    return tuple(_counts().values()), tuple(_counts())


@cache
def _listed(key: _Key) -> tuple[int, ...]:
    """The raw ranks, in order, of the listed words that are spelled like plain words."""
    skeleton = "".join("V" if cluster.name.partition("-")[2][0] == "v" else "C" for cluster in _shapes()[key].clusters)
    words = (word for word in words_of_skeleton(skeleton) if not word.startswith("mc") and _key(word) == key)
    return tuple(sorted(found for word in words if (found := _raw(key, word)) is not None))


def _key(word: str) -> _Key | None:
    """The key that a word would have as a plain word; None if it is not built like one."""
    texts = _RUNS.findall(word)
    kind = "v" if texts and texts[0][0] in "aeiouy" else "c"
    if len(texts) <= _LONGEST[kind]:
        key = kind, len(texts), _ANYWHERE
    else:
        longer = [place for place, text in enumerate(texts) if len(text) > 1]
        key = kind, len(texts), longer[0] if len(longer) == 1 else _ANYWHERE if longer else _NOWHERE
    return key if key in _shapes() and word.isascii() else None


def _raw(key: _Key, word: str) -> int | None:
    """The rank among the words that are spelled like plain words; None for any other word."""
    rank, state = 0, START
    for place, text in enumerate(_RUNS.findall(word)):
        step = _node(key, place, state).steps.get(text)
        if step is None:
            return None
        before, state = step
        rank += before
    return None if holds_avoided(word) else rank


def is_plain(word: str) -> bool:
    """Whether a folded word is spelled like a plain word, listed or not. No word in -s is."""
    key = _key(word)
    return key is not None and _raw(key, word) is not None


def may_be_plain(shape: Shape) -> bool:
    """Whether a shape may hold plain words, or words that would be plain without an ending in -s."""
    longest = _LONGEST[shape.clusters[0].name.partition("-")[2][0]]
    return not shape.contains and len(shape.clusters) <= longest + 3


@cache
def _odd() -> tuple[Mapping[str, int], Sequence[str]]:
    """The words in -s that are otherwise spelled like plain words, and from which no ending can be read."""
    listed = lexicon().find
    kept = lexicon().kept
    stems = (*kept, *(word for word in lexicon().words if word[-1] in _STEM_ENDS))
    words = {f"{stem}s" for stem in stems if is_plain(stem) and stem[-1] != "y"}
    words |= {f"{vowels}s" for vowels in _cluster("first", "v", _lengths(_ANYWHERE, 0)).options}
    plurals = {plural_of_listed(word) for word in lexicon().words}
    left = sorted(word for word in words - plurals - kept if not listed(word) and not holds_avoided(word))
    return {word: rank for rank, word in enumerate(left)}, left


@cache
def size_of_plain() -> int:
    """The number of plain words that are not listed."""
    return _in_order() + len(_odd()[1])


@cache
def _in_order() -> int:
    last, shape = list(_shapes().items())[-1]
    return _counts()[last] + completions(shape.clusters, "") - len(_listed(last))


def rank_plain(word: str) -> int | None:
    """The rank of a folded, unlisted word among the plain words; None if it is not plain."""
    key = _key(word)
    raw = None if key is None else _raw(key, word)
    if key is not None and raw is not None:
        return _counts()[key] + raw - bisect_left(_listed(key), raw)
    place = _odd()[0].get(word) if word[-1:] == "s" else None
    return None if place is None else _in_order() + place


def unrank_plain(rank: int) -> str:
    """The plain word of a rank."""
    if rank >= _in_order():
        return _odd()[1][rank - _in_order()]
    starts, keys = _starts()
    place = bisect_right(starts, rank) - 1
    key, within = keys[place], rank - starts[place]
    listed = _listed(key)
    below = bisect_right(range(len(listed)), within, key=lambda index: listed[index] - index)
    return "".join(_texts(key, within + below))


def _texts(key: _Key, raw: int) -> Iterator[str]:
    state = START
    for place in range(key[1]):
        node = _node(key, place, state)
        index = bisect_right(node.before, raw) - 1
        yield node.texts[index]
        before, state = node.steps[node.texts[index]]
        raw -= before


@dataclass(frozen=True, slots=True)
class EveryWord:
    """The words of a shape, ranked with the listed words among them.

    Attributes:
        shape: The shape.
    """

    shape: Shape

    @property
    def size(self) -> int:
        """The number of words."""
        return completions(self.shape.clusters, self.shape.contains)

    def rank(self, word: str) -> int:
        """The rank of a folded word."""
        return raw_rank(self.shape, word)

    def unrank(self, rank: int) -> str:
        """The word of a rank."""
        return raw_unrank(self.shape, rank)
