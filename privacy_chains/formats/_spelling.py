"""Unlisted words as pronounceable words of the same shape. Frozen as scheme 1.

A word is made of clusters (`_clusters`). The words of one shape are a finite set, which can be counted (`_counting`).

Two kinds of word are left out of the count: listed words (the shape's set minus them is what is ranked), and words
that contain a group of letters to avoid (`_avoided`), unless the original contains it too. Plurals and genitives of
listed words count as listed. Both are exact.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from unicodedata import normalize

from privacy_chains.formats._avoided import holds_avoided
from privacy_chains.formats._clusters import (
    ASCII_RUNS,
    Cluster,
    Shape,
    ascii_cluster,
    ascii_contained,
    positions,
    shape_of,
)
from privacy_chains.formats._counting import completions, raw_rank, raw_unrank
from privacy_chains.formats.letters import symbols
from privacy_chains.formats.name_lists import lexicon

__all__ = ["OTHER_SCRIPTS", "plural_of_listed", "rank_word", "shape_size", "unrank_word", "words_of_skeleton"]

OTHER_SCRIPTS = "\u0370"
"""The first letter behind the Latin ones."""


def plural_of_listed(word: str) -> str:
    """The listed word that this word is the plural or genitive of."""
    return word + ("es" if word[-1] in "sxz" else "s")


def _listed_plurals() -> Iterator[str]:
    kept, find = lexicon().kept, lexicon().find
    plurals = (plural_of_listed(word) for word in lexicon().words if word[0] < OTHER_SCRIPTS)
    return (word for word in plurals if word not in kept and not find(word) and not holds_avoided(word))


@cache
def _listed_by_skeleton() -> dict[str, str]:
    """Listed and kept Latin words, one per line, by skeleton, such as ``CVC``."""
    words = (*lexicon().words, *sorted(lexicon().kept), *_listed_plurals())
    forms = [form for word in words for form in ((word,) if word.isascii() else {word, normalize("NFD", word)})]
    text = "\n".join(forms)
    table = {ord(char): _kind(char) for char in set(text) - {"\n"}}
    skeletons = re.sub("V+", "V", re.sub("C+", "C", text.translate(table))).split("\n")
    found: dict[str, list[str]] = {}
    for form, skeleton in zip(forms, skeletons, strict=True):
        found.setdefault(skeleton, []).append(form)
    return {skeleton: "\n".join(forms) for skeleton, forms in found.items()}


def _kind(char: str) -> str:
    if not char.isalpha():
        return ""  # a combining mark
    alphabet = symbols(char)[0].alphabet
    return "x" if not alphabet.latin else "V" if alphabet.vowel else "C"


def words_of_skeleton(skeleton: str) -> list[str]:
    """The listed and kept words of a skeleton, such as ``CVC``."""
    return _listed_by_skeleton().get(skeleton, "").split()


@cache
def _plain_by_clusters(skeleton: str) -> dict[tuple[str, ...], list[str]]:
    """The listed and kept words of a skeleton that have only ASCII letters, by the names of their clusters."""
    forms = [form for form in words_of_skeleton(skeleton) if form.isascii()]
    runs = ASCII_RUNS.findall("\n".join(forms))
    columns = [_names(runs[place :: len(skeleton)], name) for place, name in enumerate(positions(len(skeleton)))]
    found: dict[tuple[str, ...], list[str]] = {}
    for form, names in zip(forms, zip(*columns, strict=True), strict=True):
        found.setdefault(names, []).append(form)
    return found


@cache
def _marked_by_clusters(skeleton: str) -> dict[tuple[str, ...], list[str]]:
    """The same for words with a letter outside ASCII, which has a cluster of its own."""
    found: dict[tuple[str, ...], list[str]] = {}
    for form in words_of_skeleton(skeleton):
        shape = None if form.isascii() else shape_of(form)
        if shape:
            found.setdefault(_names_of(shape), []).append(form)
    return found


def _is_plain(cluster: Cluster) -> bool:
    """Whether a cluster has only ASCII letters."""
    return not any(cluster.marks) and all(alphabet.letters[0].isascii() for alphabet in cluster.alphabets)


def _names(runs: Sequence[str], position: str) -> list[str]:
    """The names of the clusters that runs of ASCII letters form at a position."""
    names = {run: ascii_cluster(position, run).name for run in set(runs)}
    return [names[run] for run in runs]


def _names_of(shape: Shape) -> tuple[str, ...]:
    return tuple(cluster.name for cluster in shape.clusters)


@lru_cache(maxsize=1 << 14)
def _listed(shape: Shape) -> tuple[int, ...]:
    """The raw ranks of the listed words of a shape, in order."""
    skeleton = "".join("V" if cluster.name.partition("-")[2][0] == "v" else "C" for cluster in shape.clusters)
    table = _plain_by_clusters if all(map(_is_plain, shape.clusters)) else _marked_by_clusters
    words = table(skeleton).get(_names_of(shape), ())
    counted = (word for word in words if not word.startswith("mc") and _contained(word) == shape.contains)
    return tuple(sorted(raw_rank(shape, word) for word in counted))


def _contained(word: str) -> str | None:
    """The letter group of a word's shape. Shapes with the same clusters differ in nothing else."""
    if word.isascii():
        return ascii_contained(word)
    shape = shape_of(word)
    return shape.contains if shape else None


def shape_size(shape: Shape) -> int:
    """The number of unlisted words of a shape."""
    return completions(shape.clusters, shape.contains) - len(_listed(shape))


def rank_word(shape: Shape, word: str) -> int:
    """The rank of a folded, unlisted word among the unlisted words of its shape."""
    raw = raw_rank(shape, word)
    return raw - bisect_left(_listed(shape), raw)


def unrank_word(shape: Shape, rank: int) -> str:
    """The unlisted word of a rank."""
    listed = _listed(shape)
    # The answer is the raw rank r with r - (listed words below r) == rank.
    below = bisect_right(range(len(listed)), rank, key=lambda index: listed[index] - index)
    return raw_unrank(shape, rank + below)
