"""Words and well-known names, from WordNet 3.0 and from a list of laws, standards and works. Loaded on first use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import combining, normalize

from privacy_chains.formats.word_classes import word_class

__all__ = ["KnownWords", "capitalised", "is_term", "is_verb", "known_in", "named", "row_names", "words_of"]

_WORD = re.compile(r"[^\W_]+(?:['\u2019\-][^\W_]+)*")
_MOST_WORDS = 6
_LETTERS = 2
_NAME_WORDS = 3
_LISTED = ("given", "surname")


class KnownWords(NamedTuple):
    """Where a well-known name stands in a text, the row of names that holds it, and whether people are called so.

    The rows are ``people``, ``tales`` (of legend and fiction), ``places``, ``towns`` and ``things`` of WordNet,
    ``titles``, ``terms``, and ``made`` for what is called after another: ``Kepler's laws``, ``the Treaty of Utrecht``.
    """

    start: int
    end: int
    row: str
    may_be_person: bool = False

    @property
    def of_place(self) -> bool:
        """Whether it is a place's name, small or large."""
        return self.row in ("places", "towns")


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
def row_names() -> frozenset[str]:
    """The names of all rows of that table."""
    return frozenset(_table("wordnet.txt"))


@cache
def capitalised(row: str) -> frozenset[str]:
    """Words in small letters that dictionaries write with a capital: the ``usual`` ones, and ``rare`` ones."""
    return frozenset(_table("capitals.txt")[row].split(" "))


@cache
def _titles() -> frozenset[str]:
    """The titles of articles that many read, in small letters."""
    text = (files("privacy_chains.detect.requests") / "data" / "titles.txt").read_text("utf-8")
    return frozenset(line for line in text.splitlines() if not line.startswith("#"))


@cache
def _terms() -> frozenset[str]:
    return frozenset(term for values in _table("terms.txt").values() for term in values.split(", "))


@cache
def _names() -> Mapping[str, str]:
    """Well-known names, each with the row that it is of."""
    rows = ("tales", "people", "places", "things", "towns")
    names = {name.replace("_", " "): row for row in rows for name in words_of(row)}
    return dict.fromkeys(_terms(), "terms") | names


def named() -> Iterator[tuple[str, str]]:
    """All well-known names in small letters, each with the row that it is of."""
    yield from ((name.lower(), row) for name, row in _names().items())
    yield from ((title, "titles") for title in _titles())


def is_verb(word: str) -> bool:
    """Whether a word in small letters may be a verb: one of WordNet's, or one with ``re`` before it."""
    verbs = words_of("verbs")
    return word in verbs or (word.startswith("re") and word.removeprefix("re").removeprefix("-") in verbs)


def is_term(value: str) -> bool:
    """Whether a value is a law, a standard, a technology or an agency, whatever stands around it: ``GDPR``, ``IRS``."""
    agency = value.isupper() and value.isalpha() and len(value) > _LETTERS and value in words_of("things")
    return agency or value in _terms()


def known_in(text: str, start: int, end: int) -> Iterator[KnownWords]:
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


def _known(names: Mapping[str, str], text: str, start: int, end: int) -> KnownWords | None:
    """The stretch as it is, or without a possessive at its end."""
    value = text[start:end].replace("\u2019", "'")
    for name in (value, value[:-2] if value.endswith("'s") else ""):
        row = names.get(name) or names.get(name[:1].lower() + name[1:]) or _title(name) or names.get(_bare(name))
        if row:
            abbreviated = row in ("places", "towns") and name.isupper() and len(name) <= _LETTERS  # CT, MRI
            row = "things" if abbreviated else row
            return KnownWords(start, start + len(name), row, _may_be_person(name, row))
    return None


def _bare(name: str) -> str:
    """A name without accents, as WordNet writes all."""
    return name if name.isascii() else "".join(sign for sign in normalize("NFD", name) if not combining(sign))


def _title(name: str) -> str:
    """``titles`` where a stretch is one, written as such: its last word is no plain one."""
    last = name[name.rfind(" ") + 1 :]
    return "titles" if (last[:1].isupper() or last[:1].isdigit()) and name.lower() in _titles() else ""


def _may_be_person(name: str, row: str) -> bool:
    """Whether people are called so: a well-known one, or some who have this word for a name (Lena, Jordan)."""
    words = name.lower().split()
    if row == "titles":
        return 1 < len(words) <= _NAME_WORDS and word_class(words[0]).startswith("given")
    return row == "people" or (row != "terms" and name.isalpha() and word_class(words[0]).startswith(_LISTED))
