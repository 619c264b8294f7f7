"""The class of every word: by how it is tagged, by WordNet, by the census, and by its nearest neighbours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.words.wordnet import Census, WordNet

__all__ = ["NAMES", "classes_of", "read_tags"]

_OPEN = {
    "noun": ("NN",),
    "nouns": ("NNS",),
    "verb": ("VB", "VBP"),
    "verbs": ("VBZ",),
    "past": ("VBD", "VBN"),
    "gerund": ("VBG",),
    "adjective": ("JJ",),
    "comparative": ("JJR", "RBR"),
    "superlative": ("JJS", "RBS"),
    "adverb": ("RB",),
    "number": ("CD",),
    "name": ("NNP", "NNPS"),
    "function": (
        *("DT", "IN", "PRP", "PRP$", "MD", "CC", "TO"),
        *("WP", "WP$", "WDT", "WRB", "EX", "PDT", "RP", "POS", "UH"),
    ),
}
"""The classes, and the tags of the Penn treebank that they are made of."""

NAMES = ("time", "place", "woman", "man", "name")
_CLASS = {tag: kind for kind, tags in _OPEN.items() for tag in tags}
_NEIGHBOURS, _ROWS = 16, 512
_PROPER = 0.8
"""A word tagged as a name this often is one, although WordNet has it in small letters, too."""


def read_tags(path: Path) -> dict[str, Counter[str]]:
    """How often each word was tagged as each class; see ``tags.py``."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for line in path.read_text(encoding="utf-8").splitlines():
        word, tag, count = line.split("\t")
        if tag in _CLASS:
            counts[word][_CLASS[tag]] += int(count)
    return counts


def classes_of(
    words: Sequence[str],
    vectors: NDArray[np.float32],
    tags: Mapping[str, Counter[str]],
    wordnet: WordNet,
    census: Census,
) -> list[str]:
    """The class of each word.

    Args:
        words: In small letters, the most frequent first.
        vectors: Their vectors of length one; shape ``(words, dimensions)``.
        tags: What ``read_tags`` returned.
        wordnet: What WordNet knows.
        census: What the census knows.
    """
    own = [_own(word, tags.get(word), wordnet, census) for word in words]
    seeds = [_seed(word, wordnet, census) if kind == "name" else kind for word, kind in zip(words, own, strict=True)]
    asked = [place for place, kind in enumerate(own) if kind in (None, "name")]
    votes = _votes(vectors, seeds, asked)
    found = [kind or "" for kind in own]
    for place, vote in zip(asked, votes, strict=True):
        found[place] = _elected(words[place], vote, own[place] == "name", wordnet, census)
    return found


def _own(word: str, tagged: Counter[str] | None, wordnet: WordNet, census: Census) -> str | None:
    """The class that tags and lists give a word, and nothing where they do not know it."""
    if wordnet.is_auxiliary(word):
        return "function"
    possible, score = wordnet.classes(word), defaultdict[str, float](float)
    total = sum(tagged.values()) if tagged else 0
    for kind, count in (tagged or {}).items():
        doubtful = kind == "name" and possible - {"name"} and count < _PROPER * total
        score[kind] += count / (total + 2) * (0.5 if doubtful else 1)
    for kind in possible:
        score[kind] += (0.5 if tagged else 1) / len(possible)
    if not possible and total < 3 and census.kinds(word):
        score["name"] += 1
    return max(sorted(score), key=lambda kind: score[kind]) if score else None


def _seed(word: str, wordnet: WordNet, census: Census) -> str | None:
    """The kind of a name of which only one kind is known."""
    if word in wordnet.kinds["time"]:
        return "time"
    kinds = {"name" if kind == "surname" else kind for kind in census.kinds(word, 0)}
    kinds |= {"place"} if word in wordnet.kinds["place"] else set()
    kinds |= {"name"} if word in wordnet.kinds["surname"] | wordnet.kinds["group"] and not kinds else set()
    return kinds.pop() if len(kinds) == 1 else None


def _votes(vectors: NDArray[np.float32], seeds: Sequence[str | None], asked: Sequence[int]) -> list[dict[str, float]]:
    """What the nearest words of known class are, by the squares of their cosines; they add up to one."""
    known = np.array([place for place, kind in enumerate(seeds) if kind])
    votes: list[dict[str, float]] = []
    for start in range(0, len(asked), _ROWS):
        cosines = vectors[list(asked[start : start + _ROWS])] @ vectors[known].T
        near = np.argpartition(-cosines, _NEIGHBOURS, axis=1)[:, :_NEIGHBOURS]
        for row, places in zip(cosines, near, strict=True):
            vote = defaultdict[str, float](float)
            for place in places:
                vote[str(seeds[known[place]])] += float(max(row[place], 0.0)) ** 2
            total = sum(vote.values()) or 1.0
            votes.append({kind: share / total for kind, share in vote.items()})
    return votes


def _elected(word: str, vote: dict[str, float], is_name: bool, wordnet: WordNet, census: Census) -> str:  # noqa: FBT001
    """The class that the neighbours and the lists elect; times are those that WordNet lists."""
    if is_name and word in wordnet.kinds["time"]:
        return "time"
    given = census.given(word) if is_name else None
    if given:
        return given
    if is_name:
        vote = {kind: share for kind, share in vote.items() if kind in NAMES}
        listed = ["name" if kind == "surname" else kind for kind in census.kinds(word)]
        for kind, share in [(kind, 0.25) for kind in listed] + [("place", 0.3)] * (word in wordnet.kinds["place"]):
            vote[kind] = vote.get(kind, 0.0) + share
    if word not in wordnet.kinds["time"]:
        vote.pop("time", None)
    return max(sorted(vote), key=lambda kind: vote[kind]) if vote else "name"
