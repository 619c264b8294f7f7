"""Magnitudes: the words and letters that multiply the number before them, and what each may mean.

``billion`` is a thousand millions in English and a million millions in French, ``bn`` and ``tn`` likewise. What is
written has one meaning, the first language's that knows the word; what is read back may have any.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import NamedTuple

from privacy_chains.language.tables import read_rows, split

__all__ = ["factors", "in_languages", "languages_of", "meaning", "names", "other_words", "plain"]


class _Row(NamedTuple):
    language: str
    power: int
    plain: tuple[str, ...]
    names: tuple[str, ...]
    others: tuple[str, ...]


@cache
def _rows() -> tuple[_Row, ...]:
    return tuple(
        _Row(language, int(power), split(plain), split(names), split(others))
        for language, power, plain, names, others in read_rows("magnitudes.tsv")
    )


@cache
def plain() -> frozenset[str]:
    """Those that mean nothing else, in small letters."""
    return frozenset(chain.from_iterable(row.plain for row in _rows()))


@cache
def names() -> frozenset[str]:
    """Those that are people's names where no currency follows."""
    return frozenset(chain.from_iterable(row.names for row in _rows()))


@cache
def other_words() -> frozenset[str]:
    """Those that are other words where no currency stands beside them: ``miles``, ``bill``."""
    return frozenset(chain.from_iterable(row.others for row in _rows()))


@cache
def factors() -> Mapping[str, tuple[int, ...]]:
    """Everything that a word may multiply by, the meaning of the first language that has it first."""
    found: dict[str, list[int]] = defaultdict(list)
    for row in _rows():
        for word in (*row.plain, *row.names, *row.others):
            if 10**row.power not in found[word]:
                found[word].append(10**row.power)
    return {word: tuple(meanings) for word, meanings in found.items()}


@cache
def meaning() -> Mapping[str, int]:
    """What a word multiplies by where it is written in an amount; without those that are other words."""
    return {word: meanings[0] for word, meanings in factors().items() if word not in other_words()}


def in_languages() -> Iterator[tuple[str, str, int]]:
    """Every writing: the language, the word, and what it multiplies by there."""
    for row in _rows():
        for word in (*row.plain, *row.names, *row.others):
            yield row.language, word, 10**row.power


@cache
def _languages() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for language, word, _ in in_languages():
        found[word].add(language)
    return {word: frozenset(languages) for word, languages in found.items()}


def languages_of(word: str) -> frozenset[str]:
    """The languages that write a magnitude in this way."""
    return _languages().get(word, frozenset())
