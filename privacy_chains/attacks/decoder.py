"""A Bayes decoder of noised words: which listed word is likeliest, by the channel's exact likelihood and a prior."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from privacy_chains.attacks.observed import Known, Observed
from privacy_chains.formats.name_lists import lexicon
from privacy_chains.methods.characters.counts import word_counts
from privacy_chains.methods.characters.restore import LETTERS, likelihood_ratio
from privacy_chains.methods.characters.words import canonical

__all__ = [
    "NAMES",
    "WordTable",
    "by_length",
    "cased",
    "decoded",
    "likely",
    "mixed",
    "names_and_words",
    "public_words",
    "voted",
]

NAMES = 0.6
"""How likely the attacker takes a listed secret for a name, where it has a list of them."""
_WORDS = 0.4
_UNLISTED = 0.3
"""How likely the attacker takes a secret for one that no list has."""
_CELLS = 1 << 22


def voted(releases: Sequence[str]) -> str:
    """At each place the character that was released most often."""
    return "".join(max(column, key=column.count) for column in zip(*releases, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Words of one length: letters of shape (length, words), and the logarithms of their probabilities."""

    words: tuple[str, ...]
    letters: NDArray[np.uint8]
    prior: NDArray[np.float32]


def by_length(prior: Mapping[str, float]) -> dict[int, WordTable]:
    """Words with their probabilities as tables, by length; those beyond ASCII are left out."""
    groups: dict[int, list[str]] = {}
    for word in prior:
        if word.isascii() and word:
            groups.setdefault(len(word), []).append(word)
    return {
        length: WordTable(
            tuple(words),
            np.frombuffer("".join(words).encode(), np.uint8).reshape(-1, length).T.copy(),
            np.log(np.array([prior[word] for word in words], np.float32)),
        )
        for length, words in groups.items()
    }


@cache
def public_words() -> dict[int, WordTable]:
    """The words of the public list."""
    return by_length(mixed({}))


@cache
def names_and_words() -> dict[int, WordTable]:
    """The same, with the lists of names that this package holds, by rank."""
    ranked: dict[str, float] = {}
    for kind, words in lexicon().classes.items():
        if "." in kind:
            for rank, word in enumerate(words):
                ranked[word.lower()] = max(ranked.get(word.lower(), 0), 1 / (rank + 10))
    total = sum(ranked.values())
    return by_length(mixed({word: NAMES * weight / total for word, weight in ranked.items()}))


def mixed(names: Mapping[str, float]) -> dict[str, float]:
    """The probabilities of names, and of the words of the public list beside them."""
    counts, share = word_counts(), _WORDS if names else 1.0
    prior = {
        word: share * float(weight)
        for word, weight in zip(counts.words, np.exp(counts.prior), strict=True)
        if word[0].isalnum()
    }
    for name, weight in names.items():
        prior[name] = prior.get(name, 0.0) + weight
    return prior


def decoded(observed: Sequence[Observed], known: Known | None, tables: Mapping[int, WordTable]) -> list[str]:
    """The likeliest listed word for each secret; without a channel, the likeliest of its length."""
    guesses = [one.releases[0] if known else "" for one in observed]
    groups: dict[int, list[int]] = {}
    for place, one in enumerate(observed):
        groups.setdefault(len(one.secret.text), []).append(place)
        if not known:
            guesses[place] = "?" * len(one.secret.text)
    for length, places in groups.items():
        table = tables.get(length)
        step = max(1, _CELLS // max(1, len(table.words))) if table else 1
        for first in range(0, len(places) if table else 0, step):
            assert table is not None  # noqa: S101  (told by the range above)
            some = places[first : first + step]
            for place, guess in zip(some, _likeliest([observed[place] for place in some], known, table), strict=True):
                guesses[place] = guess
    return guesses


def _likeliest(observed: Sequence[Observed], known: Known | None, table: WordTable) -> list[str]:
    if known is None:
        best = table.words[int(table.prior.argmax())]
        return [cased(best, one.secret.text) for one in observed]
    scores = np.tile(table.prior + np.float32(np.log(1 - _UNLISTED)), (len(observed), 1))
    unlisted = np.full(len(observed), np.log(_UNLISTED), np.float32)
    majority = [voted(one.releases) for one in observed]
    for place, one in enumerate(observed):
        scores[place] += _channel(one, known, table)
        if len(one.releases) == 1:
            codes = np.frombuffer(one.releases[0].encode("ascii", "replace"), np.uint8)
            unlisted[place] += likelihood_ratio(known.epsilon, known.alphabet)[codes].sum()
        else:
            unlisted[place] += sum(_any_letter(column, known) for column in zip(*one.releases, strict=True))
    best = scores.argmax(1)
    listed = scores[np.arange(len(observed)), best] > unlisted
    return [
        cased(table.words[int(choice)], one.releases[0], known) if is_listed else told
        for choice, is_listed, told, one in zip(best, listed, majority, observed, strict=True)
    ]


def _channel(one: Observed, known: Known, table: WordTable) -> NDArray[np.float32]:
    """How likely the channel makes what was released from each word of a table, as a logarithm up to a constant."""
    found = np.zeros(len(table.words), np.float32)
    for released in one.releases:
        small = np.frombuffer(_small(released, known).encode("ascii", "replace"), np.uint8)
        found += np.float32(known.gain) * (table.letters == small[:, None]).sum(0, dtype=np.float32)
    return found


def likely(one: Observed, known: Known, count: int) -> list[tuple[str, float, float]]:
    """The likeliest listed names and words for a secret.

    Args:
        one: What was released of it.
        known: The method's parameters.
        count: How many.

    Returns:
        Each in small letters, with the logarithms of what the channel and the lists say of it, up to constants.
    """
    table = names_and_words().get(len(one.secret.text))
    if table is None:
        return []
    channel = _channel(one, known, table)
    best = np.argsort(-(channel + table.prior), kind="stable")[:count]
    return [(table.words[place], float(channel[place]), float(table.prior[place])) for place in best.tolist()]


def _any_letter(column: Sequence[str], known: Known) -> float:
    """The logarithm of how likely one unknown letter makes its releases, as scores count it."""
    agreeing = [column.count(char) for char in set(column)]
    return log((sum(exp(known.gain * count) for count in agreeing) + LETTERS - len(agreeing)) / LETTERS)


def _small(released: str, known: Known) -> str:
    """Small letters where case tells nothing: classes keep it. Of 94 characters the first may be a capital."""
    return canonical(released) if known.alphabet == "class" else canonical(released[:1]) + released[1:]


def cased(word: str, like: str, known: Known | None = None) -> str:
    """A word as it is likely written: in the case of what was released where that is kept, else with a capital."""
    if known is not None and known.alphabet == "printable":
        return word[:1].upper() + word[1:]
    return "".join(char.upper() if other.isupper() else char for char, other in zip(word, like, strict=True))
