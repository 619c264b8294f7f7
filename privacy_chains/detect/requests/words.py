"""Words and well-known names, from WordNet 3.0 and from a list of laws, standards and works. Loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["Known", "is_term", "is_verb", "known_in", "words_of"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019\-][^\W_]+)*")
_MOST_WORDS = 6
_LETTERS = 2


class Known(NamedTuple):
    """Where a well-known name stands in a text, and whether it is a person's, a place's, or a town's."""

    start: int
    end: int
    of_person: bool
    of_place: bool
    of_town: bool = False


@cache
def _table(name: str) -> Mapping[str, str]:
    text = (files("privacy_chains.detect.requests") / "data" / name).read_text("utf-8")
    rows = (line.partition("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return {key: values for key, _, values in rows}


@cache
def words_of(row: str) -> frozenset[str]:
    """The words of a row of the table that WordNet gave: ``verbs``, ``adverbs``, ``works``, ``dealing``, and so on."""
    return frozenset(_table("wordnet.txt")[row].split(" "))


@cache
def _terms() -> frozenset[str]:
    return frozenset(term for values in _table("terms.txt").values() for term in values.split(", "))


@cache
def _names() -> Mapping[str, str]:
    """Well-known names, each with the row that it is of."""
    rows = ("people", "places", "things", "towns")
    names = {name.replace("_", " "): row for row in rows for name in words_of(row)}
    return dict.fromkeys(_terms(), "terms") | names


def is_verb(word: str) -> bool:
    """Whether a word in small letters may be a verb: one of WordNet's, or one with ``re`` before it."""
    verbs = words_of("verbs")
    return word in verbs or (word.startswith("re") and word.removeprefix("re").removeprefix("-") in verbs)


def is_term(value: str) -> bool:
    """Whether a value is a law, a standard or a technology, whatever stands around it: ``GDPR``."""
    return value in _terms()


def known_in(text: str, start: int, end: int) -> Iterator[Known]:
    """The well-known names in a stretch of a text, the longest at each word, in reading order."""
    words = [found.span() for found in _WORD.finditer(text, start, end)]
    names = _names()
    index = 0
    while index < len(words):
        if not (text[words[index][0]].isupper() or text[words[index][0]].isdigit()):
            index += 1
            continue
        for last in range(min(index + _MOST_WORDS, len(words)) - 1, index - 1, -1):
            stretch = _known(names, text, words[index][0], words[last][1])
            if stretch:
                yield stretch
                index = last
                break
        index += 1


def _known(names: Mapping[str, str], text: str, start: int, end: int) -> Known | None:
    """The stretch as it is, or without a possessive at its end."""
    value = text[start:end].replace("\u2019", "'")
    for name in (value, value[:-2] if value.endswith("'s") else ""):
        listed = name if name in names else name[:1].lower() + name[1:]
        if listed in names:
            row = names[listed]
            place = row in ("places", "towns") and not (name.isupper() and len(name) <= _LETTERS)  # CT, MRI
            return Known(start, start + len(name), row == "people", place, row == "towns")
    return None
